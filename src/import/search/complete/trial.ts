/**
 * A trial: the provider tests one draft as a new resource and as a change of the resource in the cloud. A clean trial is the proof.
 */
import type { Path } from "../../../ir/path.ts";
import { parsePath } from "../../../ir/path.ts";
import type { CheckFailure, CheckResult } from "../../../plugin/provider.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import { compareInputs, equalMaps } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import { type Candidate, candidateEvidence, isRefusal, scoreOf, tryCandidate } from "../candidates/candidate.ts";
import { asRead, asStored, previewChecked } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import { repeatCheck } from "../prove/stabilise.ts";
import { valueKey } from "../selection/occurrences.ts";
import { type Selection, select } from "../selection/selection.ts";
import { type Draft, selectionOf } from "./draft.ts";
import { checkFresh, type FreshPlan, previewFresh } from "./fresh-plan.ts";
import type { Leaf } from "./leaves.ts";

export interface Trial {
  readonly draft: Draft;
  readonly selection: Selection;
  /** The answer in the form of a search's candidate; `checked` is what the state would store. */
  readonly candidate: Candidate;
  readonly fresh: FreshPlan;
  /** Check does not repeat its answer: this trial proves nothing. */
  readonly unstable: boolean;
}

/** A bench tries drafts: the provider tests each program once. */
export interface Bench {
  readonly subject: Subject;
  readonly leaves: readonly Leaf[];
  /** The fresh plan of the basis; absent: it is not known. */
  readonly basis?: FreshPlan;
  try(draft: Draft): Promise<Trial>;
  /** How many more programs may be tried. */
  left(): number;
}

/** The calls by which the provider tests a program. */
type Ask = (subject: Subject, draft: Draft, selection: Selection, program: PropertyMap) => Promise<Trial>;

/** @param budget how many programs the provider may test. */
export function newBench(
  subject: Subject,
  leaves: readonly Leaf[],
  budget: number,
  basis: FreshPlan | undefined,
  ask: Ask = tryProgram,
): Bench {
  const memo = new Map<string, Trial>();
  let spent = 0;
  return {
    subject,
    leaves,
    basis,
    left: () => budget - spent,
    try: async (draft) => {
      const selection = selectionOf(subject, leaves, draft);
      const program = select(subject.all, selection);
      const key = valueKey(program);
      const known = memo.get(key);
      if (known !== undefined) return { ...known, draft, selection };
      spent += 1;
      const trial = await ask(subject, draft, selection, program);
      memo.set(key, trial);
      subject.record(candidateEvidence(selection, trial.candidate));
      return trial;
    },
  };
}

/**
 * Check from nothing answers the inputs that the state would store; Check over these has to repeat them; Diff over these is the preview's
 * own question; Diff over Read's inputs shows a provider that compares inputs only. Create with preview is asked only where the preview is
 * clean. Questions that do not depend on each other are asked at once: a call of a slow provider takes a second.
 */
async function tryProgram(subject: Subject, draft: Draft, selection: Selection, program: PropertyMap): Promise<Trial> {
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  const base = { draft, selection, unstable: false };
  const fresh = await checkFresh(subject, sent);
  if (fresh.failures.length > 0) {
    return { ...base, fresh, candidate: refusedCandidate(program, sent, fresh.failures) };
  }
  try {
    const { inputs: stored, failures } = await storedOf(subject, sent, fresh);
    if (failures.length > 0) return { ...base, fresh, candidate: refusedCandidate(program, sent, failures) };
    const [again, overStored] = await both(
      subject.check(stored, sent),
      previewChecked(subject, asStored(stored), stored, []),
    );
    if (again.failures.length > 0) {
      return { ...base, fresh, candidate: refusedCandidate(program, sent, again.failures) };
    }
    const unstable = !equalMaps(again.inputs, stored);
    // Where the preview's own question is not clean, Diff over Read's inputs decides nothing.
    if (overStored.kind !== "same") {
      const candidate = candidateOf(subject, { program, sent, stored, overRead: overStored, overStored });
      return { ...base, fresh, unstable, candidate };
    }
    const [overRead, plan] = await both(
      previewChecked(subject, asRead(readInputs(subject, program)), stored, []),
      unstable ? Promise.resolve(fresh) : previewFresh(subject, fresh),
    );
    const candidate = candidateOf(subject, { program, sent, stored, overRead, overStored });
    return { ...base, fresh: candidate.score[0] === 0 ? plan : fresh, unstable, candidate };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...base, fresh, candidate: refusedCandidate(program, sent, [{ property: "", reason: error.message }]) };
  }
}

