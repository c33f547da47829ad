import assert from "node:assert/strict";
import { columnsOf } from "../../src/cli/columns.ts";
import { newPhase, noteDone, type PhaseState, phaseEnd, phaseTail, phaseText } from "../../src/cli/progress-line.ts";
import type { Verdict } from "../../src/domain/graph.ts";

const proving = (verdicts: readonly Verdict[], waiting: Readonly<Record<string, number>> = {}): PhaseState => {
  const state = newPhase("Proving programs", 100, 0);
  for (const [name, since] of Object.entries(waiting)) state.waiting.set(`urn:${name}`, { name, since });
  for (const verdict of verdicts) noteDone(state, undefined, verdict);
  return state;
};

describe("the progress line", () => {
  it("shows how many resources are done", () => {
    const state = proving(["clean", "clean"]);
    assert.equal(phaseText(state), "Proving programs 2/100");
    assert.equal(phaseText(newPhase("Printing programs", 0, 0)), "Printing programs");
  });

  it("shows no time and speed in the first seconds of a phase", () => {
    assert.equal(phaseTail(proving([]), 1500, 80), "");
  });

  it("shows time, verdicts, speed, and remaining time", () => {
    const state = proving(["clean", "unchanged", "ignored", "update", "failed"]);
    assert.equal(phaseTail(state, 10_000, 80), "00:10  ✔ 2  ◌ 1  ~ 1  ✖ 1  0.5/s, 03:10 left");
    assert.equal(
      phaseTail(proving(Array.from({ length: 50 }, () => "clean")), 2000, 80),
      "00:02  ✔ 50  25/s, 00:02 left",
    );
  });

  it("names the resource that takes longest, unless it started just now", () => {
    const state = proving(["clean"], { slow: 1000, other: 4000 });
    assert.match(phaseTail(state, 15_000, 80), /^00:15 {2}waiting: slow \(14 s\) {2}✔ 1/);
    noteDone(state, "urn:slow", "clean");
    assert.match(phaseTail(state, 15_000, 80), /waiting: other \(11 s\)/);
    assert.doesNotMatch(phaseTail(proving([], { quick: 13_000 }), 15_000, 80), /waiting/);
  });

  it("omits parts that do not fit, and truncates a long name", () => {
    const state = proving(["clean"], { ["名".repeat(500)]: 0 });
    for (const columns of [0, 5, 20, 40, 60, 200]) {
      const tail = phaseTail(state, 10_000, columns);
      assert.ok(columnsOf(tail) <= columns, tail);
    }
    assert.equal(phaseTail(state, 10_000, 6), "00:10");
  });

  it("ends with the actual count if the phase was interrupted", () => {
    const state = proving(["clean", "clean"]);
    assert.equal(phaseEnd(state, false), "Proving programs: stopped after 2 of 100");
    assert.equal(phaseEnd(state, true), "Proving programs (100)");
    assert.equal(phaseEnd(newPhase("Printing programs", 0, 0), false), "Printing programs");
  });
});
