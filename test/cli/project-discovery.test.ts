import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";

describe("finding the project and its stack", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  const show = (cwd: string, env: NodeJS.ProcessEnv, identity: { uid?: number; gid?: number } = {}) =>
    spawnSync(process.execPath, [main, "state", "show"], { cwd, env, encoding: "utf8", ...identity });

  it("finds the stack that was selected through a link to the project", () => {
    const link = join(project.root, "link");
    symlinkSync(project.directory, link);
    const hash = createHash("sha1").update(join(link, "Pulumi.yaml")).digest("hex");
    const settings = join(project.root, "home", ".pulumi", "workspaces");
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, `orchard-${hash}-workspace.json`), '{"stack": "dev"}');
    const { PULUMI_STACK: _, ...env } = project.env;
    const there = show(link, { ...env, PWD: link });
    assert.equal(there.status, 0, there.stderr);
    // imp ignores a PWD that names another directory.
    const otherPlace = show(project.directory, { ...env, PWD: project.root });
    assert.match(otherPlace.stderr, /STACK_NOT_SELECTED/);
  });

  it("treats an empty PULUMI_STACK as unset, like Pulumi", () => {
    assert.match(show(project.directory, { ...project.env, PULUMI_STACK: "" }).stderr, /STACK_NOT_SELECTED/);
  });

  it("takes the home directory from the system's user database, not from HOME", function () {
    if (userInfo().homedir === homedir() && process.env.HOME === undefined) return this.skip();
    const missing = `none-${process.pid}`;
    const shown = show(project.directory, { ...project.env, PULUMI_BACKEND_URL: `file://~/${missing}` });
    assert.ok(shown.stderr.replaceAll(/\s/g, "").includes(join(userInfo().homedir, missing)), shown.stderr);
  });

  it("works for a user without an entry in the system's user database", function () {
    if (process.getuid?.() !== 0) {
      console.log("SKIPPED: only root can take another user's id");
      return this.skip();
    }
    const uid = 47_114;
    for (const path of [project.root, project.directory]) chmodSync(path, 0o777);
    const ran = show(project.directory, project.env, { uid, gid: uid });
    assert.equal(ran.status, 0, ran.stderr);
  });
});
