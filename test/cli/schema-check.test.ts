/** `imp schema check`: files, packages and plugins through the process, with screens, documents, exit codes, and sources that are none. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { main, projectRoot, type Ran } from "../support/imp-process.ts";

const broken = join(projectRoot, "fixtures", "plugins", "broken");

const sound = JSON.stringify({ name: "orchard", version: "1.2.0", resources: { "orchard:index:Tree": {} } });
const faulty = `{
  "name": "orchard",
  "version": "1.2.0",
  "colour": "green",
  "resources": {
    "orchard:index:Tree": {
      "inputProperties": { "height": { "type": "banana" } },
      "requiredInputs": ["heigth"]
    }
  }
}
`;
const faultyYaml = `name: orchard
version: 1.2.0
resources:
  orchard:index:Tree:
    inputProperties:
      height: { type: banana }
`;
const refersTo = (reference: string): string =>
  JSON.stringify({ name: "pkg", types: { "pkg:index:T": { type: "object", properties: { a: { $ref: reference } } } } });

interface CheckedDocument {
  readonly sound: boolean;
  readonly refusedByPulumi: boolean;
  readonly package?: { readonly name: string };
  readonly faults: readonly {
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly pulumi: string;
  }[];
}

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

  it("ends with 0 for a file without faults, whatever the file is called", async () => {
    for (const file of ["sound.json", "./sound.json", "sound.txt"]) {
      const ran = await check(file);
      assert.equal(ran.code, 0, showRun(ran));
      const words = ran.stdout.split(/\s+/).join(" ");
      assert.equal(words, `${file}: package orchard 1.2.0, 1 resource, 0 functions, 0 types, no faults. `);
    }
  });

  it("ends with 1 for a file with faults, and shows each with its place", async () => {
    const ran = await check("faulty.json");
    assert.equal(ran.code, 1, showRun(ran));
    assert.equal(
      ran.stdout,
      `faulty.json: 2 faults: Pulumi refuses the schema.

Warning at line 4, column 3: unknown-key
  path  colour
  why   "colour" is no key of a package: Pulumi overlooks it.
  hint  Remove it. Known are name, displayName, version, description, homepage,
        license, attribution, repository, logoUrl, pluginDownloadURL, publisher,
        namespace, keywords, meta, allowedPackageNames, language, config, types,
        provider, resources, functions, dependencies, parameterization,
        extensionParameterization.

Fault at line 7, column 48: type-kind
  path  resources["orchard:index:Tree"].inputProperties.height.type
  why   "banana" is none of boolean, integer, number, string, array, object.
  hint  Write one of boolean, integer, number, string, array, object.

Fault at line 8, column 26: required
  path  resources["orchard:index:Tree"].requiredInputs[0]
  why   "heigth" is required, but is no property of \`inputProperties\`.
  hint  Did you mean \`height\`?
`,
    );
  });

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

  it("looks into other packages through their installed plugins; one that is not there is a warning", async () => {
    const cases = [
      ["/simcloud/v1.0.0/schema.json#/resources/simcloud:network/vpc:Vpc", 0, []],
      ["/simcloud/v1.0.0/schema.json#/resources/simcloud:network/vpc:Gone", 1, ["reference"]],
      ["/absent/v1.0.0/schema.json#/types/absent:index:T", 0, ["package-not-loaded"]],
      ["/simcloud/v9.0.0/schema.json#/resources/simcloud:network/vpc:Vpc", 0, ["package-not-loaded"]],
    ] as const;
    for (const [reference, code, rules] of cases) {
      project.write("refers.json", refersTo(reference));
      const ran = await check("refers.json", "--json");
      assert.equal(ran.code, code, showRun(ran));
      assert.deepEqual(
        document(ran).faults.map(({ rule }) => rule),
        rules,
        showRun(ran),
      );
    }
  });

  it("checks what a plugin answers, also where it is no schema", async () => {
    const ran = await check(servePlugin("garbage", '{"name": "garbage", '), "--json");
    assert.equal(ran.code, 1, showRun(ran));
    assert.deepEqual(
      document(ran).faults.map(({ rule, line, column }) => [rule, line, column]),
      [["json-syntax", 1, 21]],
    );
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
      [["absent.json"], /no such file/],
      [["./absent"], /no such file/],
      [["."], /is a directory/],
      [["/dev/zero"], /more than 256 MiB/],
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
