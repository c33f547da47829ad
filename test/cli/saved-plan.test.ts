import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, record, specsOf, vpc } from "../support/quickstart-specs.ts";

describe("saved plans", () => {
  const projects: CliProject[] = [];
  afterEach(async () => {
    for (const project of projects.splice(0)) await project.remove();
  });

  function start(options: Parameters<typeof makeProject>[0]): CliProject {
    const project = makeProject(options);
    projects.push(project);
    return project;
  }

  const started = (...entries: readonly object[]) => start({ specs: JSON.parse(specsOf(...entries)) });
  it("keeps an accepted replacement and the stack in a saved plan", async () => {
    const replaced = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };
    const updated = { ...record, inputs: { ttl: 61 } };
    const project = started(replaced, updated, bucket);
    const urn = "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc::main";
    await exitsWith(3, project.run(["specs.json", "--plan-only", "--save", "plan.json", "--accept-replace", urn]));
    await exitsWith(3, project.run(["plan.json", "--yes"], { PULUMI_STACK: "other" }));
    assert.match(project.read(checkpoint), /Vpc::main/);
    assert.match(project.read("index.ts"), /10\.99\.0\.0[\s\S]*ttl: 61/);
  });
  it("rejects --save together with --from-stack", async () => {
    const project = started(bucket);
    await project.run(["specs.json", "--yes"]);
    const { checkpoint: state } = project.json(checkpoint) as { checkpoint: { latest: object } };
    const text = JSON.stringify({ version: 3, deployment: state.latest });
    project.write("state.json", text.replaceAll("urn:pulumi:dev::orchard", "urn:pulumi:prod::shop"));
    const ran = await exitsWith(2, project.run(["--from-stack", "./state.json", "--plan-only", "--save", "plan.json"]));
    assert.match(ran.stderr, /--save cannot save resources from another state/);
    assert.doesNotMatch(ran.stderr, /Reading/);
  });

  it("rejects a plan next to other import files, or in --file", async () => {
    const project = started(bucket, record);
    project.write("record.json", specsOf(record));
    const flags = ["--only", "Bucket", "--strict", "--events", "events.ndjson", "--plan-only", "--save", "plan.json"];
    await exitsWith(0, project.run(["specs.json", ...flags]));
    const before = project.files();
    assert.doesNotMatch(project.read("plan.json"), /events/, "the plan does not save --events");
    for (const words of [
      ["run", "-f", "plan.json"],
      ["run", "plan.json", "record.json"],
      ["import", "--file", "plan.json"],
    ]) {
      const ran = await exitsWith(2, project.imp([...words, "--yes"]));
      assert.match(ran.stderr, /\(PLAN_BROKEN\)[\s\S]*Pass the plan as the only file/);
      assert.deepEqual(project.files(), before);
    }
  });
});
