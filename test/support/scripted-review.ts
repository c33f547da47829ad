/** Runs `imp run` in the test process with a review whose answers are scripted. */
import Run from "../../commands/run.ts";
import type { OutsideOptions, RunIo } from "../../src/cli/run-io.ts";
import type { Consent, ConsentQuestion } from "../../src/domain/questions.ts";
import type { ReviewAnswer, ReviewView } from "../../src/domain/review.ts";
import { type CliProject, simcloud } from "./cli-project.ts";
import { runInProcess } from "./in-process.ts";

/** Returns the next answer to the current view. */
export type Step = (view: ReviewView) => ReviewAnswer | Promise<ReviewAnswer>;

/** Runs with the steps. `views` has the view before each step, `questions` the prompts at the end. Fails if the review needs more steps. */
export async function runReviewed(
  project: CliProject,
  words: readonly string[],
  steps: readonly Step[],
  consents: readonly Consent[] = ["yes"],
) {
  const views: ReviewView[] = [];
  const questions: ConsentQuestion[] = [];
  const left = [...steps];
  const answers = [...consents];
  class ReviewedRun extends Run {
    protected override async outside(options: OutsideOptions): Promise<RunIo> {
      const io = await super.outside(options);
      return {
        ...io,
        askYes: async () => Promise.reject(new Error("a single question next to a review")),
        askConsent: async (question) => {
          questions.push(question);
          return answers.shift() ?? "no";
        },
        openReview: async () => ({
          busy: () => {},
          close: () => {},
          ask: async (view) => {
            views.push(view);
            const step = left.shift();
            if (step === undefined) throw new Error(`the review asks once more: ${view.message?.text ?? ""}`);
            return await step(view);
          },
        }),
      };
    }
  }
  const ran = await runInProcess(ReviewedRun, [...words, "--provider", `simcloud=${simcloud}`], project);
  return { ...ran, views, questions };
}

/** Returns the key of a resource by name. */
export function rowKey(view: ReviewView, name: string): string {
  const row = view.rows.find(({ outcome }) => outcome.name === name);
  if (row === undefined) throw new Error(`no row is called ${name}`);
  return row.key;
}

export const agree: Step = () => ({ kind: "import" });
