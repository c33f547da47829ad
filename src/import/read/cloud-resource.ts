/** Converts Read's response into the inputs and outputs of the state and the program. */
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import type { Provider, ReadResult } from "../../plugin/provider.ts";
import { isBookkeeping } from "../../schema/bookkeeping.ts";
import { openedFor } from "../../schema/open-kinds.ts";
import { secretOutputsOf } from "../../schema/resource-options.ts";
import { projectToInputs, wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { claimedSecretOutputs } from "../../schema/with-claims.ts";
import type { LikelySecret } from "../../value/likely-secrets/hide-secrets.ts";
import { mapEntries, mapInside } from "../../value/map-inside.ts";
import { formatPath, type Path } from "../../value/path.ts";
import { openSecrets, withoutInnerSecrets } from "../../value/restore-secrets.ts";
import { emptyMap, nullValue, type PropertyMap, secretValue, type Value } from "../../value/value.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { authoredFields, withAuthoredFields } from "./authored-fields.ts";
import { markedValues } from "./likely-secrets.ts";
import { unreadInputs } from "./source-stack.ts";
import { unknownPaths } from "./unknown-paths.ts";

/** A custom resource that was read. */
export interface CloudResource {
  readonly request: ResolvedSpec;
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
  readonly provider: Provider;
  readonly instance: ProviderInstance;
  /** The canonical id: Read's, or the requested id if Read returns none. */
  readonly id: string;
  /** The read outputs as the state stores them, with private members. */
  readonly outputs: PropertyMap;
  /** The number of input properties that Read returned, without internal properties. */
  readonly read: number;
  /** The read inputs, without properties that the schema does not declare. */
  readonly projected: PropertyMap;
  /** Paths of read inputs that are not inputs in the schema. */
  readonly unknown: readonly string[];
  /** The read outputs that the schema declares as inputs. Used for properties that are missing in `projected`. */
  readonly projectedOutputs: PropertyMap;
  /** The original response. All values above are computed from it. */
  readonly answer: ReadAnswer;
  /** Paths of hashes that Read returned instead of values. No program can set them. Omitted if there are none. */
  readonly hashes?: readonly Path[];
  /** Secrets in inputs and outputs that no schema marks. */
  readonly likelySecrets: readonly LikelySecret[];
  readonly initErrors: readonly string[];
  readonly refreshBeforeUpdate: boolean;
  /** The id of the state's current object, if its entry will be replaced. */
  readonly replacedId?: string;
}

/** A resource type with its provider. */
export type Bound = Pick<CloudResource, "resource" | "schema" | "provider" | "instance">;

/** Read's response for an existing object. */
export type ReadAnswer = Omit<ReadResult, "inputs" | "outputs"> & {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** The duration of the call in milliseconds. */
  readonly took: number;
};

/** Applies a changed request. Recomputes the values if other paths are marked as not secret (`notSecret`). */
export function withRequest(cloud: CloudResource, request: ResolvedSpec): CloudResource {
  const [before = [], after = []] = [cloud.request.notSecret, request.notSecret];
  if (before === after || before.map(formatPath).join() === after.map(formatPath).join()) return { ...cloud, request };
  return { ...cloudResource(request, cloud, cloud.answer), replacedId: cloud.replacedId };
}

/** Creates the resource from a response of Read. */
export function cloudResource(
  requested: ResolvedSpec,
  { resource: declared, ...binding }: Bound,
  answer: ReadAnswer,
): CloudResource {
  const names = [answer.inputs, answer.outputs, requested.inputs ?? emptyMap].flatMap((map) => [...map.keys()]);
  const opened = openedFor(declared, names);
  const bound = { ...binding, resource: opened };
  const { resource, schema } = bound;
  const { inputs } = answer;
  const id = answer.id === "" ? (requested.id ?? "") : answer.id;
  const marked = markedValues(answer, bound, requested.notSecret, id);
  const authored = authoredFields(answer.outputs);
  const settable = projectToInputs(withAuthoredFields(marked.inputs, authored), resource, schema);
  const knownOutputs = projectToInputs(withAuthoredFields(marked.outputs, authored), resource, schema);
  const shaped = withoutInnerSecrets(wrapSecrets(settable, resource.inputs, schema));
  const projected = mapEntries(shaped, withoutSecretNull);
  const { source } = requested;
  const unread = source === undefined ? emptyMap : unreadInputs(source, projected, resource, schema);
  const request =
    unread.size === 0 ? requested : { ...requested, inputs: new Map([...unread, ...(requested.inputs ?? [])]) };
  const { provider, instance } = bound;
  return {
    resource,
    schema,
    provider,
    instance,
    request,
    id,
    outputs: withSecretOutputs(marked.outputs, projected, bound, requested.options?.additionalSecretOutputs),
    read: [...inputs.keys()].filter((key) => !isBookkeeping(key, resource.inputs)).length,
    projected,
    unknown: unknownPaths(withAuthoredFields(inputs, authored), settable),
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

/** Replaces a secret null with a plain null. Bridged providers return a secret null for a secret that they cannot read. */
function withoutSecretNull(value: Value): Value {
  if (value.kind === "secret" && openSecrets(value).kind === "null") return nullValue;
  return mapInside(value, withoutSecretNull);
}

/** Marks outputs as secret as SDKs and the engine do: because of the schema, a secret input, or `additional` (docs/providers.md#secret-outputs). */
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
