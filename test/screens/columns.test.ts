/** The columns of text in a terminal: two for a full-width character or an emoji of several code points, none for a combining mark. */
import assert from "node:assert/strict";
import { differenceLines } from "../../src/cli/difference-lines.ts";
import { renderError, renderOutcomes } from "../../src/cli/render.ts";
import { renderState } from "../../src/cli/state-screen.ts";
import type { ImportPlan } from "../../src/domain/graph.ts";
import { planOf } from "../support/plan-of.ts";
import { sampleOutcome } from "../support/sample-outcome.ts";

const screen = { width: 80, colour: false };

/** Counts the columns of the characters that these tests use. */
function columns(line: string): number {
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(line))
    count += /[\u3000-\uffef]|\p{Emoji_Presentation}/u.test(segment) ? 2 : 1;
  return count;
}

function planNamed(names: readonly string[]): ImportPlan {
  const outcomes = names.map((name) => sampleOutcome("a:x:T", name, "clean", { id: name, read: 1 }));
  return planOf(outcomes);
}

describe("screens with wide and zero-width characters", () => {
  it("aligns the columns of a table", () => {
    const names = [
      "orders",
      "注文データベース",
      "bestellung-👩‍👩‍👧",
      "cafe\u0301",
      "注".repeat(60),
      "👩‍👩‍👧".repeat(40),
    ];
    const lines = renderOutcomes(planNamed(names), screen).split("\n");
    const rows = lines.filter((line) => line.includes("clean "));
    assert.equal(rows.length, names.length);
    const starts = rows.map((line) => columns(line.slice(0, line.indexOf("clean "))));
    assert.deepEqual(new Set(starts).size, 1, lines.join("\n"));
    for (const line of lines) assert.ok(columns(line) <= 80, line);
  });

  it("wraps an error at the width of the screen", () => {
    const why = Array.from({ length: 30 }, () => "注文データ").join(" ");
    const shown = renderError("CODE", { exit: 1, what: why, where: "w", why, hint: why }, screen);
    for (const line of shown.split("\n")) assert.ok(columns(line) <= 80, line);
    assert.ok(shown.split("\n").some((line) => columns(line) > 68));
  });

  it("truncates a name between visible characters, not inside an emoji", () => {
    const plan = planNamed(["👩‍👩‍👧".repeat(40)]);
    const text = renderOutcomes(plan, screen);
    assert.doesNotMatch(text.replaceAll("👩‍👩‍👧", ""), /\p{Emoji_Presentation}|\u200d|\ufffd|\p{Surrogate}/u);
  });

  it("truncates the values of a difference to the width", () => {
    const [old, sent] = ["注".repeat(100), "文".repeat(100)];
    const [line = ""] = differenceLines([{ path: "name", kind: "update", old, new: sent }], 74);
    assert.ok(columns(line) <= 74, line);
  });

  it("fits the tree of a state into the screen", () => {
    const name = "注文".repeat(30);
    const resource = {
      urn: "urn:pulumi:dev::shop::a:x:T::x",
      type: "a:x:T",
      name,
      id: name,
      protect: true,
      external: false,
      delete: false,
      pendingReplacement: false,
      taint: false,
      initErrors: [],
    };
    const text = renderState({ file: "s.json", version: 3, pendingOperations: [], resources: [resource] }, screen);
    for (const line of text.split("\n")) assert.ok(columns(line) <= 80, line);
  });
});
