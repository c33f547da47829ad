/** The id of the `pulumi import` example in a resource's description. */
import assert from "node:assert/strict";
import { importExample } from "../../src/schema/descriptions.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readSchema } from "../support/published-schemas.ts";

describe("the id that a description imports by", () => {
  it("is the last word of the command, however the provider spells the command", () => {
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

  it("is absent without such a command", () => {
    for (const text of [undefined, "", "You can import it.", "$ pulumi import a:b:C", "Use `pulumi import`."])
      assert.equal(importExample(text), undefined);
  });

  it("is found in published schemas", () => {
    const random = loadSchema(readSchema("packages", "random"));
    assert.equal(random.resource("random:index/randomInteger:RandomInteger")?.importExample, "15390,1,50000");
    assert.equal(random.resource("random:index/randomPet:RandomPet")?.importExample, undefined);
  });
});
