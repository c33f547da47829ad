import type { Accounted, Omission } from "../../../domain/graph.ts";
import { mayBeWritten } from "../../../domain/verdicts.ts";
import { equalMaps } from "../../../value/compare.ts";
import { type Path, startsWith } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { isBetterCandidate, isCleanCandidate } from "../candidates/candidate.ts";
import { findMissingInputs } from "../candidates/missing-inputs.ts";
import { type SearchResult, searchResult } from "../candidates/session.ts";
import { type Subject, sentInputs, withRepeatedCheck } from "../candidates/subject.ts";
import { nothingFound, type Proof, prove } from "../prove/prove.ts";
import { stabilise } from "../prove/stabilise.ts";
import { search } from "../smallest/search.ts";
import { accountFor, isLeafSet } from "./account.ts";
import { searchComplete } from "./complete.ts";
import type { Completed, Prediction } from "./completed.ts";
import { confirmOmissions, isTrialUnconfirmed, tryOrKeep } from "./confirm.ts";
import { type CreatePlan, checkForCreate, previewForCreate } from "./create-plan.ts";
import { type Draft, leavesAt, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import { repairTrial } from "./repair.ts";
import { newTrialRunner, type Trial, type TrialRunner, tryWithReadInputs } from "./trial.ts";

export interface ProvenComplete {
  readonly proof: Proof;
  readonly exhausted: boolean;
  /** Omitted if nothing was proven. */
  readonly accounting?: readonly Accounted[];
  /** Why the provider rejected the preview of creating the resource. Empty if it did not, or if it does not support previews. */
  readonly notCreatable: readonly string[];
  readonly completed: Completed;
}

/** The maximum number of programs to test while completing the result of the search for the smallest program. */
const completionBudget = 24;

/** Proves the complete program, or the smallest one if it is better. `predicted` is omitted for the type's first resource. */
export async function proveComplete(subject: Subject, predicted: Prediction | undefined): Promise<ProvenComplete> {
  const completed = await searchComplete(subject, predicted);
  const { trial } = completed;
  if (isCleanCandidate(trial.candidate) && !trial.unstable) {
    const notCreatable = trial.createPlan.failures.map(({ reason }) => reason);
    const accounting = accountForTrial(completed, trial.candidate.program);
    return { proof: cleanProof(subject, trial), exhausted: completed.exhausted, accounting, notCreatable, completed };
  }
  const isRefused = trial.candidate.decision === undefined;
  const lacksInputs = isRefused && !(await isAcceptedAsRead(subject));
  const missingInputs = lacksInputs ? await findMissingInputs(subject, trial.candidate, predicted?.profile) : undefined;
  const lacking = missingInputs && { missingInputs };
  if (missingInputs?.met === true) {
    return { proof: { ...refusedProof(trial), missingInputs }, exhausted: false, notCreatable: [], completed };
  }
  const { trial: best, proof, exhausted } = await proveBetter(subject, completed);
  if (!mayBeWritten(proof.verdict)) return { proof: { ...proof, ...lacking }, exhausted, notCreatable: [], completed };
  const accounting = accountForTrial({ leaves: completed.leaves, trial: best }, proof.program);
  const { failures } = await planOfProgram(subject, proof.program);
  return { proof, exhausted, accounting, notCreatable: failures.map(({ reason }) => reason), completed };
}

/** Returns whether Check accepts all read inputs. If it does, no input is missing, even if it rejected other programs. */
async function isAcceptedAsRead(subject: Subject): Promise<boolean> {
  const sent = sentInputs(subject, subject.values);
  const { failures } = await checkForCreate(subject, sent);
  return failures.length === 0;
}

function asSearchResult({ selection, candidate }: Trial): SearchResult {
  return searchResult(selection, candidate);
}

async function planOfProgram(subject: Subject, program: PropertyMap): Promise<CreatePlan> {
  const sent = sentInputs(subject, program);
  return await previewForCreate(subject, await checkForCreate(subject, sent));
}

function cleanProof(subject: Subject, { candidate, selection }: Trial): Proof {
  const base = { ...nothingFound, selection, program: candidate.program, stored: candidate.checked };
  return subject.cloud.initErrors.length > 0
    ? { ...base, verdict: "update", cause: "init-errors" }
    : { ...base, verdict: "clean" };
}

function refusedProof({ candidate, selection }: Trial): Proof {
  const { program, failures } = candidate;
  return { ...nothingFound, verdict: "failed", selection, program, stored: new Map(), failures, cause: "refused" };
}

interface Best {
  readonly trial: Trial;
  readonly exhausted: boolean;
}

interface ProvenBest extends Best {
  readonly proof: Proof;
}

/** Proves the better program. If Check accepts it with the read inputs but not with the stored inputs, searches for one that it accepts with both. */
async function proveBetter(subject: Subject, completed: Completed): Promise<ProvenBest> {
  const better = await betterProgram(subject, completed);
  const proof = await prove(subject, asSearchResult(better.trial));
  if (proof.cause !== "refused" || better.trial.candidate.decision === undefined)
    return await confirmedProof(subject, completed, { ...better, proof });
  const again = await searchGrowing(runnerWithReadInputs(withRepeatedCheck(subject), completed), completed);
  return { ...again, proof: await prove(subject, asSearchResult(again.trial)) };
}

/** If the proof changed the program, confirms the omissions of the changed program. */
async function confirmedProof(subject: Subject, completed: Completed, original: ProvenBest): Promise<ProvenBest> {
  const { trial, proof } = original;
  const { selection, program } = proof;
  if (!mayBeWritten(proof.verdict) || equalMaps(program, trial.candidate.program)) return original;
  const runner = runnerWithReadInputs(subject, completed);
  const reduced = { ...asSearchResult(trial), selection, candidate: { ...trial.candidate, program } };
  const start = await runner.try(draftFromResult(subject, reduced, completed.leaves, trial.draft));
  const best = await confirmBest(runner, start, original.exhausted);
  const confirmed = await prove(subject, asSearchResult(best.trial));
  return confirmed.verdict === proof.verdict ? { ...best, proof: confirmed } : original;
}

function runnerWithReadInputs(subject: Subject, { leaves, basis }: Completed): TrialRunner {
  return newTrialRunner(subject, leaves, completionBudget, basis?.plan, tryWithReadInputs);
}

/** Tests the program with the read inputs as old inputs, and searches for the smallest program. Returns the better one, with confirmed omissions. */
async function betterProgram(subject: Subject, completed: Completed): Promise<Best> {
  const runner = runnerWithReadInputs(subject, completed);
  const completeTrial = await runner.try(completed.trial.draft);
  if (!mayImprove(subject, completed.leaves, completeTrial)) return await confirmBest(runner, completeTrial, false);
  const grown = await searchGrowing(runner, completed);
  if (isBetterCandidate(grown.trial.candidate, completeTrial.candidate)) return grown;
  return await confirmBest(runnerWithReadInputs(subject, completed), completeTrial, grown.exhausted);
}

async function searchGrowing(runner: TrialRunner, { leaves, trial }: Completed): Promise<Best> {
  const grown = await search({ ...runner.subject, mode: "smallest" }, undefined);
  const start = await runner.try(draftFromResult(runner.subject, grown, leaves, trial.draft));
  return await confirmBest(runner, await repairTrial(runner, start), grown.exhausted);
}

async function confirmBest(runner: TrialRunner, start: Trial, exhausted: boolean): Promise<Best> {
  const trial = await stabiliseAndConfirm(runner, start);
  return { trial, exhausted: exhausted || isTrialUnconfirmed(runner, trial) };
}

async function stabiliseAndConfirm(runner: TrialRunner, start: Trial): Promise<Trial> {
  if (start.candidate.decision === undefined) return start;
  const stable = start.unstable ? await stabilised(runner, start) : start;
  return await confirmOmissions(runner, stable);
}

async function stabilised(runner: TrialRunner, start: Trial): Promise<Trial> {
  const { result: stableResult } = await stabilise(runner.subject, asSearchResult(start));
  return await tryOrKeep(runner, start, draftFromResult(runner.subject, stableResult, runner.leaves, start.draft));
}

/** Converts the result of a search to a draft. Omitted values count as defaults until they are verified. */
function draftFromResult(
  subject: Subject,
  { selection, candidate }: SearchResult,
  leaves: readonly Leaf[],
  { omitted }: Draft,
): Draft {
  const by = subject.create === undefined ? "check" : "plan";
  const lacking = leaves.filter((leaf) => !isLeafSet(leaf, candidate.program));
  const omissionOf = ({ key }: Leaf): Omission => {
    const original = omitted.get(key);
    return original === undefined || "answer" in original ? { class: "implied", by } : original;
  };
  return omitting({ omitted: new Map(), verbatim: new Set(), base: selection }, lacking, omissionOf);
}

/** Returns whether another program could be better. False if all differences are in required or requested values. */
function mayImprove({ requested }: Subject, leaves: readonly Leaf[], { candidate }: Trial): boolean {
  if (isCleanCandidate(candidate)) return false;
  if (candidate.decision === undefined || candidate.paths.length === 0) return true;
  const isRequested = (path: Path): boolean =>
    requested.some((other) => startsWith(path, other) || startsWith(other, path));
  return !candidate.paths.every((path) => {
    const about = leavesAt(leaves, [path]);
    return isRequested(path) || (about.length > 0 && about.every(({ optional }) => optional.length === 0));
  });
}

function accountForTrial(
  { leaves, trial }: Pick<Completed, "leaves" | "trial">,
  program: PropertyMap,
): readonly Accounted[] {
  const { draft, selection } = trial;
  return accountFor(leaves, program, selection, (leaf) => omissionIn(draft.omitted, leaf));
}

function omissionIn(omitted: ReadonlyMap<string, Omission>, { key }: Leaf): Omission {
  return omitted.get(key) ?? { class: "unsettable", answer: { kind: "differs", path: key, difference: "update" } };
}
