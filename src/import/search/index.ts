/**
 * The search: from resources that were read to proven programs. The only module of this folder that others import.
 */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import type { Urn } from "../../graph.ts";
import { compareUtf8 } from "../../value/state-json.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { caseOf, type Derivation, type DeriveContext } from "./derive/derivation.ts";
import { deriveComplete } from "./derive/derive-complete.ts";
import { deriveSmallest } from "./derive/derive-smallest.ts";
import { proveConstructed } from "./prove/prove-constructed.ts";
import { proveDeclared } from "./prove/prove-declared.ts";

export { ProviderAnswers } from "./candidates/provider-answers.ts";
export type { Mode } from "./candidates/subject.ts";
export type { Derivation, DeriveContext } from "./derive/derivation.ts";
export type { Proof } from "./prove/prove.ts";

/** Derives every resource that was read, type by type. Throws only when the run was cancelled. */
export async function deriveAll(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const deriveType = context.mode === "minimal" ? deriveComplete : deriveSmallest;
  const searching = { ...context, refusesBlanks: true } as const;
  const derived = await Promise.all([...groupByType(clouds)].map(([, group]) => deriveType(group, searching)));
  const byUrn = new Map(derived.flat().map((derivation) => [derivation.cloud.request.urn, derivation]));
  const inOrder = clouds.flatMap(({ request: { urn } }) => {
    const derivation = byUrn.get(urn);
    return derivation === undefined ? [] : [[urn, derivation] as const];
  });
  return new Map(inOrder);
}

/** The derivations with the verdicts of what a person's program declares. Throws only when the run was cancelled. */
export async function withDeclared(
  derivations: ReadonlyMap<Urn, Derivation>,
  declared: ReadonlyMap<Urn, DeclaredResource>,
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const previewed = [...derivations].map(async ([urn, derivation]): Promise<readonly [Urn, Derivation]> => {
    const own = declared.get(urn);
    if (own === undefined || derivation.kind === "failed") return [urn, derivation];
    const { subject } = caseOf(derivation.cloud, undefined, context);
    const { proof, remark } = await context.limit(() => proveDeclared(subject, derivation.proof, own));
    return [urn, { ...derivation, proof, remarks: [...derivation.remarks, remark] }];
  });
  return new Map(await Promise.all(previewed));
}

/**
 * Derives resources that the plugins of remote components make: nothing is searched, the inputs are those of the other stack.
 * Throws only when the run was cancelled.
 */
export async function deriveConstructed(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const derived = clouds.map(async (cloud): Promise<readonly [Urn, Derivation]> => {
    const { maker, urn } = cloud.request;
    const { subject } = caseOf(cloud, undefined, context);
    const proof = await context.limit(() => proveConstructed(subject));
    const remarks = maker === undefined ? [] : [{ kind: "constructed", by: maker } as const];
    return [urn, { kind: "proven", cloud, proof, remarks, placeholders: [] }];
  });
  return new Map(await Promise.all(derived));
}

/**
 * Groups the resources by type, each group in the order of its URNs: the order of the import specs must not decide which one is the sample.
 * The types whose Read took longest come first: what is slow to read is slow to prove, and should not begin when all others have ended.
 */
function groupByType(clouds: readonly CloudResource[]): ReadonlyMap<string, readonly CloudResource[]> {
  const groups = new Map<string, CloudResource[]>();
  for (const cloud of clouds.toSorted((a, b) => compareUtf8(a.request.urn, b.request.urn))) {
    // Ignored differences say nothing about resources that ignore none.
    const key = JSON.stringify([cloud.request.type, cloud.request.options?.ignoreChanges ?? []]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cloud]);
    else group.push(cloud);
  }
  const slownessOf = (group: readonly CloudResource[]): number => Math.max(...group.map(({ answer }) => answer.took));
  return new Map([...groups].sort(([, a], [, b]) => slownessOf(b) - slownessOf(a)));
}
