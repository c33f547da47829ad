/** `--replace-entry`: the object that was read takes the place of the one that the state has under the name. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { projectRoot, type Ran } from "../support/imp-process.ts";
import { component, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";

const urn = "urn:pulumi:dev::orchard::simcloud:network/subnet:Subnet::a";
const flags = ["--yes", "--no-protect"];
const other = { ...subnetB, name: "a" };

interface Entry {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly dependencies?: readonly string[];
}

function entriesOf(project: CliProject): readonly Entry[] {
  const state = project.json(checkpoint) as {
    readonly checkpoint: { readonly latest: { readonly resources: readonly Entry[] } };
  };
  return state.checkpoint.latest.resources;
}

function entryOf(project: CliProject, name: string): Entry {
  const found = entriesOf(project).find((entry) => entry.urn.endsWith(`::${name}`));
  assert.ok(found !== undefined, `the state has ${name}`);
  return found;
}

async function withImported(entries: readonly object[], test: (project: CliProject) => Promise<void>): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
  try {
    const ran = await project.run(["specs.json", ...flags]);
    assert.equal(ran.code, 0, showRun(ran));
    await test(project);
  } finally {
    await project.remove();
  }
}

function words({ stdout }: Ran): string {
  return stdout.replace(/\s+/g, " ");
}

describe("imp run --replace-entry", () => {
  it("replaces the entry in state and program, deletes nothing, and is undone byte for byte", () =>
    withImported([vpc, subnetA], async (project) => {
      const before = project.files();
      const cloud = project.calls().length;
      project.write("other.json", specsOf(other));
      const refused = await project.run(["other.json", ...flags]);
      assert.match(
        words(refused),
        /URN_TAKEN.*--replace-entry 'urn:pulumi:dev::orchard::simcloud:network\/subnet:Subnet::a'/,
      );
      const ran = await project.run(["other.json", ...flags, "--replace-entry", urn]);
      assert.equal(ran.code, 0, showRun(ran));
      assert.match(
        words(ran),
        /The state forgets the object "subnet-128efe6a078553a5b".*Nothing is deleted in the cloud/,
      );
      assert.equal(entryOf(project, "a").id, subnetB.id);
      assert.deepEqual(
        project
          .calls()
          .slice(cloud)
          .filter((call) => /^(Create|Update|Delete)$/.test(call)),
        [],
      );
      const code = project.read("index.ts");
      assert.equal(code.match(/new simcloud\.network\.Subnet\(/g)?.length, 1);
      assert.match(code, /cidrBlock: "10\.20\.1\.0\/24"/);
      assert.match(code, /vpcId: main\.id/);
      const again = await project.run(["other.json", ...flags, "--replace-entry", urn]);
      assert.match(words(again), /1 unchanged/);
      const undone = await project.plain(["undo", "--yes"]);
      assert.equal(undone.code, 0, showRun(undone));
      assert.match(words(undone), /In the state again: subnet-128efe6a078553a5b/);
      const { "other.json": _, ...after } = project.files();
      for (const [path, bytes] of Object.entries(before))
        if (!path.startsWith(".pulumi/") || path === checkpoint) assert.equal(after[path], bytes, path);
    }));

  it("names the resources that refer to the entry, and keeps all places in the state and the program", async () => {
    const key = `us-east-1|${vpc.type}|${vpc.id}`;
    const quickstart = JSON.parse(readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8"));
    const second = { ...quickstart.objects[key], vpcId: "vpc-second", cidrBlock: "10.99.0.0/16" };
    const cloud = { ...quickstart, objects: { ...quickstart.objects, [key.replace(vpc.id, "vpc-second")]: second } };
    const project = makeProject({ cloud, specs: JSON.parse(specsOf(vpc, subnetA, subnetB)) });
    try {
      assert.equal((await project.run(["specs.json", ...flags])).code, 0);
      const [places, program] = [entriesOf(project).map((entry) => entry.urn), project.read("index.ts")];
      project.write("other.json", specsOf({ ...vpc, id: "vpc-second" }));
      const main = urn.replace("network/subnet:Subnet::a", "network/vpc:Vpc::main");
      const ran = await project.run(["other.json", ...flags, "--replace-entry", main]);
      assert.equal(ran.code, 0, showRun(ran));
      assert.match(words(ran), /The next `pulumi up` gives the outputs of the new object to what refers to it: a, b/);
      assert.match(words(ran), /pulumi preview may show what the warnings above name/);
      assert.deepEqual(
        entriesOf(project).map((entry) => entry.urn),
        places,
      );
      assert.equal(project.read("index.ts"), program.replace("10.20.0.0/16", "10.99.0.0/16"));
    } finally {
      await project.remove();
    }
  });

  it("is refused for a URN that nothing has, for a component, and where no state is written", () =>
    withImported([component, vpc], async (project) => {
      const network = urn.replace("simcloud:network/subnet:Subnet::a", `${component.type}::network`);
      for (const [given, why] of [
        [["--replace-entry", urn], /Nothing that is imported has the URN/],
        [["--replace-entry", network], /is a component,\s+of which there is no object to read/],
        [["--replace-entry", urn, "--emit", "import-option"], /--emit import-option leaves the state/],
        [["--replace-entry", urn, "--code-only"], /--code-only/],
      ] as const) {
        const ran = await project.run(["specs.json", ...flags, ...given]);
        assert.equal(ran.code, 2, showRun(ran));
        assert.match(ran.stderr, why);
      }
    }));

  it("is not undone where the state has changed since", () =>
    withImported([vpc, subnetA], async (project) => {
      project.write("other.json", specsOf(other));
      assert.equal((await project.run(["other.json", ...flags, "--replace-entry", urn])).code, 0);
      project.write(checkpoint, project.read(checkpoint).replace(/"time":"[^"]*"/, '"time":"2026-01-01T00:00:00Z"'));
      const undone = await project.plain(["undo", "--yes"]);
      assert.equal(undone.code, 1, showRun(undone));
      assert.match(undone.stderr, /UNDO_ENTRIES_LOST/);
    }));
});
