/** A process that opens the review of sample rows on its terminal, and prints each answer at the end. */

import { openReviewScreen } from "../../src/cli/review/review-screen.ts";
import type { ReviewAnswer, ReviewView } from "../../src/domain/review.ts";
import { appliedTo, sampleRows, sampleView } from "./review-samples.ts";

const interruption = new AbortController();
process.on("SIGTERM", () => interruption.abort("SIGTERM"));
const screen = openReviewScreen(interruption.signal);
const answers: ReviewAnswer[] = [];
let views: readonly ReviewView["rows"][] = [sampleRows];

try {
  for (let isOver = false; !isOver; ) {
    const rows = views.at(-1) ?? [];
    const last = answers.at(-1);
    const message = last === undefined ? {} : { message: { text: `Done: ${last.kind}`, isProblem: false } };
    const answer = await screen.ask(sampleView(rows, { edits: views.length - 1, ...message }));
    answers.push(answer);
    screen.busy("Working");
    if (answer.kind === "undo") views = views.slice(0, -1);
    else if (appliedTo(rows, answer) !== rows) views = [...views, appliedTo(rows, answer)];
    isOver = answer.kind === "import" || answer.kind === "quit";
  }
} catch (error) {
  process.exitCode = 130;
  process.stdout.write(`ended: ${error instanceof Error ? error.name : error}\n`);
} finally {
  screen.close();
}
for (const answer of answers) process.stdout.write(`answer: ${JSON.stringify(answer)}\n`);
