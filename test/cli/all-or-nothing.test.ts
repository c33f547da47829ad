/** A run that fails before it writes changes no file. The next command recovers a run that was killed during its commit. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Change, commit } from "../../src/store/commit/commit.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, component, record, role, specsOf } from "../support/quickstart-specs.ts";
import { assertRejected } from "./all-or-nothing.ts";

describe("imp run writes all files or none", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
  });
  afterEach(() => project.remove());

  it("writes nothing if the program folder is not writable", async () => {
    writeFileSync(project.path("taken"), "");
    const untouched = project.files();
    const ran = await project.run(["specs.json", "--yes", "--out", "taken/program"]);
    assertRejected(ran, "COMMIT_FAILED", project, untouched);
    await project.assertTidy();
  });

  it("writes nothing if the program folder cannot be created", async function () {
    if (process.platform !== "linux") {
      process.stderr.write("      SKIPPED: only Linux has /proc\n");
      this.skip();
    }
    const untouched = project.files();
    const ran = await project.run(["specs.json", "--yes", "--out", "/proc/imp/program"]);
    assertRejected(ran, "COMMIT_FAILED", project, untouched);
    assert.match(ran.stderr, /\/proc\/imp/);
    await project.assertTidy();
  });

  it("writes nothing if none of a component's children can be imported", async () => {
    project.write("parts.json", specsOf(component, { ...bucket, type: "lake:index:Boat", parent: component.name }));
    const untouched = project.files();
    const ran = await project.run(["parts.json", "--yes", "--json"]);
    const { resources } = JSON.parse(ran.stdout);
    assert.deepEqual(
      resources.map((one: { error?: { code: string } }) => one.error?.code),
      ["CHILDREN_FAILED", "PLUGIN_NOT_FOUND"],
      showRun(ran),
    );
    assert.equal(ran.code, 1);
    assert.deepEqual(project.files(), untouched);
  });

  it("writes nothing while another process holds the stack's lock", async () => {
    const lock = ".pulumi/locks/organization/orchard/dev/2f0a7b4e.json";
    const holder = { pid: 4711, username: "gardener", hostname: "shed", timestamp: "2024-05-17T08:30:00Z" };
    project.write(lock, JSON.stringify(holder));
    const untouched = project.files();
    const ran = await project.run(["specs.json", "--yes"]);
    assertRejected(ran, "STACK_LOCKED", project, untouched);
    assert.deepEqual(project.calls(), [], "the lock is reported before a plugin starts");
    assert.match(ran.stderr.replace(/\s+/g, " "), /gardener@shed \(pid 4711\).*pulumi cancel dev/);
    await exitsWith(0, project.run(["specs.json", "--plan-only"]));
    rmSync(project.path(lock));
    await project.assertTidy();
  });
});

describe("recovery of an interrupted run", () => {
  it("completes an interrupted commit before the next command, and reports it", async () => {
    const model = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
    assert.equal((await model.run(["specs.json", "--yes"])).code, 0);
    const project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
    const names = ["index.ts", ".imp/orchard.dev.json", checkpoint];
    const changes = names.map((name): Change => {
      const path = project.path(name);
      return { path, before: existsSync(path) ? readFileSync(path) : undefined, after: readFileSync(model.path(name)) };
    });
    let replaced = 0;
    const onStep = (_: number, name: string): void => {
      if (name.startsWith("replace") && ++replaced === 2) throw new Error("killed");
    };
    const journal = project.path(".imp/journal.json");
    await assert.rejects(commit(changes, { journal, onStep }), /killed/);
    assert.ok(existsSync(journal));
    const lock = project.path(".pulumi/locks/organization/orchard/dev/2f0a7b4e.json");
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, "{}");
    const locked = await project.run(["specs.json", "--yes"]);
    assert.match(locked.stderr, /STACK_LOCKED/);
    // A command on another stack or backend does not recover the commit either, while a process holds the lock.
    project.write(
      ".pulumi/stacks/orchard/prod.json",
      '{"version":0,"checkpoint":{"stack":"organization/orchard/prod"}}',
    );
    const otherBackend: Readonly<Record<string, string>> = { PULUMI_BACKEND_URL: `file://${project.path("other")}` };
    for (const more of [{}, otherBackend]) {
      cpSync(project.path(".pulumi/stacks"), project.path("other/.pulumi/stacks"), { recursive: true });
      const other = await project.plain(["state", "verify", "--stack", "prod"], more);
      assert.match(other.stderr, /STACK_LOCKED[\s\S]*2f0a7b4e\.json/, showRun(other));
    }
    rmSync(project.path("other"), { recursive: true });
    assert.ok(existsSync(journal), "the journal is kept while another command has the lock");
    rmSync(lock);

    project.write("more.json", specsOf(role));
    const ran = await exitsWith(0, project.run(["more.json", "--yes"]));
    assert.match(ran.stderr, /^An interrupted run was finished:\n {2}index\.ts\n {2}\.imp\/orchard\.dev\.json\n/m);
    assert.match(project.read("index.ts"), /"covers"[\s\S]*"runner"/);
    assert.match(project.read(checkpoint), /bucket:Bucket::covers[\s\S]*role:Role::runner/);
    await project.assertTidy();
    await model.remove();
    await project.remove();
  });
});
