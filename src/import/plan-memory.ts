/** Keeps the results of earlier plans of a run. After an edit in the review, the provider is called again only for affected resources. */
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { equalMaps } from "../value/compare.ts";
import { emptyMap } from "../value/value.ts";
import { type CallAnswers, callAnswers } from "./plan/function-calls.ts";
import { type UpdatePreviews, updatePreviews } from "./plan/kept-outputs.ts";
import type { CloudResource } from "./read/cloud-resource.ts";
import { type Derivation, type DeriveContext, ProviderAnswers } from "./search/index.ts";

type Derive = (clouds: readonly CloudResource[], context: DeriveContext) => Promise<ReadonlyMap<Urn, Derivation>>;

export interface PlanMemory {
  /** Derives resources. Reuses the results of earlier plans for resources that were derived from the same data. */
  readonly derive: (
    clouds: readonly CloudResource[],
    context: DeriveContext,
    declared: ReadonlyMap<Urn, DeclaredResource>,
    derive: Derive,
  ) => Promise<ReadonlyMap<Urn, Derivation>>;
  readonly updates: UpdatePreviews;
  readonly answers: CallAnswers;
  /** Cached provider responses for resources that may be derived again. */
  readonly providers: ProviderAnswers;
}

interface Remembered {
  readonly cloud: CloudResource;
  readonly derivation: Derivation;
}

/** The number of results to keep for each resource: results with and without placeholders, both before and after an edit that can be undone. */
const resultsKept = 4;

/** Returns a memory without results, for a run that derives one plan. */
export function noMemory(): PlanMemory {
  return {
    updates: updatePreviews(),
    answers: callAnswers(),
    providers: new ProviderAnswers(),
    derive: async (clouds, context, _declared, derive) => await derive(clouds, context),
  };
}

/** Creates a memory for a run that derives several plans. It can contain secrets and is never written to disk. */
export function planMemory(): PlanMemory {
  const byFacts = new Map<string, Remembered>();
  const keysOf = new Map<SpecId, string[]>();
  const keep = (key: string, cloud: CloudResource, derivation: Derivation): void => {
    byFacts.set(key, { cloud, derivation });
    const { specId } = cloud.request;
    const keys = [...(keysOf.get(specId) ?? []).filter((existing) => existing !== key), key];
    for (const old of keys.splice(0, Math.max(0, keys.length - resultsKept))) byFacts.delete(old);
    keysOf.set(specId, keys);
  };
  return {
    updates: updatePreviews(),
    answers: callAnswers(),
    providers: new ProviderAnswers(),
    derive: async (clouds, context, declared, derive) => {
      const keys = new Map(clouds.map((cloud) => [cloud.request.specId, derivationKey(cloud, context, declared)]));
      const remembered = new Map<Urn, Derivation>();
      const fresh = clouds.filter((cloud) => {
        const before = byFacts.get(keys.get(cloud.request.specId) ?? "");
        if (before === undefined || !isSameObject(before.cloud, cloud)) return true;
        remembered.set(cloud.request.urn, ofRequest(before.derivation, cloud));
        return false;
      });
      const derived = fresh.length === 0 ? new Map<Urn, Derivation>() : await derive(fresh, context);
      const inOrder: [Urn, Derivation][] = [];
      for (const cloud of clouds) {
        const { urn, specId } = cloud.request;
        const derivation = remembered.get(urn) ?? derived.get(urn);
        if (derivation === undefined) continue;
        inOrder.push([urn, derivation]);
        if (!remembered.has(urn)) keep(keys.get(specId) ?? "", cloud, derivation);
      }
      return new Map(inOrder);
    },
  };
}

/** Returns a key for all data that a derivation depends on, except for the values of the resource, which `isSameObject` compares. */
function derivationKey(
  { request, replacedId, instance }: CloudResource,
  context: DeriveContext,
  declared: ReadonlyMap<Urn, DeclaredResource>,
): string {
  const { specId, urn, type, properties, options } = request;
  const dependencies = {
    specId,
    urn,
    type,
    provider: instance.urn,
    replacedId,
    properties,
    ignoreChanges: options?.ignoreChanges,
    linked: context.linked.get(urn),
    owned: context.owned?.get(urn),
    explained: context.explain?.get(urn),
    declared: declared.get(urn),
    mode: context.mode,
    placeholders: context.placeholders,
    assumeDefaults: context.assumeDefaults,
    importOptions: context.importOptions,
  };
  return JSON.stringify(dependencies, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Returns whether both resources have the same response from Read and equal inputs from the import file. */
function isSameObject(before: CloudResource, current: CloudResource): boolean {
  return (
    before.outputs === current.outputs &&
    before.projected === current.projected &&
    equalMaps(before.request.inputs ?? emptyMap, current.request.inputs ?? emptyMap)
  );
}

/** Replaces the request of a remembered derivation with the current one, because options that no proof depends on can have changed. */
function ofRequest(derivation: Derivation, { request, instance }: CloudResource): Derivation {
  const { inputs } = derivation.cloud.request;
  const cloud = {
    ...derivation.cloud,
    instance,
    request: { ...request, inputs: inputs ?? request.inputs },
  };
  return { ...derivation, cloud };
}
