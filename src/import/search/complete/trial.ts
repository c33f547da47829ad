import type { CheckFailure } from "../../../plugin/provider.ts";
import { equalMaps } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import {
  type Candidate,
  candidateEvidence,
  decidedCandidate,
  rejectedCandidate,
  tryCandidate,
} from "../candidates/candidate.ts";
import { isRejection } from "../candidates/rejection.ts";
import { asRead, asStored, previewChecked } from "../candidates/simulate-preview.ts";
import { type Subject, sentInputs } from "../candidates/subject.ts";
import { repeatCheck } from "../prove/stabilise.ts";
import { valueKey } from "../selection/occurrences.ts";
import { type Selection, select } from "../selection/selection.ts";
import { type CreatePlan, checkForCreate, previewForCreate } from "./create-plan.ts";
import { type Draft, draftSelection } from "./draft.ts";
import type { Leaf } from "./leaves.ts";

/** The provider's test of a program, as a new resource and as a change of the existing resource. A clean result is a proof. */
export interface Trial {
  readonly draft: Draft;
  readonly selection: Selection;
  /** The result for the existing resource. `checked` are the inputs that the state would store. */
  readonly candidate: Candidate;
  readonly createPlan: CreatePlan;
  /** Whether Check returns different inputs each time. Then the test proves nothing. */
  readonly unstable: boolean;
}

/** Tests programs with the provider, each once. */
export interface TrialRunner {
  readonly subject: Subject;
  readonly leaves: readonly Leaf[];
  /** The preview of the smallest program. Omitted if it is unknown. */
  readonly basis?: CreatePlan;
  try(draft: Draft): Promise<Trial>;
  /** Returns how many more programs can be tested. The budget is mutable, because otherwise about 20 functions would have to return it. */
  left(): number;
}

type TestProgram = (subject: Subject, draft: Draft, selection: Selection, program: PropertyMap) => Promise<Trial>;

/** Creates a runner that tests up to `budget` programs. */
export function newTrialRunner(
  subject: Subject,
  leaves: readonly Leaf[],
  budget: number,
  basis: CreatePlan | undefined,
  testProgram: TestProgram = tryProgram,
): TrialRunner {
  const memo = new Map<string, Trial>();
  let spent = 0;
  return {
    subject,
    leaves,
    basis,
    left: () => budget - spent,
    try: async (draft) => {
      const selection = draftSelection(subject, leaves, draft);
      const program = select(subject.all, selection);
      const key = valueKey(program);
      const cached = memo.get(key);
      if (cached !== undefined) return { ...cached, draft, selection };
      spent += 1;
      const trial = await testProgram(subject, draft, selection, program);
      memo.set(key, trial);
      subject.record(candidateEvidence(selection, trial.candidate));
      return trial;
    },
  };
}

/**
 * Tests a program. Check without old inputs returns the inputs to store. A second Check, with these as the old inputs, must return them again. Diff
 * with these as the old inputs decides what the preview shows. Diff with the read inputs as the old inputs detects providers that compare only
 * inputs. Create is previewed only if the preview is clean. Independent calls run concurrently, because some providers need a second for each call.
 */
async function tryProgram(subject: Subject, draft: Draft, selection: Selection, program: PropertyMap): Promise<Trial> {
  const sent = sentInputs(subject, program);
  const base = { draft, selection, unstable: false };
  const createPlan = await checkForCreate(subject, sent);
  const rejected = (failures: readonly CheckFailure[]): Trial => ({
    ...base,
    createPlan,
    candidate: rejectedCandidate(program, sent, failures),
  });
  if (createPlan.failures.length > 0) return rejected(createPlan.failures);
  try {
    // If paths are ignored, Check with the read inputs as the old inputs determines the inputs that the state would store.
    const { inputs: stored, failures } =
      subject.ignored.length > 0
        ? await subject.check(subject.cloud.projected, sent)
        : { inputs: createPlan.checked, failures: [] };
    if (failures.length > 0) return rejected(failures);
    const [again, storedDecision] = await awaitBoth(
      subject.check(stored, sent),
      previewChecked(subject, asStored(stored), stored, []),
    );
    if (again.failures.length > 0) return rejected(again.failures);
    const unstable = !equalMaps(again.inputs, stored);
    // If the preview is not clean, Diff with the read inputs does not matter.
    const inputs = { program, sent, checked: stored };
    if (storedDecision.kind !== "same")
      return { ...base, createPlan, unstable, candidate: decidedCandidate(subject, inputs, storedDecision) };
    const [readDecision, plan] = await awaitBoth(
      previewChecked(subject, asRead(readInputs(subject, program)), stored, []),
      unstable ? Promise.resolve(createPlan) : previewForCreate(subject, createPlan),
    );
    const candidate = decidedCandidate(subject, inputs, readDecision);
    return { ...base, createPlan: candidate.score[0] === 0 ? plan : createPlan, unstable, candidate };
  } catch (error) {
    if (!isRejection(error)) throw error;
    return rejected([{ property: "", reason: error.message }]);
  }
}

/** Awaits two concurrent calls. If both fail, throws the error of the first call, regardless of their timing. */
async function awaitBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  const [firstResult, secondResult] = await Promise.allSettled([first, second]);
  if (firstResult.status === "rejected") throw firstResult.reason;
  if (secondResult.status === "rejected") throw secondResult.reason;
  return [firstResult.value, secondResult.value];
}

/** Returns the read inputs to compare with. If the provider stores the program's inputs, excludes values that the program omits. */
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
  const [readValue, programValue] = [openSecret(read), openSecret(program)];
  if (readValue.kind === "map" && programValue.kind === "map")
    return mapValue(withinRead(readValue.entries, programValue.entries));
  if (readValue.kind !== "list" || programValue.kind !== "list" || readValue.items.length !== programValue.items.length)
    return read;
  return listValue(readValue.items.map((item, index) => withinValue(item, programValue.items[index] ?? item)));
}

/** Tests a program with the read inputs as old inputs of Check and Diff, and previews Create separately. */
export async function tryWithReadInputs(
  subject: Subject,
  draft: Draft,
  selection: Selection,
  program: PropertyMap,
): Promise<Trial> {
  const candidate = await tryCandidate(subject, program);
  const createPlan = await checkForCreate(subject, candidate.sent);
  if (candidate.decision === undefined) return { draft, selection, candidate, createPlan, unstable: false };
  const { stable } = await repeatCheck(subject, candidate);
  return { draft, selection, candidate, createPlan: await previewForCreate(subject, createPlan), unstable: !stable };
}
