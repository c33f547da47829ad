/** `imp import TYPE NAME ID` does the same as `imp run` with an import file that has one entry. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import Import from "../../commands/import.ts";
import Run from "../../commands/run.ts";
import { type CliProject, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { saltedFiles } from "../support/stable-state.ts";
import { runWithInput } from "./import.ts";

const words = [record.type, record.name, record.id];

describe("imp import", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(record)), files: saltedFiles });
  });
  afterEach(() => project.remove());
  it("accepts every flag of imp run, except those that name a source", () => {
    const own = new Set(Object.keys(Import.flags));
    const missing = Object.keys(Run.flags).filter((flag) => !own.has(flag));
    assert.deepEqual(missing.sort(), ["discover", "from", "from-stack", "from-terraform", "include", "map", "target"]);
  });
  it("accepts the ID as the name of a resource", async () => {
    const ran = await exitsWith(0, project.imp(["import", role.type, role.id, role.id, "--plan-only", "--json"]));
    const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly { name: string; id: string }[] };
    assert.deepEqual(
      resources.map(({ name, id }) => [name, id]),
      [[role.id, role.id]],
    );
  });
  it("sets the properties that --properties lists", async () => {
    await exitsWith(
      0,
      project.imp(["import", bucket.type, bucket.name, bucket.id, "--yes", "--properties", "acl, tags"]),
    );
    assert.match(project.read("index.ts"), /acl: /);
  });

  for (const [mistake, mistakenWords, reported] of [
    [
      "no arguments",
      [],
      /No resources to import were specified\.[\s\S]*Pass a TYPE, a NAME and an ID, or an import file with --file\./,
    ],
    ["a type without an ID", [record.type, "www"], /pass a name and an ID/],
    ["an extra argument", [...words, "x"], /Unexpected argument: x/],
    [
      "an import file",
      ["specs.json"],
      /"specs\.json" is not a type[\s\S]*To use an import\s+file,\s+run\s+`imp run\s+specs\.json`/,
    ],
    [
      "a type without a package",
      ["Record", "www", record.id],
      /"Record" is not a type[\s\S]*begins with its\s+package[\s\S]*imp schema find/,
    ],
    ["a resource flag without a resource", ["--parent", "x"], /--parent requires TYPE, NAME, and ID/],
    ["a parent that the stack lacks", [...words, "--parent", "group"], /No resource has the name "group"/],
    ["an empty name", ["simcloud:Record", "", record.id], /the command line:1/],
  ] as const) {
    it(`rejects imp import with ${mistake}, and changes no file`, async () => {
      const files = project.files();
      const ran = await exitsWith(2, project.imp(["import", ...mistakenWords, "--yes"]));
      assert.match(ran.stderr, reported);
      assert.deepEqual(project.files(), files);
    });
  }
});

describe("imp run -", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("imports from a named pipe", async () => {
    const pipe = `${project.root}/specs.pipe`;
    execFileSync("mkfifo", [pipe]);
    const run = project.startPlain(["run", pipe, "--plan-only", "--provider", `simcloud=${simcloud}`]);
    await writeFile(pipe, specsOf(record));
    const ran = await run.ended;
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(ran.stdout, /1 resource: /);
  });

  it("reports the line of an error in standard input", async () => {
    const ran = await runWithInput(project, '{\n  "resources": [{ "typ": "x" }] }', ["run", "-"]);
    assert.equal(ran.code, 2, ran.printed);
    assert.match(ran.printed, /standard input:2:\d+/);
  });

  it("does not read standard input without the argument -", async () => {
    const ran = await runWithInput(project, "specs.json", ["run"]);
    assert.equal(ran.code, 2, ran.printed);
    assert.match(ran.printed, /No resources to import were specified/);
  });
});
