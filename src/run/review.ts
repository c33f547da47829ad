/**
 * The review of a run: a person sees what was read and proven, edits it, and agrees to what is written. Nothing is read twice, and after an edit
 * providers are asked only about the resources that the edit touches.
 */
import type { Choices } from "../choices/choices.ts";
import { type ChosenSpecs, chosenSpecs } from "../choices/chosen-specs.ts";
import { type Edit, type Edits, editWords, noEdits, planChoices, specChoices, withEdit } from "../choices/edits.ts";
import { consentQuestion } from "../cli/consent-screen.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Consent, SuppliedValue } from "../domain/questions.ts";
import type { ReviewAnswer, ReviewScreen, ReviewView } from "../domain/review.ts";
import { nameOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { ImportPlan, Urn, Verdict } from "../graph.ts";
import { changedImport, type LinkedImport } from "../import/link-import.ts";
import { layouts } from "../ir/split-program.ts";
import type { RunOptions } from "../options/run-options.ts";
import { insertedDiffs, writePlanReport, writes } from "./conclude.ts";
import { consentFacts } from "./consent-facts.ts";
import type { DecidedRun } from "./decided-run.ts";
import type { OpenProgram } from "./open-program.ts";
import { writeRestNow } from "./rest-file.ts";
import { editFacts, reviewKeys } from "./review-facts.ts";
import { reviewRows, viewOf } from "./review-view.ts";
import type { PrintedRun } from "./summary.ts";

/** The parts of a run that its review uses. */
export interface Reviewing {
  readonly io: RunIo;
  readonly reporter: Reporter;
  readonly screen: ReviewScreen;
  readonly askConsent: NonNullable<RunIo["askConsent"]>;
  /** Derives a plan of what was read; values are those that a person typed. Asks nobody, and shows no progress. */
  readonly decide: (changed: ChangedRun, values: readonly SuppliedValue[]) => Promise<DecidedRun>;
  /** Opens the program that the options name. Throws ImpError where the plugins that were asked are not those of its SDKs. */
  readonly openProgram: (options: RunOptions) => Promise<OpenProgram>;
  readonly printed: (decided: DecidedRun) => Promise<PrintedRun>;
}

/** A run as edits change it, before it is derived. */
export type ChangedRun = Omit<DecidedRun, "plan" | "program" | "printed"> & { readonly program: OpenProgram };

/** The end of a review. */
export interface EndedReview {
  /** The run that the person agreed to; absent: nothing is to be written. */
  readonly agreed?: PrintedRun;
  /** The words that a command line without the review would have more. */
  readonly words: readonly string[];
  /** Values were typed, which no command line has. */
  readonly isTyped: boolean;
}

interface Step {
  readonly edits: Edits;
  readonly decided: DecidedRun;
}

/** Returns the run that is to be written, and the edits of the person. Throws only when the run was cancelled. */
export async function review(first: DecidedRun, program: OpenProgram, reviewing: Reviewing): Promise<EndedReview> {
  const { screen } = reviewing;
  const opened = openings(first);
  const history: Edits[] = [];
  let now: Step = { edits: noEdits, decided: first };
  let rows = reviewRows(first, now.decided, noEdits);
  let message: ReviewView["message"];
  try {
    for (;;) {
      const view = viewOf({ ...now, first, rows, history: history.length, io: reviewing.io, message });
      const answer = await screen.ask(view);
      message = undefined;
      switch (answer.kind) {
        case "quit":
          return endedReview(now, first);
        case "write-report":
        case "save-rest":
          message = await saved(answer, now.decided, reviewing);
          break;
        case "import": {
          const printed = await attempted(screen, "Printing the program", () => reviewing.printed(now.decided));
          if ("problem" in printed) {
            message = printed.problem;
            break;
          }
          if (!writes(printed.result)) {
            message = { text: "Nothing is ready to be imported.", isProblem: true };
            break;
          }
          const consent = await askOnScreen(printed.result, now.edits.takenOut.size, history.length, reviewing);
          if (consent === "back") break;
          return endedReview(now, first, consent === "yes" ? printed.result : undefined);
        }
        case "undo": {
          const before = history.at(-1);
          if (before === undefined) break;
          const step = await attempted(screen, "Taking the edit back", () =>
            stepUnderEdits(before, first, program, opened, reviewing),
          );
          if ("problem" in step) message = step.problem;
          else {
            history.pop();
            [now, message] = [step.result, { text: "The last edit is taken back.", isProblem: false }];
            rows = reviewRows(first, now.decided, now.edits, rows);
          }
          break;
        }
        default: {
          const step = await attempted(screen, "Proving what the edit touches", () =>
            editedStep(answer, now, first, (edits) => stepUnderEdits(edits, first, program, opened, reviewing)),
          );
          if ("problem" in step) message = step.problem;
          else {
            message = { text: effectOf(answer, now.decided.plan, step.result.decided.plan), isProblem: false };
            history.push(now.edits);
            now = step.result;
            rows = reviewRows(first, now.decided, now.edits, rows);
          }
        }
      }
    }
  } finally {
    screen.close();
  }
}

function endedReview({ edits, decided }: Step, first: DecidedRun, agreed?: PrintedRun): EndedReview {
  const words = editWords(edits, urnsNow(first.linked, decided.linked));
  return { agreed, words, isTyped: edits.values.length > 0 };
}

/** The run with one more edit. Of a decision that is to make resources clean, only those count that it makes so. Throws ImpError. */
async function editedStep(
  edit: Edit,
  now: Step,
  first: DecidedRun,
  stepWith: (edits: Edits) => Promise<Step>,
): Promise<Step> {
  const facts = editFacts(first, now);
  const step = await stepWith(withEdit(now.edits, edit, facts));
  if (edit.kind !== "ignore-changes" && edit.kind !== "use-placeholder" && edit.kind !== "assume-defaults") return step;
  const [before, after] = [now, step].map(({ decided }) => verdictsOf(first, decided));
  const helped = edit.keys.filter((key) => before?.get(key) !== after?.get(key));
  if (helped.length === edit.keys.length) return step;
  if (helped.length === 0) throw ImpError.of("REVIEW_UNCHANGED", { names: edit.keys.map(nameOf) });
  return await stepWith(withEdit(now.edits, { ...edit, keys: helped }, facts));
}

/** The verdicts of those that are imported, by key. */
function verdictsOf(first: DecidedRun, { linked, plan }: DecidedRun): ReadonlyMap<Urn, Verdict> {
  const { bySpecId } = reviewKeys(first);
  const verdicts = new Map(plan.outcomes.map(({ urn, verdict }) => [urn, verdict]));
  return new Map(
    linked.request.resources.flatMap(({ urn, specId }): readonly (readonly [Urn, Verdict])[] => {
      const [key, verdict] = [bySpecId.get(specId), verdicts.get(urn)];
      return key === undefined || verdict === undefined ? [] : [[key, verdict]];
    }),
  );
}

type Openings = (edits: Edits) => { readonly chosen: ChosenSpecs; readonly linked: LinkedImport };

/** Opens what was read under edits. Most edits are about the program alone: the last import is kept, with its links. */
function openings(first: DecidedRun): Openings {
  const without: ReturnType<Openings> = {
    chosen: { specs: first.linked.specs, broughtAlong: [], leftOver: [] },
    linked: first.linked,
  };
  let last = { key: choicesKey(specChoices(noEdits)), ...without };
  return (edits) => {
    const choices = specChoices(edits);
    const key = choicesKey(choices);
    if (key !== last.key) {
      const chosen: ChosenSpecs = chosenSpecs(first.linked.specs, choices);
      last = { key, chosen, linked: changedImport(first.linked, chosen.specs) };
    }
    return last;
  };
}

function choicesKey({ leaveOut, renames, ignoreChanges, notSecret }: Choices): string {
  return JSON.stringify([[...leaveOut], renames, ignoreChanges, notSecret]);
}

/** The run under edits. Throws ImpError for edits that cannot be. */
async function stepUnderEdits(
  edits: Edits,
  first: DecidedRun,
  program: OpenProgram,
  opened: Openings,
  reviewing: Reviewing,
): Promise<Step> {
  const { chosen, linked } = opened(edits);
  const urnOf = urnsNow(first.linked, linked);
  const choices = planChoices(first.options.choices, edits, urnOf);
  const { language, out } = edits.output;
  const layout = layouts.find((one) => one === edits.output.layout);
  const isOutput = language !== undefined || layout !== undefined || out !== undefined;
  const options: RunOptions = {
    ...first.options,
    choices,
    derivation: { ...first.options.derivation, strict: choices.strict },
    program: {
      ...first.options.program,
      languages: language ?? first.options.program.languages,
      layout: layout ?? first.options.program.layout,
      out: out ?? first.options.program.out,
    },
  };
  const leftOver = [...first.chosen.leftOver, ...chosen.leftOver];
  const changed = {
    options,
    linked,
    chosen: { ...first.chosen, specs: chosen.specs, leftOver },
    program: isOutput ? await reviewing.openProgram(options) : program,
  };
  const values = edits.values.flatMap((value) => {
    const urn = urnOf(value.urn);
    return urn === undefined ? [] : [{ ...value, urn }];
  });
  return { edits, decided: await reviewing.decide(changed, values) };
}

/** The URN that a resource has now, by the one that it had when the review began. */
function urnsNow(first: LinkedImport, now: LinkedImport): (key: Urn) => Urn | undefined {
  const { specIds } = reviewKeys({ linked: first });
  const { bySpecId } = reviewKeys({ linked: now });
  return (key) => {
    const specId = specIds.get(key);
    return specId === undefined ? undefined : bySpecId.get(specId);
  };
}

/** Does what a person asked for; an error of the catalogue is a message, and the review goes on. */
async function attempted<T>(
  screen: ReviewScreen,
  text: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | { readonly problem: NonNullable<ReviewView["message"]> }> {
  screen.busy(text);
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof ImpError) || error.code === "INTERRUPTED" || error.code === "INTERNAL") throw error;
    return { problem: { text: problemText(error), isProblem: true } };
  }
}

