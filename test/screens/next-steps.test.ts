import assert from "node:assert/strict";
import type { AppendedFile } from "../../src/cli/appended-screen.ts";
import { nextSteps, type RunFacts } from "../../src/cli/next-steps.ts";

const written: RunFacts = {
  files: ["index.ts"],
  unchanged: 0,
  failed: 0,
  differing: 0,
  hasOthers: false,
  warned: false,
  planOnly: false,
  stackReferences: [],
  leaves: "all",
  config: [["cloud:region", { text: "north", secret: false }]],
  placeholders: [],
  install: [],
  appended: [],
  afterwards: [],
};
const stepsOf = (facts: Partial<RunFacts>): readonly string[] => {
  const lines = nextSteps({ ...written, ...facts }).split("\n");
  return lines.slice(lines.indexOf("Next steps:") + 1).map((line) => line.trim());
};

describe("next steps after a run", () => {
  it("passes --stack to the next commands if the command line has it", () => {
    assert.deepEqual(stepsOf({ stack: "qa", placeholders: ["shop:word"] }), [
      "pulumi preview --stack qa    shows no changes",
      "replace the placeholders with real values:",
      "pulumi config set --secret shop:word --stack qa",
    ]);
    assert.deepEqual(stepsOf({}), ["pulumi preview    shows no changes"]);
  });

  it("promises no changes only for imported resources if the program has others", () => {
    const others = { hasOthers: true };
    assert.deepEqual(stepsOf(others), ["pulumi preview    shows no changes to these resources"]);
    assert.deepEqual(stepsOf({ ...others, differing: 1 }), [
      "pulumi preview    shows only the differences above for these resources",
    ]);
  });

  it("wraps the remark after a command if the line has more than 80 columns", () => {
    assert.deepEqual(stepsOf({ stack: "organization/project/a-long-name-of-a-stack", hasOthers: true }), [
      "pulumi preview --stack organization/project/a-long-name-of-a-stack",
      "shows no changes to these resources",
    ]);
  });

  it("fits into 80 columns, whatever was written", () => {
    for (const leaves of ["all", "code", "state", "imports"] as const)
      for (const line of nextSteps({ ...written, leaves }).split("\n")) assert.ok(line.length <= 80, line);
  });

  it("selects the stack before `pulumi stack import`, and sets its configuration", () => {
    const settings = ["pulumi config set cloud:region north", "(the program was proven with this configuration)"];
    const select = "pulumi stack select --create qa";
    const file = { stateFile: "s.json", select: "qa" };
    assert.deepEqual(stepsOf(file), [
      select,
      "pulumi stack import --file s.json",
      ...settings,
      "pulumi preview    shows no changes",
    ]);
    for (const leaves of ["imports", "code"] as const)
      assert.deepEqual(stepsOf({ ...file, leaves }).slice(0, 3), [select, ...settings]);
    assert.deepEqual(stepsOf({ ...file, leaves: "code", config: [] }).length, 1);
  });

  it("explains how to load a program from another folder or without a project", () => {
    assert.equal(
      stepsOf({ otherLocation: { shown: "../made", main: "made" } })[0],
      "load ../made from your program, or set `main: made` in Pulumi.yaml",
    );
    assert.match(stepsOf({ otherLocation: { shown: "made" } })[0] ?? "", /^create a project for made \(see --new\)/);
  });

  it("explains how to load an appended file, and to copy a YAML file", () => {
    const loading = { kind: "line", line: 'import "./more";', place: "index.ts" } as const;
    const stepOf = (file: AppendedFile) => stepsOf({ appended: [file] })[0];
    assert.equal(
      stepOf({ file: "more.ts", loading, isLoaded: false }),
      "load more.ts from your program with the lines below",
    );
    assert.equal(stepOf({ file: "a/more.ts", isLoaded: false }), "load a/more.ts from your program");
    const copied = { file: "more.yaml", loading: { kind: "copy" }, isLoaded: false } as const;
    assert.equal(stepOf(copied), "copy the contents of more.yaml into your program");
    assert.match(stepOf({ file: "more.ts", loading, isLoaded: true }) ?? "", /^pulumi preview/);
    assert.match(stepOf({ file: "more.pp", loading: { kind: "none" }, isLoaded: false }) ?? "", /^pulumi preview/);
  });
});
