import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { type ImpProcess, projectRoot, until } from "../support/imp-process.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";

const stubborn = `stubborn=${join(projectRoot, "fixtures", "plugins", "broken", "pulumi-resource-stubborn")}`;

const all = ["specs.json", "--yes", "--language", "typescript,pcl"];

describe("interrupted runs", () => {
  let project: CliProject;
  let untouched: Readonly<Record<string, string>>;

  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
    for (const name of ["hangs", "stubborn"])
      project.write(`${name}.json`, specsOf({ type: `${name}:index:Thing`, name: "one", id: "1" }));
    untouched = project.files();
  });
  afterEach(() => project.remove());

  const reporting = (run: ImpProcess, text: string): Promise<void> =>
    until(() => run.printed().stderr.includes(text) || run.printed().stdout.includes(text), `imp prints ${text}`);
  it("end on a signal in the first moments", async () => {
    for (const wait of [0, 60, 120, 200, 300]) {
      const run = project.start(all);
      await delay(wait);
      run.child.kill("SIGINT");
      const ran = await run.ended;
      assert.ok(ran.code === 130 || ran.signal === "SIGINT", showRun(ran));
      assert.deepEqual(project.files(), untouched);
      await project.assertTidy();
    }
  });
  it("end immediately on a second signal", async () => {
    const run = project.start(["stubborn.json", "--yes", "--provider", stubborn]);
    // The plugin ignores the interrupt, so imp kills it after one second.
    await reporting(run, "Nothing was written.");
    run.child.kill("SIGINT");
    await delay(100);
    assert.equal(run.child.exitCode, null);
    const second = performance.now();
    run.child.kill("SIGINT");
    const ran = await run.ended;
    assert.equal(ran.code, 130, showRun(ran));
    assert.ok(performance.now() - second < 2000);
    await project.assertTidy();
  });
  it("write nothing if stderr is closed", async () => {
    const run = project.start(all);
    run.child.stderr?.destroy();
    const ran = await run.ended;
    assert.equal(ran.code, 130);
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
