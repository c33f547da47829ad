/**
 * The answers that the plans of one run got from providers: the plan after an edit asks again only for the resources that the edit touches.
 */
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { Urn } from "../graph.ts";
import { equalMaps } from "../value/compare.ts";
import { emptyMap } from "../value/value.ts";
import { type CallAnswers, callAnswers } from "./plan/function-calls.ts";
import { type UpdatePreviews, updatePreviews } from "./plan/kept-outputs.ts";
import type { CloudResource } from "./read/cloud-resource.ts";
import { type Derivation, type DeriveContext, ProviderAnswers } from "./search/index.ts";

/** Derives resources of one plan. */
type Derive = (clouds: readonly CloudResource[], context: DeriveContext) => Promise<ReadonlyMap<Urn, Derivation>>;

export interface PlanMemory {
  /** Derives those resources that no plan has derived from the same facts. */
  readonly derive: (
    clouds: readonly CloudResource[],
    context: DeriveContext,
    declared: ReadonlyMap<Urn, DeclaredResource>,
    derive: Derive,
  ) => Promise<ReadonlyMap<Urn, Derivation>>;
  readonly updates: UpdatePreviews;
  readonly answers: CallAnswers;
  /** About resources that may be derived again. */
  readonly providers: ProviderAnswers;
}

interface Remembered {
  readonly cloud: CloudResource;
  readonly derivation: Derivation;
}

/** A resource may be derived with placeholders and without, and an edit may be taken back: so many results of one are kept. */
const resultsKept = 4;

/** The memory of a run that derives one plan. */
export function noMemory(): PlanMemory {
  return {
    updates: updatePreviews(),
    answers: callAnswers(),
    providers: new ProviderAnswers(),
    derive: async (clouds, context, _declared, derive) => await derive(clouds, context),
  };
}

/** Makes the memory of a run that derives several plans. It holds secrets as the plans do, and nothing of it is written. */
export function planMemory(): PlanMemory {
  const byFacts = new Map<string, Remembered>();
  const keysOf = new Map<SpecId, string[]>();
  const keep = (key: string, cloud: CloudResource, derivation: Derivation): void => {
    byFacts.set(key, { cloud, derivation });
    const { specId } = cloud.request;
    const keys = [...(keysOf.get(specId) ?? []).filter((one) => one !== key), key];
    for (const old of keys.splice(0, Math.max(0, keys.length - resultsKept))) byFacts.delete(old);
    keysOf.set(specId, keys);
  };
  return {
    updates: updatePreviews(),
    answers: callAnswers(),
    providers: new ProviderAnswers(),
    derive: async (clouds, context, declared, derive) => {
      const keys = new Map(clouds.map((cloud) => [cloud.request.specId, derivationFacts(cloud, context, declared)]));
      const found = new Map<Urn, Derivation>();
      const fresh = clouds.filter((cloud) => {
        const before = byFacts.get(keys.get(cloud.request.specId) ?? "");
        if (before === undefined || !isSameObject(before.cloud, cloud)) return true;
        found.set(cloud.request.urn, ofRequest(before.derivation, cloud));
        return false;
      });
      const derived = fresh.length === 0 ? new Map<Urn, Derivation>() : await derive(fresh, context);
      const inOrder: [Urn, Derivation][] = [];
      for (const cloud of clouds) {
        const { urn, specId } = cloud.request;
        const derivation = found.get(urn) ?? derived.get(urn);
        if (derivation === undefined) continue;
        inOrder.push([urn, derivation]);
        if (!found.has(urn)) keep(keys.get(specId) ?? "", cloud, derivation);
      }
      return new Map(inOrder);
    },
  };
}

/** The facts that a derivation depends on, next to the object itself, as text. */
function derivationFacts(
  { request, replacedId, instance }: CloudResource,
  context: DeriveContext,
  declared: ReadonlyMap<Urn, DeclaredResource>,
): string {
  const { specId, urn, type, properties, options } = request;
  const facts = {
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
  return JSON.stringify(facts, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

/** Read returned it once, and a person gave the same inputs. */
function isSameObject(before: CloudResource, now: CloudResource): boolean {
  return (
    before.outputs === now.outputs &&
    before.projected === now.projected &&
    equalMaps(before.request.inputs ?? emptyMap, now.request.inputs ?? emptyMap)
  );
}

/** The derivation for the request as it is now: options that no proof depends on may be others. */
function ofRequest(derivation: Derivation, { request, instance }: CloudResource): Derivation {
  const { inputs } = derivation.cloud.request;
  const cloud = {
    ...derivation.cloud,
    instance,
    request: { ...request, inputs: inputs ?? request.inputs },
  };
  return { ...derivation, cloud };
}
