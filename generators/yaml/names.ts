/** Names of a YAML program. Resources, configuration, and all keys of the stack's configuration share one scope. */
import type { ConfigNode, Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { callsIn, callWord, type NamesInOneScope } from "../shared/calls.ts";
import { configNamespace } from "../shared/config-key.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { nameTable } from "../shared/names.ts";
import { isWord, longestYamlName } from "./strings.ts";

export type Names = NamesInOneScope;

/**
 * Chooses all names. A resource keeps its logical name if it is valid and free, which saves the `name:` line. The runtime ignores resources that have
 * the name of a configuration key.
 *
 * @param configKeys full keys of the stack's configuration
 */
export function solveNames(program: Program, configKeys: readonly string[]): Names {
  const projectPrefix = `${program.project}:`;
  const stored = configKeys.map((key) => (key.startsWith(projectPrefix) ? key.slice(projectPrefix.length) : key));
  const table = nameTable(["pulumi", ...heldWords(program), ...stored, ...program.config.map(({ key }) => key)]);
  const resources = new Map<string, string>(heldVariables(program));
  const taken = new Set<string>(resources.values());
  for (const { id, logicalName } of program.resources) {
    if (!isWord(logicalName) || taken.has(logicalName)) continue;
    taken.add(logicalName);
    resources.set(id, table.take(logicalName));
  }
  for (const { id } of program.resources) {
    if (!resources.has(id)) resources.set(id, table.take(id.slice(0, longestYamlName)));
  }
  const config = new Map(
    program.config.map((node) => {
      const preferred = preferredName(node);
      return [node.key, preferred === undefined || isKeyEnough(node) ? node.key : table.take(preferred)];
    }),
  );
  const calls = new Map(
    [...callsIn(program)].map(([key, call]) => [key, table.take(callWord(call).slice(0, longestYamlName))] as const),
  );
  return { resources, config, calls };
}

/** Returns the declared type of a configuration value, or undefined if the runtime lacks this type. Lists of lists are not supported. */
export function yamlConfigType(type: Type): string | undefined {
  switch (type.kind) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return type.kind;
    case "list": {
      const element = type.element.kind === "list" ? undefined : yamlConfigType(type.element);
      return element === undefined ? undefined : `list<${element}>`;
    }
    case "map":
    case "object":
      return "object";
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "enum":
    case "union":
    case "resource":
      return undefined;
  }
}

/** Returns true if the runtime reads the value under its key as the right string. */
function isKeyEnough({ key, onlyText }: ConfigNode): boolean {
  return onlyText === true && isWord(key);
}

/** Returns the preferred name of a value, or undefined for a value that is read under its key. */
function preferredName({ key, type }: ConfigNode): string | undefined {
  if (yamlConfigType(type) === undefined) return undefined;
  const word = configNamespace(key).name.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
  return `${/^[A-Za-z]/.test(word) ? word : `_${word}`}Value`;
}
