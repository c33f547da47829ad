/** Names of a YAML program. Resources, configuration, and all keys of the stack's configuration share one scope. */
import type { ConfigNode, Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { splitConfigKey } from "../shared/config.ts";
import { type NamesInOneScope, namesInOneScope } from "../shared/names-in-one-scope.ts";
import { isWord, longestYamlName } from "./strings.ts";

/**
 * Chooses all names. A resource keeps its logical name if it is valid and free, which saves the `name:` line. The runtime ignores resources that have
 * the name of a configuration key.
 *
 * @param configKeys full keys of the stack's configuration
 */
export function solveNames(program: Program, configKeys: readonly string[]): NamesInOneScope {
  const projectPrefix = `${program.project}:`;
  const stored = configKeys.map((key) => (key.startsWith(projectPrefix) ? key.slice(projectPrefix.length) : key));
  return namesInOneScope(program, {
    reserved: ["pulumi", ...stored, ...program.config.map(({ key }) => key)],
    isValid: isWord,
    longest: longestYamlName,
    configName: preferredName,
  });
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

/**
 * Returns the preferred name of a value. Returns undefined if the program reads the value under its key, because the runtime does not support its
 * type or always reads it as a string.
 */
function preferredName({ key, type, onlyText }: ConfigNode): string | undefined {
  if (yamlConfigType(type) === undefined || (onlyText === true && isWord(key))) return undefined;
  const word = splitConfigKey(key).name.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
  return `${/^[A-Za-z]/.test(word) ? word : `_${word}`}Value`;
}
