/**
 * Names of a YAML program: resources and configuration share one scope, with all keys of the stack's configuration.
 */
import type { ConfigNode, Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { callsIn, callWord, type NamesInOneScope } from "../shared/calls.ts";
import { configNamespace } from "../shared/config-key.ts";
import { heldVariables, heldWords } from "../shared/held.ts";
import { nameTable } from "../shared/names.ts";
import { isWord, longestYamlName } from "./strings.ts";

export type Names = NamesInOneScope;

/**
 * Chooses all names. A resource has its logical name where that is a legal, free name, which saves a line `name:`. The keys of the
 * configuration are names too, whether the program reads them or not: the runtime would ignore a resource with such a name.
 *
 * @param configKeys full keys of the stack's configuration
 */
export function solveNames(program: Program, configKeys: readonly string[]): Names {
  const own = `${program.project}:`;
  const stored = configKeys.map((key) => (key.startsWith(own) ? key.slice(own.length) : key));
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
      const wanted = wantedName(node);
      return [node.key, wanted === undefined || isKeyEnough(node) ? node.key : table.take(wanted)];
    }),
  );
  const calls = new Map(
    [...callsIn(program)].map(([key, call]) => [key, table.take(callWord(call).slice(0, longestYamlName))] as const),
  );
  return { resources, config, calls };
}

/** Types that the runtime knows; the element of a list is no list. */
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

/** True where the runtime reads the value under its key as the right text. */
function isKeyEnough({ key, onlyText }: ConfigNode): boolean {
  return onlyText === true && isWord(key);
}

/** The preferred name of a value; `undefined` for a value that is read under its key. */
function wantedName({ key, type }: ConfigNode): string | undefined {
  if (yamlConfigType(type) === undefined) return undefined;
  const word = configNamespace(key).name.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
  return `${/^[A-Za-z]/.test(word) ? word : `_${word}`}Value`;
}
