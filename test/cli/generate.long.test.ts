import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { runImp } from "../support/imp-process.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";
import { edit, exported, programOf } from "./generate.ts";

describe("imp generate", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());

  it("changes nothing in a second imp generate", async () => {
    await project.imp(["generate", "--out", "twice"]);
    const files = project.files();
    const ran = await project.imp(["generate", "--out", "twice"]);
    assert.match(ran.stdout, /^No changes: the program is up to date\.$/m, showRun(ran));
    const json = await project.imp(["generate", "--out", "twice", "--json"]);
    const report = JSON.parse(json.stdout) as { resources: { name: string; id?: string }[]; files: string[] };
    assert.equal(report.resources.length, 12);
    assert.deepEqual(report.resources.find(({ name }) => name === "covers")?.id, "bookshop-covers-7f3a");
    assert.deepEqual(report.files, []);
    assert.deepEqual(project.files(), files);
  });

  it("prints several languages from a state file outside of a project", async () => {
    const directory = join(project.root, "elsewhere");
    mkdirSync(directory);
    writeFileSync(join(directory, "prod.json"), exported(project));
    const provider = `simcloud=${join(process.cwd(), "fixtures/simcloud/pulumi-resource-simcloud")}`;
    const words = [
      "generate",
      "--state",
      "prod.json",
      "--language",
      "typescript,python,go,pcl",
      "--provider",
      provider,
    ];
    await exitsWith(0, runImp(words, { cwd: directory, env: project.env }));
    assert.equal(readFileSync(join(directory, "index.ts"), "utf8"), project.read("index.ts"));
    assert.match(readFileSync(join(directory, "__main__.py"), "utf8"), /vpc_id=main\.id/);
    assert.match(readFileSync(join(directory, "main.go"), "utf8"), /main\.ID\(\)/);
    assert.match(readFileSync(join(directory, "main.pp"), "utf8"), /vpcId *= main\.id/);
  });
  it("prints external resources with the get function of their class", async () => {
    const external = { external: true, protect: false, inputs: {} };
    const program = await programOf(project, (latest) => edit(latest, "covers", external));
    assert.match(program, /simcloud\.storage\.Bucket\.get\(\s*"covers",\s*"bookshop-covers-7f3a"/);
    assert.doesNotMatch(program, /new simcloud\.storage\.Bucket\(\s*"covers"/);
    const all = exported(project, (latest) => edit(latest, "covers", external));
    project.write("external.json", all);
    const languages = ["--language", "python,go,csharp,java,pcl"];
    await exitsWith(0, project.imp(["generate", "--state", "external.json", "--out", "external", ...languages]));
    assert.match(project.read("external/__main__.py"), /Bucket\.get\(\s*"covers",\s*"bookshop-covers-7f3a"/);
    assert.match(
      project.read("external/main.go"),
      /GetBucket\(ctx, "covers", pulumi\.ID\("bookshop-covers-7f3a"\), nil/,
    );
    assert.match(project.read("external/Program.cs"), /Bucket\.Get\("covers", "bookshop-covers-7f3a"/);
    assert.match(project.read("external/main.pp"), /read covers "[^"]*" \{\n {4}id = "bookshop-covers-7f3a"/);
  });
  it("omits constants of the schema", async () => {
    const { cloud, specs } = makeEstate({
      seed: 1,
      resources: 3,
      regions: ["us-east-1"],
      tokens: new Set(["simcloud:compute/cluster:Cluster"]),
    });
    const clusters = makeProject({ cloud, specs });
    try {
      await exitsWith(0, clusters.run(["specs.json", "--yes"]));
      assert.match(clusters.read(checkpoint), /"kind":"Cluster"/);
      await exitsWith(0, clusters.imp(["generate", "--out", "again"]));
      assert.doesNotMatch(clusters.read("again/index.ts"), /kind: /);
      assert.equal(clusters.read("again/index.ts"), clusters.read("index.ts"));
    } finally {
      await clusters.remove();
    }
  });
});

describe("secrets in imp generate", () => {
  const { cloud, specs, canaries } = makeSecretEstate();

  it("prints secrets as configuration, encrypted with the stack's passphrase", async () => {
    const project = makeProject({ cloud, specs: {} });
    try {
      mkdirSync(join(project.root, "specs"));
      writeFileSync(join(project.root, "specs", "estate.json"), JSON.stringify(specs));
      await exitsWith(0, project.run(["../specs/estate.json", "--yes"]));
      const kept = /encryptionsalt: \S+/.exec(project.read("Pulumi.dev.yaml"))?.[0];
      project.write("Pulumi.dev.yaml", `config:\n  simcloud:region: us-east-1\n${kept}\n`);
      const ran = await exitsWith(0, project.imp(["generate", "--out", "again", "--language", "typescript,pcl"]));
      assert.match(project.read("again/index.ts"), /config\.requireSecret\("/);
      assert.ok((project.read("Pulumi.dev.yaml").match(/secure: v1:/g)?.length ?? 0) >= 2);
      const wrong = await project.imp(["generate", "--out", "wrong"], { PULUMI_CONFIG_PASSPHRASE: "battery staple" });
      assert.match(wrong.stderr, /\(PASSPHRASE_WRONG\)/, showRun(wrong));
      const texts = new Map([ran, wrong].map(({ stdout, stderr }, index) => [`run ${index}`, `${stdout}\n${stderr}`]));
      assert.ok(canaries.length >= 4);
      assert.deepEqual(
        findLeaks([project.directory, `${project.root}/home`, `${project.root}/tmp`], canaries, texts),
        [],
      );
    } finally {
      await project.remove();
    }
  });
});
