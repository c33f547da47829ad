import type { OwnedProperty } from "../../../links/ownership/find-owners.ts";
import type { CheckFailure, CheckResult, DiffResult, PreviewResult } from "../../../plugin/provider.ts";
import { replaceOnChangesOf } from "../../../schema/resource-options.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../../schema/types.ts";
import { resetPaths, withoutPaths } from "../../../value/at-path.ts";
import { formatPattern, type Path, parsePath } from "../../../value/path.ts";
import { compareUtf8 } from "../../../value/state-json.ts";
import { emptyMap, type PropertyMap } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { completeValues } from "../../read/complete-values.ts";
import { markedProperties } from "../../read/likely-secrets.ts";
import { leafPatterns, type Pattern, type Selection } from "../selection/selection.ts";
import { outputsFor, type ProviderTraits } from "./provider-traits.ts";

export type Mode = "minimal" | "smallest" | "lossless";

/** A program that the provider tested, with the results of Check and Diff. Collected only with `--explain`. */
export interface Evidence {
  readonly selection: Selection;
  readonly failures: readonly CheckFailure[];
  /** Undefined if the provider rejected the program. */
  readonly decision: Decision | undefined;
}

/** A read resource with its values and provider calls. */
export interface Subject {
  readonly cloud: CloudResource;
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
  /** The environment variables that SDKs read defaults from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: Mode;
  /** Values that a program can set: Read's inputs, overridden by the import spec's `inputs`, in the shape of the schema's inputs. */
  readonly values: PropertyMap;
  /** Values of Read's outputs in the shape of the schema's inputs, for properties that `values` does not have. */
  readonly fallback: PropertyMap;
  /** All values that a program could set: `values`, with gaps filled from the outputs that Read returned. */
  readonly all: PropertyMap;
  /** Paths that the import spec requests. */
  readonly requested: readonly Path[];
  readonly linked: readonly Path[];
  /** Parts of the inputs that other resources set. */
  readonly owned: readonly OwnedProperty[];
  readonly replaceOnChanges: readonly string[];
  /** The spec's `ignoreChanges`. Check and Diff get the old values of these paths, as in the engine. */
  readonly ignored: readonly Path[];
  check(olds: PropertyMap, news: PropertyMap): Promise<CheckResult>;
  diff(oldInputs: PropertyMap, news: PropertyMap, ignoreChanges: readonly Path[]): Promise<DiffResult>;
  /** Previews Create with checked inputs. Omitted if the provider does not support previews. */
  readonly create?: (news: PropertyMap) => Promise<PreviewResult>;
  /** Previews Create under a second name, for providers that need renaming. Values that differ between the two previews are generated. */
  readonly createAgain?: (news: PropertyMap) => Promise<PreviewResult>;
  /** Previews Update, with the outputs that Read returned as old outputs. Omitted if the provider does not support previews. */
  readonly update?: (oldInputs: PropertyMap, news: PropertyMap) => Promise<PreviewResult>;
  /** Records evidence for the explanation. Does nothing without `--explain`. */
  record(evidence: Evidence): void;
  readonly traits: ProviderTraits;
}

export interface SubjectContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: Mode;
  /** Returns 32 random bytes. Results must not depend on them. */
  readonly seed: () => Uint8Array;
  /** Why previews are not requested although the provider supports them. Omitted if they are requested. */
  readonly previewFailure?: string;
  /** How to call the provider of this type. Defaults to no special handling. */
  readonly traits?: ProviderTraits;
}

/** Binds a read resource to its provider. */
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
    requested: [...request.properties, ...[...supplied.keys()].map((key) => [key])],
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
      // A new resource has no old values for ignored paths.
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

/** Returns the inputs that an SDK sends for a program: the inputs of the program, and SDK defaults. */
export function sentInputs({ resource, schema, env }: Subject, program: PropertyMap): PropertyMap {
  return applySdkDefaults(program, resource, schema, env);
}

/** Sorts failures, because bridged providers return them in Go's random map order and attempts must be reproducible. */
function byText(a: CheckFailure, b: CheckFailure): number {
  return compareUtf8(a.property, b.property) || compareUtf8(a.reason, b.reason);
}

/** Returns the paths of settable values, with `*` for list indexes. */
export function patternsOf(subject: Subject, values: PropertyMap = subject.values): readonly Pattern[] {
  const cached = patternsByValues.get(values);
  if (cached !== undefined) return cached;
  const patterns = leafPatterns(values, subject.resource.inputs, subject.schema);
  if (values.size > 0) patternsByValues.set(values, patterns);
  return patterns;
}

/** Caches patterns, because the search requests them for the same values repeatedly. */
const patternsByValues = new WeakMap<PropertyMap, readonly Pattern[]>();

/** Returns the resource with a stricter Check. It calls Check again with the first response as the old inputs, and both calls must succeed. */
export function withRepeatedCheck(subject: Subject): Subject {
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
