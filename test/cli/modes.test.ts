import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, role, specsOf, vpc } from "../support/quickstart-specs.ts";
import { listedResources, withProject } from "./options.ts";

describe("--mode with generated names", () => {
  it("sets names in mode minimal, but not in mode smallest", async () => {
    const tokens = new Set(["simcloud:queue/queue:Queue"]);
    const { cloud, specs } = makeEstate({ seed: 5, resources: 4, regions: ["us-east-1"], tokens });
    const project = makeProject({ cloud, specs });
    const names = async (mode: string): Promise<readonly boolean[]> =>
      listedResources(await project.run(["specs.json", "--plan-only", "--json", "--mode", mode]))
        .filter(({ type }) => type.endsWith(":Queue"))
        .map(({ inputs }) => inputs.name !== undefined);
    const [minimal, smallest] = [await names("minimal"), await names("smallest")];
    assert.ok(minimal.length > 0);
    assert.deepEqual(
      minimal,
      minimal.map(() => true),
    );
    assert.deepEqual(
      smallest,
      smallest.map(() => false),
    );
    await project.remove();
  });
});

describe("import file fields", () => {
  it("sets the nested paths in `properties` for that resource only", () => {
    const entry = { ...bucket, name: "same", properties: ["versioning.enabled"] };
    const other = { ...vpc, name: "same", logicalName: "same", properties: ["enableDnsHostnames"] };
    const renamed = { ...other, name: "other" };
    return withProject(specsOf(entry, renamed), async (project) => {
      const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--json"]));
      const byUrn = new Map(listedResources(ran).map(({ urn, inputs }) => [urn, inputs]));
      const [first, second] = [...byUrn];
      assert.ok(first && second && byUrn.size === 2);
      assert.match(first[0], /Bucket::same$/);
      assert.match(second[0], /Vpc::same$/);
      assert.equal(first[1]["versioning.enabled"], "asked");
      assert.equal(first[1]["versioning.mfaDelete"], undefined, "the program sets only the named member of the object");
      assert.equal(second[1].enableDnsHostnames, "asked");
      assert.equal(first[1].enableDnsHostnames, undefined);
    });
  });

  it("reports paths in `properties` that Read did not return", () =>
    withProject(specsOf({ ...vpc, properties: ["ipv6CidrBlock"] }), async (project) => {
      const [plain, ran] = [
        await project.run(["specs.json", "--plan-only"]),
        await project.run(["specs.json", "--plan-only", "--json"]),
      ];
      const remarks = listedResources(ran)[0]?.remarks ?? [];
      assert.deepEqual(remarks, [{ kind: "not-returned", paths: ["ipv6CidrBlock"] }]);
      assert.match(plain.stdout.replace(/\s+/g, " "), /"properties" lists ipv6CidrBlock, which Read did not return/);
    }));

  it("does not call Read, but calls Check, for an entry with `inputs` and `outputs`", () => {
    const outputs = {
      name: "given",
      description: "d",
      arn: "arn:sim:iam::1:role/given",
      assumeRolePolicy: '{"Statement":[]}',
    };
    const inputs = { name: "given", assumeRolePolicy: '{"Statement":[]}', description: "d" };
    return withProject(specsOf({ ...role, name: "given", id: "given", inputs, outputs }), async (project) => {
      const ran = await project.run(["specs.json", "--yes", "--json"]);
      assert.notEqual(ran.code, 1, showRun(ran));
      const methods = new Set(project.calls());
      assert.ok(!methods.has("Read"), "imp does not call Read");
      assert.ok(methods.has("Check"));
      assert.match(project.read(checkpoint), /"arn":"arn:sim:iam::1:role\/given"/);
      const id = (JSON.parse(ran.stdout) as { resources: { id: string }[] }).resources[0]?.id;
      assert.equal(id, "given");
    });
  });
});
