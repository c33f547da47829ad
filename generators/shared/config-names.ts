/** The names of configuration values and configuration objects in a program. */
import type { ConfigNode } from "../../src/ir/program.ts";
import { configNamespace } from "./config-key.ts";
import type { ImportSymbol } from "./imports.ts";

export interface ConfigNames {
  readonly config: ReadonlyMap<string, string>;
  /** Variables of configuration objects, by namespace. The project's namespace is `""`. */
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
  const namespaces = new Set(config.map(({ key }) => configNamespace(key).namespace));
  return {
    namespaces: new Map([...namespaces].map((namespace) => [namespace, solve.object(namespace)])),
    config: new Map(config.map(({ key }) => [key, solve.value(configNamespace(key).name)])),
  };
}
