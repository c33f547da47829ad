/** Known problems of import tools that only a whole run shows (docs/known-problems.md). */
import assert from "node:assert/strict";
import { makeEstate, makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const whole = makeWholeEstate();

const languages = "typescript,python,go,csharp,java,yaml,pcl";

/** The main file of each language. */
const programs = [
  "index.ts",
  "__main__.py",
  "main.go",
  "Program.cs",
  "src/main/java/myproject/App.java",
  "Main.yaml",
  "main.pp",
];

/** Returns an import spec of the simulated cloud, without parent and provider, and with the given changes. */
function entry(known: string, more: Partial<SpecEntry> & { readonly logicalName?: string }): SpecEntry {
  const found = whole.specs.resources.find(({ name }) => name === known);
  assert.ok(found, known);
  const { parent: _, provider: __, ...rest } = found;
  return { ...rest, ...more };
}

function urnsOf(project: CliProject): readonly string[] {
  const state = project.json(checkpoint) as { checkpoint: { latest: { resources: readonly { urn: string }[] } } };
  return state.checkpoint.latest.resources.map(({ urn }) => urn);
}

describe("imp run", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  it("imports six resources with the same name, three of them of one type", async () => {
    const resources = [
      entry("vpc-plain", { name: "network", logicalName: "main" }),
      entry("bucket-plain", { name: "files", logicalName: "main", parent: "network" }),
      entry("subnet-plain", { name: "part", logicalName: "main" }),
      entry("queue-plain", { name: "first", logicalName: "main" }),
      entry("queue-edges", { name: "second", logicalName: "main", parent: "network" }),
      entry("queue-policy", { name: "third", logicalName: "main", parent: "files" }),
    ];
    project = makeProject({ cloud: whole.cloud, specs: { resources } });
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--json", "--language", languages]));
    assert.deepEqual(JSON.parse(ran.stdout).summary.verdicts, { clean: 6 });
    const queues = urnsOf(project).filter((urn) => urn.endsWith("simcloud:queue/queue:Queue::main"));
    assert.equal(new Set(queues).size, 3);
    const program = project.read("index.ts");
    assert.equal(program.match(/^ {4}"main",$|\("main", /gm)?.length, 6, program);
    const variables = [...program.matchAll(/^const (\w+) = new /gm)].map(([, name]) => name);
    assert.equal(new Set(variables).size, 6, program);
    const again = await project.imp(["generate", "--language", languages]);
    assert.match(again.stdout, /^No changes/m, showRun(again));
  });

  it("keeps names with spaces, dots, signs, and reserved words", async () => {
    const names = {
      "queue-plain": "my service",
      "queue-edges": "organizations_db.public",
      "queue-policy": "$default",
      "vpc-plain": "1st",
      "subnet-plain": "class",
      "bucket-plain": "new-line",
      "record-empty": "Zürich ☃",
      "record-ttl-set": "__proto__",
      "record-ttl-zero": "mydomain.net.",
    };
    const resources = Object.entries(names).map(([known, name]) => entry(known, { name }));
    project = makeProject({ cloud: whole.cloud, specs: { resources } });
    await exitsWith(0, project.run(["specs.json", "--yes", "--language", languages]));
    const kept = urnsOf(project).map((urn) => urn.split("::").at(-1));
    for (const name of Object.values(names)) {
      assert.ok(kept.includes(name), name);
      for (const program of programs) assert.ok(project.read(program).includes(name), `${name} in ${program}`);
    }
  });

  it("prints references, and breaks a cycle with a literal and a comment", async () => {
    const { cloud, specs } = makeEstate({ seed: 3, resources: 24, regions: ["us-east-1"] });
    project = makeProject({ cloud, specs });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const program = project.read("index.ts");
    assert.equal(program.match(/\/\/ left literal: .* would close a cycle$/gm)?.length, 1, program);
    assert.equal(program.match(/\/\/ left literal/g)?.length, 1, program);
    const chosen = specs.resources.flatMap(({ id }) => (id?.match(/^(vpc|subnet|sg|arn:sim)[-:]/) ? [id] : []));
    assert.ok(chosen.length > 4);
    for (const id of chosen) assert.ok(!program.includes(`"${id}"`), id);
  });

  it("starts one provider per configuration, and reads each resource once", async () => {
    const { cloud, specs } = makeEstate({ seed: 3, resources: 40 });
    project = makeProject({ cloud, specs });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const calls = project.calls();
    const explicit = specs.resources.filter(({ type }) => type.startsWith("pulumi:providers:"));
    const readable = specs.resources.filter(({ id }) => id !== undefined);
    assert.ok(readable.length > 30);
    assert.equal(calls.filter((method) => method === "Configure").length, explicit.length + 1);
    assert.equal(calls.filter((method) => method === "Read").length, readable.length);
    assert.equal(calls.filter((method) => method === "GetSchema").length, 1);
  });

  it("omits a read property that the schema lacks, in every mode", async () => {
    project = makeProject({ cloud: whole.cloud, specs: { resources: [entry("quirk-extraInput", {})] } });
    for (const mode of ["smallest", "minimal", "lossless"]) {
      await exitsWith(0, project.run(["specs.json", "--yes", "--mode", mode, "--out", mode, "--code-only"]));
      assert.match(project.read(`${mode}/index.ts`), /note: /);
      assert.doesNotMatch(project.read(`${mode}/index.ts`), /extraInputId/);
    }
  });
});
