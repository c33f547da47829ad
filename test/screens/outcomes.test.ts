import assert from "node:assert/strict";
import { renderReasons } from "../../src/cli/reasons.ts";
import { renderError, renderOutcomes } from "../../src/cli/render.ts";
import type { ImportPlan, Verdict } from "../../src/domain/graph.ts";
import { planOf } from "../support/plan-of.ts";
import { sampleOutcome } from "../support/sample-outcome.ts";

const screen = { width: 80, colour: false };

describe("the table of a run", () => {
  it("shows the module of types that have the same name", () => {
    const lines = rowsOf(["a:x/t:T", "one"], ["a:y/t:T", "one"], ["a:x/u:U", "one"]);
    assert.deepEqual(lines, ["a:x:T one", "a:y:T one", "a:U one"]);
  });

  it("shows the whole token of types that have the same module and name", () => {
    assert.deepEqual(rowsOf(["a:x/t:T", "one"], ["a:x/s:T", "one"]), ["a:x/t:T one", "a:x/s:T one"]);
  });

  it("shortens a long type, but wraps it if two types would look the same", () => {
    const name = "a-service-with-a-name";
    assert.match(rowsOf(["cloud:networking/gateway:Gateway", name])[0] ?? "", /^Ga.*y a-service-with-a-name$/);
    const types = ["cloud:networking/gateway:Gateway", "cloud:networks/gateway:Gateway"] as const;
    const table = renderOutcomes(planOfRows([types[0], name], [types[1], name]), screen);
    for (const module of ["networking", "networks"])
      assert.match(table, new RegExp(`^cloud:${module}:Gateway +id +clean\\n  a-service-with-a-name$`, "m"));
  });

  it("wraps long names that start and end with the same characters", () => {
    const [start, end] = ["s".repeat(30), "e".repeat(30)];
    const table = renderOutcomes(planOfRows(["a:x:T", `${start}1${end}`], ["a:x:T", `${start}2${end}`]), screen);
    const flat = table.replaceAll(/ +id +clean$/gm, "").replaceAll(/\n +/g, "");
    assert.match(flat, /s{30}1e{30}/);
    assert.match(flat, /s{30}2e{30}/);
    for (const line of table.split("\n")) assert.ok(line.length <= 80, line);
  });

  it("truncates a very long word of an error, and counts the removed characters", () => {
    const error = { exit: 1, what: "x", where: `a:b:C ${"n".repeat(300_000)}`, why: "w", hint: "h" } as const;
    const shown = renderError("CODE", error, screen);
    assert.ok(shown.length < 4000, String(shown.length));
    assert.match(shown, /^ {2}where a:b:C\n[\s\S]*…\(298000 characters more\)…/m);
  });

  it("escapes control characters and bidi marks in names", () => {
    const table = renderOutcomes(planOfRows(["a:x:T", "evil\u202etxt\u0007\n"]), screen);
    assert.match(table, /T evil\\u202etxt\\u0007\\u000a /);
    assert.doesNotMatch(table, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
    const reasons = renderReasons(planOfRows(["a:x:T", "evil\u202etxt", "update"]), [], screen);
    assert.match(reasons, /evil\\u202etxt\n +the provider did not report the property/);
  });
});

function rowsOf(...rows: readonly (readonly [type: string, name: string])[]): readonly string[] {
  const lines = renderOutcomes(planOfRows(...rows), screen)
    .split("\n")
    .slice(1, rows.length + 1);
  return lines.map((line) => line.replace(/ +id +clean$/, ""));
}

function planOfRows(...rows: readonly (readonly [type: string, name: string, verdict?: Verdict])[]): ImportPlan {
  const outcomes = rows.map(([type, name, verdict = "clean"]) => sampleOutcome(type, name, verdict, { id: "id" }));
  return planOf(outcomes);
}
