import assert from "node:assert/strict";
import { parseFilter } from "../../src/choices/filter.ts";
import { listableTypes, type TypeChoice } from "../../src/discovery/listable-types.ts";
import { parseQuery, queryOf } from "../../src/discovery/query.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { loadSchema } from "../../src/schema/load.ts";

const schemaOf = (resources: object) =>
  loadSchema(Buffer.from(JSON.stringify({ name: "pkg", version: "1.0.0", resources })));
const none: TypeChoice = { words: [], only: [], exclude: [] };

describe("listable types", () => {
  const plain = schemaOf({ "pkg:a:One": {}, "pkg:b:Two": {}, "pkg:b:Three": { isComponent: true } });
  const tokens = (choice: Partial<TypeChoice>) => listableTypes(plain, { ...none, ...choice }).map(({ type }) => type);

  it("lists all types of a provider, or only the types that words and filters select", () => {
    assert.deepEqual(tokens({}), ["pkg:a:One", "pkg:b:Two"]);
    assert.deepEqual(tokens({ words: ["pkg:b"] }), ["pkg:b:Two"]);
    assert.deepEqual(tokens({ words: ["pkg:one", "pkg:a:One"] }), ["pkg:a:One"]);
    assert.deepEqual(listableTypes(plain, { ...none, only: [parseFilter("type=*Two")] }).length, 1);
    assert.deepEqual(listableTypes(plain, { ...none, exclude: [parseFilter("type=pkg:b:*")] }).length, 1);
    assert.throws(() => tokens({ words: ["pkg:c:Four"] }), ImpError);
  });

  it("if the schema has types with list inputs, lists only them, and types that the user names", () => {
    const group = {
      type: "object",
      properties: { group: { type: "string" }, most: { type: "integer" } },
      required: ["group"],
    };
    const declaring = schemaOf({ "pkg:a:One": { listInputs: group }, "pkg:b:Two": {} });
    const [first, two] = listableTypes(declaring, none);
    assert.deepEqual([first?.required, first?.isUndeclared, two?.isUndeclared], [["group"], undefined, true]);
    assert.equal(listableTypes(declaring, { ...none, words: ["pkg:b:Two"] })[0]?.isUndeclared, undefined);
    const query = queryOf(
      [parseQuery("group=a=b"), parseQuery("most=3"), parseQuery("other=x")],
      "pkg:a:One",
      first?.inputs ?? new Map(),
    );
    assert.deepEqual(
      [...query],
      [
        ["group", { kind: "string", value: "a=b" }],
        ["most", { kind: "number", value: 3 }],
      ],
    );
    assert.throws(() => queryOf([parseQuery("most=many")], "pkg:a:One", first?.inputs ?? new Map()), ImpError);
    assert.throws(() => parseQuery("group"), ImpError);
  });
});
