/** `--install` runs `pulumi package add` for the packages of a written program. A fake `pulumi` records its arguments. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { main, processesWith, until } from "../support/imp-process.ts";
import { findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { cloud } from "./parameterized.ts";

/** A package that Pulumi generates for a Terraform provider. */
const value = JSON.stringify({ remote: { url: "registry.opentofu.org/example/harbour", version: "2.1.0" } });
const parameterization = {
  pluginName: "terraform-provider",
  pluginVersion: "0.10.0",
  value: Buffer.from(value).toString("base64"),
};
const jetty = { type: "harbour:index/thing:Thing", name: "jetty", id: "jetty", version: "2.1.0", parameterization };
const command = `pulumi package add ${simcloud} registry.opentofu.org/example/harbour 2.1.0`;
const provider = ["--provider", `terraform-provider=${simcloud}`];

describe("--install", () => {
  let project: CliProject;
  let log = "";
  beforeEach(() => {
    project = makeProject({
      cloud,
      specs: { resources: [jetty] },
      files: {
        "Pulumi.yaml": "name: orchard\nruntime: yaml\nmain: program\nbackend:\n  url: file://.\n",
        "Pulumi.dev.yaml": "config:\n  harbour:region: us-east-1\n",
        "program/README.md": "",
      },
    });
    log = join(project.root, "log");
    const bin = join(project.root, "bin");
    mkdirSync(bin);
    const script = [
      "#!/bin/sh",
      '[ "$1" = version ] && exit 0',
      `echo "$(pwd): $* \${PULUMI_CONFIG_PASSPHRASE-no passphrase}" >>'${log}'`,
      // Starts a child process that does not receive the signal.
      '[ -z "$HANGS" ] || { sleep 30 & wait; }',
      '[ -z "$FAILS" ] || { echo "error: no such provider" >&2; exit 255; }',
    ];
    writeFileSync(join(bin, "pulumi"), `${script.join("\n")}\n`);
    chmodSync(join(bin, "pulumi"), 0o755);
    project.env.PATH = `${bin}:${project.env.PATH}`;
  });
  afterEach(() => project.remove());

  const run = (...words: readonly string[]) =>
    project.run(["specs.json", "--yes", "--language", "yaml", ...provider, ...words]);
  const calls = (): readonly string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);

  it("prints the install command as a next step without --install", async () => {
    const ran = await exitsWith(0, run());
    assert.ok(ran.stdout.split("\n").includes(`  ${command}`), ran.stdout);
    assert.deepEqual(calls(), []);
  });

  it("runs the install command in the program folder, without the passphrase variable", async () => {
    const ran = await exitsWith(0, run("--install"));
    const words = command.replace(/^pulumi /, "");
    assert.deepEqual(calls(), [`${project.path("program")}: ${words} --non-interactive no passphrase`]);
    assert.ok(ran.stdout.split("\n").includes(`Installed: ${command}`), ran.stdout);
    assert.ok(!ran.stdout.split("\n").includes(`  ${command}`), ran.stdout);
    assert.match(ran.stdout, /^ {2}pulumi preview/m);
  });

  it("reports the install command in the JSON document", async () => {
    const ran = await exitsWith(0, run("--install", "--json"));
    assert.deepEqual(JSON.parse(ran.stdout).installed, [{ command }]);
  });

  it("exits with 1 if the install command fails, and shows its output", async () => {
    project.env.FAILS = "yes";
    const ran = await exitsWith(1, run("--install"));
    assert.match(
      ran.stdout,
      /^Warning: `pulumi package add .*` failed\. The state and the program were written\.\n {2}error: no such provider$/m,
    );
    assert.ok(ran.stdout.split("\n").includes(`  ${command}`), ran.stdout);
    assert.match(project.read("program/Main.yaml"), /harbour:/);
  });

  it("repeats a failed install command in the next run, even if no files change", async () => {
    project.env.FAILS = "yes";
    assert.equal((await run("--install")).code, 1);
    project.env.FAILS = "";
    const before = project.files();
    const ran = await exitsWith(0, run("--install"));
    assert.match(ran.stdout, /^Installed: pulumi package add [\s\S]*^No changes/m);
    assert.equal(calls().length, 2);
    assert.deepEqual(project.files(), before);
  });

  it("runs no install command if the program already declares the package", async () => {
    const { pluginVersion: version, value } = parameterization;
    const declared = { name: "harbour", version: "2.1.0", value };
    const declaration = {
      packageDeclarationVersion: 1,
      name: "terraform-provider",
      version,
      parameterization: declared,
    };
    project.write("program/sdks/harbour.yaml", JSON.stringify(declaration));
    const ran = await exitsWith(0, run("--install"));
    assert.doesNotMatch(ran.stdout, /package add/);
    assert.deepEqual(calls(), []);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`reports the written files and the remaining command after ${signal}`, async () => {
      project.env.HANGS = "yes";
      const running = project.start(["specs.json", "--yes", "--language", "yaml", ...provider, "--install"]);
      await until(() => calls().length > 0, "imp runs pulumi");
      running.child.kill(signal);
      const ran = await running.ended;
      assert.equal(ran.code, 130, showRun(ran));
      assert.doesNotMatch(ran.stdout + ran.stderr, /Nothing was written/);
      await until(() => processesWith(`IMP_TEST_PROJECT=${project.root}`).length === 0, "all processes ended");
      assert.match(ran.stdout, /^Wrote:\n {2}program\/Main\.yaml$/m);
      assert.match(ran.stdout, /failed\. The state and the program were written\.\n {2}interrupted$/m);
      assert.ok(ran.stdout.split("\n").includes(`  ${command}`), ran.stdout);
    });

  it("runs no install command with --plan-only", async () => {
    const before = project.files();
    const ran = await exitsWith(0, run("--plan-only", "--install"));
    assert.match(ran.stdout, /Nothing was written \(--plan-only\)/);
    assert.deepEqual([project.files(), calls()], [before, []]);
  });

  for (const [answer, count] of [
    ["y", 1],
    ["n", 0],
  ] as const)
    it(`asks on a terminal whether to run the install command: answer ${answer}`, async function () {
      const python = findPython();
      if (python === undefined) return this.skip();
      const words = [process.execPath, main, "run", "specs.json", "--no-review", "--language", "yaml", ...provider];
      const answers = [
        { seen: "write 3 files\\?|Import 1 resource", answer: "y\r" },
        { seen: "Run it now", answer: `${answer}\r` },
      ];
      const env = { ...project.env, TERM: "xterm-256color" };
      const session = await runInTerminal(python, words, answers, { cwd: project.directory, env });
      const screen = stripVTControlCharacters(session.screen);
      assert.equal(session.code, 0, screen);
      assert.match(screen, /The program needs:\s+pulumi package add/);
      assert.equal(calls().length, count, screen);
      assert.equal(/^\s*Installed: pulumi package add/m.test(screen), count === 1, screen);
    });
});
