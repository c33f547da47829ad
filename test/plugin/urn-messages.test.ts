import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import { AliasSchema } from "../../src/plugin/proto/gen/monitor_pb.ts";
import { aliasOf } from "../../src/plugin/urn-messages.ts";

const parentOf = (spec: object): unknown => {
  const alias = aliasOf(create(AliasSchema, { alias: { case: "spec", value: { type: "acme:index:Old", ...spec } } }));
  return alias.kind === "spec" ? alias.parent : undefined;
};

describe("an alias in a registration", () => {
  it("has the same parent if parentUrn is empty, as the SDK for Python sends it", () => {
    assert.deepEqual(parentOf({ parent: { case: "parentUrn", value: "" } }), { kind: "same" });
    assert.deepEqual(parentOf({}), { kind: "same" });
    assert.deepEqual(parentOf({ parent: { case: "noParent", value: false } }), { kind: "same" });
  });

  it("has another parent or none if the program says so", () => {
    const urn = "urn:pulumi:dev::shop::acme:index:Team::web";
    assert.deepEqual(parentOf({ parent: { case: "parentUrn", value: urn } }), { kind: "urn", urn });
    assert.deepEqual(parentOf({ parent: { case: "noParent", value: true } }), { kind: "none" });
  });
});
