/** Infers missing inputs of a remote component from dependencies in the state: if `vpcId` depends only on a VPC, its value is the ID of the VPC. */
import type { Urn } from "../../domain/graph.ts";
import { parsePropertyName, parseTypeName } from "../../links/name-words.ts";
import type { PropertySchema, ResourceSchema } from "../../schema/types.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

/** A resource whose outputs an input may contain. */
export interface Source {
  readonly type: string;
  readonly id?: string | undefined;
  readonly outputs: PropertyMap;
  /** Omitted for local components and providers. */
  readonly schema?: ResourceSchema;
}

/** A remote component whose state entry lacks inputs. */
export interface Unrecorded {
  readonly inputs: PropertyMap;
  /** Input -> the resources that it depends on. */
  readonly madeOf: ReadonlyMap<string, readonly Urn[]>;
  readonly schema: ResourceSchema;
}

export interface ProvenInputs {
  readonly values: PropertyMap;
  /** Inputs whose values could not be inferred, although they depend on resources. */
  readonly unknown: readonly { readonly name: string; readonly madeOf: readonly Urn[] }[];
}

/** Infers input values from dependencies. @param sourceOf returns a resource by URN, or undefined if the program does not contain it */
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
 * Returns the output that an input contains. Tries these outputs in order: the output with the same name; the ID, ARN, or name of the resource if the
 * input's name contains its type (`vpcId`, `sourceBucketName`); the only output with the same suffix.
 */
function provenValue({ name, type }: PropertySchema, source: Source): Value | undefined {
  if (type.kind !== "string") return undefined;
  const outputs = openOutputTexts(source);
  const namesake = outputs.get(name);
  if (namesake !== undefined) return namesake;
  const { stem, suffix } = parsePropertyName(name);
  if (stem.length === 0 || suffix === "none") return undefined;
  const alike = [...outputs].filter(([output]) => parsePropertyName(output).suffix === suffix);
  const { memberWords } = parseTypeName(source.type);
  const isOfType = endsWithWords(stem, memberWords);
  const withoutStem = alike.filter(([output]) => parsePropertyName(output).stem.length === 0);
  const fitting = isOfType ? withoutStem : alike;
  return fitting.length === 1 ? fitting[0]?.[1] : undefined;
}

function endsWithWords(words: readonly string[], end: readonly string[]): boolean {
  return end.length > 0 && end.every((word, index) => words[words.length - end.length + index] === word);
}

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
