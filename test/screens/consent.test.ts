import assert from "node:assert/strict";
import { type ConsentFacts, consentQuestion, renderConsent } from "../../src/cli/consent-screen.ts";

const sample: ConsentFacts = {
  stack: "prod",
  project: "shop",
  backend: "s3://acme-state",
  isStateFile: false,
  isNewStack: false,
  leaves: "all",
  written: 225,
  leftOut: 32,
  next: { unchanged: 213, updates: 10, replacements: 2 },
  files: [
    { path: "adopted.ts", how: "new", amount: "1840 lines" },
    { path: "Pulumi.prod.yaml", how: "changed", amount: "+3 lines" },
    { path: "old.ts", how: "removed", amount: "" },
  ],
};
const linesOf = (more: Partial<ConsentFacts>): readonly string[] =>
  renderConsent({ ...sample, ...more }, { width: 80, colour: false }).split("\n");

describe("the confirmation prompt of a run", () => {
  it("shows stack, project, backend, files to write, and steps of the next `pulumi up`", () => {
    assert.deepEqual(linesOf({ appended: "adopted.ts" }), [
      "To import: 225 resources into stack prod of project shop:",
      "  in backend s3://acme-state",
      "  + adopted.ts (1840 lines)",
      "  ~ Pulumi.prod.yaml (+3 lines)",
      "  - old.ts",
      "  next `pulumi up`, after the program loads adopted.ts: 213 unchanged, 10",
      "    updates, 2 replacements",
      "  until then, `pulumi up` deletes the imported resources, or fails if they are",
      "    protected",
      "  32 resources left out (see the reasons above)",
    ]);
    assert.equal(consentQuestion(sample), "Import 225 resources into stack prod and write 3 files?");
  });

  it("shows what the next `pulumi up` does if only code or only the state is written", () => {
    const code = linesOf({ leaves: "code" });
    assert.match(code[0] ?? "", /^To write: a program for 225 resources of stack prod of project shop, without$/);
    assert.match(code.join("\n"), /next `pulumi up`: creates the resources that the state does not have by then/);
    assert.equal(consentQuestion({ ...sample, leaves: "code" }), "Write 3 files?");
    assert.match(linesOf({ leaves: "imports" }).join("\n"), /next `pulumi up`: 225 imports/);
    assert.match(linesOf({ leaves: "state" }).join("\n"), /deletes the resources that the program does not register/);
  });

  it("shows the path of a state file, and whether the run creates the stack", () => {
    assert.equal(linesOf({ backend: "s.json", isStateFile: true })[1], "  in state file s.json");
    assert.equal(linesOf({ isNewStack: true })[1], "  in backend s3://acme-state (creates the stack)");
  });

  it("fits into the screen, and escapes control characters", () => {
    const lines = linesOf({ stack: `x\u001b[31m${"y".repeat(30)}`, leftOut: 0, leaves: "imports" });
    for (const line of lines) assert.ok(line.length <= 80, line);
    assert.doesNotMatch(lines.join(""), /[\u0000-\u001f]/);
  });
});
