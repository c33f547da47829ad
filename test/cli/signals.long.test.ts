/** On SIGINT, SIGTERM, or a closed pipe at any moment, imp writes everything or nothing, and leaves no process or lock behind. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CliProject, checkpoint, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { type ImpProcess, main, projectRoot, type Ran, until } from "../support/imp-process.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";

const hangs = `hangs=${join(projectRoot, "fixtures", "plugins", "broken", "pulumi-resource-hangs")}`;

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

  async function assertNothingWritten(ran: Ran): Promise<void> {
    assert.equal(ran.code, 130, showRun(ran));
    assert.match(ran.stderr, /Error: Interrupted \(INTERRUPTED\)/);
    assert.match(ran.stderr, /Nothing was written/);
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  }

  /** Asserts that the run wrote nothing, or that it wrote everything because its commit had started. Returns true if it wrote. */
  async function assertAllOrNothing(ran: Ran): Promise<boolean> {
    // If the signal arrives after the commit, the report lists the written files.
    const isOver = (ran.signal !== null || ran.code === 130) && ran.stdout.includes("\nNext steps:\n");
    if (ran.code !== 0 && !isOver) {
      await assertNothingWritten(ran);
      return false;
    }
    const names = Object.keys(project.files());
    for (const name of ["index.ts", "main.pp", ".imp/orchard.dev.json", `${checkpoint}.bak`])
      assert.ok(names.includes(name), `${name} of ${names.join(", ")}`);
    assert.match(project.read(checkpoint), /bucket:Bucket::covers/);
    await project.assertTidy();
    return true;
  }

  const reporting = (run: ImpProcess, text: string): Promise<void> =>
    until(() => run.printed().stderr.includes(text) || run.printed().stdout.includes(text), `imp prints ${text}`);

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`end on ${signal} while a plugin starts`, async () => {
      const run = project.start(["hangs.json", "--yes", "--provider", hangs]);
      await reporting(run, "Starting plugins");
      await delay(100);
      run.child.kill(signal);
      const ran = await run.ended;
      assert.match(ran.stderr, new RegExp(`received ${signal}`));
      await assertNothingWritten(ran);
    });

    it(`end on ${signal} while the cloud does not respond`, async () => {
      const run = project.start(all, { SIMCLOUD_LATENCY_MS: "600000" });
      await until(() => project.calls().includes("Read"), "imp calls Read");
      run.child.kill(signal);
      await assertNothingWritten(await run.ended);
    });
  }
  it("write all files or none on a signal before, during, or after the commit", async () => {
    const moments = [
      ["Printing programs", 0],
      ["Printing programs", 200],
      [" clean ", 0],
    ] as const;
    for (const [reported, wait] of moments) {
      const run = project.start(all);
      await reporting(run, reported);
      await delay(wait);
      run.child.kill("SIGTERM");
      if (await assertAllOrNothing(await run.ended)) break;
    }
  });
  for (const [signals, name] of [
    [["SIGTERM"], "pipe.json"],
    [["SIGINT"], "pipe.json"],
    [["SIGINT", "SIGINT"], "Pulumi.dev.yaml"],
  ] as const)
    it(`end on ${signals.join(" and ")} while imp reads the pipe ${name}`, async () => {
      rmSync(project.path(name), { force: true });
      execFileSync("mkfifo", [project.path(name)]);
      const run = project.start([name === "pipe.json" ? name : "specs.json", "--yes"]);
      const writer = await openedTogether(project.path(name));
      const started = performance.now();
      for (const signal of signals) {
        run.child.kill(signal);
        await delay(200);
      }
      const ran = await run.ended;
      assert.ok(performance.now() - started < 5000);
      assert.equal(ran.signal, signals[0], showRun(ran));
      if (signals.length === 1) assert.match(ran.stderr, /Interrupted \(INTERRUPTED\)[\s\S]*Nothing was written/);
      closeSync(writer);
      rmSync(project.path(name));
      assert.deepEqual(
        project.files(),
        Object.fromEntries(Object.entries(untouched).filter(([file]) => file !== name)),
      );
      await project.assertTidy();
    });

  it("write nothing if stdout is a full disk, and show no stack trace", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    const command = `exec "$@" > /dev/full`;
    const words = [process.execPath, main, "run", ...all, "--provider", `simcloud=${simcloud}`];
    const { status, stderr } = spawnSync("sh", ["-c", command, "sh", ...words], {
      cwd: project.directory,
      env: project.env,
      encoding: "utf8",
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /OUTPUT_UNWRITABLE/);
    assert.doesNotMatch(stderr, /\n {4}at /);
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });

  it("exit with an error if the JSON document cannot be written", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    const words = [process.execPath, main, "run", ...all, "--json", "--provider", `simcloud=${simcloud}`];
    const { status, stderr } = spawnSync("sh", ["-c", 'exec "$@" > /dev/full', "sh", ...words], {
      cwd: project.directory,
      env: project.env,
      encoding: "utf8",
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /OUTPUT_UNWRITABLE/);
    await project.assertTidy();
  });

  it("write nothing if stdout is closed", async () => {
    const run = project.start(all);
    run.child.stdout?.destroy();
    const ran = await run.ended;
    assert.match(ran.stderr, /a closed pipe/);
    await assertNothingWritten(ran);
  });
  it("write all files or none if stdout is closed after the plan", async () => {
    const run = project.start(all);
    run.child.stdout?.once("data", () => run.child.stdout?.destroy());
    await assertAllOrNothing(await run.ended);
  });
});

/** Opens a named pipe for writing as soon as imp reads from it. */
async function openedTogether(path: string): Promise<number> {
  let writer = -1;
  await until(() => {
    try {
      writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ENXIO");
    }
    return writer >= 0;
  }, "a process opens the pipe for reading");
  return writer;
}
