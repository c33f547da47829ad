/** `imp schema check`: files, packages and plugins through the process, with screens, documents, exit codes, and sources that are none. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { main, type Ran } from "../support/imp-process.ts";
import { broken, type CheckedDocument, faulty, faultyYaml, sound } from "./schema-check.ts";

describe("imp schema check", () => {
  let project: CliProject;
  const check = (...words: readonly string[]): Promise<Ran> => project.plain(["schema", "check", ...words]);
  const piped = (input: string | Uint8Array, ...words: readonly string[]) => {
    const { directory: cwd, env } = project;
    return spawnSync(process.execPath, [main, "schema", "check", "-", ...words], { cwd, env, input, encoding: "utf8" });
  };
  const document = ({ stdout }: { readonly stdout: string }): CheckedDocument => JSON.parse(stdout) as CheckedDocument;
  /** A plugin that serves a schema under a name. */
  const servePlugin = (name: string, schema: string): string => {
    project.write(`${name}.json`, schema);
    const file = `bin/pulumi-resource-${name}`;
    const script = `SCHEMA_FILE="${project.path(`${name}.json`)}" exec "${broken}/pulumi-resource-schemafile" "$@"`;
    project.write(file, `#!/bin/sh\n${script}\n`);
    chmodSync(project.path(file), 0o755);
    return `./${file}`;
  };

  before(() => {
    project = makeProject({
      files: { "sound.json": sound, "faulty.json": faulty, "faulty.yaml": faultyYaml, "sound.txt": sound },
    });
    const folder = join(project.root, "home", ".pulumi", "plugins", "resource-simcloud-v1.0.0");
    mkdirSync(folder, { recursive: true });
    symlinkSync(simcloud, join(folder, "pulumi-resource-simcloud"));
  });
  after(() => project.remove());
  it("prints a document, of YAML and of standard input too", async () => {
    const yaml = await check("faulty.yaml", "--json");
    assert.equal(yaml.code, 1, showRun(yaml));
    const [fault] = document(yaml).faults;
    assert.deepEqual(
      [fault?.rule, fault?.path, fault?.line, fault?.column, fault?.pulumi],
      ["type-kind", 'resources["orchard:index:Tree"].inputProperties.height.type', 6, 23, "refuses"],
    );
    const input = piped(faulty, "--json");
    assert.equal(input.status, 1, input.stderr);
    assert.equal(document(input).refusedByPulumi, true);
    assert.equal(piped(sound).status, 0);
  });

  it("takes a package whose plugin is installed, with its version or without one", async () => {
    for (const word of ["simcloud", "simcloud@1.0.0", "simcloud@v1.0.0"]) {
      const ran = await check(word);
      assert.equal(ran.code, 0, showRun(ran));
      assert.match(ran.stdout, /^simcloud@1\.0\.0: package simcloud 1\.0\.0, \d+ resources,/);
    }
    const other = await check("simcloud@2.0.0");
    assert.equal(other.code, 1, showRun(other));
    assert.match(other.stderr, /PLUGIN_NOT_FOUND/);
  });

  it("takes a plugin by its path, by the directory in which it lies, and by --provider", async () => {
    const file = servePlugin("orchard", faulty);
    for (const words of [[file], ["./bin"], ["orchard", "--provider", `orchard=${file}`]]) {
      const ran = await check(...words, "--json");
      assert.equal(ran.code, 1, showRun(ran));
      assert.deepEqual(
        document(ran).faults.map(({ rule }) => rule),
        ["unknown-key", "type-kind", "required"],
      );
    }
  });
  it("reports a plugin that has no schema, ends or hangs in a few words", async () => {
    for (const [name, reason] of [
      ["wrapper", /does not\s+implement the method/],
      ["schemacrash", /ended with exit code 7/],
      ["schemahang", /no answer within the time that --timeout gives/],
    ] as const) {
      const ran = await check(join(broken, `pulumi-resource-${name}`), "--timeout", "3");
      assert.equal(ran.code, 1, showRun(ran));
      assert.match(ran.stderr, /PACKAGE_FAILED/);
      assert.match(ran.stderr, reason);
      assert.doesNotMatch(ran.stderr, /\bat .*:\d+:\d+/);
    }
    await project.assertTidy();
  });

  it("ends with 2 for a file that cannot be read, and for no word", async () => {
    const cases = [
      [["absent.json"], /No such file/],
      [["./absent"], /No such file/],
      [["."], /is a directory/],
      [["/dev/zero"], /larger than 256 MiB/],
      [[], /Missing 1 required arg/],
    ] as const;
    for (const [words, reason] of cases) {
      const ran = await check(...words);
      assert.equal(ran.code, 2, showRun(ran));
      assert.match(ran.stderr, reason);
      assert.equal(ran.stdout, "");
    }
  });
});
