/** `--new` creates a project in an empty directory, with the stack's configuration and exact package versions. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newProjectAt } from "../../src/workspace/project/new-project.ts";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { bucket, specsOf } from "../support/quickstart-specs.ts";

describe("--new", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());

  it("writes a TypeScript project like `pulumi new`, and lists the next commands", async () => {
    const ran = await exitsWith(0, project.imp(["generate", "--out", "shop", "--new"]));
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
    assert.match(again.stdout, /^No changes/m, showRun(again));
    assert.deepEqual(project.files(), files);
  });
  it("declares packages of a YAML program with versions, so that no resource sets one", async () => {
    await exitsWith(
      0,
      project.imp(["generate", "--out", "declared", "--new", "--language", "yaml", "--target", "**::covers"]),
    );
    assert.match(project.read("declared/sdks/simcloud.yaml"), /^version: 1\.0\.0$/m);
    assert.doesNotMatch(project.read("declared/Main.yaml"), /^ {6}version:/m);
  });

  it("rejects a directory that is not empty, and changes nothing in it", async () => {
    for (const flags of [["generate"], ["run", "specs.json", "--yes"]]) {
      project.write("full/notes.txt", "mine");
      const files = project.files();
      const ran = await exitsWith(1, project.imp([...flags, "--out", "full", "--new"]));
      assert.match(ran.stderr, /\(OUT_NOT_EMPTY\)[\s\S]*notes\.txt/);
      const here = await exitsWith(1, project.imp([...flags, "--new"]));
      assert.match(here.stderr, /\(OUT_NOT_EMPTY\)/);
      assert.deepEqual(project.files(), files);
    }
  });

  it("rejects a stack that the current project does not have", async () => {
    const files = project.files();
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--stack", "prdo", "--new", "--out", "new"]));
    assert.match(ran.stderr, /\(STACK_NOT_FOUND\)[\s\S]*--create-stack/);
    assert.deepEqual(project.files(), files);
  });

  for (const [what, flags, reported] of [
    ["two languages", ["--new", "--out", "two", "--language", "go,python"], /lists 2 languages/],
    ["a language without projects", ["--new", "--out", "two", "--language", "pcl"], /--new does not support pcl/],
  ] as const) {
    it(`rejects ${what}`, async () => {
      mkdirSync(project.path("two"), { recursive: true });
      const ran = await exitsWith(2, project.imp(["generate", ...flags]));
      assert.match(ran.stderr, reported);
      assert.equal(existsSync(project.path("two/Pulumi.yaml")), false);
    });
  }
});

describe("--new outside a project", () => {
  let project: CliProject;
  let folder: string;
  let store: string;
  beforeEach(() => {
    project = makeProject();
    [folder, store] = [join(project.root, "my shop!"), join(project.root, "store")];
    for (const path of [folder, store, join(folder, ".git")]) mkdirSync(path);
    writeFileSync(join(folder, "specs.json"), specsOf(bucket));
    delete project.env.PULUMI_STACK;
    project.env.PULUMI_BACKEND_URL = `file://${store}`;
  });
  afterEach(() => project.remove());

  const run = (...words: readonly string[]): Promise<Ran> =>
    project.run(["specs.json", "--cwd", folder, "--new", "--config", "simcloud:region=us-east-1", "--yes", ...words]);
  const names = (path: string): readonly string[] => readdirSync(path).sort();
  for (const [title, words, variables] of [
    ["--stack", ["--stack", "organization/bakery/dev", "--create-stack"], {}],
    ["PULUMI_STACK", [], { PULUMI_STACK: "organization/bakery/dev" }],
  ] as const)
    it(`takes the project name from the qualified stack name in ${title}`, async () => {
      Object.assign(project.env, variables);
      await exitsWith(0, run(...words));
      assert.match(readFileSync(join(folder, "Pulumi.yaml"), "utf8"), /^name: bakery\n/);
    });

  it("uses an existing stack", async () => {
    const stacks = join(store, ".pulumi", "stacks", "myshop");
    mkdirSync(stacks, { recursive: true });
    writeFileSync(join(store, ".pulumi", "meta.yaml"), "version: 1\n");
    writeFileSync(join(stacks, "dev.json"), '{"version":0,"checkpoint":{"stack":"organization/myshop/dev"}}');
    await exitsWith(0, run("--stack", "dev"));
  });

  for (const [title, words, code, reported] of [
    ["--code-only with a missing stack", ["--stack", "dev", "--code-only"], 1, /\(STACK_NOT_FOUND\)/],
    ["a missing --stack", [], 2, /\(STACK_NOT_SELECTED\)[\s\S]*project\s+myshop[\s\S]*--create-stack/],
    ["an invalid stack name", ["--stack", "a b"], 2, /\(NAME_INVALID\)/],
  ] as const)
    it(`rejects ${title}, and writes nothing`, async () => {
      const ran = await exitsWith(code, run(...words));
      assert.match(ran.stderr, reported);
      assert.deepEqual(names(folder), [".git", "specs.json"]);
      assert.deepEqual(names(store), []);
    });

  // `pulumi new` gives the same names (getValidProjectName in pkg/workspace/templates.go).
  for (const [directory, name] of [
    ["shop", "shop"],
    ["My.shop_1-a", "My.shop_1-a"],
    ["my shop!", "myshop"],
    ["Bäckerei", "Bckerei"],
    ["店", "project"],
    ["Pulumi", "project"],
    ["pulumi.shop", "project"],
    ["pulumi-shop", "pulumi-shop"],
    ["x".repeat(101), "project"],
    ["", "project"],
  ] as const)
    it(`names the project "${name}" in the directory ${JSON.stringify(directory).slice(0, 20)}`, () => {
      assert.equal(newProjectAt(`/tmp/${directory}`.replace(/\/$/, "/!"), undefined).name, name);
    });
});
