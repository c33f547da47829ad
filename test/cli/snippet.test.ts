/** `imp snippet` prints code to stdout. It writes no file, and needs no project. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { type Ran, runImp } from "../support/imp-process.ts";
import { bucket, missing, record, specsOf } from "../support/quickstart-specs.ts";

const typescript = `import * as simcloud from "@pulumi/simcloud";

const www = new simcloud.dns.Record(
    "www",
    {
        name: "www",
        records: ["bookshop-covers-7f3a.storage.us-east-1.simcloud.example"],
        ttl: 300,
        type: "CNAME",
        zone: "bookshop.example",
    },
    { protect: true },
);
`;

describe("imp snippet", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  /** Runs the command in a directory without a project, stack or state. */
  async function alone(words: readonly string[]): Promise<Ran> {
    const directory = join(project.root, "alone");
    mkdirSync(directory, { recursive: true });
    const { PULUMI_STACK: _, PULUMI_CONFIG_PASSPHRASE: __, ...env } = project.env;
    const ran = await runImp(["snippet", ...words, "--provider", `simcloud=${simcloud}`], { cwd: directory, env });
    assert.deepEqual(readdirSync(directory), []);
    return ran;
  }

  it("prints the code of a type, name, and ID to stdout, and changes no file", async () => {
    const files = project.files();
    const ran = await exitsWith(0, project.imp(["snippet", record.type, record.name, record.id]));
    assert.equal(ran.stdout, typescript);
    assert.match(ran.stderr, /1 resource: 1 clean/);
    assert.deepEqual(project.files(), files);
    await project.assertTidy();
  });
  it("prints only statements and their imports in Go, C#, and Java", async () => {
    const starts = {
      go: /^import \(\n(\t.*\n)+\)\n\n_, err := dns\.NewRecord\(ctx, "www", /,
      csharp: /^(using .*;\n)+\nvar www = new SimCloud\.Dns\.Record\("www", new\(\)\n\{\n {4}/,
      java: /^(import .*;\n)+\nfinal var www = new Record\(\n {4}"www",\n/,
    };
    for (const [language, start] of Object.entries(starts)) {
      const ran = await project.imp(["snippet", record.type, record.name, record.id, "--language", language]);
      assert.match(ran.stdout, start, showRun(ran));
      assert.doesNotMatch(ran.stdout, /package |\bmain\b|RunAsync|class App/);
    }
  });

  it("prints code without a project", async () => {
    const ran = await exitsWith(
      0,
      alone(["simcloud:dns/record:Record", "www", record.id, "--config", "simcloud:region=us-east-1"]),
    );
    assert.equal(ran.stdout, typescript);
  });
  it("prints no code for a missing resource, and has the exit codes of imp run", async () => {
    project.write("some.json", specsOf(bucket, missing));
    const some = await exitsWith(3, project.imp(["snippet", "some.json"]));
    assert.match(some.stdout, /^import[\s\S]*new simcloud\.storage\.Bucket/);
    assert.match(some.stderr, /nobody[\s\S]*failed/);
    const none = await exitsWith(1, project.imp(["snippet", missing.type, missing.name, missing.id]));
    assert.equal(none.stdout, "");
    for (const { stderr } of [some, none])
      assert.match(stderr, /1 failed[\s\S]*Error: [\s\S]*\(RESOURCE_NOT_FOUND\)[\s\S]* hint /);
  });

  for (const [title, words, reported] of [
    ["no arguments", [], /Missing TYPE NAME ID or import files/],
    ["a type without an ID", [record.type, "www"], /pass a name and an ID/],
    ["an extra argument", [record.type, "www", record.id, "x"], /pass a name and an ID/],
    ["two languages", [record.type, "www", record.id, "--language", "go,python"], /lists 2 languages/],
    ["an invalid type", ["Record", "www", record.id], /"Record" is neither a file that can be read nor a\s+type/],
    ["a missing file", ["nowhere.json"], /SPEC_UNREADABLE/],
    ["an empty name", ["simcloud:Record", "", record.id], /the command line:1/],
  ] as const) {
    it(`rejects imp snippet with ${title}`, async () => {
      const ran = await exitsWith(2, alone(words));
      assert.equal(ran.stdout, "");
      assert.match(ran.stderr, reported);
    });
  }
});
