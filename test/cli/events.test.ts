import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type CliProject, exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, missing, specsOf } from "../support/quickstart-specs.ts";

interface Event {
  readonly version: number;
  readonly time: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

describe("imp run --events", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, missing)) });
  });
  afterEach(() => project.remove());

  const events = (name = "events.ndjson"): readonly Event[] =>
    project
      .read(name)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event);

  it("writes events for phases, reads, proofs, verdicts, and the end of a run", async () => {
    const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--json", "--events", "events.ndjson"]));
    const all = events();
    for (const { version, time } of all) assert.ok(version === 1 && /^\d{4}-\d\d-\d\dT.*Z$/.test(time));
    const kinds = all.map(({ event }) => event);
    assert.deepEqual(
      kinds.filter((kind) => kind !== "phase" && kind !== "note"),
      ["read", "read", "proven", "verdict", "verdict", "end"],
    );
    assert.ok(kinds.indexOf("phase") < kinds.indexOf("read"));
    const [first, second] = all.filter(({ event }) => event === "verdict");
    assert.deepEqual([first?.verdict, second?.verdict, second?.code], ["clean", "failed", "RESOURCE_NOT_FOUND"]);
    const document = JSON.parse(ran.stdout);
    const end = all.at(-1);
    assert.deepEqual([end?.event, end?.exitCode, end?.files, end?.run], ["end", 3, document.files, document.run.id]);
  });

  it("appends to an existing file, and writes the error of a failed command", async () => {
    project.write("events.ndjson", "{}\n");
    await exitsWith(2, project.run(["nowhere.json", "--yes", "--events", "events.ndjson"]));
    const [kept, ...more] = events();
    assert.deepEqual(kept, {});
    assert.deepEqual(
      more.map(({ event, code, exitCode }) => [event, code ?? exitCode]),
      [
        ["error", "SPEC_UNREADABLE"],
        ["end", 2],
      ],
    );
  });

  it("writes an event on one line, even if a name contains line breaks", async () => {
    const name = 'a\u2028b"\\<>\u001b[31m';
    project.write("specs.json", specsOf({ ...bucket, name: name.replaceAll("\u001b", "") }));
    await project.run(["specs.json", "--plan-only", "--events", "events.ndjson"]);
    const verdict = events().find(({ event }) => event === "verdict");
    assert.equal(verdict?.name, name.replaceAll("\u001b", ""));
  });

  it("rejects an events file that it cannot write, and changes nothing", async () => {
    const before = project.files();
    const ran = await exitsWith(2, project.run(["specs.json", "--yes", "--events", "no/such/folder.ndjson"]));
    assert.match(ran.stderr, /Cannot write --events\s+[\s\S]* \(ENOENT\)/);
    assert.deepEqual(project.files(), before);
  });

  it("continues the run if the reader of the events pipe exits", async () => {
    // The pipe is outside the project, because the test reads every project file.
    const pipe = join(project.root, "pipe");
    execFileSync("mkfifo", [pipe]);
    const words = [main, "run", "specs.json", "--yes", "--provider", `simcloud=${simcloud}`, "--events", pipe];
    const child = spawn(process.execPath, words, { cwd: project.directory, env: project.env, stdio: "ignore" });
    const reader = spawn("head", ["-n", "1", pipe], { stdio: "ignore" });
    const [[code]] = await Promise.all([once(child, "close"), once(reader, "close")]);
    assert.equal(code, 3);
    assert.ok(project.files()["index.ts"] !== undefined);
  });
});

describe("import files", () => {
  it("accepts a $schema key", async () => {
    const project = makeProject();
    const specs = { $schema: "./import-file.schema.json", resources: [bucket] };
    project.write("specs.json", JSON.stringify(specs));
    project.write("specs.yaml", `$schema: ./x.json\nresources:\n  - ${JSON.stringify(bucket)}\n`);
    for (const name of ["specs.json", "specs.yaml"]) {
      await exitsWith(0, project.run([name, "--plan-only"]));
    }
    await project.remove();
  });
});
