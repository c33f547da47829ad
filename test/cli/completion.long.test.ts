/** Runs the completion script in a real bash. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";

describe("imp completion", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    // imp caches schemas only for plugins in Pulumi's plugin directory.
    const home = join(project.root, "home");
    const folder = join(home, "plugins", "resource-simcloud-v1.0.0");
    mkdirSync(folder, { recursive: true });
    symlinkSync(simcloud, join(folder, "pulumi-resource-simcloud"));
    project.env.PULUMI_HOME = home;
    const bin = join(project.root, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "imp"), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
    chmodSync(join(bin, "imp"), 0o755);
    project.env.PATH = `${bin}:${process.env.PATH}`;
  });
  after(() => project.remove());

  /** Returns the words that bash offers at the end of a line. */
  function offered(line: string): readonly string[] {
    const script = `eval "$(imp completion bash)"
COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length}
_imp_completion
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const options = { cwd: project.directory, env: project.env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], options);
    assert.equal(status, 0, stderr);
    assert.equal(stderr, "");
    return stdout.split("\n").filter((word) => word !== "");
  }

  it("completes commands and flags", () => {
    assert.ok(offered("imp ").includes("import"));
    assert.deepEqual(offered("imp sche"), ["schema"]);
    assert.deepEqual(offered("imp schema di"), ["diff"]);
    assert.deepEqual(offered("imp run --layo"), ["--layout"]);
    assert.deepEqual(offered("imp run --layout per-p"), ["per-parent"]);
    assert.deepEqual(offered("imp run --language typescript,py"), ["typescript,python"]);
    assert.ok(!offered("imp ").includes("complete"), "a hidden command");
  });

  it("completes the stacks of the backend", () => {
    assert.deepEqual(offered("imp run --stack "), ["dev"]);
    assert.deepEqual(offered("imp undo -s d"), ["dev"]);
  });

  it("completes packages and their types, and splits words at colons like bash", async () => {
    assert.deepEqual(offered("imp import sim"), ["simcloud:"]);
    assert.deepEqual(
      offered("imp import simcloud:stor"),
      [],
      "the schema is not cached yet, and completion starts no plugin",
    );
    const ran = await project.plain(["run", "specs.json", "--plan-only"]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(offered("imp import simcloud:stor").includes("storage/bucket:Bucket"));
    assert.ok(offered("imp discover simcloud:db simcloud:stor").includes("storage/bucket:Bucket"));
    assert.ok(offered("imp run --discover simcloud:stor").includes("storage/bucket:Bucket"));
    assert.ok(offered("imp schema show simcloud simcloud:storage/bucket:B").includes("Bucket"));
  });

  it("prints a completion script for each supported shell, and rejects other shells", () => {
    const run = (shell: string) => spawnSync(process.execPath, [main, "completion", shell], { encoding: "utf8" });
    for (const shell of ["bash", "zsh", "fish"]) assert.match(run(shell).stdout, /imp complete/);
    const wrong = run("tcsh");
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /\(USAGE\)/);
  });

  it("completes nothing for an invalid line, a missing home, or a broken project", () => {
    const bare = { ...project.env, HOME: "/nonexistent", PULUMI_HOME: "/nonexistent" };
    const run = (line: string, cwd = project.directory) =>
      spawnSync(process.execPath, [main, "complete", line], { cwd, env: bare, encoding: "utf8" });
    const broken = join(project.root, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "Pulumi.yaml"), "name: [");
    for (const ran of [run(""), run("imp import aws:"), run("imp run --stack ", broken), run("imp \u0001'\"--=")])
      assert.deepEqual([ran.status, ran.stderr], [0, ""], ran.stdout);
  });
});