/** The answers of two questions that are asked at once. Throws what the first throws, else what the second does: not what came first. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === "rejected") throw one.reason;
  if (other.status === "rejected") throw other.reason;
  return [one.value, other.value];
}

/**
 * The inputs that Read returned, to compare a program with. A provider that keeps the program's inputs in the state would miss each one that
 * the program omits: there, only the values of the program are compared, and the fresh plan decides about the others.
 */
function readInputs({ all, cloud, traits }: Subject, program: PropertyMap): PropertyMap {
  return traits.inputsRecord === undefined ? cloud.projected : withinRead(all, program);
}

function withinRead(read: PropertyMap, program: PropertyMap): PropertyMap {
  return new Map(
    [...program].flatMap(([key, value]) => {
      const other = read.get(key);
      return other === undefined ? [] : [[key, withinValue(other, value)]];
    }),
  );
}

function withinValue(read: Value, program: Value): Value {
  const [one, other] = [openSecret(read), openSecret(program)];
  if (one.kind === "map" && other.kind === "map") return mapValue(withinRead(one.entries, other.entries));
  if (one.kind !== "list" || other.kind !== "list" || one.items.length !== other.items.length) return read;
  return listValue(one.items.map((item, index) => withinValue(item, other.items[index] ?? item)));
}

/** Returns the inputs that the state would store: where old values go before those of the program, those of Check over Read's inputs. */
async function storedOf(
  subject: Subject,
  sent: PropertyMap,
  { checked }: FreshPlan,
): Promise<Pick<CheckResult, "inputs" | "failures">> {
  return subject.ignored.length === 0
    ? { inputs: checked, failures: [] }
    : await subject.check(subject.cloud.projected, sent);
}

/** Tests a program whose inputs only the old ones keep: Check over Read's inputs, and Diff; the fresh plan separately. */
export async function tryOverRead(
  subject: Subject,
  draft: Draft,
  selection: Selection,
  program: PropertyMap,
): Promise<Trial> {
  const candidate = await tryCandidate(subject, program, subject.cloud.projected);
  const fresh = await checkFresh(subject, candidate.sent);
  if (candidate.decision === undefined) return { draft, selection, candidate, fresh, unstable: false };
  const { stable } = await repeatCheck(subject, candidate);
  return { draft, selection, candidate, fresh: await previewFresh(subject, fresh), unstable: !stable };
}

function refusedCandidate(program: PropertyMap, sent: PropertyMap, failures: readonly CheckFailure[]): Candidate {
  const paths = failures.map(({ property }) => parsePath(property) ?? [property]).filter((path) => path.length > 0);
  return { program, sent, checked: new Map(), failures, paths, score: [3, 0, failures.length] };
}

interface Answers {
  readonly program: PropertyMap;
  readonly sent: PropertyMap;
  readonly stored: PropertyMap;
  readonly overRead: Decision;
  readonly overStored: Decision;
}

/** The candidate by the preview's own answer; where that is clean, by the answer over Read's inputs. */
function candidateOf({ cloud }: Subject, { program, sent, stored, overRead, overStored }: Answers): Candidate {
  const decision = overStored.kind === "same" ? overRead : overStored;
  const isNamed = decision.kind === "same" || decision.paths.length > 0;
  // Where Diff names nothing, the values that were read and that the program omits may be the difference.
  const paths: readonly Path[] = isNamed
    ? decision.paths
    : compareInputs(cloud.projected, stored, "alike").map(({ path }) => path);
  const score = scoreOf(decision, paths, cloud.projected, stored);
  return { program, sent, checked: stored, failures: [], decision, paths, score };
}
