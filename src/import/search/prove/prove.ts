/** Proves a program: simulates the engine's preview to determine the verdict (../README.md). */

import type { Difference } from "../../../domain/graph.ts";
import { type ImportedVerdict, isProvenClean, type RefusedVerdict } from "../../../domain/verdicts.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { equalMaps } from "../../../value/compare.ts";
import { formatPath, type Path } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import { findPrivateMembers, type PrivateMembers } from "../candidates/private-members.ts";
import type { SearchResult } from "../candidates/session.ts";
import { asStored, previewChecked, simulatePreview } from "../candidates/simulate-preview.ts";
import { type Subject, sentInputs } from "../candidates/subject.ts";
import type { Selection } from "../selection/selection.ts";
import { type RepeatedCheck, stabilise } from "./stabilise.ts";

export interface Proof {
  readonly verdict: ImportedVerdict | RefusedVerdict;
  readonly selection: Selection;
  /** The inputs that the program sets. */
  readonly program: PropertyMap;
  /** The inputs that the state stores. */
  readonly stored: PropertyMap;
  /** The inputs that the user's program sends, if it already has the resource. Omitted if the program is generated from the proof. */
  readonly sent?: PropertyMap;
  readonly ignoreChanges: readonly Path[];
  readonly differences: readonly Difference[];
  /** Why Check rejected every tested program. Empty if Check accepted a program. */
  readonly failures: readonly CheckFailure[];
  /** Required inputs that Read does not return. Omitted unless the provider rejects the program because of them. */
  readonly missingInputs?: MissingInputs;
  /** Why the verdict is not clean, if the reason is not a difference. */
  readonly cause?: "unstable-check" | "init-errors" | "refused";
  /** Paths of values that Check changes each time. Empty if its responses are equal. */
  readonly unstable: readonly string[];
  /** Differences between Read's inputs and the program that Diff finds but the preview does not show. */
  readonly acceptedDrift: readonly Difference[];
  /** Paths whose differences would disappear with assumed provider defaults (`prove-assumed.ts`). */
  readonly assumable?: readonly Path[];
  /** The private members that Check adds, such as `__defaults`. Omitted if Check changes anything else, or if its response depends on old inputs. */
  readonly plain?: PrivateMembers;
}

export const nothingFound = {
  ignoreChanges: [],
  differences: [],
  failures: [],
  unstable: [],
  acceptedDrift: [],
} as const;

/** Determines the verdict of a program by simulating the engine's preview. Throws only if the plugin failed or the run was cancelled. */
export async function prove(subject: Subject, searched: SearchResult): Promise<Proof> {
  const { candidate, selection } = searched;
  const base = { ...nothingFound, selection, program: candidate.program };
  if (candidate.decision === undefined) {
    return { ...base, verdict: "failed", stored: new Map(), failures: candidate.failures, cause: "refused" };
  }
  const { result: stable, repeated } = await stabilise(subject, searched);
  const plain = stable === searched ? stableMembers(subject, repeated, stable.candidate.sent) : undefined;
  const proof: Proof = {
    ...base,
    selection: stable.selection,
    program: stable.candidate.program,
    stored: repeated.inputs,
    verdict: "clean",
    plain,
  };
  if (repeated.failures.length > 0)
    return { ...proof, verdict: "failed", failures: repeated.failures, cause: "refused" };
  if (!repeated.stable) return { ...proof, verdict: "update", cause: "unstable-check", unstable: repeated.unstable };
  const decision = await previewChecked(subject, asStored(repeated.inputs), repeated.inputs, []);
  if (decision.kind !== "same") return await proveIgnoring(subject, proof, decision);
  const acceptedDrift = stable.candidate.decision?.differences ?? [];
  if (subject.cloud.initErrors.length > 0) return { ...proof, acceptedDrift, verdict: "update", cause: "init-errors" };
  return { ...proof, acceptedDrift };
}

function stableMembers(
  subject: Subject,
  { stable, inputs }: RepeatedCheck,
  sent: PropertyMap,
): PrivateMembers | undefined {
  return stable ? findPrivateMembers(sent, inputs, subject) : undefined;
}

/** The number of paths to ignore alone before trying all of them. */
const triedAlone = 4;

/** Finds the smallest set of `ignoreChanges` for a clean preview: tries each path, then all, then removes paths that are not needed. */
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

/** Adds paths to `ignoreChanges` if the preview is clean with them. Returns undefined if it is not, or was not clean before. */
export async function proveIgnored(subject: Subject, proof: Proof, paths: readonly Path[]): Promise<Proof | undefined> {
  if (!isProvenClean(proof.verdict)) return undefined;
  const ignored = new Set(proof.ignoreChanges.map(formatPath));
  const ignoreChanges = [...proof.ignoreChanges, ...paths.filter((path) => !ignored.has(formatPath(path)))];
  if (ignoreChanges.length === ignored.size) return proof;
  if (!(await isCleanIgnoring(subject, proof, ignoreChanges))) return undefined;
  return { ...proof, verdict: "ignored", ignoreChanges };
}

/** Returns whether both the import file and Read have a value for the property. Then `ignoreChanges` could hide a wrong value in the import file. */
function contradictsRead(subject: Subject, path: Path): boolean {
  const name = String(path[0]);
  const read = subject.cloud.projected.get(name);
  return subject.cloud.request.inputs?.has(name) === true && read !== undefined && read.kind !== "null";
}

/** Returns whether the preview of a proof is clean with these `ignoreChanges`, and Check returns the stored inputs. */
export async function isCleanIgnoring(subject: Subject, proof: Proof, paths: readonly Path[]): Promise<boolean> {
  const sent = sentInputs(subject, proof.program);
  const { checked, decision } = await simulatePreview(subject, asStored(proof.stored), sent, paths);
  return decision?.kind === "same" && equalMaps(checked, proof.stored);
}
