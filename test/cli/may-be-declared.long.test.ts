/** User programs that may construct an imported resource whose name they compute. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, projectFile, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

const head = 'import * as simcloud from "@pulumi/simcloud";\n\n';
const inputs = '{ cidrBlock: "10.20.0.0/16" }';

/** Programs that construct the network "main" with a computed name, and the line of the constructor. */
const hidden: Readonly<Record<string, readonly [code: string, line: number]>> = {
  "in a loop": [`for (const name of ["main"]) new simcloud.network.Vpc(name, ${inputs});\n`, 3],
  "in a factory": [
    `function make(name: string) {\n    return new simcloud.network.Vpc(name, ${inputs});\n}\nmake("main");\n`,
    4,
  ],
  "with a composed name": [
    `for (const part of ["in"]) {\n    new simcloud.network.Vpc(\`ma\${part}\`, ${inputs});\n}\n`,
    4,
  ],
  "by a subclass with a constructor": [
    `class Net extends simcloud.network.Vpc {\n    constructor(name: string) {\n        super(name, ${inputs});\n    }\n}\nnew Net("main");\n`,
    8,
  ],
};

/** Programs that do not construct the network "main". */
const others: Readonly<Record<string, string>> = {
  "another type": `for (const name of ["main"]) new simcloud.storage.Bucket(name, {});\n`,
  "a name with another prefix": `for (const one of ["main"]) new simcloud.network.Vpc(\`my-\${one}\`, ${inputs});\n`,
  "a child": `const up = new simcloud.network.Vpc("up", ${inputs});\nfor (const name of ["main"]) new simcloud.network.Vpc(name, ${inputs}, { parent: up });\n`,
};

async function withProgram(
  files: Readonly<Record<string, string>>,
  test: (project: CliProject) => Promise<void>,
): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(vpc)), files });
  try {
    await test(project);
  } finally {
    await project.remove();
  }
}

function words({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`.replace(/\s+/g, " ");
}

const warning = /Warning: [^.]*may already create this resource/;

describe("imp run if the user's program may construct the resource", () => {
  for (const way of [
    ["--into", "index.ts"],
    ["--append-file", "more.ts"],
  ]) {
    for (const [name, [code, line]] of Object.entries(hidden)) {
      it(`warns about code that may construct the resource, with the line: ${way[0]}, ${name}`, () =>
        withProgram({ "index.ts": `${head}${code}` }, async (project) => {
          const ran = await project.run(["specs.json", "--yes", ...way]);
          assert.match(words(ran), warning, showRun(ran));
          assert.ok(words(ran).includes(`index.ts:${line}`), showRun(ran));
          assert.match(words(ran), /may show changes; see the warnings above/);
          assert.doesNotMatch(words(ran), /shows no changes/);
        }));
    }
  }

  for (const [name, code] of Object.entries(others)) {
    it(`does not warn about code that constructs another resource: ${name}`, () =>
      withProgram({ "index.ts": `${head}${code}` }, async (project) => {
        const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--into", "index.ts"]));
        assert.doesNotMatch(words(ran), /may already create/);
      }));
  }

  it("treats a subclass without a constructor like the resource class", () => {
    const code = `class Net extends simcloud.network.Vpc {}\nnew Net("main", { cidrBlock: "10.20.0.0/16", enableDnsHostnames: true, tags: { app: "bookshop", stage: "live" } });\n`;
    return withProgram({ "index.ts": `${head}${code}` }, async (project) => {
      const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--no-protect", "--into", "index.ts"]));
      assert.match(words(ran), /Your program already declares this resource, so imp added no code/);
      assert.equal(project.read("index.ts"), `${head}${code}`);
    });
  });

  const python = projectFile.replace("nodejs", "python");
  const append = ["specs.json", "--yes", "--append-file", "adopted.py", "--language", "python"];

  for (const [name, code] of Object.entries({
    "on one line": 'net = simcloud.network.Vpc("main", cidr_block="10.20.0.0/16")\n',
    "on several lines": 'net = simcloud.network.Vpc(\n    "main",\n    cidr_block="10.20.0.0/16")\n',
    "in a loop": 'for name in ["other", "main"]:\n    simcloud.network.Vpc(name, cidr_block="10.20.0.0/16")\n',
  })) {
    it(`warns about Python code that may construct the resource: ${name}`, () =>
      withProgram(
        { "Pulumi.yaml": python, "__main__.py": `import pulumi_simcloud as simcloud\n\n${code}` },
        async (project) => {
          const ran = await project.run(append);
          assert.match(words(ran), warning, showRun(ran));
          assert.match(words(ran), /__main__\.py:[345]\b/);
          assert.doesNotMatch(words(ran), /shows no changes/);
        },
      ));
  }

  it("does not warn about Python code with another class, or code that imp wrote", () =>
    withProgram(
      {
        "Pulumi.yaml": python,
        "__main__.py":
          'import pulumi_simcloud as simcloud\n\nsimcloud.storage.Bucket("main")\nsimcloud.network.Vpc("up", cidr_block="10.20.0.0/16")\n',
      },
      async (project) => {
        for (let run = 0; run < 2; run += 1) {
          const ran = await exitsWith(0, project.run(append));
          assert.doesNotMatch(words(ran), /may already create/);
        }
      },
    ));
});
