import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";

describe("a provider that is temporarily busy", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
  });
  afterEach(() => project.remove());

  const reads = (): number => project.calls().filter((method) => method === "Read").length;

  it("repeats calls to a busy provider until they succeed", async () => {
    const calm = await project.run(["specs.json", "--plan-only", "--json"]);
    const needed = reads();
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--json"], { SIMCLOUD_BUSY_READS: "5" }));
    assert.equal(reads() - needed, needed + 5);
    const resourcesOf = (text: string): unknown => JSON.parse(text).resources;
    assert.deepEqual(resourcesOf(ran.stdout), resourcesOf(calm.stdout));
    assert.match(project.read("index.ts"), /new simcloud\.storage\.Bucket/);
  });

  it("fails the resources after the retries that --max-retries allows, and writes nothing", async () => {
    const untouched = project.files();
    const ran = await exitsWith(
      1,
      project.run(["specs.json", "--yes", "--max-retries", "1"], { SIMCLOUD_BUSY_READS: "1000" }),
    );
    assert.match(ran.stdout, /the service is busy/i);
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });

  it("ends immediately on a signal while it waits for the next retry", async () => {
    const untouched = project.files();
    const run = project.start(["specs.json", "--yes"], { SIMCLOUD_BUSY_READS: "1000" });
    // By this time, a retry waits for several seconds.
    await until(() => reads() >= 10, "calls were repeated");
    const started = Date.now();
    run.child.kill("SIGINT");
    const ran = await run.ended;
    assert.equal(ran.code, 130, showRun(ran));
    assert.ok(Date.now() - started < 3000, `it took ${Date.now() - started} ms`);
    assert.match(ran.stderr, /Nothing was written/);
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
