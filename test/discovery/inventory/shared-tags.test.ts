import assert from "node:assert/strict";
import { sharedTags } from "../../../src/discovery/inventory/shared-tags.ts";
import { loadSchema } from "../../../src/schema/load.ts";

const schemaWith = (setting: string) =>
  loadSchema(
    Buffer.from(JSON.stringify({ name: "aws", provider: { inputProperties: { [setting]: { type: "string" } } } })),
  );

const proven = (...tags: readonly Readonly<Record<string, string>>[]) =>
  tags.map((map, index) => ({
    object: {
      identity: `arn:aws:s3:::b${index}`,
      name: "",
      fields: new Map<string, string>(),
      tags: new Map(Object.entries(map)),
      where: { file: "list.json", line: 1, column: 1 },
    },
    token: "aws:s3/bucket:Bucket",
    id: `b${index}`,
  }));

const common = { team: "shop", env: "prod", "aws:cloudformation:stack-name": "s" };

describe("tags that all objects of a provider have", () => {
  it("are suggested as default tags, without names and tags of the cloud", () => {
    const objects = proven({ ...common, Name: "x" }, common, common, { ...common, extra: "1" }, common, {});
    assert.deepEqual(sharedTags(objects, schemaWith("defaultTags")), {
      package: "aws",
      objects: 5,
      path: "aws:defaultTags.tags",
      tags: new Map([
        ["team", "shop"],
        ["env", "prod"],
      ]),
    });
  });

  it("are not suggested for few objects, different values, or a provider without default tags", () => {
    assert.equal(sharedTags(proven(common, common), schemaWith("defaultTags")), undefined);
    const different = proven({ env: "a" }, { env: "a" }, { env: "a" }, { env: "a" }, { env: "b" });
    assert.equal(sharedTags(different, schemaWith("defaultTags")), undefined);
    assert.equal(sharedTags(proven(common, common, common, common, common), schemaWith("region")), undefined);
  });
});
