/**
 * Prints the section `config`, and the names by which a program refers to its values.
 */
import type { ConfigNode } from "../../src/ir/program.ts";
import type { Doc } from "../shared/layout.ts";
import { mapping, mappingEntry } from "./layout.ts";
import { type Names, yamlConfigType } from "./names.ts";
import { isWord, scalar } from "./strings.ts";

/**
 * The comment above the section. Every value of the stack's configuration is in a program's scope under its key, and the runtime guesses
 * its type: `123` and `true` are no texts, whatever type is declared. So a declared value has a name of its own, unless it can only be
 * text.
 */
const comment: readonly string[] = [
  "# Under its key, Pulumi YAML reads a value such as 123 or true as a number or a",
  "# truth value, whatever its type. Such values have names of their own here.",
];

/** Returns the lines above the section; none where every value is called by its key. */
export function configComment(config: readonly ConfigNode[], names: Names): readonly string[] {
  return config.some(({ key }) => (names.config.get(key) ?? key) !== key) ? comment : [];
}

/** `dbPasswordValue: {name: dbPassword, type: string, secret: true}`. */
export function configEntries(config: readonly ConfigNode[], names: Names): readonly Doc[] {
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

/** The name of a value, or its key where that is read as JSON without a declaration. */
export function configReference(key: string, names: Names): string {
  const name = names.config.get(key) ?? key;
  return isWord(name) ? `\${${name}}` : `\${["${name.replaceAll('"', '\\"')}"]}`;
}
