/** `imp verify` shows what the next update would change, and changes nothing. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, projectFile, showRun, stackFile } from "../support/cli-project.ts";
import { openShop, shop } from "./whole-program.ts";

const changed = shop.replace('"10.20.0.0/24"', '"10.20.8.0/24"').replace("order handler", "order reader");

describe("imp verify", () => {
  let project: CliProject;

  before(async () => {
    project = await openShop();
  });
  beforeEach(() => project.write("index.ts", shop));
  after(async () => await project?.remove());

  /** Runs `imp verify`. Asserts its exit code, and that the state does not change. */
  async function verify(code: number, ...args: readonly string[]): Promise<string> {
    const state = project.read(checkpoint);
    const ran = await exitsWith(code, project.imp(["verify", ...args]));
    assert.equal(project.read(checkpoint), state, showRun(ran));
    return ran.stdout;
  }

  it("exits with 0 for a program that matches its state", async () => {
    assert.match(await verify(0), /Resources: 4 unchanged\nThe program is clean/);
  });

  it("repeats throttled calls of providers", async () => {
    const ran = await exitsWith(0, project.imp(["verify"], { SIMCLOUD_THROTTLE: "0.5" }));
    assert.match(ran.stdout, /The program is clean/);
  });

  it("shows the changed inputs, or all inputs with --diff", async () => {
    project.write("index.ts", changed);
    const differences = await verify(3);
    assert.match(
      differences,
      /\n {2}~ simcloud:iam\/role:Role {2}runner {2}\(index\.ts:\d+:\d+\)\n {6}~ description: /,
    );
    assert.doesNotMatch(differences, /bookshop-order-runner/);
    const all = await verify(3, "--diff");
    assert.match(all, /\n {6}~ description: [\s\S]*\n {8}name: "bookshop-order-runner"\n/);
  });

  it("adds all inputs of changed resources to the JSON document with --diff", async () => {
    project.write("index.ts", changed);
    const { steps } = JSON.parse(await verify(3, "--diff", "--json"));
    const named = (name: string) => steps.find(({ urn }: { readonly urn: string }) => urn.endsWith(`::${name}`));
    assert.equal(named("runner").inputs.name, "bookshop-order-runner");
    assert.equal(named("main").inputs, undefined);
  });

  it("verifies only the resources of --target, and their dependents on request", async () => {
    project.write("index.ts", changed);
    assert.match(await verify(0, "--target", "**::main"), /The program is clean/);
    const steps = await verify(3, "--target", "**::runner");
    assert.match(steps, /runner/);
    assert.doesNotMatch(steps, /subnet:Subnet/);
    assert.match(await verify(3, "--target", "**::main", "--target-dependents"), /subnet:Subnet/);
  });

  it("rejects an unknown target, and --target-dependents without a target", async () => {
    assert.match(await verify(1, "--target", "urn:pulumi:dev::orchard::a:b:C::d"), /could not be found in the stack/);
    await exitsWith(2, project.imp(["verify", "--target-dependents"]));
  });

  it("shows the error of a program that fails, without megabytes of its output", async () => {
    project.write("index.ts", `${shop}console.log("x".repeat(5_000_000));\nthrow new Error("No network");\n`);
    const output = await verify(1);
    assert.match(output, /No network[\s\S]*failed, so the list is incomplete/);
    assert.ok(output.length < 20_000, String(output.length));
  });

  it("shows a reason if a failed program logs no error", async () => {
    project.write("index.ts", "process.exit(32);\n");
    assert.match(await verify(1), /error: The program ended without an error message\.\n[\s\S]*the list is incomplete/);
  });

  it("shows a reason if the program cannot be started", async () => {
    project.write("Pulumi.yaml", `${projectFile}main: nowhere/index.ts\n`);
    assert.match(await verify(1), /error: Cannot run .* in .*nowhere: No such file or directory/);
    project.write("Pulumi.yaml", projectFile);
    project.write("Pulumi.dev.yaml", `${stackFile}  orchard:motto: ${"x".repeat(3_000_000)}\n`);
    const output = await verify(1);
    project.write("Pulumi.dev.yaml", stackFile);
    assert.match(output, /error: The program cannot be started: the configuration of the stack is too long/);
  });

  it("rejects a missing directory, and a missing state file", async () => {
    const directory = await exitsWith(2, project.imp(["verify", "nowhere"]));
    assert.match(directory.stderr, /nowhere is not a directory/);
    const file = await exitsWith(1, project.imp(["verify", "--state", "nowhere.json"]));
    assert.match(file.stderr, /nowhere\.json\s+why {3}No such file or directory/);
  });

  it("fails for a program that a signal kills", async () => {
    project.write("index.ts", `${shop}process.kill(process.pid, "SIGKILL");\n`);
    assert.match(await verify(1), /exited with code null|failed, so the list is incomplete/);
  });

  it("ends a program that hangs after the time limit", async () => {
    project.write("index.ts", `${shop}setInterval(() => {}, 1000);\n`);
    const ran = await exitsWith(1, project.imp(["verify"], { IMP_PROGRAM_TIMEOUT: "8" }));
    assert.match(ran.stdout, /did not end within 8 s/);
    await project.assertTidy();
  });
});
