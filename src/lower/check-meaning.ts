/** Checks, before the program is written, that it evaluates to the proven inputs (docs/programs.md#the-program-is-evaluated). */
import type { ConfigValue, GraphResource, ResourceGraph, Urn } from "../domain/graph.ts";
import type { Program, ResourceNode } from "../ir/program.ts";
import { isSecretOutput } from "../schema/resource-options.ts";
import type { PackageSchema } from "../schema/types.ts";
import { getAt } from "../value/at-path.ts";
import { formatPath, type Path } from "../value/path.ts";
import { listValue, mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../value/value.ts";
import { valueAsJson, valueFromJson } from "./json-text.ts";
import { programInputs } from "./provider-inputs.ts";
import { inputsEvaluator } from "./values.ts";

/** A difference between the program and the proven inputs. Contains no values, which could be secrets. */
export interface MeaningProblem {
  readonly urn: Urn;
  /** A property path as text, or `""` for the resource. */
  readonly path: string;
  readonly message: string;
}

/**
 * Evaluates every resource of the graph in the program, and compares the result with the graph's inputs. Null differs from an omitted property, -0
 * from 0, and a secret from its plaintext. References must have the same targets. Runs in linear time.
 *
 * @param configValues the stack configuration after the run: keys with or without a namespace, values as text
 * @param schemas package schemas, needed for provider resources, whose arguments are JSON text in the state
 */
export function checkMeaning(
  program: Program,
  graph: ResourceGraph,
  configValues: readonly ConfigValue[],
  schemas: ReadonlyMap<string, PackageSchema> = new Map(),
): readonly MeaningProblem[] {
  const nodes = new Map(program.resources.map((node) => [node.urn, node]));
  const config = configTexts(program.project, configValues);
  const results = functionResults(graph);
  const resolve = {
    reference: (node: ResourceNode, path: Path) => {
      const mark = outputMark(node.urn, path);
      const schema = schemas.get(node.resource.package)?.resource(node.resource.token);
      return isSecretOutput(schema, path) ? secretValue(mark) : mark;
    },
    call: (token: string, provider: ResourceNode | undefined, path: Path) =>
      resultAt(results.get(resultKey(token, provider?.urn)), path),
    config: (key: string) => config.get(key),
  };
  const evaluateInputs = inputsEvaluator(program, resolve);
  return graph.resources.flatMap((resource) => {
    const node = nodes.get(resource.urn);
    if (node === undefined)
      return [{ urn: resource.urn, path: "", message: "The program does not contain the resource." }];
    if (node.logicalName !== resource.name) {
      return [{ urn: resource.urn, path: "", message: "The program gives the resource a different name." }];
    }
    if (resource.kind === "external" && node.read?.id !== resource.id) {
      return [{ urn: resource.urn, path: "", message: "The program reads a resource with a different ID." }];
    }
    const provider = resource.kind === "provider" ? schemas.get(resource.package.name)?.provider : undefined;
    const linked = new Set(resource.links.map((link) => link.path[0]));
    const comparison: Comparison = { problems: [], urn: resource.urn, marks: linkMarks(resource), linked };
    compareMeaning(mapValue(programInputs(resource, provider)), mapValue(evaluateInputs(node)), [], comparison);
    return comparison.problems;
  });
}

interface Comparison {
  readonly problems: MeaningProblem[];
  readonly urn: Urn;
  /** Path as JSON -> the text that a link evaluates to. */
  readonly marks: ReadonlyMap<string, string>;
  /** The inputs that contain links. Paths of other inputs need no lookup. */
  readonly linked: ReadonlySet<string | number | undefined>;
}

/** Returns a string that represents an output. No value contains this string, and JSON does not escape it. */
function outputMark(urn: Urn, path: Path): Value {
  return stringValue(markText(urn, path));
}

function markText(urn: Urn, path: Path): string {
  const inert = (text: string): string => Buffer.from(text).toString("base64");
  return `\uffffoutput:${inert(urn)}:${inert(formatPath(path))}\uffff`;
}

function configTexts(project: string, values: readonly ConfigValue[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { key, value } of values) {
    const text = value.kind === "string" ? value.value : valueAsJson(value);
    if (text !== undefined) texts.set(key.startsWith(`${project}:`) ? key.slice(project.length + 1) : key, text);
  }
  return texts;
}

/** Returns the results of the graph's function calls, by function and provider. */
function functionResults(graph: ResourceGraph): ReadonlyMap<string, PropertyMap> {
  const calls = graph.resources.flatMap(({ calls: links = [] }) =>
    links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? [part.call] : []))),
  );
  return new Map(calls.map(({ token, provider, result }) => [resultKey(token, provider), result]));
}

