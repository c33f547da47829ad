import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brokenFiles } from "../import-file/broken-files.ts";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, projectRoot, type Ran } from "../support/imp-process.ts";

const folder = join(projectRoot, "fixtures", "specs", "broken");

const prefix = "urn:pulumi:dev::orchard::";

/** Resources of the state. Some broken import files misspell their names. */
const resources = [
  { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, custom: false, type: "pulumi:pulumi:Stack" },
  { urn: `${prefix}my:index:Group::group`, custom: false, type: "my:index:Group" },
  { urn: `${prefix}pulumi:providers:network::eu`, custom: true, type: "pulumi:providers:network", id: "0000" },
];

const state = JSON.stringify({
  version: 3,
  checkpoint: {
    stack: "organization/orchard/dev",
    latest: { manifest: { magic: "", version: "" }, resources },
  },
});

describe("imp run with broken import files", () => {
  const names = readdirSync(folder);
  const ran = new Map<string, Ran>();
  let project: CliProject;
  let untouched: Readonly<Record<string, string>>;
  /** The path of a fake plugin that only records that it was started. */
  let tracer = "";
  const traceOf = (name: string): string => join(project.root, `${name}.started`);
  const run = (name: string): Promise<Ran> =>
    project.run([name, "--yes", "--provider", `network=${tracer}`], { TRACE: traceOf(name) });

  before(async function () {
    this.timeout(120_000);
    project = makeProject({ files: { [checkpoint]: state } });
    for (const name of names) project.write(name, readFileSync(join(folder, name)));
    // Only a schema shows that two tokens name the same type, so this file uses a type of the simulated cloud.
    const duplicate = readFileSync(join(folder, "duplicate-id.json"), "utf8");
    project.write(
      "duplicate-id.json",
      duplicate.replaceAll('"network:', '"simcloud:network:').replace(":index:", "/vpc:"),
    );
    project.write("good.json", JSON.stringify({ resources: [{ type: "network:index:Vpc", name: "a", id: "vpc-1" }] }));
    untouched = project.files();
    tracer = join(project.root, "tracer");
    writeFileSync(tracer, '#!/bin/sh\n: > "$TRACE"\nexit 1\n');
    chmodSync(tracer, 0o755);
    const all = await inParallel(names, run);
    for (const [index, name] of names.entries()) ran.set(name, all[index] as Ran);
  });
  after(() => project.remove());

  for (const name of names) {
    it(`rejects a broken import file: ${name}`, () => {
      const result = ran.get(name);
      assert.ok(result !== undefined);
      const message = showRun(result);
      assert.equal(result.code, 2, message);
      assert.equal(result.stdout, "", message);
      // Line wrapping adds spaces.
      const screen = result.stderr.slice(result.stderr.indexOf("Error:")).replace(/\s+/g, " ");
      assert.match(screen, /\(SPEC_INVALID\)/, message);
      for (const [place, reason, hint] of brokenFiles[name] ?? []) {
        assert.ok(screen.includes(`${name}:${place}`), `${name}:${place}: ${message}`);
        assert.match(screen, reason);
        assert.match(screen, hint);
      }
      assert.doesNotMatch(result.stderr, /canary|^ {4}at |node:internal/m);
    });
  }

  it("rejects a broken import file before it starts a plugin", async () => {
    assert.deepEqual(
      names.filter((name) => existsSync(traceOf(name))),
      [],
    );
    assert.equal((await run("good.json")).code, 1);
    assert.ok(existsSync(traceOf("good.json")));
  });

  it("writes nothing and leaves no process behind for a broken import file", async () => {
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
