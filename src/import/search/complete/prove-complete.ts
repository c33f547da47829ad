/**
 * Proves the complete program of a resource. Where the search from everything does not end clean, runs the growing search too, and
 * completes the better of both programs.
 */
import { mayBeWritten } from "../../../domain/verdicts.ts";
import type { Accounted, Omission } from "../../../graph.ts";
import { type Path, startsWith } from "../../../ir/path.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import { equalMaps } from "../../../value/compare.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { isBetterCandidate, isCleanCandidate } from "../candidates/candidate.ts";
import { findMissingInputs } from "../candidates/missing-inputs.ts";
import { nothingTested, type SearchResult } from "../candidates/session.ts";
import { overStored, type Subject } from "../candidates/subject.ts";
import { type Proof, prove } from "../prove/prove.ts";
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
import { newTrialRunner, type Trial, type TrialRunner, tryOverRead } from "./trial.ts";

export interface ProvenComplete {
  readonly proof: Proof;
  readonly exhausted: boolean;
  /** Absent where nothing was proven. */
  readonly accounting?: readonly Accounted[];
  /** Why the provider refused the fresh plan of the program; empty: it did not, or it supports no preview. */
  readonly notCreatable: readonly string[];
  readonly completed: Completed;
}

/** How many programs the completion of a program of the slower search may cost. */
const completing = 24;

/**
 * @param predicted the prediction from the profile of the type; absent: this is the sample.
 * @throws only when the plugin died or hung, or the run was cancelled.
 */