function resultKey(token: string, provider: Urn | undefined): string {
  return JSON.stringify([token, provider]);
}

function resultAt(result: PropertyMap | undefined, path: Path): Value {
  return (result && getAt(result, path)) ?? { kind: "unknown", of: "string" };
}

function linkMarks(resource: GraphResource): ReadonlyMap<string, string> {
  return new Map(
    resource.links.map((link) => {
      const texts = link.parts.map((part) =>
        part.kind === "text" ? part.text : markText(part.referent, part.property),
      );
      return [JSON.stringify(link.path), texts.join("")];
    }),
  );
}

function compareMeaning(expected: Value, actual: Value, path: Path, comparison: Comparison): void {
  if (comparison.linked.has(path[0]) && isLinkedAt(expected, actual, path, comparison)) return;
  if (expected.kind === "map" && actual.kind === "map") {
    for (const [key, before] of expected.entries) {
      const after = actual.entries.get(key);
      if (after === undefined) add(comparison, [...path, key], "The program does not set the property.");
      else compareMeaning(before, after, [...path, key], comparison);
    }
    for (const key of actual.entries.keys()) {
      if (!expected.entries.has(key))
        add(comparison, [...path, key], "The program sets the property, but imp did not check it with the provider.");
    }
  } else if (expected.kind === "list" && actual.kind === "list") {
    if (expected.items.length !== actual.items.length)
      add(comparison, path, "The list has a different length in the program.");
    expected.items.forEach((item, index) => {
      const other = actual.items[index];
      if (other !== undefined) compareMeaning(item, other, [...path, index], comparison);
    });
  } else if (!isSameValue(expected, actual)) add(comparison, path, "The program has a different value.");
}

/** Returns true if the program contains the link. If it does not, the caller compares literal values. */
function isLinkedAt(expected: Value, actual: Value, path: Path, comparison: Comparison): boolean {
  const mark = comparison.marks.get(JSON.stringify(path));
  if (mark === undefined) return false;
  const text = actual.kind === "secret" ? actual.value : actual;
  return (expected.kind === "secret") === (actual.kind === "secret") && text.kind === "string" && text.value === mark;
}

function add(comparison: Comparison, path: Path, message: string): void {
  comparison.problems.push({ urn: comparison.urn, path: formatPath(path), message });
}

function isSameValue(expected: Value, actual: Value): boolean {
  switch (expected.kind) {
    case "null":
      return actual.kind === "null";
    case "boolean":
    case "number":
    case "string":
      return actual.kind === expected.kind && Object.is(actual.value, expected.value);
    case "secret":
      return actual.kind === "secret" && isSameSecret(expected.value, actual.value);
    case "asset":
    case "archive":
      return actual.kind === expected.kind && sourceText(actual) === sourceText(expected);
    case "resource":
      return actual.kind === "string" && actual.value === markText(expected.urn, []);
    case "list":
    case "map":
    case "bytes":
    case "unknown":
    case "output":
      return false;
  }
}

/** Returns true if the engine stores both secrets as the same text. It stores nested secrets as a single secret. */
function isSameSecret(expected: Value, actual: Value): boolean {
  if (expected.kind === "secret") return isSameSecret(expected.value, actual);
  if (expected.kind === "asset" || expected.kind === "archive") return isSameValue(expected, actual);
  const text = parsedAgain(storedValue(expected));
  return text !== undefined && text === parsedAgain(storedValue(actual));
}

/** Returns the value without nested secrets and with sorted keys. In a program, each part of a secret object is a secret, in schema order. */
function storedValue(value: Value): Value {
  if (value.kind === "secret") return storedValue(value.value);
  if (value.kind === "list") return listValue(value.items.map(storedValue));
  if (value.kind !== "map") return value;
  const sorted = [...value.entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return mapValue(new Map(sorted.map(([key, part]) => [key, storedValue(part)])));
}

/** Returns the JSON text of a value, parsed and serialized once more. This moves integer-like keys to the front. */
function parsedAgain(value: Value): string | undefined {
  const text = valueAsJson(value);
  const again = text === undefined ? undefined : valueFromJson(text);
  return again === undefined ? undefined : valueAsJson(again);
}

/** Returns the source of an asset or archive without hashes, which programs do not contain. */
function sourceText(value: Value): string {
  if (value.kind === "asset") return JSON.stringify(value.source);
  if (value.kind !== "archive") return "";
  if (value.source.from !== "assets") return JSON.stringify(value.source);
  const parts = [...value.source.assets].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(parts.map(([name, part]) => [name, sourceText(part)]));
}
