/** Evaluates the inputs of a node to the property values that an SDK would send. */

import { type Algebra, type EvaluatedArchive, evaluate } from "../ir/evaluate.ts";
import type { AssetSource } from "../ir/expression.ts";
import type { ConfigNode, Program, ResourceNode } from "../ir/program.ts";
import type { Type } from "../ir/type.ts";
import type { Path } from "../value/path.ts";
import {
  type ArchiveValue,
  type AssetValue,
  booleanValue,
  listValue,
  mapValue,
  nullValue,
  numberValue,
  type PropertyMap,
  secretValue,
  stringValue,
  type Value,
} from "../value/value.ts";
import { valueAsJson, valueFromJson } from "./json-text.ts";

export interface Resolver {
  /** Returns the output of a resource at a path, or the resource if the path is empty. */
  reference(node: ResourceNode, path: Path): Value;
  /** Returns a string in a function result. `provider` is the provider's node. */
  call(token: string, provider: ResourceNode | undefined, path: Path): Value;
  /** Returns the plaintext of a configuration key of the project, or undefined if it is not set. */
  config(key: string): string | undefined;
}

/** A program's nodes by id and configuration by key, to evaluate many nodes. */
export interface ProgramIndex {
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  readonly config: ReadonlyMap<string, ConfigNode>;
}

function indexProgram(program: Program): ProgramIndex {
  return {
    nodes: new Map([...(program.held ?? []), ...program.resources].map((node) => [node.id, node])),
    config: new Map(program.config.map((node) => [node.key, node])),
  };
}

/**
 * Evaluates a node's inputs. A secret configuration value has kind "secret", and text joined with a secret is a secret. Assets have no hash. A
 * configuration value that is not set is unknown.
 */
export function evaluateInputs(program: Program | ProgramIndex, node: ResourceNode, resolve: Resolver): PropertyMap {
  return inputsEvaluator(program, resolve)(node);
}

/** Returns a function that evaluates nodes of a program in the same way as `evaluateInputs`. */
export function inputsEvaluator(
  program: Program | ProgramIndex,
  resolve: Resolver,
): (node: ResourceNode) => PropertyMap {
  const algebra = valueAlgebra("resources" in program ? indexProgram(program) : program, resolve);
  return (node) => new Map(node.inputs.map((property) => [property.name, evaluate(property.value, algebra)]));
}

function valueAlgebra(index: ProgramIndex, resolve: Resolver): Algebra<Value> {
  return {
    null: () => nullValue,
    boolean: booleanValue,
    number: numberValue,
    string: stringValue,
    list: listValue,
    map: mapValue,
    reference: (id, path) => {
      const node = index.nodes.get(id);
      return node === undefined ? { kind: "unknown", of: "string" } : resolve.reference(node, path);
    },
    call: (token, provider, path) =>
      resolve.call(token, provider === undefined ? undefined : index.nodes.get(provider), path),
    concat: joinValues,
    secret: secretValue,
    config: (key, secret) => configValue(resolve.config(key), secret, index.config.get(key)?.type),
    asset: (source: AssetSource) => ({ kind: "asset", source, hash: "" }),
    archive: archiveValue,
    json: (value) => {
      const text = valueAsJson(value);
      if (text === undefined) return { kind: "unknown", of: "string" };
      return containsSecret(value) ? secretValue(stringValue(text)) : stringValue(text);
    },
  };
}

function joinValues(parts: readonly ({ readonly text: string } | { readonly value: Value })[]): Value {
  let text = "";
  let secret = false;
  for (const part of parts) {
    if ("text" in part) {
      text += part.text;
      continue;
    }
    const value = part.value.kind === "secret" ? part.value.value : part.value;
    secret ||= part.value.kind === "secret";
    if (value.kind !== "string") return { kind: "unknown", of: "string" };
    text += value.value;
  }
  return secret ? secretValue(stringValue(text)) : stringValue(text);
}

/** Returns the value that the program reads: text if the declared type is "string" (`require`), otherwise parsed JSON (`requireObject`). */
function configValue(text: string | undefined, secret: boolean, type: Type | undefined): Value {
  if (text === undefined) return { kind: "unknown", of: "string" };
  const value: Value =
    type?.kind === "string" ? stringValue(text) : (valueFromJson(text) ?? { kind: "unknown", of: "map" });
  return secret ? secretValue(value) : value;
}

function archiveValue(source: EvaluatedArchive<Value>): Value {
  if (source.from !== "assets") return { kind: "archive", source, hash: "" };
  const assets = new Map<string, AssetValue | ArchiveValue>();
  for (const [name, value] of source.assets) {
    if (value.kind === "asset" || value.kind === "archive") assets.set(name, value);
  }
  return { kind: "archive", source: { from: "assets", assets }, hash: "" };
}

function containsSecret(value: Value): boolean {
  if (value.kind === "secret") return true;
  if (value.kind === "list") return value.items.some(containsSecret);
  return value.kind === "map" && [...value.entries.values()].some(containsSecret);
}