export async function proveComplete(subject: Subject, predicted: Prediction | undefined): Promise<ProvenComplete> {
  const completed = await searchComplete(subject, predicted);
  const { trial } = completed;
  if (isCleanCandidate(trial.candidate) && !trial.unstable) {
    const notCreatable = trial.createPlan.failures.map(({ reason }) => reason);
    const accounting = accountOf(completed, trial.candidate.program);
    return { proof: proofOf(subject, trial), exhausted: completed.exhausted, accounting, notCreatable, completed };
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
  const accounting = accountOf({ leaves: completed.leaves, trial: best }, proof.program);
  const { failures } = await planOfProgram(subject, proof.program);
  return { proof, exhausted, accounting, notCreatable: failures.map(({ reason }) => reason), completed };
}

/** Returns true if Check accepts the inputs as Read returned them: then no input is missing, whatever a program without some of them lacks. */
async function isAcceptedAsRead(subject: Subject): Promise<boolean> {
  const sent = applySdkDefaults(subject.values, subject.resource, subject.schema, subject.env);
  const { failures } = await checkForCreate(subject, sent);
  return failures.length === 0;
}

function foundBy(subject: Subject, { selection, candidate }: Trial): SearchResult {
  const base = { values: subject.all, tested: nothingTested, exhausted: false };
  return { ...base, selection, candidate };
}

async function planOfProgram(subject: Subject, program: PropertyMap): Promise<CreatePlan> {
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  return await previewForCreate(subject, await checkForCreate(subject, sent));
}

function proofOf(subject: Subject, { candidate, selection }: Trial): Proof {
  const base = {
    selection,
    program: candidate.program,
    stored: candidate.checked,
    ignoreChanges: [],
    differences: [],
    failures: [],
    unstable: [],
    acceptedDrift: [],
  };
  return subject.cloud.initErrors.length > 0
    ? { ...base, verdict: "update", cause: "init-errors" }
    : { ...base, verdict: "clean" };
}

function refusedProof({ candidate, selection }: Trial): Proof {
  return {
    verdict: "failed",
    selection,
    program: candidate.program,
    stored: new Map(),
    ignoreChanges: [],
    differences: [],
    failures: candidate.failures,
    cause: "refused",
    unstable: [],
    acceptedDrift: [],
  };
}

interface Best {
  readonly trial: Trial;
  readonly exhausted: boolean;
}

interface ProvenBest extends Best {
  readonly proof: Proof;
}

/** Searches again with Check over the stored inputs too, where Check accepts a program over Read's inputs and refuses it over these. */
async function proveBetter(subject: Subject, completed: Completed): Promise<ProvenBest> {
  const best = await betterOf(subject, completed);
  const proof = await prove(subject, foundBy(subject, best.trial));
  if (proof.cause !== "refused" || best.trial.candidate.decision === undefined)
    return await confirmedProof(subject, completed, { ...best, proof });
  const again = await grownOf(benchOver(overStored(subject), completed), completed);
  return { ...again, proof: await prove(subject, foundBy(subject, again.trial)) };
}

/** Confirms the omissions of a proof that omits more than the program that it started from. */
async function confirmedProof(subject: Subject, completed: Completed, found: ProvenBest): Promise<ProvenBest> {
  const { trial, proof } = found;
  const { selection, program } = proof;
  if (!mayBeWritten(proof.verdict) || equalMaps(program, trial.candidate.program)) return found;
  const runner = benchOver(subject, completed);
  const lessThan = { ...foundBy(subject, trial), selection, candidate: { ...trial.candidate, program } };
  const start = await runner.try(draftOfFound(subject, lessThan, completed.leaves, trial.draft));
  const best = await finishedBest(runner, start, found.exhausted);
  const again = await prove(subject, foundBy(subject, best.trial));
  return again.verdict === proof.verdict ? { ...best, proof: again } : found;
}

function benchOver(subject: Subject, { leaves, basis }: Completed): TrialRunner {
  return newTrialRunner(subject, leaves, completing, basis?.plan, tryOverRead);
}

/** The program tested over Read's inputs, or the program of the growing search where that is better, with its omissions confirmed. */
async function betterOf(subject: Subject, completed: Completed): Promise<Best> {
  const runner = benchOver(subject, completed);
  const own = await runner.try(completed.trial.draft);
  if (!mayImprove(subject, completed.leaves, own)) return await finishedBest(runner, own, false);
  const grown = await grownOf(runner, completed);
  if (isBetterCandidate(grown.trial.candidate, own.candidate)) return grown;
  return await finishedBest(benchOver(subject, completed), own, grown.exhausted);
}

async function grownOf(runner: TrialRunner, { leaves, trial }: Completed): Promise<Best> {
  const grown = await search({ ...runner.subject, mode: "smallest" }, undefined);
  const start = await runner.try(draftOfFound(runner.subject, grown, leaves, trial.draft));
  return await finishedBest(runner, await repairTrial(runner, start), grown.exhausted);
}

async function finishedBest(runner: TrialRunner, start: Trial, exhausted: boolean): Promise<Best> {
  const trial = await finished(runner, start);
  return { trial, exhausted: exhausted || isTrialUnconfirmed(runner, trial) };
}

async function finished(runner: TrialRunner, start: Trial): Promise<Trial> {
  if (start.candidate.decision === undefined) return start;
  const stable = start.unstable ? await stabilised(runner, start) : start;
  return await confirmOmissions(runner, stable);
}

/** Tries a program with which Check repeats its answer: one that sets an unstable value, or omits the object around it. */
async function stabilised(runner: TrialRunner, start: Trial): Promise<Trial> {
  const { result: found } = await stabilise(runner.subject, foundBy(runner.subject, start));
  return await tryOrKeep(runner, start, draftOfFound(runner.subject, found, runner.leaves, start.draft));
}

/** The result of the growing search as a draft. Leaves that it lacks count as implied until they are verified. */
function draftOfFound(
  subject: Subject,
  { selection, candidate }: SearchResult,
  leaves: readonly Leaf[],
  { omitted }: Draft,
): Draft {
  const by = subject.create === undefined ? "check" : "plan";
  const lacking = leaves.filter((leaf) => !isLeafSet(leaf, candidate.program));
  const omissionOf = ({ key }: Leaf): Omission => {
    const known = omitted.get(key);
    return known === undefined || "answer" in known ? { class: "implied", by } : known;
  };
  return omitting({ omitted: new Map(), verbatim: new Set(), base: selection }, lacking, omissionOf);
}

/** False where all differences are in values that are required or asked for: no other program is better. */
function mayImprove({ requested: asked }: Subject, leaves: readonly Leaf[], { candidate }: Trial): boolean {
  if (isCleanCandidate(candidate)) return false;
  if (candidate.decision === undefined || candidate.paths.length === 0) return true;
  const isAsked = (path: Path): boolean => asked.some((other) => startsWith(path, other) || startsWith(other, path));
  return !candidate.paths.every((path) => {
    const about = leavesAt(leaves, [path]);
    return isAsked(path) || (about.length > 0 && about.every(({ optional }) => optional.length === 0));
  });
}

/** The accounting of a program whose omissions the draft of a search explains. */
function accountOf({ leaves, trial }: Pick<Completed, "leaves" | "trial">, program: PropertyMap): readonly Accounted[] {
  const { draft, selection } = trial;
  return accountFor(leaves, program, selection, (leaf) => omissionIn(draft.omitted, leaf));
}

function omissionIn(omitted: ReadonlyMap<string, Omission>, { key }: Leaf): Omission {
  return omitted.get(key) ?? { class: "unsettable", answer: { kind: "differs", path: key, difference: "update" } };
}
