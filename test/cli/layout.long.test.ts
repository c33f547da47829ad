import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const perType = [
  "network.ts",
  "vpc.ts",
  "subnet.ts",
  "securityGroup.ts",
  "bucket.ts",
  "bucketPolicy.ts",
  "role.ts",
  "queue.ts",
  "function.ts",
  "record.ts",
  "index.ts",
];

describe("--layout", () => {
  let project: CliProject;
  beforeEach(async () => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("splits a program by type or parent, and keeps the layout in later commands", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes", "--layout", "per-type"]));
    for (const name of perType) assert.ok(existsSync(project.path(name)), name);
    assert.match(project.read("index.ts"), /^import "\.\/network";\nimport "\.\/vpc";\n/);
    assert.match(project.read("subnet.ts"), /import \{ main \} from "\.\/vpc";\n\nconst publicA = /);
    assert.match(project.read("vpc.ts"), /\nexport const main = new simcloud\.network\.Vpc\(/);
    const again = await project.imp(["generate"]);
    assert.match(again.stdout, /^No changes/m, showRun(again));
    const parents = await exitsWith(0, project.run(["specs.json", "--yes", "--layout", "per-parent"]));
    assert.match(parents.stdout, /^ {2}vpc\.ts \(removed\)$/m);
    assert.equal(existsSync(project.path("vpc.ts")), false);
    assert.equal(project.read("network.ts").match(/new simcloud/g)?.length, 4);
    await exitsWith(0, project.imp(["generate", "--layout", "single"]));
    for (const name of ["network.ts", "stack.ts"]) assert.equal(existsSync(project.path(name)), false, name);
    await project.assertTidy();
  });

  it("prints a deleted file again", async () => {
    await project.run(["specs.json", "--yes", "--layout", "per-type"]);
    const text = project.read("vpc.ts");
    rmSync(project.path("vpc.ts"));
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.equal(project.read("vpc.ts"), text);
  });

  it("rejects languages whose programs are one file, before it starts a plugin", async () => {
    const ran = await exitsWith(
      2,
      project.run(["specs.json", "--yes", "--layout", "per-type", "--language", "typescript,yaml"]),
    );
    assert.match(ran.stderr, /program in yaml is one file,\s+its runtime reads only one/);
    assert.deepEqual(project.calls(), []);
  });

  it("does not overwrite a user's file unless --force is set", async () => {
    project.write("vpc.ts", "// mine\n");
    const files = project.files();
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--layout", "per-type"]));
    assert.match(ran.stderr, /\(PROGRAM_CHANGED\)[\s\S]*vpc\.ts[\s\S]*--force/);
    assert.deepEqual(project.files(), files);
    await exitsWith(0, project.run(["specs.json", "--yes", "--layout", "per-type", "--force"]));
    assert.match(project.read("vpc.ts"), /export const main/);
  });

  it("does not remove an obsolete file that the user changed unless --force is set", async () => {
    await project.run(["specs.json", "--yes", "--layout", "per-type"]);
    project.write("vpc.ts", `${project.read("vpc.ts")}// mine\n`);
    const files = project.files();
    for (const command of [["run", "specs.json", "--yes"], ["generate"]]) {
      const ran = await exitsWith(1, project.imp([...command, "--layout", "single"]));
      assert.match(ran.stderr, /\(PROGRAM_CHANGED\)[\s\S]*vpc\.ts[\s\S]*--force/);
      assert.deepEqual(project.files(), files);
    }
    const forced = await exitsWith(0, project.imp(["generate", "--layout", "single", "--force"]));
    assert.match(forced.stdout, /^ {2}vpc\.ts \(removed\)$/m);
    assert.match(project.read("index.ts"), /const main/);
  });
});

describe("--force", () => {
  it("is required to overwrite a program that the user wrote or changed", async () => {
    const project = makeProject({ files: { "index.ts": "// mine\n" } });
    try {
      const refused = await project.run(["specs.json", "--yes"]);
      assert.match(refused.stderr, /\(PROGRAM_CHANGED\)/, showRun(refused));
      assert.equal(project.read("index.ts"), "// mine\n");
      await exitsWith(0, project.run(["specs.json", "--yes", "--force"]));
      const text = project.read("index.ts");
      project.write("index.ts", "// changed\n");
      const generated = await project.imp(["generate"]);
      assert.match(generated.stderr, /\(PROGRAM_UNREADABLE\)/, showRun(generated));
      await exitsWith(0, project.imp(["generate", "--force"]));
      assert.equal(project.read("index.ts"), text);
    } finally {
      await project.remove();
    }
  });
});