/** The error as sentences, one after the other. */
function problemText({ explanation: { what, where, why, hint } }: ImpError): string {
  const head = where === undefined || where === "" ? what : `${what}: ${where}`;
  const sentences = [head, why ?? "", hint ?? ""].map((text) => text.trim()).filter((text) => text !== "");
  return sentences.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** Shows the consent on the screen that stays, and asks. */
async function askOnScreen(
  run: PrintedRun,
  takenOut: number,
  edits: number,
  { screen, reporter, askConsent }: Reviewing,
): Promise<Consent> {
  screen.close();
  const known = consentFacts(run);
  const facts = { ...known, leftOut: known.leftOut + takenOut, isReviewed: true } as const;
  const { plan, warnings } = run;
  await reporter.show({ kind: "plan", plan, warnings, diffs: insertedDiffs(run), isReviewed: true });
  await reporter.show({ kind: "consent", facts });
  return await askConsent({ text: consentQuestion(facts), edits });
}

async function saved(
  answer: Extract<ReviewAnswer, { readonly kind: "write-report" | "save-rest" }>,
  decided: DecidedRun,
  { screen, printed, io }: Reviewing,
): Promise<NonNullable<ReviewView["message"]>> {
  const { file } = answer;
  const written = await attempted(screen, `Writing ${file}`, async () => {
    const run = await printed(decided);
    return answer.kind === "save-rest" ? await writeRestNow(run.rest, file, io) : await writePlanReport(run, file);
  });
  if ("problem" in written) return written.problem;
  return { text: written.result, isProblem: false };
}

/** The verdicts that an edit changed, in words. */
function effectOf(edit: Edit, before: ImportPlan, now: ImportPlan): string {
  const verdicts = new Map(before.outcomes.map(({ urn, verdict }) => [urn, verdict]));
  const changes = new Map<string, string[]>();
  for (const { urn, name, verdict } of now.outcomes) {
    const old = verdicts.get(urn);
    if (old === undefined || old === verdict) continue;
    const change = `${old} => ${verdict}`;
    changes.set(change, [...(changes.get(change) ?? []), name]);
  }
  const effects = [...changes].map(
    ([change, names]) => `${names.length === 1 ? names[0] : `${names.length} resources`}: ${change}`,
  );
  const rest = now.outcomes.length - before.outcomes.length;
  const counted = rest === 0 ? [] : [`${Math.abs(rest)} ${rest < 0 ? "taken out" : "taken in"}`];
  const all = [...counted, ...effects];
  return all.length === 0 ? unchanging[edit.kind] : all.join(" · ");
}

/** The messages of edits that change no verdict. */
const unchanging: Readonly<Record<Edit["kind"], string>> = {
  "take-out": "Nothing else changed.",
  "take-in": "Nothing else changed.",
  rename: "Renamed: references follow.",
  "rename-all": "Renamed: references follow.",
  "accept-replace": "No verdict changed.",
  "ignore-changes": "No verdict changed.",
  "not-secret": "The program has these values in plain text.",
  "assume-defaults": "No verdict changed.",
  "use-placeholder": "No verdict changed.",
  "give-values": "No verdict changed.",
  "set-strict": "No verdict changed.",
  "set-output": "The program is printed that way.",
};
