/**
 * Subject: one resource that was read, with its values and the calls to its provider.
 */
import { formatPattern, type Path, parsePath } from "../../../ir/path.ts";
import type { OwnedProperty } from "../../../ownership/find-owners.ts";
import type { CheckFailure, CheckResult, DiffResult, PreviewResult } from "../../../plugin/provider.ts";
import { replaceOnChangesOf } from "../../../schema/resource-options.ts";
import type { PackageSchema, ResourceSchema } from "../../../schema/types.ts";
import { resetPaths, withoutPaths } from "../../../value/at-path.ts";
import { compareUtf8 } from "../../../value/state-json.ts";
import { emptyMap, type PropertyMap } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { completeValues } from "../../read/complete-values.ts";
import { markedProperties } from "../../read/likely-secrets.ts";
import { leafPatterns, type Pattern } from "../selection/selection.ts";
import type { Evidence } from "./evidence.ts";
import { outputsFor, type ProviderTraits } from "./provider-traits.ts";

export type Mode = "minimal" | "smallest" | "lossless";

export interface Subject {
  readonly cloud: CloudResource;
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
  /** Environment that SDKs read defaults from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: Mode;
  /** Values that a program may set: the spec's `inputs` over Read's inputs, in the schema's input shape. */
  readonly values: PropertyMap;
  /** Values of Read's outputs in the input shape, for what its inputs lack. */
  readonly fallback: PropertyMap;
  /** All values that a program could set: `values`, and in depth the outputs where these have nothing. */
  readonly all: PropertyMap;
  /** Paths that the spec asks for, and those that hold links. */
  readonly asked: readonly Path[];
  readonly linked: readonly Path[];
  /** Parts of the inputs that other resources set. */
  readonly owned: readonly OwnedProperty[];
  readonly replaceOnChanges: readonly string[];
  /** The paths of `ignoreChanges` that the spec asks for: Check and Diff get the old values there, as the engine gives them. */
  readonly ignored: readonly Path[];
  check(olds: PropertyMap, news: PropertyMap): Promise<CheckResult>;
  diff(oldInputs: PropertyMap, news: PropertyMap, ignoreChanges: readonly Path[]): Promise<DiffResult>;
  /** Create with preview, of checked inputs. Absent: the provider supports no previews. */
  readonly create?: (news: PropertyMap) => Promise<PreviewResult>;
  /** `create` under yet another name, for providers that are asked under another one: values that differ are chosen anew each time. */
  readonly createAgain?: (news: PropertyMap) => Promise<PreviewResult>;
  /** Update with preview, over what Read returned as state. Absent: the provider supports no previews. */
  readonly update?: (oldInputs: PropertyMap, news: PropertyMap) => Promise<PreviewResult>;
  /** Keeps an answer for the explanation; does nothing without `--explain`. */
  record(evidence: Evidence): void;
  readonly traits: ProviderTraits;
}

export interface SubjectContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: Mode;
  /** 32 fresh bytes at each call; the answer must not depend on them. */
  readonly seed: () => Uint8Array;
  /** Why the provider is not asked for previews though it supports them. Absent: it is asked. */
  readonly previewFailure?: string;
  /** How the provider of the type is asked. Omitted: as every other one. */
  readonly traits?: ProviderTraits;
}

/** Binds a resource that was read to its provider. */
export function searchSubject(
  cloud: CloudResource,
  { linked, owned }: Pick<Subject, "linked" | "owned">,
  context: SubjectContext,
  record: (evidence: Evidence) => void = () => {},
): Subject {
  const { request, provider, resource } = cloud;
  const { traits = {} } = context;
  const supplied = markedProperties(request.inputs ?? emptyMap, resource.inputs, cloud.schema, request.notSecret);
  const { hashes = [] } = cloud;
  const projected = withoutPaths(cloud.projected, hashes);
  const projectedOutputs = withoutPaths(cloud.projectedOutputs, hashes);
  const values = new Map([...projected, ...supplied]);
  const fallback = new Map([...projectedOutputs].filter(([key]) => !values.has(key)));
  const ignored = (request.options?.ignoreChanges ?? []).flatMap((text) => [parsePath(text) ?? []]);
  const identity = { urn: request.urn, name: request.name, type: request.type };
  const hasPreviews = provider.supportsPreview && context.previewFailure === undefined;
  return {
    cloud,
    resource,
    schema: cloud.schema,
    env: context.env,
    mode: context.mode,
    values,
    fallback,
    all: new Map([...completeValues(projected, projectedOutputs, resource.inputs, cloud.schema), ...supplied]),
    asked: [...request.properties, ...[...supplied.keys()].map((key) => [key])],
    linked,
    owned,
    record,
    traits,
    replaceOnChanges: replaceOnChangesOf(resource, cloud.schema),
    create: hasPreviews && traits.echoes !== true ? (news) => provider.previewCreate({ ...identity, news }) : undefined,
    update: hasPreviews
      ? (oldInputs, news) =>
          provider.previewUpdate({
            ...identity,
            id: cloud.id,
            oldInputs,
            olds: outputsFor(cloud.outputs, oldInputs, traits),
            news,
            ignoreChanges: ignored.map(formatPattern),
          })
      : undefined,
    ignored,
    check: async (olds, news) => {
      // A new resource has no old values.
      const reset = olds.size === 0 ? news : resetPaths(olds, news, ignored);
      const { inputs, failures } = await provider.check({ ...identity, olds, news: reset, randomSeed: context.seed() });
      return { inputs, failures: failures.toSorted(byText) };
    },
    diff: (oldInputs, news, ignoreChanges) =>
      provider.diff({
        ...identity,
        id: cloud.id,
        oldInputs,
        olds: outputsFor(cloud.outputs, oldInputs, traits),
        news,
        ignoreChanges: ignoreChanges.map(formatPattern),
      }),
  };
}

/** Bridges answer failures in the random order of Go's maps, and the order of attempts must not depend on it. */
function byText(a: CheckFailure, b: CheckFailure): number {
  return compareUtf8(a.property, b.property) || compareUtf8(a.reason, b.reason);
}

/** Returns the patterns of the subject's values, or of other values for the same resource. */
export function patternsOf(subject: Subject, values: PropertyMap = subject.values): readonly Pattern[] {
  const known = patternsByValues.get(values);
  if (known !== undefined) return known;
  const patterns = leafPatterns(values, subject.resource.inputs, subject.schema);
  if (values.size > 0) patternsByValues.set(values, patterns);
  return patterns;
}

/** The search asks for the patterns of the same values again and again. */
const patternsByValues = new WeakMap<PropertyMap, readonly Pattern[]>();

/** The subject with a Check that also refuses what it would refuse over its own answer. */
export function overStored(subject: Subject): Subject {
  return {
    ...subject,
    check: async (olds, news) => {
      const answer = await subject.check(olds, news);
      if (answer.failures.length > 0) return answer;
      const again = await subject.check(answer.inputs, news);
      return again.failures.length > 0 ? again : answer;
    },
  };
}
