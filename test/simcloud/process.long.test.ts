import assert from "node:assert/strict";
import { toStruct } from "../../fixtures/simcloud/plain.ts";
import { startSimcloud } from "./client.ts";

const vpc = "simcloud:network/vpc:Vpc";

describe("the process of the simulated cloud", () => {
  it("keeps the writes of two processes to one cloud", async () => {
    const first = await startSimcloud();
    const second = await startSimcloud();
    try {
      const cloud = `${first.directory}/cloud.json`;
      await second.call("configure", { args: toStruct({ cloud, region: "eu-west-2" }), acceptSecrets: true });
      const make = (simcloud: typeof first) =>
        simcloud.call("create", { type: vpc, properties: toStruct({ cidrBlock: "10.0.0.0/16" }) });
      const made = await Promise.all(Array.from({ length: 40 }, (_, index) => make(index % 2 === 0 ? first : second)));
      for (const [index, { id }] of made.entries()) {
        assert.ok(first.object(index % 2 === 0 ? "us-east-1" : "eu-west-2", vpc, id), id);
        assert.notEqual((await (index % 2 === 0 ? first : second).read(vpc, id)).outputs, undefined);
      }
    } finally {
      await first.close();
      await second.close();
    }
  });
  it("becomes another package if it is parameterized with arguments or a value", async () => {
    const simcloud = await startSimcloud();
    const other = await startSimcloud();
    try {
      const named = await simcloud.call("parameterize", {
        parameters: { case: "args", value: { args: ["simreg", "2.3.4"] } },
      });
      assert.deepEqual([named.name, named.version], ["simreg", "2.3.4"]);
      const spec = JSON.parse(
        Buffer.from(
          (await simcloud.call("getSchema", { subpackageName: "simreg", subpackageVersion: "2.3.4" })).schema,
        ).toString(),
      );
      assert.deepEqual(
        [spec.name, spec.version, spec.parameterization.baseProvider.name],
        ["simreg", "2.3.4", "simcloud"],
      );
      const token = "simreg:index/thing:Thing";
      assert.deepEqual(Object.keys(spec.resources), [token]);
      const value = Buffer.from(spec.parameterization.parameter, "base64");
      await other.call("parameterize", {
        parameters: { case: "value", value: { name: "simreg", version: "2.3.4", value } },
      });
      assert.deepEqual(JSON.parse(Buffer.from((await other.call("getSchema", {})).schema).toString()), spec);
      const made = await simcloud.call("create", { type: token, properties: toStruct({ name: "a" }) });
      assert.equal((await simcloud.read(token, made.id)).outputs?.name, "a");
      await assert.rejects(simcloud.call("parameterize", { parameters: { case: "args", value: { args: [] } } }), {
        code: 3,
      });
    } finally {
      await simcloud.close();
      await other.close();
    }
  });
});
