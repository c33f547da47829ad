/** `imp run` runs the whole program before it writes, and stops if the next update would change another resource. */
import assert from "node:assert/strict";
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, specsOf, vpc } from "../support/quickstart-specs.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";

const head = 'import * as pulumi from "@pulumi/pulumi";\nimport * as simcloud from "@pulumi/simcloud";\n\n';
const main = `const main = new simcloud.network.Vpc("main", {
    cidrBlock: "10.20.0.0/16",
    enableDnsHostnames: true,
    tags: { app: "bookshop", stage: "live" },
});
`;

/** Opens a project whose state has the VPC of its program. */
async function openProject(): Promise<CliProject> {
  const project = makeProject({
    files: { "index.ts": head + main, "vpc.json": specsOf(vpc), "bucket.json": specsOf(bucket) },
  });
  installSimcloudSdk(project);
  await exitsWith(0, project.run(["vpc.json", "--yes", "--no-protect"]));
  return project;
}

describe("imp run in a project without a program", () => {
  it("verifies the new program against the new state", async () => {
    const project = makeProject({ files: { "bucket.json": specsOf(bucket) } });
    try {
      installSimcloudSdk(project);
      const ran = await exitsWith(0, project.run(["bucket.json", "--yes"]));
      assert.match(ran.stdout, /Verified: the next update changes nothing else \(2 resources\)/);
    } finally {
      await project.remove();
    }
  });

  it("only warns if the project's runtime does not run the new program", async () => {
    // The language host fails if imp starts it.
    const host = "bin/pulumi-language-nodejs";
    const project = makeProject({ files: { "bucket.json": specsOf(bucket), [host]: "#!/bin/sh\nexit 1\n" } });
    try {
      chmodSync(project.path(host), 0o755);
      const env = { PATH: `${project.path("bin")}:${project.env.PATH}` };
      const ran = await exitsWith(3, project.run(["bucket.json", "--yes", "--language", "yaml"], env));
      assert.match(ran.stdout.replace(/\s+/g, " "), /The runtime of the project, nodejs, does not run this program\./);
      assert.match(project.read("Main.yaml"), /bookshop-covers-7f3a/);
    } finally {
      await project.remove();
    }
  });
});

describe("imp run with a package that is not installed yet", () => {
  for (const [title, code, args, sentence] of [
    ["does not verify a new program", undefined, [], /^Wrote:$/m],
    [
      "does not blame the import for the missing package",
      'import * as pulumi from "@pulumi/pulumi";\nexport const stage = pulumi.getStack();\n',
      ["--into", "index.ts"],
      /did not verify the program as a whole: its dependencies are not\s+installed/,
    ],
  ] as const)
    it(title, async () => {
      const project = makeProject({
        files: { "bucket.json": specsOf(bucket), ...(code === undefined ? {} : { "index.ts": code }) },
      });
      try {
        installSimcloudSdk(project);
        rmSync(project.path("node_modules/@pulumi/simcloud"), { recursive: true });
        const ran = await exitsWith(0, project.run(["bucket.json", "--yes", ...args]));
        assert.match(ran.stdout, sentence);
        assert.match(ran.stdout, /pulumi package add/);
        assert.match(project.read(checkpoint), /bookshop-covers-7f3a/);
      } finally {
        await project.remove();
      }
    });
});

describe("imp run --allow-replace with a protected resource", () => {
  it("writes the import, and says that the next update fails", async () => {
    const { cloud, specs } = makeQuirkEstate();
    const resources = specs.resources.filter(({ name }) => name === "quirk-replacer");
    const project = makeProject({ cloud, specs: { resources } });
    try {
      installSimcloudSdk(project);
      const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--allow-replace"]));
      assert.match(
        ran.stdout.replace(/\s+/g, " "),
        /did not verify the program as a whole: unable to replace resource \S+quirk-replacer" as it is currently marked for protection/,
      );
      assert.match(project.read(checkpoint), /quirk-replacer/);
    } finally {
      await project.remove();
    }
  });
});

describe("imp run in a project with an installed program", () => {
  let project: CliProject;

  before(async () => {
    project = await openProject();
  });
  after(async () => await project?.remove());

  it("rejects an import if a transform changes the new resource, and writes nothing", async () => {
    const transform = `pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.includes("Bucket") ? { props: { ...props, tags: { team: "shop" } }, opts } : undefined);\n\n`;
    project.write("index.ts", head + transform + main);
    const written = (): readonly string[] => ["index.ts", checkpoint].map((file) => project.read(file));
    const before = written();
    const ran = await exitsWith(1, project.run(["bucket.json", "--yes", "--into", "index.ts"]));
    assert.match(
      ran.stderr,
      /would make unexpected changes[\s\S]*update simcloud:storage\/bucket:Bucket covers \(index\.ts:\d+:\d+\): tags/,
    );
    assert.deepEqual(written(), before, showRun(ran));
    assert.deepEqual(
      readdirSync(project.root).filter((name) => name.startsWith(".imp-verify")),
      [],
    );
  });

  it("inserts code if the import changes no other resource", async () => {
    project.write("index.ts", head + main);
    const ran = await exitsWith(0, project.run(["bucket.json", "--yes", "--into", "index.ts"]));
    assert.match(ran.stdout, /Verified: the next update changes nothing else \(3 resources\)/);
  });
});
