/** `--new`: a project around the program, in an empty directory; with the stack's configuration and exact versions. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { type CliProject, makeProject, told } from "../support/cli-project.ts";

describe("--new", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 0, told(ran));
  });
  after(() => project.remove());

  it("writes a TypeScript project that reads as `pulumi new` writes it, and says what to type", async () => {
    const ran = await project.imp(["generate", "--out", "shop", "--new"]);
    assert.equal(ran.code, 0, told(ran));
    assert.equal(
      project.read("shop/Pulumi.yaml"),
      `name: orchard\ndescription: Resources of stack dev\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n` +
        `backend:\n  url: "file://${project.directory}"\n`,
    );
    assert.equal(project.read("shop/Pulumi.dev.yaml"), project.read("Pulumi.dev.yaml"));
    assert.equal(project.read("shop/index.ts"), project.read("index.ts"));
    const manifest = project.json("shop/package.json") as { dependencies: Record<string, string>; main: string };
    assert.equal(manifest.main, "index.ts");
    assert.deepEqual(Object.keys(manifest.dependencies), ["@pulumi/pulumi"]);
    assert.deepEqual((project.json("shop/tsconfig.json") as { files: string[] }).files, ["index.ts"]);
    assert.match(
      ran.stdout,
      /\n {2}cd shop\n {2}pulumi package add \S+\n {2}pulumi install\n {2}pulumi stack select dev\n/,
    );
    const files = project.files();
    const again = await project.imp(["generate", "--out", "shop"]);
    assert.match(again.stdout, /^Nothing changed/m, told(again));
    assert.deepEqual(project.files(), files);
  });

  it("is imported into as any other project, with a state file of its own", async () => {
    const words = ["--state", "other.json", "--project", "orchard", "--stack-name", "dev", "--out", "made", "--new"];
    const ran = await project.run(["specs.json", "--yes", "--language", "python", ...words]);
    assert.equal(ran.code, 0, told(ran));
    assert.equal(project.read("made/requirements.txt"), "pulumi>=3.0.0,<4.0.0\n");
    assert.match(project.read("made/Pulumi.yaml"), /runtime:\n {2}name: python\n {2}options:\n {4}toolchain: pip\n/);
    assert.match(ran.stdout, /pulumi stack init dev[\s\S]*pulumi stack import --file \.\.\/other\.json/);
    const go = await project.imp(["generate", "--out", "go", "--new", "--language", "go"]);
    assert.equal(go.code, 0, told(go));
    assert.match(
      project.read("go/go.mod"),
      /^module orchard\n\ngo 1\.21\n\nrequire \(\n\tgithub\.com\/pulumi\/pulumi\/sdk\/v3 v3\.\d+\.\d+\n\)\n$/,
    );
  });

  it("is refused where something is already, and changes nothing there", async () => {
    for (const flags of [["generate"], ["run", "specs.json", "--yes"]]) {
      project.write("full/notes.txt", "mine");
      const files = project.files();
      const ran = await project.imp([...flags, "--out", "full", "--new"]);
      assert.equal(ran.code, 1, told(ran));
      assert.match(ran.stderr, /\(OUT_NOT_EMPTY\)[\s\S]*notes\.txt/);
      assert.deepEqual(project.files(), files);
    }
  });

  for (const [what, flags, said] of [
    ["without a directory", ["--new"], /--out/],
    ["for two languages", ["--new", "--out", "two", "--language", "go,python"], /names 2 languages/],
    ["for a language without projects", ["--new", "--out", "two", "--language", "pcl"], /no new projects in pcl/],
  ] as const) {
    it(`is refused ${what}`, async () => {
      mkdirSync(project.path("two"), { recursive: true });
      const ran = await project.imp(["generate", ...flags]);
      assert.equal(ran.code, 2, told(ran));
      assert.match(ran.stderr, said);
      assert.equal(existsSync(project.path("two/Pulumi.yaml")), false);
    });
  }
});
