import assert from "node:assert/strict";
import { importExample } from "../../src/schema/descriptions.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readSchema } from "../support/published-schemas.ts";

describe("the import ID in a description", () => {
  it("finds the import ID in any spelling of the `pulumi import` command", () => {
    const fence = "```sh";
    for (const [line, id] of [
      ["$ pulumi import aws:s3/bucket:Bucket bucket bucket-name", "bucket-name"],
      ["$  pulumi import a:b/c:C name  x,y", "x,y"],
      ['$ pulumi import random:index/randomBytes:RandomBytes basic "8/fu3q=="', "8/fu3q=="],
      ["$ import random:index/randomString:RandomString newString myspecialdata", "myspecialdata"],
      ["$ pulumi import a:b:C name two words", "two words"],
    ])
      assert.equal(importExample(`A resource.\n\n## Import\n\n${fence}\n${line}\n\`\`\`\n`), id);
  });

  it("finds no import ID in a description without a complete command", () => {
    for (const text of [undefined, "", "You can import it.", "$ pulumi import a:b:C", "Use `pulumi import`."])
      assert.equal(importExample(text), undefined);
  });

  it("finds import IDs in published schemas", () => {
    const random = loadSchema(readSchema("packages", "random"));
    assert.equal(random.resource("random:index/randomInteger:RandomInteger")?.importExample, "15390,1,50000");
    assert.equal(random.resource("random:index/randomPet:RandomPet")?.importExample, undefined);
  });
});
