/** The edits that turn the inputs of a program into those of the cloud. */
import assert from "node:assert/strict";
import { inputChanges } from "../../src/sync/input-edits.ts";
import { parsePath } from "../../src/value/path.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { secretValue, stringValue } from "../../src/value/value.ts";

type Inputs = { readonly [key: string]: Plain };

/** Returns the changes as `set a.b 1`. */
function changes(program: Inputs, cloud: Inputs, ...paths: readonly string[]): readonly string[] {
  const named = paths.map((path) => parsePath(path) ?? [path]);
  return inputChanges(fromPlainMap(program), fromPlainMap(cloud), named).map((change) => {
    if (change.kind === "manual") return `manual ${change.path.join(".")}`;
    const { edit } = change;
    const value =
      edit.kind === "remove"
        ? ""
        : JSON.stringify(edit.value, (_, each) => (each instanceof Map ? Object.fromEntries(each) : each));
    return `${edit.kind} ${edit.path.join(".")} ${value}`.trim();
  });
}

describe("edits of a program's inputs (imp sync)", () => {
  it("sets, adds, and removes only the inputs at the given paths", () => {
    const program = { size: 1, name: "a", tags: { a: "1", b: "2" }, old: true };
    const cloud = { size: 2, name: "b", tags: { a: "9", c: "3" }, fresh: { x: 1 } };
    assert.deepEqual(changes(program, cloud, "size", "tags.b", "tags.c", "fresh", "old"), [
      "set size 2",
      "remove tags.b",
      'add tags.c "3"',
      "remove old",
      'add fresh {"x":1}',
    ]);
    assert.deepEqual(changes(program, cloud, "tags"), ['set tags.a "9"', "remove tags.b", 'add tags.c "3"']);
  });

  it("edits list elements by position if the lists have the same length", () => {
    const program = { rules: [{ port: 1 }, { port: 2 }] };
    const cloud = {
      rules: [
        { port: 1, note: "" },
        { port: 3, note: "" },
      ],
    };
    assert.deepEqual(changes(program, cloud, "rules[1].port"), ["set rules.1.port 3"]);
  });

  it("inserts and removes list elements; ignores provider defaults in the other ones", () => {
    const [first, second, third] = [{ port: 1 }, { port: 2 }, { port: 3 }] as const;
    const read = (port: number) => ({ port, note: "", self: false });
    assert.deepEqual(
      changes({ rules: [first, second] }, { rules: [read(1), read(9), read(2)] }, "rules[1]", "rules[2]"),
      ['add rules.1 {"port":9,"note":"","self":false}'],
    );
    assert.deepEqual(changes({ rules: [first, second, third] }, { rules: [read(2), read(3)] }, "rules[0].port"), [
      "remove rules.0",
    ]);
    assert.deepEqual(changes({ rules: [first, second, third] }, { rules: [read(1), read(9)] }, "rules"), [
      "set rules.1.port 9",
      "remove rules.2",
    ]);
  });

  it("omits possible defaults of the provider in changed elements unless the Diff names them", () => {
    const program = { rules: [{ port: 1 }] };
    const cloud = { rules: [{ port: 2, note: "", self: false }] };
    assert.deepEqual(changes(program, cloud, "rules[0]"), ["set rules.0.port 2"]);
    assert.deepEqual(changes(program, cloud, "rules[0].port", "rules[0].self"), [
      "set rules.0.port 2",
      "add rules.0.self false",
    ]);
  });

  it("finds equal elements if the provider has defaults for them", () => {
    const read = (port: number) => ({ port, enabled: true });
    const program = { rules: [{ port: 1 }, { port: 2 }] };
    assert.deepEqual(changes(program, { rules: [read(1), read(9), read(2)] }, "rules[1]", "rules[2]"), [
      'add rules.1 {"port":9,"enabled":true}',
    ]);
  });

  it("ignores the order of a list if the Diff does not name all positions that differ", () => {
    const program = { zones: ["c", "a", "b"] };
    assert.deepEqual(changes(program, { zones: ["a", "b", "d"] }, "zones[0]", "zones[2]"), ['set zones.0 "d"']);
    assert.deepEqual(changes(program, { zones: ["a", "b"] }, "zones[0]"), ["remove zones.0"]);
    assert.deepEqual(changes(program, { zones: ["a", "b", "c", "d"] }, "zones[3]"), ['add zones.3 "d"']);
    assert.deepEqual(changes(program, { zones: ["a", "b", "c"] }, "zones[0]", "zones[1]", "zones[2]"), [
      'set zones.0 "a"',
      'set zones.1 "b"',
      'set zones.2 "c"',
    ]);
  });

  it("takes the changes around a path that neither side has", () => {
    assert.deepEqual(changes({ tags: { a: "1" } }, { tags: { a: "1", "b\\c": "2" } }, 'tags["b\\\\c"]'), [
      'add tags.b\\c "2"',
    ]);
  });

  it("leaves secrets to the user", () => {
    assert.deepEqual(changes({ password: "before-7f3a9c2b" }, { password: "after-7f3a9c2b" }, "password"), [
      "manual password",
    ]);
    const program = new Map([["text", secretValue(stringValue("a"))]]);
    const [change] = inputChanges(program, new Map([["text", stringValue("b")]]), [["text"]]);
    assert.equal(change?.kind, "manual");
  });

  it("edits only the changed members of a JSON string", () => {
    const [change] = inputChanges(
      fromPlainMap({ policy: '{"a":[1],"b":2}' }),
      fromPlainMap({ policy: '{"a":[1,3]}' }),
      [["policy"]],
    );
    assert.deepEqual(change?.kind === "edit" && change.edit, {
      kind: "set",
      path: ["policy"],
      value: '{"a":[1,3]}',
      json: [
        { kind: "add", path: ["a", 1], value: 3 },
        { kind: "remove", path: ["b"] },
      ],
    });
  });

  it("keeps null, false, and empty values of JSON documents", () => {
    const [change] = inputChanges(
      fromPlainMap({ policy: '{"a":1,"l":[{"x":1}]}' }),
      fromPlainMap({ policy: '{"a":null,"l":[{"x":1,"y":{}},{"x":2}]}' }),
      [["policy"]],
    );
    assert.deepEqual(change?.kind === "edit" && change.edit.kind === "set" && change.edit.json, [
      { kind: "set", path: ["a"], value: null },
      { kind: "add", path: ["l", 0, "y"], value: new Map() },
      { kind: "add", path: ["l", 1], value: new Map([["x", 2]]) },
    ]);
  });
});
