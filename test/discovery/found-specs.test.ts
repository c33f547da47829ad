import assert from "node:assert/strict";
import fc from "fast-check";
import type { FoundObject } from "../../src/discovery/found.ts";
import { specsOfFound } from "../../src/discovery/found-specs.ts";
import { printSpecs } from "../../src/import-file/print-specs.ts";
import { readSpecs } from "../../src/import-file/read.ts";

const context = { isTaken: () => false, versions: new Map<string, string>() };
const named = (objects: readonly FoundObject[], more: Partial<typeof context> = {}) =>
  specsOfFound(objects, { ...context, ...more }).resources.map(({ name, id }) => [id, name]);

describe("import specs of discovered objects", () => {
  it("names a discovered object by its displayed name or ID, on one line", () => {
    const type = "pkg:m:T";
    assert.deepEqual(
      named([
        { type, id: "1", name: "orders" },
        { type, id: "2", name: "" },
        { type, id: "3", name: " two\twords\n" },
        { type, id: "4", name: "\u0000" },
      ]),
      [
        ["1", "orders"],
        ["2", "2"],
        ["3", "two-words"],
        ["4", "4"],
      ],
    );
  });

  it("adds a digest suffix if names are equal, or used in the stack", () => {
    const objects = [
      { type: "pkg:m:T", id: "1", name: "web" },
      { type: "pkg:m:T", id: "2", name: "web" },
      { type: "pkg:m:U", id: "1", name: "web" },
      { type: "pkg:m:U", id: "2", name: "there" },
    ];
    const names = named(objects, {
      isTaken: ((type: string, name: string) => type === "pkg:m:U" && name === "there") as () => boolean,
    });
    assert.match(names[0]?.[1] ?? "", /^web-[0-9a-f]{8}$/);
    assert.match(names[1]?.[1] ?? "", /^web-[0-9a-f]{8}$/);
    assert.deepEqual(names[2], ["1", "web"]);
    assert.match(names[3]?.[1] ?? "", /^there-[0-9a-f]{8}$/);
  });

  it("gives each object a unique name, which does not depend on the order of the objects", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("web", "a b", "", "\u007f"),
    );
    const object = fc.record({
      type: fc.constantFrom("pkg:m:T", "pkg:m/n:U"),
      id: fc.string({ minLength: 1, maxLength: 6 }).filter((id) => !/\p{Cc}/u.test(id)),
      name: text,
    });
    const objects = fc.uniqueArray(object, {
      selector: ({ type, id }) => `${type} ${id}`,
      maxLength: 30,
      minLength: 1,
    });
    fc.assert(
      fc.property(objects, fc.integer(), (discovered, turn) => {
        const specs = specsOfFound(discovered, context);
        const turned = discovered.toSorted((a, b) => (a.id.length * turn - b.name.length) % 7);
        assert.deepEqual(specsOfFound(turned, context), specs);
        const keys = specs.resources.map(({ type, name }) => `${type} ${name}`);
        assert.equal(new Set(keys).size, keys.length);
        const file = printSpecs(specs, [], (name) => name);
        const read = readSpecs([{ path: "found.json", text: file }]).resources;
        const short = ({ type, id, name }: { type: string; id?: string; name: string }) => [type, id, name];
        assert.deepEqual(read.map(short), specs.resources.map(short));
      }),
    );
  });
});
