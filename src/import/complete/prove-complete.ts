/**
 * Proves the complete program of a resource. Where the search from everything does not end clean, the growing search is asked too, and the
 * better of both is completed.
 */
import type { Accounted, Omission, ProviderAnswer } from "../../graph.ts";
import { type Path, startsWith } from "../../ir/path.ts";
import { applySdkDefaults } from "../../schema/shape.ts";
import type { PropertyMap } from "../../value/value.ts";
import { isBetter, isClean, tryCandidate } from "../candidates/candidate.ts";
import { findDemand } from "../candidates/demand.ts";
import { type Found, newSession, nothingTested } from "../candidates/session.ts";
import { overStored, type Subject } from "../candidates/subject.ts";
import { type Proof, prove } from "../prove/prove.ts";
import { search } from "../search/search.ts";
import { restore } from "../search/shrink.ts";
import { withPatterns } from "../selection/selection.ts";
import { accountFor, isSet } from "./account.ts";
import { complete } from "./complete.ts";
import type { Completed, Prediction } from "./completed.ts";
import { leavesAt } from "./draft.ts";
import { askingOnce, checkFresh, type FreshPlan, previewFresh } from "./fresh-plan.ts";
import { isImplied } from "./implied.ts";
import { type Leaf, patternAt } from "./leaves.ts";
import { answerOf } from "./repair.ts";
import type { Trial } from "./trial.ts";

export interface ProvenComplete {
  readonly proof: Proof;
  readonly exhausted: boolean;
  /** Absent where nothing was proven. */
  readonly accounting?: readonly Accounted[];
  /** What the fresh plan of the program was refused for; empty: it can be created, as far as anybody can ask. */
  readonly notCreatable: readonly string[];
  readonly completed: Completed;
}

/** Candidates that completing the program of the growing search may cost. */
const restoring = 24;

/**
 * @param predicted what the sample of the type lets expect; absent: this is the sample.
 * @throws only when the plugin died, hung or the run was cancelled.
 */
export async function proveComplete(subject: Subject, predicted: Prediction | undefined): Promise<ProvenComplete> {
  const completed = await complete(subject, predicted);
  const { trial } = completed;
  if (isClean(trial.candidate) && !trial.unstable) {
    const notCreatable = trial.fresh.failures.map(({ reason }) => reason);
    const accounting = accountOf(completed, trial.candidate.program);
    return { proof: proofOf(subject, trial), exhausted: completed.exhausted, accounting, notCreatable, completed };
  }
  const isRefused = trial.candidate.decision === undefined;
  const demand = isRefused ? await findDemand(subject, trial.candidate, predicted?.profile) : undefined;
  const demanding = demand && { demand };
  if (demand?.met === true) {
    return { proof: { ...refusedProof(trial), demand }, exhausted: false, notCreatable: [], completed };
  }
  const { found, omitted } = await betterOf(subject, completed);
  const proof = await proveStored(subject, found);
  const { exhausted } = found;
  if (proof.verdict === "failed") return { proof: { ...proof, ...demanding }, exhausted, notCreatable: [], completed };
  const { failures } = await planOf(subject, proof.program);
  const accounting = await accountSlowly(subject, completed, proof, omitted);
  return { proof, exhausted, accounting, notCreatable: failures.map(({ reason }) => reason), completed };
}

async function planOf(subject: Subject, program: PropertyMap): Promise<FreshPlan> {
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  return await previewFresh(subject, await checkFresh(subject, sent));
}

function proofOf(subject: Subject, { candidate, selection }: Trial): Proof {
  const base = {
    ...{ selection, program: candidate.program, stored: candidate.checked },
    ...{ ignoreChanges: [], differences: [], failures: [], unstable: [], adopted: [] },
  };
  return subject.cloud.initErrors.length > 0
    ? { ...base, verdict: "update", cause: "init-errors" }
    : { ...base, verdict: "clean" };
}

function refusedProof({ candidate, selection }: Trial): Proof {
  return {
    ...{ verdict: "failed", selection, program: candidate.program, stored: new Map(), ignoreChanges: [] },
    ...{ differences: [], failures: candidate.failures, cause: "refused", unstable: [], adopted: [] },
  };
}

/** A program and why it omits what it omits. */
interface Grounded {
  readonly found: Found;
  readonly omitted: ReadonlyMap<string, Omission>;
}

