/** Searches for the programs of read resources, and proves these programs. The only module of this folder that other folders import. */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import type { Urn } from "../../domain/graph.ts";
import { groupBy } from "../../domain/order/maps.ts";
import { compareUtf8 } from "../../value/state-json.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { type Derivation, type DeriveContext, failedDerivation, newCase } from "./derive/derivation.ts";
import { deriveComplete } from "./derive/derive-complete.ts";
import { deriveSmallest } from "./derive/derive-smallest.ts";
import { proveConstructed } from "./prove/prove-constructed.ts";
import { proveDeclared } from "./prove/prove-declared.ts";
import { proveRegistered } from "./prove/prove-registered.ts";

export { ProviderAnswers } from "./candidates/provider-answers.ts";
export type { Mode } from "./candidates/subject.ts";
export type { Derivation, DeriveContext, Proven } from "./derive/derivation.ts";
export type { Proof } from "./prove/prove.ts";

/** Derives every resource, type by type. Throws only if the run was cancelled. */
export async function deriveAll(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const deriveType = context.mode === "minimal" ? deriveComplete : deriveSmallest;
  const searching = { ...context, rejectsEmptyStrings: true } as const;
  const derived = await Promise.all(groupByType(clouds).map((group) => deriveType(group, searching)));
  const byUrn = new Map(derived.flat().map((derivation) => [derivation.cloud.request.urn, derivation]));
  const inOrder = clouds.flatMap(({ request: { urn } }) => {
    const derivation = byUrn.get(urn);
    return derivation === undefined ? [] : [[urn, derivation] as const];
  });
  return new Map(inOrder);
}

/** Replaces the verdicts of resources that the user's program declares with verdicts of their declarations. Throws only if the run was cancelled. */
export async function withDeclared(
  derivations: ReadonlyMap<Urn, Derivation>,
  declared: ReadonlyMap<Urn, DeclaredResource>,
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const previewed = [...derivations].map(async ([urn, derivation]): Promise<readonly [Urn, Derivation]> => {
    const declaration = declared.get(urn);
    if (declaration === undefined || derivation.kind === "failed") return [urn, derivation];
    const { subject } = newCase(derivation.cloud, undefined, context);
    const { proof, remark } = await context.limit(() => proveDeclared(subject, derivation.proof, declaration));
    return [urn, { ...derivation, proof, remarks: [...derivation.remarks, remark] }];
  });
  return new Map(await Promise.all(previewed));
}

/** Derives resources that a run of the user's program registers, without a search. Throws only if the run was cancelled. */
export async function deriveRegistered(
  clouds: readonly CloudResource[],
  declared: ReadonlyMap<Urn, DeclaredResource>,
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const derived = clouds.map(async (cloud): Promise<readonly (readonly [Urn, Derivation])[]> => {
    const { urn } = cloud.request;
    const { places = [], runs = "once", registered } = declared.get(urn) ?? {};
    if (registered === undefined) return [];
    const { subject } = newCase(cloud, undefined, context);
    const remarks = [{ kind: "declared", places, unseen: [], failures: [], runs } as const];
    const derivation = await context
      .limit(() => proveRegistered(subject, registered))
      .then((proof): Derivation => ({ kind: "proven", cloud, proof, remarks, placeholders: [] }))
      .catch((error: unknown) => failedDerivation(cloud, error));
    return [[urn, derivation]];
  });
  return new Map((await Promise.all(derived)).flat());
}

/** Derives resources that the plugins of remote components create, with the inputs of the other stack. Throws only if the run was cancelled. */
export async function deriveConstructed(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const derived = clouds.map(async (cloud): Promise<readonly [Urn, Derivation]> => {
    const { maker, urn } = cloud.request;
    const { subject } = newCase(cloud, undefined, context);
    const proof = await context.limit(() => proveConstructed(subject));
    const remarks = maker === undefined ? [] : [{ kind: "constructed", by: maker } as const];
    return [urn, { kind: "proven", cloud, proof, remarks, placeholders: [] }];
  });
  return new Map(await Promise.all(derived));
}

/** Groups resources by type, sorted by URN to be independent of the order of specs. Types with the slowest Read come first. */
function groupByType(clouds: readonly CloudResource[]): readonly (readonly CloudResource[])[] {
  const sorted = clouds.toSorted((a, b) => compareUtf8(a.request.urn, b.request.urn));
  // Resources with different `ignoreChanges` have different differences, so they are separate groups.
  const groups = groupBy(sorted, ({ request }) => JSON.stringify([request.type, request.options?.ignoreChanges ?? []]));
  const slownessOf = (group: readonly CloudResource[]): number => Math.max(...group.map(({ answer }) => answer.took));
  return [...groups.values()].sort((a, b) => slownessOf(b) - slownessOf(a));
}
