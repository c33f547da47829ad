/** The journal of a discovery: what was whole counts, and nothing else. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { journalHead, pageLine, readDiscoveryJournal } from "../../src/discovery/journal.ts";

const head = journalHead({ question: "a digest", started: "2026-01-15T10:20:30Z" });
const first = pageLine({ type: "pkg:m:T", items: [["1", "one"]], next: "to 2", done: false });
const second = pageLine({ type: "pkg:m:T", items: [["2", "zwei 🦔"]], next: "", done: true });
const other = pageLine({ type: "pkg:m:U", items: [], next: "", done: true, unlistable: true });

describe("the journal of a discovery", () => {
  it("has how far each type came", () => {
    const found = readDiscoveryJournal(head + first + other + second);
    assert.deepEqual(found?.types.get("pkg:m:T"), {
      objects: new Map([
        ["1", "one"],
        ["2", "zwei 🦔"],
      ]),
      next: "",
      isDone: true,
      isUnlistable: false,
    });
    assert.equal(found?.types.get("pkg:m:U")?.isUnlistable, true);
    assert.equal(found?.question, "a digest");
  });

  it("counts up to a line that was broken off, wherever that was", () => {
    const text = head + first + second;
    for (let length = 0; length < text.length; length += 1) {
      const found = readDiscoveryJournal(text.slice(0, length));
      if (length < head.length) assert.equal(found, undefined);
      else assert.equal(found?.length, length < (head + first).length ? head.length : (head + first).length);
    }
  });

  it("counts no line behind one that is damaged", () => {
    const found = readDiscoveryJournal(`${head}${first.replace("items", "tiems")}${second}`);
    assert.equal(found?.types.size, 0);
    assert.equal(found?.length, head.length);
  });

  it("is read from any text without a fault", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => readDiscoveryJournal(head + text) !== undefined));
    fc.assert(fc.property(fc.json(), (text) => readDiscoveryJournal(`${text}\n`) === undefined));
    fc.assert(fc.property(fc.json(), (text) => readDiscoveryJournal(`${head}${text}\n`)?.types.size === 0));
  });
});
