/** imp parses `$ref` as Pulumi's schema binder does. */
import assert from "node:assert/strict";
import { parseReference, tolerantVersion } from "../../src/schema/references.ts";

describe("a $ref", () => {
  for (const [text, expected] of [
    ["#/types/pkg:index:Thing", { section: "types", token: "pkg:index:Thing" }],
    ["#/types/pkg:index%2fThing:Thing", { section: "types", token: "pkg:index/Thing:Thing" }],
    ["#/types/pkg:index/Thing:Thing", { section: "types", token: "pkg:index/Thing:Thing" }],
    ["#/resources/pkg:index:Thing", { section: "resources", token: "pkg:index:Thing" }],
    ["#//types/./x/../pkg:index:Thing", { section: "types", token: "pkg:index:Thing" }],
    ["#/provider", { section: "provider", token: "pulumi:providers:" }],
    [
      "/aws/v6.0.0/schema.json#/provider",
      { section: "provider", package: "aws", version: "6.0.0", token: "pulumi:providers:aws" },
    ],
    [
      "https://example.com/aws/v6/schema.json?x#/types/aws:index:Tags",
      { section: "types", package: "aws", version: "6.0.0", token: "aws:index:Tags" },
    ],
  ] as const) {
    it(`reads $ref ${text}`, () => assert.deepEqual(parseReference(text), expected));
  }

  for (const [text, why] of [
    ["#/nothing/x", "names neither a type, a resource, nor the provider"],
    ["", "names neither a type, a resource, nor the provider"],
    ["#/types/%zz", "has an invalid % escape"],
    ["#/types/a\nb", "has a control character"],
    ["/aws/6.0.0/schema.json#/provider", "is not the URL of a schema"],
    ["/aws/vlatest/schema.json#/provider", "has the invalid version vlatest"],
  ] as const) {
    it(`rejects $ref ${JSON.stringify(text)}`, () => assert.deepEqual(parseReference(text), { why }));
  }

  it("reads short versions in a $ref as Pulumi does, but no invalid ones", () => {
    const read = ["v1", "01.2", "1.2.3-rc.1+b", "1-rc", "x", "1.2.3.4", ""].map(tolerantVersion);
    assert.deepEqual(read, ["1.0.0", "1.2.0", "1.2.3-rc.1+b", undefined, undefined, undefined, undefined]);
  });
});
