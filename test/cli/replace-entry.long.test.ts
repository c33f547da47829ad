import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { entriesOf, flags, other, urn, withImported, words } from "./replace-entry.ts";

describe("imp run --replace-entry", () => {
  it("lists resources that refer to the replaced one, and keeps the order of the state", async () => {
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
      const ran = await exitsWith(0, project.run(["other.json", ...flags, "--replace-entry", main]));
      assert.match(
        words(ran),
        /The next `pulumi up` passes the outputs of the new object to the resources that refer to it: a, b/,
      );
      assert.match(words(ran), /pulumi preview may show changes; see the warnings above/);
      assert.deepEqual(
        entriesOf(project).map((entry) => entry.urn),
        places,
      );
      assert.equal(project.read("index.ts"), program.replace("10.20.0.0/16", "10.99.0.0/16"));
    } finally {
      await project.remove();
    }
  });
  it("rejects undo if the state has changed since", () =>
    withImported([vpc, subnetA], async (project) => {
      project.write("other.json", specsOf(other));
      assert.equal((await project.run(["other.json", ...flags, "--replace-entry", urn])).code, 0);
      project.write(checkpoint, project.read(checkpoint).replace(/"time":"[^"]*"/, '"time":"2026-01-01T00:00:00Z"'));
      const undone = await exitsWith(1, project.plain(["undo", "--yes"]));
      assert.match(undone.stderr, /UNDO_ENTRIES_LOST/);
    }));
});
