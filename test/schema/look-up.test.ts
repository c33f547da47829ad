/** imp finds a resource by every form of its token that a user may type, unless the form is ambiguous. */
import assert from "node:assert/strict";
import { loadSchema } from "../../src/schema/load.ts";
import { createTokenFinder } from "../../src/schema/look-up.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

const orchard = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "orchard",
      meta: { moduleFormat: "(.*)(?:/[^/]*)" },
      resources: {
        "orchard:trees/tree:Tree": { aliases: [{ type: "orchard:woods/tree:Tree" }, "orchard:woods/oak:Oak"] },
        "orchard:farm/tree:Tree": {},
        "orchard:farm/gate:Gate": {},
        "orchard:index/grove:Grove": {},
        "orchard:index/grove:grove": {},
        "orchard:index/ladder:Ladder": { aliases: ["orchard:farm/gate:Gate"] },
      },
    }),
  ),
);

describe("tokens that users type", () => {
  const expected: readonly (readonly [word: string, tokens: readonly string[]])[] = [
    ["orchard:farm/gate:Gate", ["orchard:farm/gate:Gate"]],
    ["orchard:farm:Gate", ["orchard:farm/gate:Gate"]],
    ["ORCHARD:Farm:gate", ["orchard:farm/gate:Gate"]],
    ["orchard.farm.gate", ["orchard:farm/gate:Gate"]],
    ["farm.Gate", ["orchard:farm/gate:Gate"]],
    ["farm/gate", ["orchard:farm/gate:Gate"]],
    ["gate", ["orchard:farm/gate:Gate"]],
    ["orchard:Gate", ["orchard:farm/gate:Gate"]],
    ["orchard:Ladder", ["orchard:index/ladder:Ladder"]],
    ["orchard::Ladder", ["orchard:index/ladder:Ladder"]],
    ["orchard:index:Ladder", ["orchard:index/ladder:Ladder"]],
    ["orchard:woods/tree:Tree", ["orchard:trees/tree:Tree"]],
    ["orchard:woods/TREE:tree", ["orchard:trees/tree:Tree"]],
    ["orchard:woods/oak:Oak", ["orchard:trees/tree:Tree"]],
    ["Tree", ["orchard:trees/tree:Tree", "orchard:farm/tree:Tree"]],
    ["farm:tree", ["orchard:farm/tree:Tree"]],
    ["Grove", ["orchard:index/grove:Grove"]],
    ["grove", ["orchard:index/grove:grove"]],
    ["GROVE", ["orchard:index/grove:Grove", "orchard:index/grove:grove"]],
    ["hedge", []],
    ["", []],
    [":", []],
    ["__proto__", []],
  ];
  for (const [word, tokens] of expected) {
    it(`finds ${tokens.join(", ") || "nothing"} for ${JSON.stringify(word)}`, () => {
      assert.deepEqual(orchard.meantResources(word), tokens);
    });
  }

  it("accepts only tokens of three parts as the type of an import spec", () => {
    for (const word of ["farm.Gate", "Gate", "orchard:Gate", "orchard:GROVE"])
      assert.equal(orchard.resource(word), undefined, word);
    for (const word of ["orchard:farm:Gate", "orchard:FARM:gate"])
      assert.equal(orchard.resource(word)?.name.token, "orchard:farm/gate:Gate");
  });

  it("finds every resource of a published schema by every unambiguous form of its token", function () {
    this.timeout(60_000);
    const schema = loadSchema(readAwsSchema());
    let unique = 0;
    for (const token of schema.resourceTokens()) {
      const { package: name, module, member } = schema.token(token);
      const middle = module === "" ? "index" : module;
      const forms = [token, `${name}:${middle}:${member}`, `${middle}.${member}`, `${name}:${member}`, member];
      for (const form of forms) {
        for (const word of [form, form.toLowerCase(), form.toUpperCase()]) {
          const meant = schema.meantResources(word);
          assert.ok(meant.includes(token), `${word}: ${meant.join(", ")}`);
          if (meant.length === 1) unique += 1;
        }
      }
      assert.deepEqual(schema.meantResources(token), [token]);
      assert.equal(schema.resource(token.toUpperCase())?.name.token, token);
    }
    assert.equal(unique, 15 * schema.resourceTokens().length);
  });

  it("reads the tokens of a package only once for many look-ups", () => {
    let reads = 0;
    const tokens = Array.from({ length: 1000 }, (_, i) => ({
      token: `p:m:T${i}`,
      package: "p",
      module: "m",
      member: `T${i}`,
    }));
    const finder = createTokenFinder(() => {
      reads += 1;
      return tokens;
    });
    for (let i = 0; i < 20_000; i += 1) finder.meant(`t${i % 2000}`);
    assert.equal(reads, 3);
  });
});
