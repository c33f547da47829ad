/** Adds outputs of the stack to import specs. */

import { upperFirst } from "../ir/upper-first.ts";
import { camelCase, freeVariable } from "../lower/names.ts";
import { parsePath } from "../value/path.ts";
import type { ImportSpec } from "./import-specs.ts";

/**
 * Adds an output for each property that `propertiesOf` returns, named after the resource, its type, and the property: `mainVpcId`.
 *
 * @param propertiesOf returns the properties of the resource that other stacks read, as paths
 * @param taken the names of outputs that the stack already has
 */
export function withStackOutputs(
  specs: readonly ImportSpec[],
  propertiesOf: (spec: ImportSpec) => readonly string[],
  taken: Iterable<string> = [],
): readonly ImportSpec[] {
  const used = new Set(taken);
  return specs.map((spec) => {
    const outputs = propertiesOf(spec).flatMap((property) => {
      const path = parsePath(property);
      if (path === undefined) return [];
      const name = freeVariable([outputName(spec, property)], used);
      used.add(name);
      return [[name, path] as const];
    });
    return outputs.length === 0 ? spec : { ...spec, stackOutputs: new Map(outputs) };
  });
}

function outputName({ logicalName, type }: ImportSpec, property: string): string {
  const kind = camelCase(type.slice(type.lastIndexOf(":") + 1)) || "resource";
  const name = camelCase(logicalName);
  const isNamed = name.toLowerCase().endsWith(kind.toLowerCase());
  const words = /^[A-Za-z]/.test(name) ? [name, isNamed ? "" : kind] : [kind, name];
  return [...words, camelCase(property)].map((word, index) => (index === 0 ? word : upperFirst(word))).join("");
}
