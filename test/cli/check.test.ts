/** `--check`: what was written goes through the compilers that are there; where there is none, that is said. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliProject, makeProject, told } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { record, specsOf } from "../support/quickstart-specs.ts";

/** The SDK of the simulated cloud, as far as one resource needs it. */
const sdk = (zone: string): string =>
  `export declare namespace dns { class Record { constructor(name: string, args: { zone: ${zone}; [key: string]: unknown }, opts?: object) } }\n`;

describe("--check", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(record)) });
  });
  afterEach(() => project.remove());

  /** Packages of this repository in the project, as `npm install` would bring them. */
  function install(zone: string): void {
    for (const name of ["typescript", "@pulumi/pulumi", "@types/node"]) {
      const link = project.path(join("node_modules", name));
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(projectRoot, "node_modules", name), link);
    }
    project.write("node_modules/@pulumi/simcloud/package.json", '{"version":"1.0.0","types":"index.d.ts"}');
    project.write("node_modules/@pulumi/simcloud/index.d.ts", sdk(zone));
  }

  it("compiles TypeScript with the project's own compiler", async () => {
    install("string");
    const ran = await project.run(["specs.json", "--yes", "--check"]);
    assert.equal(ran.code, 0, told(ran));
    assert.match(ran.stdout, /^Compiled: index\.ts by tsc \d+\.\d+\.\d+$/m);
  });

  it("tells the compiler's mistakes, with exit code 1; what was written stays", async () => {
    install("number");
    const ran = await project.run(["specs.json", "--yes", "--check"]);
    assert.equal(ran.code, 1, told(ran));
    assert.match(ran.stdout, /^Mistakes in index\.ts, says tsc [\d.]+:\n {2}index\.ts\(\d+,\d+\): error TS2322/m);
    assert.match(ran.stdout, /^Written:\n {2}index\.ts$/m);
    const json = await project.imp(["generate", "--check", "--json"]);
    assert.equal(json.code, 1, told(json));
    const { checks } = JSON.parse(json.stdout) as { checks: { language: string; verdict: string }[] };
    assert.deepEqual(
      checks.map(({ language, verdict }) => [language, verdict]),
      [["typescript", "failed"]],
    );
  });

  it("says where there is no compiler, or not what it needs, and leaves nothing behind", async () => {
    const ran = await project.run(["specs.json", "--yes", "--check", "--language", "typescript,go,pcl"]);
    assert.equal(ran.code, 0, told(ran));
    assert.match(
      ran.stdout,
      /^Not compiled: index\.ts: there is no typescript in node_modules; `npm install` brings it$/m,
    );
    assert.match(ran.stdout, /^Not compiled: main\.go: there is no go\.mod beside it; --new writes one$/m);
    assert.match(ran.stdout, /^Not compiled: main\.pp: imp runs no compiler for pcl/m);
    assert.equal(
      Object.keys(project.files()).some((name) => /pycache|node_modules|\bbin\b/.test(name)),
      false,
    );
    project.write("node_modules/typescript/package.json", '{"version":"5.0.0"}');
    const bare = await project.imp(["generate", "--check"]);
    assert.match(
      bare.stdout,
      /^Not compiled: index\.ts: @pulumi\/pulumi, @pulumi\/simcloud is not installed$/m,
      told(bare),
    );
    assert.equal(bare.code, 0);
  });

  it("compiles Python for its syntax where there are no SDKs", async function () {
    if (spawnSync("python3", ["--version"], { env: project.env }).status !== 0) {
      process.stdout.write("SKIPPED: --check of Python: there is no python3\n");
      this.skip();
    }
    const ran = await project.run(["specs.json", "--yes", "--check", "--language", "python"]);
    assert.equal(ran.code, 0, told(ran));
    assert.match(ran.stdout, /^Compiled: __main__\.py by (python, for syntax only|pyright)/m);
    assert.equal(
      Object.keys(project.files()).some((name) => /pycache|\.pyc/.test(name)),
      false,
    );
  });
});
