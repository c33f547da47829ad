import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith } from "../support/cli-project.ts";
import { component, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { type Entry, entriesOf, flags, other, urn, withImported, words } from "./replace-entry.ts";

function entryOf(project: CliProject, name: string): Entry {
  const found = entriesOf(project).find((entry) => entry.urn.endsWith(`::${name}`));
  assert.ok(found !== undefined, `the state has ${name}`);
  return found;
}

describe("imp run --replace-entry", () => {
  it("replaces an entry in state and program, and deletes nothing; undo restores it", () =>
    withImported([vpc, subnetA], async (project) => {
      const before = project.files();
      const cloud = project.calls().length;
      project.write("other.json", specsOf(other));
      const refused = await project.run(["other.json", ...flags]);
      assert.match(
        words(refused),
        /URN_TAKEN.*--replace-entry 'urn:pulumi:dev::orchard::simcloud:network\/subnet:Subnet::a'/,
      );
      const ran = await exitsWith(0, project.run(["other.json", ...flags, "--replace-entry", urn]));
      assert.match(
        words(ran),
        /the state no longer contains the resource with this URN and the ID "subnet-128efe6a078553a5b".*Nothing is deleted in the cloud/,
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
      const undone = await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.match(words(undone), /Restored in the state: subnet-128efe6a078553a5b/);
      const { "other.json": _, ...after } = project.files();
      for (const [path, bytes] of Object.entries(before))
        if (!path.startsWith(".pulumi/") || path === checkpoint) assert.equal(after[path], bytes, path);
    }));
  it("rejects an unknown URN, a component, and a run that writes no state", () =>
    withImported([component, vpc], async (project) => {
      const network = urn.replace("simcloud:network/subnet:Subnet::a", `${component.type}::network`);
      for (const [given, why] of [
        [["--replace-entry", urn], /No imported resource has the URN/],
        [["--replace-entry", network], /is a component,\s+which has no object to read/],
        [["--replace-entry", urn, "--emit", "import-option"], /--emit import-option does not write to the state/],
        [["--replace-entry", urn, "--code-only"], /--code-only/],
      ] as const) {
        const ran = await exitsWith(2, project.run(["specs.json", ...flags, ...given]));
        assert.match(ran.stderr, why);
      }
    }));
});
