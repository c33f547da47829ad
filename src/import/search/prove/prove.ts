/**
 * Proves a program that the search found: the verdict of the real preview, from the provider's own answers (../README.md).
 */
import { type ImportedVerdict, isProvenClean, type RefusedVerdict } from "../../../domain/verdicts.ts";
import type { Difference } from "../../../graph.ts";
import { formatPath, type Path } from "../../../ir/path.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import { equalMaps } from "../../../value/compare.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import { isRefusal } from "../candidates/candidate.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import { type PrivateMembers, privateMembersOf } from "../candidates/private-members.ts";
import type { Found } from "../candidates/session.ts";
import { asStored, previewChecked, simulatePreview } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Selection } from "../selection/selection.ts";
import { type RepeatedCheck, stabilise } from "./stabilise.ts";

export interface Proof {
  readonly verdict: ImportedVerdict | RefusedVerdict;
  readonly selection: Selection;
  /** P: the inputs that the program sets. */
  readonly program: PropertyMap;
  /** C: the inputs that the state stores. */
  readonly stored: PropertyMap;
  /** The inputs that a person's program sends in their place. Absent: the program is printed from the proof. */
  readonly sent?: PropertyMap;
  readonly ignoreChanges: readonly Path[];
  readonly differences: readonly Difference[];
  /** Why Check refused every candidate; empty otherwise. */
  readonly failures: readonly CheckFailure[];
  /** Required inputs that cannot be read; present only where the provider refuses the program because of them. */
  readonly missingInputs?: MissingInputs;
  /** Why the verdict is not clean, where the differences are not the reason. */
  readonly cause?: "unstable-check" | "init-errors" | "refused";
  /** Paths for which Check answers another value each time; empty when it is stable. */
  readonly unstable: readonly string[];
  /** Differences that Diff sees between Read's inputs and the program, though the preview does not show them. */
  readonly acceptedDrift: readonly Difference[];
  /** Paths whose differences would be gone if the provider's defaults were assumed to be there (`prove-assumed.ts`). */
  readonly assumable?: readonly Path[];
  /** Present when Check adds nothing else to what is sent, and the same over what is there as from nothing. */
  readonly plain?: PrivateMembers;
}

/** Proves a found program. Throws only when the plugin died or hung, or the run was cancelled. */
export async function prove(subject: Subject, found: Found): Promise<Proof> {
  const { candidate, selection } = found;
  const base = {
    selection,
    program: candidate.program,
    ignoreChanges: [],
    differences: [],
    unstable: [],
    acceptedDrift: [],
  };
  if (candidate.decision === undefined) {
    return { ...base, verdict: "failed", stored: new Map(), failures: candidate.failures, cause: "refused" };
  }
  const { found: whole, repeated } = await stabilise(subject, found);
  const plain = whole === found ? stableMembers(subject, repeated, whole.candidate.sent) : undefined;
  const proof: Proof = {
    ...base,
    selection: whole.selection,
    program: whole.candidate.program,
    stored: repeated.inputs,
    failures: [],
    verdict: "clean",
    plain,
  };
  if (repeated.failures.length > 0)
    return { ...proof, verdict: "failed", failures: repeated.failures, cause: "refused" };
  if (!repeated.stable) return { ...proof, verdict: "update", cause: "unstable-check", unstable: repeated.unstable };
  const decision = await previewChecked(subject, asStored(repeated.inputs), repeated.inputs, []);
  if (decision.kind !== "same") return await proveIgnoring(subject, proof, decision);
  const acceptedDrift = whole.candidate.decision?.differences ?? [];
  if (subject.cloud.initErrors.length > 0) return { ...proof, acceptedDrift, verdict: "update", cause: "init-errors" };
  return { ...proof, acceptedDrift };
}

function stableMembers(
  subject: Subject,
  { stable, inputs }: RepeatedCheck,
  sent: PropertyMap,
): PrivateMembers | undefined {
  return stable ? privateMembersOf(sent, inputs, subject) : undefined;
}

/** How many paths are tried alone before all of them together. */
const triedAlone = 4;

/**
 * Finds the fewest of the remaining paths with which as `ignoreChanges` the preview is clean (Reset, Check and Diff as the engine calls
 * them): tries each path alone, then all, then removes those that are not needed.
 */
async function proveIgnoring(subject: Subject, proof: Proof, decision: Decision): Promise<Proof> {
  const paths = decision.paths.filter((path) => path.length > 0 && !contradictsRead(subject, path));
  const unproven: Proof = {
    ...proof,
    verdict: decision.kind === "replace" ? "replace" : "update",
    differences: decision.differences,
  };
  const fewest = await fewestIgnored(subject, proof, paths);
  if (fewest === undefined) return unproven;
  if (subject.cloud.initErrors.length > 0) return { ...unproven, verdict: "update", cause: "init-errors" };
  return { ...unproven, verdict: "ignored", ignoreChanges: fewest };
}

async function fewestIgnored(
  subject: Subject,
  proof: Proof,
  paths: readonly Path[],
): Promise<readonly Path[] | undefined> {
  if (paths.length === 0) return undefined;
  if (paths.length > 1) {
    for (const path of paths.slice(0, triedAlone)) if (await isCleanIgnoring(subject, proof, [path])) return [path];
  }
  if (!(await isCleanIgnoring(subject, proof, paths))) return undefined;
  let kept = paths;
  for (const path of paths.length > 2 ? paths : []) {
    const fewer = kept.filter((other) => other !== path);
    if (await isCleanIgnoring(subject, proof, fewer)) kept = fewer;
  }
  return kept;
}

/**
 * Adds paths to `ignoreChanges` where the preview is clean with them; keeps the rest of the proof.
 *
 * @returns `undefined` when it is not clean with them, or was not before.
 */
export async function proveIgnored(subject: Subject, proof: Proof, paths: readonly Path[]): Promise<Proof | undefined> {
  if (!isProvenClean(proof.verdict)) return undefined;
  const known = new Set(proof.ignoreChanges.map(formatPath));
  const ignoreChanges = [...proof.ignoreChanges, ...paths.filter((path) => !known.has(formatPath(path)))];
  if (ignoreChanges.length === known.size) return proof;
  if (!(await isCleanIgnoring(subject, proof, ignoreChanges))) return undefined;
  return { ...proof, verdict: "ignored", ignoreChanges };
}

/** True where the import file gives another value than the cloud has: `ignoreChanges` would hide a wrong value in the program. */
function contradictsRead(subject: Subject, path: Path): boolean {
  const name = String(path[0]);
  const read = subject.cloud.projected.get(name);
  return subject.cloud.request.inputs?.has(name) === true && read !== undefined && read.kind !== "null";
}

async function isCleanIgnoring(subject: Subject, proof: Proof, paths: readonly Path[]): Promise<boolean> {
  const sent = applySdkDefaults(proof.program, subject.resource, subject.schema, subject.env);
  try {
    const { checked, decision } = await simulatePreview(subject, asStored(proof.stored), sent, paths);
    return decision?.kind === "same" && equalMaps(checked, proof.stored);
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
