/**
 * Derive: from what was read to proven programs; the first resource of a type in spec order teaches the others.
 */
import type { ImpError } from "../../errors.ts";
import type { Decided, Link, Remark, Urn } from "../../graph.ts";
import type { Path } from "../../ir/path.ts";
import type { PropertyMap } from "../../value/value.ts";
import { type Demand, findDemand, withPlaceholders } from "../candidates/demand.ts";
import type { Evidence } from "../candidates/evidence.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { overStored, type Subject, type SubjectContext, subjectOf } from "../candidates/subject.ts";
import { type Proof, prove, proveIgnored } from "../prove/prove.ts";
import { likenessOf, proveAlike } from "../prove/prove-alike.ts";
import { proveImported } from "../prove/prove-imported.ts";
import { callError } from "../providers/call-error.ts";
import type { CloudResource } from "../read/read-all.ts";
import { mergedLore, pioneersOf } from "../search/lore.ts";
import { profileOf, search } from "../search/search.ts";
import { explain } from "./explain.ts";
import { remarksOf } from "./remarks.ts";

/** A proof, or the failure of a call that no candidate is to blame for. */
export type Derivation =
  | {
      readonly kind: "proven";
      readonly cloud: CloudResource;
      readonly proof: Proof;
      readonly remarks: readonly Remark[];
      /** Inputs that hold a placeholder for what nobody gave. */
      readonly placeholders: readonly Path[];
      /** Absent: nobody asked, or there is nothing to write. */
      readonly explanation?: readonly Decided[];
    }
  | { readonly kind: "failed"; readonly cloud: CloudResource; readonly error: ImpError };

export interface DeriveContext extends SubjectContext {
  /** Paths of inputs that hold links, by URN. */
  readonly linked: ReadonlyMap<Urn, readonly Path[]>;
  /** The links to explain programs with, by URN. Absent: nobody wants an explanation. */
  readonly explain?: ReadonlyMap<Urn, readonly Link[]>;
  /** Whether a demand that nobody meets is met with placeholders. */
  readonly placeholders: boolean;
  /** Whether the engine itself is to import, by options in the program. */
  readonly importOptions: boolean;
  /** Bounds how many resources are derived at once; the calls of one follow each other. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  /** Called after each resource, for progress. */
  readonly onDerived: (cloud: CloudResource) => void;
}

/** Derives every resource that was read. Throws only when the run was cancelled. */
export async function deriveAll(
  clouds: readonly CloudResource[],
  context: DeriveContext,
): Promise<ReadonlyMap<Urn, Derivation>> {
  const derived = await Promise.all([...byType(clouds)].map(([, group]) => deriveType(group, context)));
  const byUrn = new Map(derived.flat().map((derivation) => [derivation.cloud.request.urn, derivation]));
  const inOrder = clouds.flatMap(({ request: { urn } }) => {
    const derivation = byUrn.get(urn);
    return derivation === undefined ? [] : [[urn, derivation] as const];
  });
  return new Map(inOrder);
}

function byType(clouds: readonly CloudResource[]): ReadonlyMap<string, readonly CloudResource[]> {
  const groups = new Map<string, CloudResource[]>();
  for (const cloud of clouds) {
    const group = groups.get(cloud.request.type);
    if (group === undefined) groups.set(cloud.request.type, [cloud]);
    else group.push(cloud);
  }
  return groups;
}

/** So many are tried alone, one after the other, until one teaches something. */
const scoutsAtMost = 3;

/**
 * The scout first, alone; then those with values that nobody knows yet, then all others, each with what the earlier ones taught,
 * whatever their own verdicts.
 */
async function deriveType(clouds: readonly CloudResource[], context: DeriveContext): Promise<readonly Derivation[]> {
  // What one entry asks for says nothing about its type: an entry that asks for nothing is the better scout.
  const scout =
    clouds.find(({ request }) => request.inputs === undefined && request.properties.length === 0) ?? clouds[0];
  if (scout === undefined) return [];
  const followers = clouds.filter((cloud) => cloud !== scout);
  const taught = new Map<CloudResource, TypeProfile>();
  const derive = (some: readonly CloudResource[], profile?: TypeProfile): Promise<readonly Derivation[]> =>
    Promise.all(
      some.map((cloud) => context.limit(() => deriveOne(cloud, profile, context, (found) => taught.set(cloud, found)))),
    );
  const first = [...(await derive([scout]))];
  let profile = taught.get(scout);
  // A scout whose plugin died under it, for example, teaches nothing: then the next one is the scout, but not for ever.
  while (profile === undefined && followers.length > 0) {
    const scouts = followers.splice(0, first.length < scoutsAtMost ? 1 : followers.length);
    first.push(...(await derive(scouts)));
    profile = scouts.map((cloud) => taught.get(cloud)).find((found) => found !== undefined);
  }
  if (profile === undefined) return first;
  const pioneers = pioneersOf(followers, valuesOf, profile);
  const second = await derive([...pioneers], profile);
  const lores = clouds.flatMap((cloud) => taught.get(cloud)?.lore ?? []);
  const others = followers.filter((cloud) => !pioneers.has(cloud));
  return [...first, ...second, ...(await derive(others, { ...profile, lore: mergedLore(lores) }))];
}

