/** Lowers graphs with a small schema. Asserts that the programs are valid, and that their values equal those of the graphs. */
import assert from "node:assert/strict";
import type { GraphResource, ResourceGraph } from "../../src/domain/graph.ts";
import { checkProgram } from "../../src/ir/check.ts";
import { checkMeaning } from "../../src/lower/check-meaning.ts";
import { type LowerOptions, lower } from "../../src/lower/lower.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { type PropertyMap, stringValue, type Value } from "../../src/value/value.ts";
import { tiny } from "./tiny-schema.ts";

export const vpcType = "tiny:net:Vpc";
export const subnetType = "tiny:net:Subnet";
export const urn = (type: string, name: string) => `urn:pulumi:dev::p::${type}::${name}`;

export function resource(
  type: string,
  name: string,
  inputs: PropertyMap,
  more: Partial<GraphResource> = {},
): GraphResource {
  return {
    urn: urn(type, name),
    type,
    name,
    kind: type.startsWith("pulumi:providers:") ? "provider" : "custom",
    id: "id",
    package: { name: "tiny" },
    inputs,
    links: [],
    notes: [],
    ...more,
    options: {
      protect: false,
      retainOnDelete: false,
      ignoreChanges: [],
      dependsOn: [],
      additionalSecretOutputs: [],
      ...more.options,
    },
  };
}

export const plain = (inputs: Record<string, Plain>) => fromPlainMap(inputs);
export const graph = (...resources: readonly GraphResource[]): ResourceGraph => ({
  project: "p",
  stack: "dev",
  resources,
});
export const schemas = new Map([["tiny", tiny]]);

/** Lowers a graph, and asserts the rules that every program must follow. */
export function lowered(source: ResourceGraph, options: Partial<LowerOptions> = {}) {
  const result = lower(source, schemas, { project: "p", configKeys: new Map(), ...options });
  assert.deepEqual(checkProgram(result.program), []);
  const stored = [...(options.configKeys ?? [])].map(([key, { text, secret }]) => ({
    key,
    value: stringValue(text),
    secret,
  }));
  assert.deepEqual(checkMeaning(result.program, source, [...stored, ...result.config], schemas), []);
  return result;
}

/** Returns the expression of a subnet's input, without language settings. */
export function expressionOf(name: string, value: Value) {
  const { program } = lowered(graph(resource(subnetType, "s", new Map([[name, value]]))));
  const property = program.resources[0]?.inputs[0] ?? assert.fail();
  assert.equal(property.name, name);
  return property;
}
