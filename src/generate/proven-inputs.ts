/**
 * Inputs of a remote component that its state entry lacks, as far as the recorded dependencies prove them: `vpcId` is made of the VPC alone,
 * so it is the VPC's id. Pure.
 */
import type { Urn } from "../graph.ts";
import { parsePropertyName, parseTypeName } from "../links/name-words.ts";
import type { PropertySchema, ResourceSchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";

/** A resource that an input may be made of. */
export interface Source {
  readonly type: string;
  readonly id?: string | undefined;
  readonly outputs: PropertyMap;
  /** Omitted for local components and providers. */
  readonly schema?: ResourceSchema;
}

/** An entry whose inputs were not recorded. */
export interface Unrecorded {
  /** The inputs that the state has. */
  readonly inputs: PropertyMap;
  /** Input -> the resources that it is made of. */
  readonly madeOf: ReadonlyMap<string, readonly Urn[]>;
  readonly schema: ResourceSchema;
}

export interface ProvenInputs {
  readonly values: PropertyMap;
  /** The inputs that depend on something but have no proven value. */
  readonly unknown: readonly { readonly name: string; readonly madeOf: readonly Urn[] }[];
}

/** @param sourceOf returns the resource of a program, or undefined if the program does not have it */
export function provenInputs(
  { inputs, madeOf, schema }: Unrecorded,
  sourceOf: (urn: Urn) => Source | undefined,
): ProvenInputs {
  const values = new Map<string, Value>();
  const unknown: { name: string; madeOf: readonly Urn[] }[] = [];
  for (const [name, urns] of madeOf) {
    const property = schema.inputs.get(name);
    if (property === undefined || inputs.has(name)) continue;
    const [urn, ...others] = new Set(urns);
    const source = urn === undefined || others.length > 0 ? undefined : sourceOf(urn);
    const value = source === undefined ? undefined : provenValue(property, source);
    if (value === undefined) unknown.push({ name, madeOf: urns });
    else values.set(name, value);
  }
  return { values, unknown };
}

/**
 * Returns the value of the output that an input takes: the one with its name, the id, ARN or name of the resource if the input names its type
 * (`vpcId`, `sourceBucketName`), or the only output whose name ends as the input's does.
 */
function provenValue({ name, type }: PropertySchema, source: Source): Value | undefined {
  if (type.kind !== "string") return undefined;
  const outputs = openOutputTexts(source);
  const same = outputs.get(name);
  if (same !== undefined) return same;
  const { stem, suffix } = parsePropertyName(name);
  if (stem.length === 0 || suffix === "none") return undefined;
  const alike = [...outputs].filter(([output]) => parsePropertyName(output).suffix === suffix);
  const { memberWords } = parseTypeName(source.type);
  const isOfType = endsWithWords(stem, memberWords);
  const own = alike.filter(([output]) => parsePropertyName(output).stem.length === 0);
  const fitting = isOfType ? own : alike;
  return fitting.length === 1 ? fitting[0]?.[1] : undefined;
}

function endsWithWords(words: readonly string[], end: readonly string[]): boolean {
  return end.length > 0 && end.every((word, index) => words[words.length - end.length + index] === word);
}

/** The outputs that the schema promises, are texts, and are not secret. */
function openOutputTexts({ schema, outputs, id }: Source): PropertyMap {
  const texts = new Map<string, Value>();
  if (id !== undefined && id !== "") texts.set("id", { kind: "string", value: id });
  for (const { name, secret } of schema?.outputs.values() ?? []) {
    const value = outputs.get(name);
    if (value?.kind === "string" && !secret && schema?.requiredOutputs.has(name) && name !== "urn")
      texts.set(name, value);
  }
  return texts;
}