function valuesOf({ projected, request }: CloudResource): PropertyMap {
  return new Map([...projected, ...(request.inputs ?? [])]);
}

type Teach = (profile: TypeProfile) => void;

async function deriveOne(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  teach: Teach,
): Promise<Derivation> {
  try {
    return await provenOne(cloud, profile, context, teach);
  } catch (error) {
    return { kind: "failed", cloud, error: callError(error, cloud.request, cloud.instance) };
  } finally {
    context.onDerived(cloud);
  }
}

async function provenOne(
  cloud: CloudResource,
  profile: TypeProfile | undefined,
  context: DeriveContext,
  teach: Teach,
): Promise<Derivation> {
  const { subject, proven } = caseOf(cloud, profile, context);
  const alike = profile === undefined ? undefined : await proveAlike(subject, profile);
  if (alike !== undefined) return proven(alike, false, []);
  const { found, whole } = await searchAndProve(subject, profile);
  const lesson = profileOf(subject, found);
  teach(lesson);
  const proof = context.importOptions ? await proveImported(subject, whole) : whole;
  if (proof.plain !== undefined && proof.verdict === "clean") {
    teach({ ...lesson, plain: { likeness: likenessOf(subject, proof.selection), added: proof.plain } });
  }
  if (found.candidate.decision !== undefined) return proven(proof, found.exhausted, []);
  const demand = await findDemand(subject, found.candidate, profile);
  if (demand === undefined) return proven(proof, found.exhausted, []);
  teach({ ...lesson, demand });
  const held = context.placeholders ? await heldByPlaceholders(cloud, demand, profile, context) : undefined;
  // The demand explains the refusal better than the end of a budget.
  return held ?? proven({ ...proof, demand }, false, []);
}

/** What is taken over what is there may be refused over what would be stored: then every candidate is asked about over both. */
async function searchAndProve(subject: Subject, profile: TypeProfile | undefined) {
  const found = await search(subject, profile);
  const whole = await prove(subject, found);
  if (whole.cause !== "refused" || found.candidate.decision === undefined) return { found, whole };
  const stricter = await search(overStored(subject), profile);
  return { found: stricter, whole: await prove(subject, stricter) };
}

/** The same again with placeholders for what is demanded: imported only if the preview is clean while it does not look at them. */
async function heldByPlaceholders(
  refused: CloudResource,
  demand: Demand,
  profile: TypeProfile | undefined,
  context: DeriveContext,
): Promise<Derivation | undefined> {
  const given = withPlaceholders(refused, demand);
  if (given === undefined) return undefined;
  const { subject, proven } = caseOf(given.cloud, profile, context);
  const found = await search(subject, profile);
  const proof = await proveIgnored(subject, await prove(subject, found), given.paths);
  return proof === undefined ? undefined : proven(proof, found.exhausted, given.paths);
}

/** A resource as the subject of a search, and how its proof becomes a derivation. */
function caseOf(cloud: CloudResource, profile: TypeProfile | undefined, context: DeriveContext) {
  const evidence: Evidence[] = [];
  const record = context.explain === undefined ? undefined : (entry: Evidence) => void evidence.push(entry);
  const subject = subjectOf(cloud, context.linked.get(cloud.request.urn) ?? [], context, record);
  const links = context.explain === undefined ? undefined : (context.explain.get(cloud.request.urn) ?? []);
  const proven = (proof: Proof, exhausted: boolean, placeholders: readonly Path[]): Derivation => ({
    kind: "proven",
    cloud,
    proof,
    placeholders,
    remarks: remarksOf(subject, proof, exhausted, placeholders),
    ...(links !== undefined &&
      proof.verdict !== "failed" && {
        explanation: explain({ subject, proof, evidence, links, placeholders, ...(profile && { profile }) }),
      }),
  });
  return { subject, proven };
}
