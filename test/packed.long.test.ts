/** Runs the npm package of imp in an empty directory, without a checkout, a registry, a compiler, or Pulumi. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./support/imp-process.ts";
import { installPacked, type Packed } from "./support/packed.ts";

const megabyte = 1_000_000;

describe("the packed package", function () {
  this.timeout(180_000);
  let packed: Packed;
  before(() => {
    packed = installPacked();
  });
  after(() => packed?.remove());

  it("contains commands, manifest, schemas and licenses, but no tests or sources", () => {
    const wanted = [
      "LICENSE",
      "README.md",
      "dist/bundle/main.js",
      "dist/bundle/commands/run.js",
      "dist/bundle/vendor/LICENSES.txt",
      "oclif.manifest.json",
      "src/cli/reports/documents.schema.json",
      "src/cli/reports/files/report.css",
      "src/cli/reports/files/report.mjs",
      "src/import-file/import-file.schema.json",
    ];
    assert.deepEqual(
      wanted.filter((name) => !packed.files.includes(name)),
      [],
    );
    assert.deepEqual(
      packed.files.filter((name) => /\.(ts|map)$|^test\/|^\.ci\//.test(name)),
      [],
    );
    const licences = readFileSync(join(projectRoot, "dist/bundle/vendor/LICENSES.txt"), "utf8");
    for (const name of ["@grpc/grpc-js", "@oclif/core", "inquirer", "prettier", "ts-morph", "typescript", "yaml"])
      assert.match(licences, new RegExp(`^${name} \\d`, "m"));
  });

  it("takes at most 15 MB after installation", () => {
    assert.ok(packed.installedBytes < 15 * megabyte, `${packed.installedBytes} bytes`);
  });

  it("runs --version, help and completion from the package", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
      readonly version: string;
    };
    const shown = packed.imp(["--version"]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.ok(shown.stdout.startsWith(`pulumi-imp/${version} `), shown.stdout);
    const help = packed.imp(["run", "--help"]);
    assert.equal(help.code, 0, help.stderr);
    assert.match(help.stdout, /USAGE\n {2}\$ imp run/);
    const script = packed.imp(["completion", "bash"]);
    assert.match(script.stdout, /complete -o default -F _imp_completion imp/);
    assert.equal(packed.imp(["complete", "imp schema ch"]).stdout, "check\n");
  });

  it("runs as a tool plugin of Pulumi, and prints `pulumi plugin run imp` in hints", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
      readonly version: string;
    };
    const shown = packed.tool(["--version"]);
    assert.deepEqual([shown.code, shown.stderr], [0, ""]);
    assert.ok(shown.stdout.startsWith(`pulumi-imp/${version} `), shown.stdout);
    const made = packed.tool(["quickstart", "tool"]);
    assert.equal(made.code, 0, made.stdout + made.stderr);
    assert.match(made.stdout, /^ {2}pulumi plugin run imp -- run more\.json --stack dev$/m);
  });

  it("imports the quickstart cloud, and changes nothing the second time", () => {
    const first = packed.imp(["quickstart", "try imp"], { PULUMI_BACKEND_URL: "s3://other", PULUMI_STACK: "other" });
    assert.equal(first.code, 0, first.stdout + first.stderr);
    assert.match(first.stdout, /^\$ cd 'try imp' && imp run specs\.json --stack dev --yes$/m);
    assert.match(first.stdout, /^12 resources: 12 clean$/m);
    assert.match(first.stdout, /^ {2}pulumi package add \/.*\/fixtures\/simcloud\/pulumi-resource-simcloud$/m);
    assert.match(first.stdout, /^ {2}imp run more\.json --stack dev$/m);
    const program = readFileSync(join(packed.directory, "try imp", "index.ts"), "utf8");
    assert.match(program, /new simcloud\.storage\.Bucket/);
    const again = packed.imp(["quickstart", "try imp"]);
    assert.equal(again.code, 0, again.stdout + again.stderr);
    assert.match(again.stdout, /^No changes: /m);
    assert.equal(readFileSync(join(packed.directory, "try imp", "index.ts"), "utf8"), program);
  });

  it("imports the rest of the quickstart cloud with the printed command", () => {
    const project = join(packed.directory, "try imp");
    const words = ["run", "more.json", "--stack", "dev", "--cwd", project, "--yes"];
    const failing = packed.imp(words, { PULUMI_CONFIG_PASSPHRASE: "quickstart" });
    assert.equal(failing.code, 3, failing.stdout + failing.stderr);
    assert.match(failing.stdout, /2 clean, 1 failed/);
    const held = packed.imp([...words, "--placeholder"], { PULUMI_CONFIG_PASSPHRASE: "quickstart" });
    assert.equal(held.code, 0, held.stdout + held.stderr);
    assert.match(held.stdout, /2 unchanged, 1 ignored/);
  });

  it("refers to the schema in the package from import files of projects that install imp", () => {
    const documentOf = (project: string): { readonly $schema?: string } => {
      const made = packed.imp(["quickstart", project]);
      assert.equal(made.code, 0, made.stdout + made.stderr);
      const words = ["discover", "simcloud", "--cwd", join(packed.directory, project), "--stack", "dev"];
      const ran = packed.imp(words, { PULUMI_CONFIG_PASSPHRASE: "quickstart" });
      assert.equal(ran.code, 0, ran.stdout + ran.stderr);
      return JSON.parse(readFileSync(join(packed.directory, project, "imp-found.json"), "utf8"));
    };
    const { $schema = "" } = documentOf("prefix/lib/shop");
    assert.equal($schema, "../node_modules/pulumi-imp/src/import-file/import-file.schema.json");
    assert.ok(existsSync(join(packed.directory, "prefix/lib/shop", $schema)));
    assert.equal(documentOf("elsewhere").$schema, undefined);
  });

  it("names the missing client that a backend needs", () => {
    const ran = packed.imp(
      ["run", "specs.json", "--stack", "dev", "--yes", "--cwd", join(packed.directory, "try imp")],
      {
        PULUMI_BACKEND_URL: "s3://some-bucket?region=us-east-1",
        PULUMI_CONFIG_PASSPHRASE: "quickstart",
      },
    );
    assert.equal(ran.code, 1, ran.stdout);
    assert.match(ran.stderr, /\(CLIENT_MISSING\)[\s\S]*npm install @aws-sdk\/client-s3/);
  });

  it("does not change a directory that imp quickstart did not create", () => {
    const ran = packed.imp(["quickstart", "prefix"]);
    assert.equal(ran.code, 1, ran.stdout);
    assert.match(ran.stderr, /\(QUICKSTART_FOREIGN\)/);
    assert.ok(!existsSync(join(packed.directory, "prefix", "cloud.json")));
  });

  it("fails if imp quickstart cannot create the directory", () => {
    for (const place of ["/proc/imp-quickstart", "prefix/bin/imp/below"]) {
      const ran = packed.imp(["quickstart", place]);
      assert.equal(ran.code, 1, ran.stdout);
      assert.match(ran.stderr, /\(QUICKSTART_UNWRITTEN\)/);
    }
  });
});
