/**
 * Names for the configuration that a program reads: a variable for each value, and one for each namespace.
 */
import type { ConfigNode } from "../../src/ir/program.ts";
import { configNamespace } from "./config-key.ts";
import type { ImportSymbol } from "./imports.ts";

export interface ConfigNames {
  /** Variables of configuration values, by key. */
  readonly config: ReadonlyMap<string, string>;
  /** Variables of configuration objects, by namespace; `""` is the project's. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** The names of a program that imports its packages as modules. */
export interface ModuleNames extends ConfigNames {
  /** By package name. */
  readonly packages: ReadonlyMap<string, ImportSymbol>;
  /** Variables of resources, by node id. */
  readonly resources: ReadonlyMap<string, string>;
}

/** Chooses the names, those of namespaces first. @param solve each name, of which it is asked once */
export function configNames(
  config: readonly ConfigNode[],
  solve: { readonly object: (namespace: string) => string; readonly value: (name: string) => string },
): ConfigNames {
  const namespaces = new Set(config.map(({ key }) => configNamespace(key).namespace));
  return {
    namespaces: new Map([...namespaces].map((namespace) => [namespace, solve.object(namespace)])),
    config: new Map(config.map(({ key }) => [key, solve.value(configNamespace(key).name)])),
  };
}
