/**
 * A custom resource that was read: the values of Read's answer in the shapes of state and program.
 */
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { formatPath, type Path } from "../../ir/path.ts";
import type { LikelySecret } from "../../likely-secrets/hide-secrets.ts";
import type { Provider, ReadResult } from "../../plugin/provider.ts";
import { isBookkeeping } from "../../schema/bookkeeping.ts";
import { openedFor } from "../../schema/open-kinds.ts";
import { secretOutputsOf } from "../../schema/resource-options.ts";
import { projectToInputs, wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { claimedSecretOutputs } from "../../schema/with-claims.ts";
import { mapEntries, mapInside } from "../../value/map-inside.ts";
import { openSecrets, withoutInnerSecrets } from "../../value/restore-secrets.ts";
import { emptyMap, nullValue, type PropertyMap, secretValue, type Value } from "../../value/value.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { authoredFields, withAuthoredFields } from "./authored-fields.ts";
import { markedValues } from "./likely-secrets.ts";
import { unreadInputs } from "./of-source-stack.ts";
import { unknownPaths } from "./unknown-paths.ts";

/** A custom resource that was read. */
export interface CloudResource {
  readonly request: ResolvedSpec;
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
  readonly provider: Provider;
  readonly instance: ProviderInstance;
  /** The canonical id: Read's, or the requested one when Read names none. */
  readonly id: string;
  /** S: what Read returned as state, private members included, byte for byte. */
  readonly outputs: PropertyMap;
  /** Number of input properties that Read returned, without bookkeeping. */
  readonly read: number;
  /** I: Read's inputs in the schema's input shape. */
  readonly projected: PropertyMap;
  /** Paths of what Read returned as inputs that the schema does not have as such. */
  readonly unknown: readonly string[];
  /** S in the schema's input shape: where I has nothing. */
  readonly projectedOutputs: PropertyMap;
  /** The answer as it came, from which all of these values are made. */
  readonly answer: ReadAnswer;
  /** Paths at which Read returned a hash in place of the value: for a program there is no value. Omitted if none was found. */
  readonly hashes?: readonly Path[];
  /** The secrets in inputs and outputs that no schema marks. */
  readonly likelySecrets: readonly LikelySecret[];
  readonly initErrors: readonly string[];
  readonly refreshBeforeUpdate: boolean;
  /** The id of the object that the state has under this URN, where its entry is to be replaced. */
  readonly replacedId?: string;
}

/** A resource's type, and the provider that it is read from. */
export type Bound = Pick<CloudResource, "resource" | "schema" | "provider" | "instance">;

/** An answer of Read about an object that exists. */
export type ReadAnswer = Omit<ReadResult, "inputs" | "outputs"> & {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** How long the call took, in milliseconds. */
  readonly took: number;
};

/** Returns the resource for the request as it is now: which of its values are secrets may have changed. */
export function withRequest(cloud: CloudResource, request: ResolvedSpec): CloudResource {
  const [before = [], now = []] = [cloud.request.notSecret, request.notSecret];
  if (before === now || before.map(formatPath).join() === now.map(formatPath).join()) return { ...cloud, request };
  return { ...cloudResource(request, cloud, cloud.answer), replacedId: cloud.replacedId };
}

/** Returns the resource that an answer of Read describes. */
export function cloudResource(
  asked: ResolvedSpec,
  { resource: declared, ...others }: Bound,
  answer: ReadAnswer,
): CloudResource {
  const names = [answer.inputs, answer.outputs, asked.inputs ?? emptyMap].flatMap((map) => [...map.keys()]);
  const opened = openedFor(declared, names);
  const bound = { ...others, resource: opened };
  const { resource, schema } = bound;
  const { inputs } = answer;
  const id = answer.id === "" ? (asked.id ?? "") : answer.id;
  const marked = markedValues(answer, bound, asked.notSecret, id);
  const authored = authoredFields(answer.outputs);
  const known = projectToInputs(withAuthoredFields(marked.inputs, authored), resource, schema);
  const knownOutputs = projectToInputs(withAuthoredFields(marked.outputs, authored), resource, schema);
  const shaped = withoutInnerSecrets(wrapSecrets(known, resource.inputs, schema));
  const projected = mapEntries(shaped, withoutSecretNull);
  const { source } = asked;
  const unread = source === undefined ? emptyMap : unreadInputs(source, projected, resource, schema);
  const request = unread.size === 0 ? asked : { ...asked, inputs: new Map([...unread, ...(asked.inputs ?? [])]) };
  const { provider, instance } = bound;
  return {
    resource,
    schema,
    provider,
    instance,
    request,
    id,
    outputs: withSecretOutputs(marked.outputs, projected, bound, asked.options?.additionalSecretOutputs),
    read: [...inputs.keys()].filter((key) => !isBookkeeping(key, resource.inputs)).length,
    projected,
    unknown: unknownPaths(withAuthoredFields(inputs, authored), known),
    projectedOutputs: mapEntries(
      withoutInnerSecrets(wrapSecrets(knownOutputs, resource.inputs, schema)),
      withoutSecretNull,
    ),
    answer,
    likelySecrets: marked.likely,
    initErrors: answer.initErrors,
    refreshBeforeUpdate: answer.refreshBeforeUpdate,
  };
}

/** Bridges mark a secret that they cannot read, and answer null in it: for a program there is no value. */
function withoutSecretNull(value: Value): Value {
  if (value.kind === "secret" && openSecrets(value).kind === "null") return nullValue;
  return mapInside(value, withoutSecretNull);
}

/**
 * Outputs that the schema calls secret, that are claimed to be, that a program calls so (`additional`), or whose input is one, are secrets in
 * the state, null too: as SDK and engine wrap them (docs/providers.md#secret-outputs).
 */
export function withSecretOutputs(
  outputs: PropertyMap,
  inputs: PropertyMap,
  bound: Pick<CloudResource, "resource" | "schema">,
  additional: readonly string[] = [],
): PropertyMap {
  const claimed = claimedSecretOutputs(bound.resource, outputs);
  const whole = new Set([...secretOutputsOf(bound.resource), ...claimed, ...additional]);
  for (const [key, value] of inputs) if (value.kind === "secret") whole.add(key);
  const wrapped = wrapSecrets(outputs, bound.resource.outputs, bound.schema);
  return mapEntries(wrapped, (value, key) => (whole.has(key) && key !== "id" ? secretValue(value) : value));
}
