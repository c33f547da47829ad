/**
 * The review of a run: the user sees and edits the resources, and confirms what is written. Resources are not read again. After an edit, providers
 * are called only for the affected resources.
 */
import type { Choices } from "../choices/choices.ts";
import { type ChosenSpecs, chosenSpecs } from "../choices/chosen-specs.ts";
import { type Edit, type Edits, editWords, noEdits, planChoices, specChoices, withEdit } from "../choices/edits.ts";
import { consentQuestion } from "../cli/consent-screen.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { ImportPlan, Urn, Verdict } from "../domain/graph.ts";
import type { Consent, SuppliedValue } from "../domain/questions.ts";
import type { ReviewAnswer, ReviewScreen, ReviewView } from "../domain/review.ts";
import { nameOf } from "../domain/urn.ts";
import { changedImport, type LinkedImport } from "../import/link-import.ts";
import { layouts } from "../ir/split-program.ts";
import type { RunOptions } from "../options/run-options.ts";
import { insertedDiffs, writePlanReport, writes } from "./conclude.ts";
import { consentFacts } from "./consent-facts.ts";
import type { DecidedRun } from "./declared.ts";
import type { OpenProgram } from "./open-program.ts";
import { writeRestNow } from "./rest-file.ts";
import { editFacts, reviewKeys } from "./review-facts.ts";
import { reviewRows, reviewView } from "./review-view.ts";
import type { PrintedRun } from "./summary.ts";

/** The functions that a review calls. */
export interface Reviewing {
  readonly io: RunIo;
  readonly reporter: Reporter;
  readonly screen: ReviewScreen;
  readonly askConsent: NonNullable<RunIo["askConsent"]>;
  /** Derives the plan of the edited run, with the values that the user typed. Shows no prompts and no progress. */
  readonly decide: (changed: ChangedRun, values: readonly SuppliedValue[]) => Promise<DecidedRun>;
  /** Opens the program with other output options. Throws ImpError if its SDKs need plugin versions that differ from those of this run. */
  readonly openProgram: (options: RunOptions) => Promise<OpenProgram>;
  readonly printed: (decided: DecidedRun) => Promise<PrintedRun>;
}

/** An edited run that has no plan yet. */
export type ChangedRun = Omit<DecidedRun, "plan" | "program" | "printed"> & { readonly program: OpenProgram };

export interface EndedReview {
  /** The run that the user confirmed. Omitted if nothing is written. */
  readonly agreed?: PrintedRun;
  /** The flags of an equivalent command line. */
  readonly words: readonly string[];
  /** True if the user typed values. The equivalent command line cannot contain them. */
  readonly isTyped: boolean;
}

interface Step {
  readonly edits: Edits;
  readonly decided: DecidedRun;
}

/** Shows the review and returns the confirmed run and the edits. Throws only if the run is interrupted. */
export async function review(first: DecidedRun, program: OpenProgram, reviewing: Reviewing): Promise<EndedReview> {
  const { screen } = reviewing;
  const opened = openings(first);
  const history: Edits[] = [];
  let now: Step = { edits: noEdits, decided: first };
  let rows = reviewRows(first, now.decided, noEdits);
  let message: ReviewView["message"];
  try {
    for (;;) {
      const view = reviewView({ ...now, first, rows, history: history.length, io: reviewing.io, message });
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
            message = { text: "No resources to import.", isProblem: true };
            break;
          }
          const consent = await askOnScreen(printed.result, now.edits.takenOut.size, history.length, reviewing);
          if (consent === "back") break;
          return endedReview(now, first, consent === "yes" ? printed.result : undefined);
        }
        case "undo": {
          const before = history.at(-1);
          if (before === undefined) break;
          const step = await attempted(screen, "Undoing the edit", () =>
            stepUnderEdits(before, first, program, opened, reviewing),
          );
          if ("problem" in step) message = step.problem;
          else {
            history.pop();
            [now, message] = [step.result, { text: "The last edit was undone.", isProblem: false }];
            rows = reviewRows(first, now.decided, now.edits, rows);
          }
          break;
        }
        default: {
          const step = await attempted(screen, "Proving the edited resources", () =>
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

/**
 * Applies an edit. Undoes an edit whose purpose is a better verdict, such as ignored changes, for resources whose verdict it doesn't improve.
 * Throws ImpError.
 */
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

/** Returns the verdicts of the imported resources. The keys are their URNs at the start of the review. */
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

/** Returns a function that applies edits to the read resources. If an edit changes only the program, reuses the last result. */
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

/** Derives the plan of the run with all edits. Throws ImpError if an edit is invalid. */
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
  const layout = layouts.find((name) => name === edits.output.layout);
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
    registrations: first.registrations,
    chosen: { ...first.chosen, specs: chosen.specs, leftOver },
    program: isOutput ? await reviewing.openProgram(options) : program,
  };
  const values = edits.values.flatMap((value) => {
    const urn = urnOf(value.urn);
    return urn === undefined ? [] : [{ ...value, urn }];
  });
  return { edits, decided: await reviewing.decide(changed, values) };
}

/** Returns a function that maps the URN of a resource at the start of the review to its current URN. */
function urnsNow(first: LinkedImport, now: LinkedImport): (key: Urn) => Urn | undefined {
  const { specIds } = reviewKeys({ linked: first });
  const { bySpecId } = reviewKeys({ linked: now });
  return (key) => {
    const specId = specIds.get(key);
    return specId === undefined ? undefined : bySpecId.get(specId);
  };
}

/** Runs the work and shows that the screen is busy. Returns an ImpError as a message for the screen. */
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

/** Formats the error as sentences. */
function problemText({ explanation: { what, where, why, hint } }: ImpError): string {
  const head = where === undefined || where === "" ? what : `${what}: ${where}`;
  const sentences = [head, why ?? "", hint ?? ""].map((text) => text.trim()).filter((text) => text !== "");
  return sentences.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** Leaves the review screen, shows the summary, and asks for confirmation. */
async function askOnScreen(
  run: PrintedRun,
  takenOut: number,
  edits: number,
  { screen, reporter, askConsent }: Reviewing,
): Promise<Consent> {
  screen.close();
  const summary = consentFacts(run);
  const facts = { ...summary, leftOut: summary.leftOut + takenOut, isReviewed: true } as const;
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

/** Describes the verdicts that an edit changed. */
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
  const counted = rest === 0 ? [] : [`${Math.abs(rest)} ${rest < 0 ? "left out" : "put back"}`];
  const all = [...counted, ...effects];
  return all.length === 0 ? unchanging[edit.kind] : all.join(" · ");
}

/** Messages of edits that do not change a verdict. */
const unchanging: Readonly<Record<Edit["kind"], string>> = {
  "take-out": "Nothing else changed.",
  "take-in": "Nothing else changed.",
  rename: "Renamed, including references.",
  "rename-all": "Renamed, including references.",
  "accept-replace": "No verdict changed.",
  "ignore-changes": "No verdict changed.",
  "not-secret": "These values are plain text in the program.",
  "assume-defaults": "No verdict changed.",
  "use-placeholder": "No verdict changed.",
  "give-values": "No verdict changed.",
  "set-strict": "No verdict changed.",
  "set-output": "The output settings were changed.",
};
