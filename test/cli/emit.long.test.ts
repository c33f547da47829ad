/** `--emit import-option` and `--code-only` change no byte of the state. `--state-only` changes no byte of the program. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, component, record, role, specsOf } from "../support/quickstart-specs.ts";

describe("--emit import-option", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("writes `import` options to the code, but no state; a later run removes them", async () => {
    project.write("some.json", specsOf(component, { ...record, parent: "network" }, bucket));
    const state = project.read(checkpoint);
    const ran = await exitsWith(
      0,
      project.run(["some.json", "--yes", "--emit", "import-option", "--language", "typescript,python,go"]),
    );
    assert.equal(project.read(checkpoint), state);
    const program = project.read("index.ts");
    assert.match(program, /parent: network,\n\s+protect: true,\n\s+import: "bookshop\.example\/www\/CNAME",\n/);
    assert.equal(program.match(/import: "/g)?.length, 2);
    assert.match(project.read("__main__.py"), /import_="bookshop-covers-7f3a"/);
    assert.match(project.read("main.go"), /pulumi\.Import\(pulumi\.ID\("bookshop-covers-7f3a"\)\)/);
    assert.match(ran.stdout, /pulumi preview {4}should only show imports\n {2}pulumi up/);
    assert.doesNotMatch(ran.stdout, /dev\.json/);
    await exitsWith(0, project.run(["some.json", "--yes"]));
    assert.doesNotMatch(project.read("index.ts"), /import: "/);
    assert.notEqual(project.read(checkpoint), state);
  });

  it("does not create a missing state file with --emit import-option", async () => {
    const place = ["--state", "new.json", "--project", "orchard", "--stack-name", "dev"];
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--emit", "import-option", ...place]));
    assert.equal(existsSync(project.path("new.json")), false);
    assert.doesNotMatch(ran.stdout, /stack import/);
  });

  it("fails resources whose inputs `pulumi up` would reject in an import", async () => {
    const { cloud, specs } = makeQuirkEstate();
    const quirks = makeProject({ cloud, specs });
    try {
      const usual = await quirks.run(["specs.json", "--plan-only", "--json"]);
      const option = await quirks.run(["specs.json", "--plan-only", "--json", "--emit", "import-option"]);
      type Report = {
        resources: { name: string; verdict: string; remarks?: { kind: string }[]; error?: { code: string } }[];
      };
      const before = (JSON.parse(usual.stdout) as Report).resources;
      const after = new Map((JSON.parse(option.stdout) as Report).resources.map((one) => [one.name, one]));
      const odd = before.filter(
        ({ verdict, remarks }) => verdict === "update" || remarks?.some(({ kind }) => kind === "adopted"),
      );
      assert.ok(odd.length >= 4, String(odd.length));
      for (const { name } of odd) assert.equal(after.get(name)?.error?.code, "IMPORT_OPTION_DIFFERS", name);
      for (const { name, verdict } of before.filter((one) => !odd.includes(one))) {
        assert.ok([verdict, "failed"].includes(after.get(name)?.verdict ?? ""), name);
      }
    } finally {
      await quirks.remove();
    }
  });

  for (const flags of [["--state-only"], ["--placeholder"], ["--from-stack", "dev"]]) {
    it(`rejects --emit import-option with ${flags[0]}`, async () => {
      const ran = await exitsWith(2, project.run(["specs.json", "--yes", "--emit", "import-option", ...flags]));
      assert.match(ran.stderr, new RegExp(`--emit import-option[\\s\\S]*${flags[0]}`));
    });
  }
});

describe("--code-only and --state-only", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(role, bucket)) });
  });
  afterEach(() => project.remove());

  it("writes only the program with --code-only, and warns about pulumi up", async () => {
    const state = project.read(checkpoint);
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--code-only"]));
    assert.equal(project.read(checkpoint), state);
    assert.match(project.read("index.ts"), /new simcloud\.iam\.Role\([\s\S]*new simcloud\.storage\.Bucket\(/);
    assert.match(ran.stdout, /before `pulumi up`, which would create them again/);
  });

  it("writes only the state with --state-only, and warns about pulumi up", async () => {
    project.write("index.ts", "// mine\n");
    const { [checkpoint]: _, ...files } = project.files();
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--state-only"]));
    const { [checkpoint]: state, [`${checkpoint}.bak`]: __, ...after } = project.files();
    const bookkeeping = /^\.pulumi\/(backups|history)\/|^\.imp\/runs\//;
    const others = Object.entries(after).filter(([name]) => !bookkeeping.test(name));
    assert.deepEqual(Object.fromEntries(others), files);
    assert.match(Buffer.from(state ?? "", "base64").toString(), /bookshop-covers-7f3a/);
    assert.match(ran.stdout, /^Wrote:\n {2}\.pulumi\/stacks\/orchard\/dev\.json\n/m);
    assert.match(ran.stdout, /before `pulumi up` deletes them/);
    assert.doesNotMatch(ran.stdout, /npm|package add/);
    await exitsWith(0, project.imp(["generate", "--out", "code"]));
    assert.match(project.read("code/index.ts"), /new simcloud\.storage\.Bucket\(/);
  });

  it("accepts a parent and a provider that only the state has (--state-only)", async () => {
    const east = { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } };
    project.write("first.json", specsOf(component, east, role));
    await exitsWith(0, project.run(["first.json", "--yes", "--state-only"]));
    const urns = entriesOf(project.json(checkpoint)).map(({ urn }) => urn);
    const [network, provider] = ["::network", "::east"].map((end) => urns.find((urn) => urn.endsWith(end)));
    const nameTable = { net: network, east: provider };
    const child = { ...bucket, parent: "net", provider: "east" };
    project.write("child.json", JSON.stringify({ nameTable, resources: [child] }));
    await exitsWith(0, project.run(["child.json", "--yes", "--state-only"]));
    const entry = entriesOf(project.json(checkpoint)).find(({ urn }) => urn.endsWith("::covers"));
    assert.equal(entry?.parent, network);
    assert.match(entry?.provider ?? "", new RegExp(`^${provider}::`));
    assert.equal(existsSync(project.path("index.ts")), false);
    // imp generate prints the code of every resource.
    await exitsWith(0, project.imp(["generate", "--out", "code"]));
    assert.match(project.read("code/index.ts"), /parent: network,\n\s+provider: east,/);
  });

  it("rejects --code-only together with --state-only", async () => {
    await exitsWith(2, project.run(["specs.json", "--yes", "--code-only", "--state-only"]));
  });
});

interface Entry {
  readonly urn: string;
  readonly parent?: string;
  readonly provider?: string;
}

function entriesOf(state: unknown): readonly Entry[] {
  return (state as { checkpoint: { latest: { resources: readonly Entry[] } } }).checkpoint.latest.resources;
}
