/** The configuration that a program reads. Values are stored as strings. */
import type { ConfigNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import type { ImportSymbol } from "./imports.ts";

export interface ConfigNames {
  readonly config: ReadonlyMap<string, string>;
  /** Variables of configuration objects, by namespace. The namespace of the project is `""`. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** The names of a program that imports its packages as modules. */
export interface ModuleNames extends ConfigNames {
  readonly packages: ReadonlyMap<string, ImportSymbol>;
  readonly resources: ReadonlyMap<string, string>;
}

/** Chooses the names of namespaces, then the names of values. */
export function configNames(
  config: readonly ConfigNode[],
  solve: { readonly object: (namespace: string) => string; readonly value: (name: string) => string },
): ConfigNames {
  const namespaces = new Set(config.map(({ key }) => splitConfigKey(key).namespace));
  return {
    namespaces: new Map([...namespaces].map((namespace) => [namespace, solve.object(namespace)])),
    config: new Map(config.map(({ key }) => [key, solve.value(splitConfigKey(key).name)])),
  };
}

/** Splits a configuration key: `aws:region` -> aws, region. The namespace of a key without a colon is `""`: the project. */
export function splitConfigKey(key: string): { readonly namespace: string; readonly name: string } {
  const colon = key.indexOf(":");
  return colon < 0 ? { namespace: "", name: key } : { namespace: key.slice(0, colon), name: key.slice(colon + 1) };
}

/** The configuration that the statements of a file read. */
export interface ConfigReads {
  readonly objects: readonly { readonly namespace: string; readonly variable: string }[];
  readonly values: readonly ConfigRead[];
}

interface ConfigRead extends ConfigNode {
  readonly variable: string;
  /** The variable of the configuration object that reads the value. */
  readonly object: string;
  /** The key without its namespace. */
  readonly name: string;
}

/** Returns the configuration objects and values that a file reads. Skips values without a variable. */
export function configReads(config: readonly ConfigNode[], names: ConfigNames): ConfigReads {
  const values = config.flatMap((node): readonly ConfigRead[] => {
    const { namespace, name } = splitConfigKey(node.key);
    const [variable, object] = [names.config.get(node.key), names.namespaces.get(namespace)];
    return variable === undefined || object === undefined ? [] : [{ ...node, variable, object, name }];
  });
  const used = new Set(values.map(({ object }) => object));
  const objects = [...names.namespaces].map(([namespace, variable]) => ({ namespace, variable }));
  return { objects: objects.filter(({ variable }) => used.has(variable)), values };
}

/** How a program converts a configuration value. Types other than strings, numbers, and booleans are read as JSON. */
export type Reading = "string" | "integer" | "number" | "boolean" | "json";

export function readingOf({ kind }: Type): Reading {
  switch (kind) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return kind;
    case "list":
    case "map":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "object":
    case "enum":
    case "union":
    case "resource":
      return "json";
  }
}

/** Returns true if a program can parse JSON to the type. It cannot parse objects, because SDK classes of objects contain inputs. */
export function isDataType(type: Type): boolean {
  if (type.kind === "list" || type.kind === "map") return isDataType(type.element);
  return readingOf(type) !== "json" || type.kind === "any" || type.kind === "json";
}
