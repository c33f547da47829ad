import assert from "node:assert/strict";
import { renderVerified, type VerifyFacts } from "../../src/cli/verify-screen.ts";
import { makeUrn } from "../../src/domain/urn.ts";

const urn = (name: string): string => makeUrn("dev", "shop", undefined, "simcloud:queue/queue:Queue", name);
const unchanged = { op: "same", urn: urn("orders"), differences: [], replacedBy: [], where: undefined } as const;
const verified: VerifyFacts = { project: "shop", stack: "dev", steps: [unchanged], problems: [], isClean: true };
const screen = { width: 80, colour: false, isUnicode: true } as const;

describe("the screen of imp verify", () => {
  it("reports that a clean program changes nothing", () => {
    assert.equal(
      renderVerified(verified, screen),
      "Verifying shop (dev)\n\nResources: 1 unchanged\nThe program is clean: the next update changes nothing.",
    );
  });

  it("shows each step with its values and line, and counts the steps", () => {
    const steps: VerifyFacts["steps"] = [
      unchanged,
      {
        op: "update",
        urn: urn("jobs"),
        differences: [{ path: "delaySeconds", kind: "update", old: 5, new: 9 }],
        replacedBy: [],
        where: "index.ts:4:1",
      },
      { op: "create-replacement", urn: urn("old"), differences: [], replacedBy: ["name"], where: undefined },
      { op: "replace", urn: urn("old"), differences: [], replacedBy: ["name"], where: undefined },
      { op: "delete", urn: urn("gone"), differences: [], replacedBy: [], where: undefined },
    ];
    const problems = [{ severity: "warning", urn: urn("jobs"), message: "deprecated" }] as const;
    assert.equal(
      renderVerified({ ...verified, steps, problems, isClean: false }, screen),
      [
        "Verifying shop (dev)",
        "",
        "  ~ simcloud:queue/queue:Queue  jobs  (index.ts:4:1)",
        "      ~ delaySeconds: 5 => 9",
        "  +- simcloud:queue/queue:Queue  old",
        "  - simcloud:queue/queue:Queue  gone",
        "",
        "warning: jobs: deprecated",
        "",
        "Resources: 1 unchanged, 1 to update, 1 to replace, 1 to delete",
        "The program is not clean.",
      ].join("\n"),
    );
  });

  it("escapes control characters in names", () => {
    const steps = [{ ...unchanged, op: "delete", urn: urn("\u001b[2Jx") }] as const;
    assert.doesNotMatch(renderVerified({ ...verified, steps, isClean: false }, screen), /\u001b/);
  });
});
