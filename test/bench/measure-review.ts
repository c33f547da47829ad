/** Measures the review of many resources: the first frame, an edit, and each key. Runs in this process. */
import { reviewFrame } from "../../src/cli/review/frame.ts";
import type { Key } from "../../src/cli/review/key.ts";
import { openedModel, withView } from "../../src/cli/review/model.ts";
import { pressed } from "../../src/cli/review/pressed.ts";
import { sampleRows, sampleView } from "../support/review-samples.ts";

/** Median times in milliseconds. */
export interface ReviewFigure {
  readonly rows: number;
  readonly openMs: number;
  /** The time of an edit, including new groups. */
  readonly editMs: number;
  /** The time to handle a key and draw its frame. */
  readonly keyMs: number;
  /** The 99th percentile of the times. */
  readonly slowestKeyMs: number;
}

const canvas = { columns: 200, rows: 50, colour: true, isUnicode: true };
const presses = 1000;

/** Measures a review with `count` rows, which have every verdict and as many reasons as the samples. */
export function measureReview(count: number, print: (line: string) => void): ReviewFigure {
  print(`review of ${count} resources`);
  const view = sampleView(
    Array.from({ length: count }, (_, at) => {
      const row = sampleRows[at % sampleRows.length] ?? sampleRows[0];
      if (row === undefined) throw new Error("no samples");
      const name = `${row.outcome.name}-${at}`;
      return { ...row, key: `${row.key}-${at}`, outcome: { ...row.outcome, name, urn: `${row.outcome.urn}-${at}` } };
    }),
  );
  const opens = Array.from({ length: 9 }, () => timed(() => reviewFrame(openedModel(view), view, canvas)));
  let model = openedModel(view);
  const edits = Array.from({ length: 9 }, () => timed(() => reviewFrame(withView(model, { ...view }), view, canvas)));
  const keys = Array.from({ length: presses }, (_, at) => {
    const key: Key = { kind: at % 10 === 9 ? "page-down" : "down" };
    return timed(() => {
      model = pressed(model, key, view, reviewFrame(model, view, canvas)).model;
    });
  });
  return {
    rows: count,
    openMs: quantile(opens, 0.5),
    editMs: quantile(edits, 0.5),
    keyMs: quantile(keys, 0.5),
    slowestKeyMs: quantile(keys, 0.99),
  };
}

function timed(act: () => unknown): number {
  const started = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(share * (figures.length - 1))] ?? 0;
}
