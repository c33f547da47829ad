/** Prints the `config` section and references to its values. */
import type { ConfigNode } from "../../src/ir/program.ts";
import type { Doc } from "../shared/layout.ts";
import type { NamesInOneScope } from "../shared/names-in-one-scope.ts";
import { mapping, mappingEntry } from "./layout.ts";
import { yamlConfigType } from "./names.ts";
import { isWord, scalar } from "./strings.ts";

/**
 * The comment above the section. Every configuration value is in the program's scope under its key, and the runtime guesses its type: `123` and
 * `true` are not strings, whatever type is declared. So a declared value has a different name unless it is always a string.
 */
const comment: readonly string[] = [
  "# Pulumi YAML ignores the declared type of a value if its name equals its key:",
  "# 123 is read as a number and true as a boolean. These values have other names.",
];

/** Returns the comment lines, or none if all values have the names of their keys. */
export function configComment(config: readonly ConfigNode[], names: NamesInOneScope): readonly string[] {
  return config.some(({ key }) => (names.config.get(key) ?? key) !== key) ? comment : [];
}

/** Prints the entries: `dbPasswordValue: {name: dbPassword, type: string, secret: true}`. */
export function configEntries(config: readonly ConfigNode[], names: NamesInOneScope): readonly Doc[] {
  return config.flatMap((node) => {
    const type = yamlConfigType(node.type);
    if (type === undefined) return [];
    const name = names.config.get(node.key) ?? node.key;
    const members = [
      ...(name === node.key ? [] : [mappingEntry("name", { inline: scalar(node.key) })]),
      mappingEntry("type", { inline: type }),
      ...(node.secret ? [mappingEntry("secret", { inline: "true" })] : []),
    ];
    return [mappingEntry(name, mapping(members))];
  });
}

/** Returns a reference to a configuration value by its name, or by its key if it has no declaration. */
export function configReference(key: string, names: NamesInOneScope): string {
  const name = names.config.get(key) ?? key;
  return isWord(name) ? `\${${name}}` : `\${["${name.replaceAll('"', '\\"')}"]}`;
}
