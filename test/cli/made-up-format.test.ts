/** Every command that reports accepts a custom format. It has a flag for the format, and prints only this format to stdout. */
import assert from "node:assert/strict";
import Generate from "../../commands/generate.ts";
import Run from "../../commands/run.ts";
import Show from "../../commands/state/show.ts";
import Verify from "../../commands/state/verify.ts";
import Undo from "../../commands/undo.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { type CliProject, makeProject, projectFileOf, simcloud } from "../support/cli-project.ts";
import { runInProcess } from "../support/in-process.ts";
import { bucket, specsOf, vpc } from "../support/quickstart-specs.ts";
import { tally } from "./made-up-format.ts";

const formats = [...documentFormats, tally];

class TallyRun extends Run {
  override readonly formats = formats;
}
class TallyGenerate extends Generate {
  override readonly formats = formats;
}
class TallyUndo extends Undo {
  override readonly formats = formats;
}
class TallyShow extends Show {
  override readonly formats = formats;
}
class TallyVerify extends Verify {
  override readonly formats = formats;
}

const plugin = ["--provider", `simcloud=${simcloud}`];

describe("a custom report format", function () {
  this.timeout(120_000);
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket)) });
  });
  afterEach(() => project.remove());

  it("is printed by run, generate, undo, and the state commands", async () => {
    const lines: string[] = [];
    for (const [command, words] of [
      [TallyRun, ["specs.json", "--plan-only", ...plugin]],
      [TallyRun, ["specs.json", "--yes", ...plugin]],
      [TallyShow, []],
      [TallyVerify, []],
      [TallyGenerate, ["--out", "again", ...plugin]],
      [TallyUndo, ["--list"]],
      [TallyUndo, ["--yes"]],
    ] as const) {
      const ran = await runInProcess(command, [...words, "--tally"], project);
      assert.equal(ran.code, 0, ran.output);
      assert.equal(ran.stderr, "");
      lines.push(ran.stdout);
    }
    assert.deepEqual(lines, [
      "imported 2, files 0, warned 0\n",
      "imported 2, files 2, warned 0\n",
      "has 3\n",
      "faults 0\n",
      "printed 1\n",
      "runs 2\n",
      "forgot 0\n",
    ]);
  });

  it("gets the warnings of a generator", async () => {
    project.write("specs.json", specsOf({ ...vpc, inputs: { tags: { app: "bookshop", stage: "live", owner: null } } }));
    project.write("Pulumi.yaml", projectFileOf("go"));
    const ran = await runInProcess(
      TallyRun,
      ["specs.json", "--yes", "--language", "go", "--tally", ...plugin],
      project,
    );
    assert.equal(ran.code, 0, ran.output);
    assert.match(ran.stdout, /, warned 1\n$/);
  });

  it("is printed by a failing command, and the error goes to stderr", async () => {
    const ran = await runInProcess(TallyRun, ["none.json", "--yes", "--tally", ...plugin], project);
    assert.equal(ran.stdout, "failed SPEC_UNREADABLE\n", ran.output);
    assert.match(ran.stderr, /\(SPEC_UNREADABLE\)/);
  });

  it("is rejected together with another format", async () => {
    const ran = await runInProcess(TallyRun, ["specs.json", "--yes", "--tally", "--json", ...plugin], project);
    assert.equal(ran.code, 2, ran.output);
    assert.match(ran.stderr, /--json cannot also be provided when using --tally|--tally cannot also be provided/);
  });
});