/** The program over what is there; what the growing search finds instead, completed, where that is better. */
async function betterOf(subject: Subject, { trial, leaves }: Completed): Promise<Grounded> {
  const { omitted } = trial.draft;
  const candidate = await tryCandidate(subject, trial.candidate.program, subject.cloud.projected);
  const own: Found = {
    ...{ selection: trial.selection, values: subject.all, candidate },
    ...{ tested: nothingTested, exhausted: false },
  };
  if (!mayImprove(subject, leaves, own)) return { found: own, omitted };
  const grown = await search({ ...subject, mode: "smallest" }, undefined);
  if (!isBetter(grown.candidate, candidate)) return { found: { ...own, exhausted: grown.exhausted }, omitted };
  return await completed(askingOnce({ ...subject, mode: "lossless" }), leaves, { found: grown, omitted });
}

/** Sets what the smallest program lacks and nothing else gives, as far as nothing gets worse. */
async function completed(subject: Subject, leaves: readonly Leaf[], { found, omitted }: Grounded): Promise<Grounded> {
  const session = newSession(subject, restoring);
  const impliedIn = async ({ candidate: { program } }: Found): Promise<readonly Leaf[]> => {
    const plan = await planOf(subject, program);
    const set = leaves.filter((leaf) => isSet(leaf, program));
    return leaves.filter((leaf) => !isSet(leaf, program) && isImplied(leaf, plan, set));
  };
  const isOpen = ({ key }: Leaf): boolean => isUnknown(omitted.get(key)) || omitted.get(key)?.class === "implied";
  const lacking = leaves.filter((leaf) => !isSet(leaf, found.candidate.program) && isOpen(leaf));
  const implied = await impliedIn(found);
  const missing = lacking.filter((leaf) => !implied.includes(leaf));
  const whole = await restore(session, found, missing.map(patternAt), "recreate");
  // With other values set, a default may be another.
  const still = await impliedIn(whole);
  const wrong = lacking.filter((leaf) => implied.includes(leaf) && !still.includes(leaf));
  const { planned } = await planOf(subject, whole.candidate.program);
  const omission: Omission = { class: "implied", by: planned === undefined ? "check" : "plan" };
  const grounds = new Map([...omitted].filter(([key]) => !lacking.some((leaf) => leaf.key === key)));
  for (const leaf of lacking) if (still.includes(leaf)) grounds.set(leaf.key, omission);
  return { found: await restore(session, whole, wrong.map(patternAt), "recreate"), omitted: grounds };
}

/** Where all that differs is fixed, required or asked for, no other program does better. */
function mayImprove({ asked }: Subject, leaves: readonly Leaf[], { candidate }: Found): boolean {
  if (isClean(candidate)) return false;
  if (candidate.decision === undefined || candidate.paths.length === 0) return true;
  const isAsked = (path: Path): boolean => asked.some((other) => startsWith(path, other) || startsWith(other, path));
  return !candidate.paths.every((path) => {
    const about = leavesAt(leaves, [path]);
    return isAsked(path) || (about.length > 0 && about.every(({ optional }) => optional.length === 0));
  });
}

/** What is accepted over what is there may be refused over what would be stored: then it is searched for again, with both asked. */
async function proveStored(subject: Subject, found: Found): Promise<Proof> {
  const proof = await prove(subject, found);
  if (proof.cause !== "refused" || found.candidate.decision === undefined) return proof;
  return await prove(subject, await search({ ...overStored(subject), mode: "smallest" }, undefined));
}

/** The accounting of a program whose omissions the draft of a search explains. */
export function accountOf({ leaves, trial }: Completed, program: PropertyMap): readonly Accounted[] {
  const { draft, selection } = trial;
  return accountFor(leaves, program, selection, (leaf) => omissionIn(draft.omitted, leaf));
}

function omissionIn(omitted: ReadonlyMap<string, Omission>, { key }: Leaf): Omission {
  return omitted.get(key) ?? { class: "unsettable", answer: { kind: "differs", path: key, difference: "update" } };
}

/** As `accountOf`, for a program of the growing search: each leaf that it lacks is tried once more for its own answer. */
async function accountSlowly(
  subject: Subject,
  { trial, leaves }: Completed,
  proof: Proof,
  omitted: ReadonlyMap<string, Omission>,
): Promise<readonly Accounted[]> {
  const answers = new Map<string, ProviderAnswer>();
  const lacking = leaves.filter((leaf) => !isSet(leaf, proof.program) && isUnknown(omitted.get(leaf.key)));
  for (const leaf of lacking.slice(0, restoring)) {
    const selection = withPatterns(proof.selection, [patternAt(leaf)], "recreate");
    const candidate = await newSession(subject, 1).try(selection);
    answers.set(leaf.key, answerOf({ ...trial, candidate }));
  }
  return accountFor(leaves, proof.program, proof.selection, (leaf) => {
    const answer = answers.get(leaf.key);
    return answer === undefined ? omissionIn(omitted, leaf) : { class: "unsettable", answer };
  });
}

function isUnknown(omission: Omission | undefined): boolean {
  return omission === undefined || "answer" in omission;
}
