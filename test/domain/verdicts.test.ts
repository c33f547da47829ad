/** What becomes of a resource with each verdict, and how each is shown. */
import assert from "node:assert/strict";
import {
  isDiffering,
  isImported,
  isPresent,
  isRefused,
  verdicts,
  verdictsByUrgency,
} from "../../src/domain/verdicts.ts";

describe("verdicts", () => {
  const withoutError = verdictsByUrgency.map((verdict) => ({ verdict }));

  it("are in the order in which they need a person", () =>
    assert.deepEqual(verdictsByUrgency, ["failed", "replace", "update", "assumed", "ignored", "clean", "unchanged"]));

  it("say what is imported, refused, or there already, and exactly one of these", () => {
    const named = (is: (outcome: (typeof withoutError)[number]) => boolean) =>
      withoutError.filter(is).map(({ verdict }) => verdict);
    assert.deepEqual(named(isRefused), ["failed"]);
    assert.deepEqual(named(isPresent), ["unchanged"]);
    assert.deepEqual(named(isImported), ["replace", "update", "assumed", "ignored", "clean"]);
  });

  it("refuse a replacement that nobody accepted", () => {
    const outcome = { verdict: "replace", error: "REPLACE_REFUSED" } as const;
    assert.deepEqual([isRefused(outcome), isImported(outcome), isDiffering(outcome)], [true, false, true]);
  });

  it("import an update with an error", () =>
    assert.equal(isImported({ verdict: "update", error: "UNSTABLE" } as const), true));

  it("differ where a preview changes something", () =>
    assert.deepEqual(
      withoutError.filter(isDiffering).map(({ verdict }) => verdict),
      ["replace", "update"],
    ));

  it("have signs that a terminal with nothing but ASCII shows", () => {
    for (const verdict of verdictsByUrgency) assert.match(verdicts[verdict].asciiSign, /^[\x21-\x7e]+$/);
  });
});
