import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CliProject, exitsWith, filesBelow, makeProject, showRun } from "../support/cli-project.ts";
import { projectRoot, type Ran } from "../support/imp-process.ts";
import { bucket, specsOf } from "../support/quickstart-specs.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";

describe("--new", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());
  it("creates a project with a state file that later commands use", async () => {
    const words = ["--state", "other.json", "--project", "orchard", "--stack-name", "dev", "--out", "made", "--new"];
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--language", "python", ...words]));
    assert.equal(project.read("made/requirements.txt"), "pulumi>=3.0.0,<4.0.0\n");
    assert.match(project.read("made/Pulumi.yaml"), /runtime:\n {2}name: python\n {2}options:\n {4}toolchain: pip\n/);
    assert.match(ran.stdout, /pulumi stack init dev[\s\S]*pulumi stack import --file \.\.\/other\.json/);
    await exitsWith(0, project.imp(["generate", "--out", "go", "--new", "--language", "go"]));
    assert.match(
      project.read("go/go.mod"),
      /^module orchard\n\ngo 1\.21\n\nrequire \(\n\tgithub\.com\/pulumi\/pulumi\/sdk\/v3 v3\.\d+\.\d+\n\)\n$/,
    );
  });
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

  it("creates a TypeScript project that runs without changes", async () => {
    await exitsWith(0, run("--stack", "dev"));
    installSimcloudSdk({ directory: folder });
    const ran = await exitsWith(0, project.imp(["verify", "--cwd", folder, "--stack", "dev"]));
    assert.match(ran.stdout, /The program is clean/, showRun(ran));
  });

  it("names the project after the directory, and the stack by --stack", async () => {
    const planned = await exitsWith(0, run("--stack", "dev", "--plan-only"));
    assert.match(planned.stdout, /1 resource: 1 clean/);
    assert.deepEqual([names(folder), names(store)], [[".git", "specs.json"], []]);
    const ran = await exitsWith(0, run("--stack", "dev"));
    assert.match(readFileSync(join(folder, "Pulumi.yaml"), "utf8"), /^name: myshop\n/);
    assert.match(readFileSync(join(folder, "Pulumi.dev.yaml"), "utf8"), /simcloud:region: us-east-1/);
    assert.match(readFileSync(join(folder, "index.ts"), "utf8"), /"covers"/);
    const state = readFileSync(join(store, ".pulumi", "stacks", "myshop", "dev.json"), "utf8");
    assert.match(state, /urn:pulumi:dev::myshop::simcloud:storage\/bucket:Bucket::covers/);
    assert.doesNotMatch(ran.stdout, /^ *cd /m);
    assert.match(ran.stdout, /\n {2}pulumi install\n {2}pulumi stack select dev\n/);
    const again = await project.run(["specs.json", "--cwd", folder, "--stack", "dev", "--yes"]);
    assert.match(again.stdout, /^No changes/m, showRun(again));
    await exitsWith(0, project.plain(["undo", "--cwd", folder, "--stack", "dev", "--yes"]));
    assert.doesNotMatch(readFileSync(join(store, ".pulumi", "stacks", "myshop", "dev.json"), "utf8"), /covers/);
    assert.deepEqual(names(folder), [".git", ".imp", "specs.json"]);
    await exitsWith(0, run("--stack", "dev"));
    assert.match(readFileSync(join(folder, "Pulumi.yaml"), "utf8"), /^name: myshop\n/);
  });

  it("creates a backend in the project directory; undo keeps the backend", async () => {
    project.env.PULUMI_BACKEND_URL = "file://.";
    for (const _ of [1, 2]) {
      await exitsWith(0, run("--stack", "dev"));
      await exitsWith(0, project.plain(["undo", "--cwd", folder, "--stack", "dev", "--yes"]));
      assert.deepEqual(names(folder), [".git", ".imp", ".pulumi", "specs.json"]);
    }
  });

  it("creates the project again after undo, beside import files that imp wrote", async () => {
    const yaml = ["--stack", "dev", "--language", "yaml"];
    const missing = { type: "simcloud:iam/role:Role", name: "nobody", id: "nobody" };
    const { resources } = JSON.parse(readFileSync(join(folder, "specs.json"), "utf8")) as { resources: object[] };
    writeFileSync(join(folder, "specs.json"), JSON.stringify({ resources: [...resources, missing] }));
    for (const _ of [1, 2]) {
      const ran = await run(...yaml);
      assert.equal(ran.code, 3, showRun(ran));
      await exitsWith(0, project.plain(["undo", "--cwd", folder, "--stack", "dev", "--yes"]));
      assert.deepEqual(names(folder), [".git", ".imp", "imp-rest.json", "specs.json"]);
    }
  });

  it("leaves no directory or stack behind if the disk is full", async () => {
    const preload = `--import=${pathToFileURL(join(projectRoot, "test", "support", "write-points.mjs"))}`;
    const words = ["--stack", "dev", "--out", "deep/bakery"];
    const copies = join(project.root, "copies");
    mkdirSync(copies);
    const watching = { NODE_OPTIONS: preload, IMP_WATCHED: folder };
    const flags = ["--cwd", folder, "--new", "--config", "simcloud:region=us-east-1", "--yes", ...words];
    await exitsWith(0, project.run(["specs.json", ...flags], { ...watching, IMP_COPIES: copies }));
    const points = readFileSync(join(copies, "names"), "utf8").split("\n");
    const point = points.findIndex((name) => /^open .*index\.ts/.test(name));
    assert.ok(point > 0, points.join("\n"));
    for (const path of [join(folder, "deep"), join(store, ".pulumi")]) rmSync(path, { recursive: true });
    const full = await project.run(["specs.json", ...flags], { ...watching, IMP_FULL_AT: String(point) });
    assert.match(full.stderr, /\(COMMIT_FAILED\)[\s\S]*Nothing was written/, showRun(full));
    assert.deepEqual(names(folder), [".git", "specs.json"]);
    assert.deepEqual(
      filesBelow(store).filter((path) => path.includes("/stacks/")),
      [],
    );
  });

  it("creates a missing --out directory", async () => {
    const ran = await exitsWith(0, run("--stack", "dev", "--out", "deep/bakery"));
    assert.match(readFileSync(join(folder, "deep", "bakery", "Pulumi.yaml"), "utf8"), /^name: bakery\n/);
    assert.deepEqual(names(join(store, ".pulumi", "stacks", "bakery")), ["dev.json", "dev.json.bak"]);
    assert.deepEqual(names(folder), [".git", "deep", "specs.json"]);
    assert.match(ran.stdout, /\n {2}cd deep\/bakery\n/);
  });
});
