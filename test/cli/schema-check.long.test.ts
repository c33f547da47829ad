import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type CliProject, exitsWith } from "../support/cli-project.ts";
import { main, type Ran } from "../support/imp-process.ts";
import { broken, faulty, makeSchemaProject, parseDocument, servePlugin, sound } from "./schema-check.ts";

describe("imp schema check", () => {
  let project: CliProject;
  const check = (...words: readonly string[]): Promise<Ran> => project.plain(["schema", "check", ...words]);
  const piped = (input: string | Uint8Array, ...words: readonly string[]) => {
    const { directory: cwd, env } = project;
    return spawnSync(process.execPath, [main, "schema", "check", "-", ...words], { cwd, env, input, encoding: "utf8" });
  };
  before(() => {
    project = makeSchemaProject();
  });
  after(() => project.remove());
  it("checks YAML files and standard input, and prints errors as JSON with --json", async () => {
    const yaml = await exitsWith(1, check("faulty.yaml", "--json"));
    const [fault] = parseDocument(yaml).faults;
    assert.deepEqual(
      [fault?.rule, fault?.path, fault?.line, fault?.column, fault?.pulumi],
      ["type-kind", 'resources["orchard:index:Tree"].inputProperties.height.type', 6, 23, "refuses"],
    );
    const input = piped(faulty, "--json");
    assert.equal(input.status, 1, input.stderr);
    assert.equal(parseDocument(input).refusedByPulumi, true);
    assert.equal(piped(sound).status, 0);
  });

  it("checks the schema of an installed package with or without a version", async () => {
    for (const word of ["simcloud", "simcloud@1.0.0", "simcloud@v1.0.0"]) {
      const ran = await exitsWith(0, check(word));
      assert.match(ran.stdout, /^simcloud@1\.0\.0: package simcloud 1\.0\.0, \d+ resources,/);
    }
    const other = await exitsWith(1, check("simcloud@2.0.0"));
    assert.match(other.stderr, /PLUGIN_NOT_FOUND/);
  });

  it("checks the schema of a plugin by path, by directory, and by --provider", async () => {
    const file = servePlugin(project, "orchard", faulty);
    for (const words of [[file], ["./bin"], ["orchard", "--provider", `orchard=${file}`]]) {
      const ran = await exitsWith(1, check(...words, "--json"));
      assert.deepEqual(
        parseDocument(ran).faults.map(({ rule }) => rule),
        ["unknown-key", "type-kind", "required"],
      );
    }
  });
  it("reports a plugin that has no schema, exits, or hangs", async () => {
    for (const [name, reason] of [
      ["wrapper", /does not\s+implement the method/],
      ["schemacrash", /ended with exit code 7/],
      ["schemahang", /No response within the time limit of --timeout/],
    ] as const) {
      const ran = await exitsWith(1, check(join(broken, `pulumi-resource-${name}`), "--timeout", "3"));
      assert.match(ran.stderr, /PACKAGE_FAILED/);
      assert.match(ran.stderr, reason);
      assert.doesNotMatch(ran.stderr, /\bat .*:\d+:\d+/);
    }
    await project.assertTidy();
  });

  it("exits with 2 for an unreadable schema file or a missing argument", async () => {
    const cases = [
      [["absent.json"], /No such file/],
      [["./absent"], /No such file/],
      [["."], /[Ii]s a directory/],
      [["/dev/zero"], /larger than 256 MiB/],
      [[], /Missing 1 required arg/],
    ] as const;
    for (const [words, reason] of cases) {
      const ran = await exitsWith(2, check(...words));
      assert.match(ran.stderr, reason);
      assert.equal(ran.stdout, "");
    }
  });
});
