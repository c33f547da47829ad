/** With `--functions`, imp prints a value as a function call if a function of the package returns it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answeredEstate } from "../support/answered-estate.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

interface Call {
  readonly method: string;
  readonly type: string;
}

describe("--functions", () => {
  const { account, cloud, specs } = answeredEstate();
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ cloud, specs });
  });
  afterEach(() => project.remove());

  /** Returns the tokens of the called functions. */
  const invoked = (): readonly string[] => {
    const lines = readFileSync(join(project.root, "calls.jsonl"), "utf8").trimEnd().split("\n");
    const calls = lines.map((line) => JSON.parse(line) as Call);
    return calls.filter(({ method }) => method === "Invoke").map(({ type }) => type.split(":")[2] ?? type);
  };

  it("prints calls of provider functions for accounts, regions, and zones", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes", "--functions"]));
    const program = project.read("index.ts");
    assert.match(program, /`arn:sim:iam::\$\{simcloud\.getCallerIdentityOutput\(\)\.accountId\}:policy\/limits`/);
    assert.match(
      program,
      /`arn:sim:queue:\$\{simcloud\.getRegionOutput\(\)\.name\}:\$\{simcloud\.getCallerIdentityOutput\(\)\.accountId\}:\*`/,
    );
    assert.match(program, /availabilityZone: simcloud\.network\.getAvailabilityZonesOutput\(\)\.names\[1\],/);
    assert.match(program, /getAvailabilityZonesOutput\(\{\}, \{ provider: south \}\)\.names\[0\],/);
    assert.match(program, /policyArn: queues\.arn/, "imp prefers a reference to a function call");
    assert.match(
      program,
      new RegExp(`in account ${account} of us-east-1`),
      "a description is not replaced with a call",
    );
    assert.match(program, new RegExp(`accountId: "${account}"`), "a tag is not replaced with a call");
  });

  it("calls each function once per provider, and none whose name suggests a change", async () => {
    await project.run(["specs.json", "--yes", "--functions"]);
    const calls = invoked();
    assert.ok(!calls.includes("renameAccount"));
    assert.deepEqual(calls.filter((name) => name === "getCallerIdentity").length, 1, calls.join());
    assert.deepEqual(calls.filter((name) => name === "getAvailabilityZones").length, 2, calls.join());
    assert.ok(calls.includes("getAccountOfOwner"), "imp also calls the function that fails, and ignores the failure");
  });

  it("keeps the function calls of an earlier run, and adds new ones", async () => {
    const [first, ...others] = specs.resources.filter(({ name }) => !["south", "far-zone"].includes(name));
    project.write("first.json", JSON.stringify({ resources: [first] }));
    project.write("others.json", JSON.stringify({ resources: others }));
    await exitsWith(0, project.run(["first.json", "--yes", "--functions"]));
    await exitsWith(0, project.run(["others.json", "--yes", "--functions"]));
    assert.equal(project.read("index.ts").split("getCallerIdentityOutput()").length - 1, 3);
  });

  it("adds function calls to a program that the user changed", async () => {
    const [first, ...others] = specs.resources.filter(({ name }) => !["south", "far-zone"].includes(name));
    project.write("first.json", JSON.stringify({ resources: [first] }));
    project.write("others.json", JSON.stringify({ resources: others }));
    await exitsWith(0, project.run(["first.json", "--yes", "--functions"]));
    const mine = project
      .read("index.ts")
      .replace("import * as simcloud from", "import * as cloud from")
      .replaceAll("simcloud.", "cloud.");
    project.write("index.ts", `${mine}\n// mine\n`);
    await exitsWith(0, project.run(["others.json", "--yes", "--functions"]));
    const program = project.read("index.ts");
    assert.match(program, /\/\/ mine/);
    assert.equal(program.split("cloud.getCallerIdentityOutput()").length - 1, 3, program);
    assert.doesNotMatch(program, /simcloud\.get/);
  });

  it("calls no function without --functions", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.doesNotMatch(project.read("index.ts"), /Output\(/);
    assert.deepEqual(invoked(), []);
  });
});
