import assert from "node:assert/strict";
import fc from "fast-check";
import { journalHead, pageLine, readDiscoveryJournal } from "../../src/discovery/journal.ts";

const head = journalHead({ question: "a digest", started: "2026-01-15T10:20:30Z" });
const first = pageLine({ type: "pkg:m:T", items: [["1", "one"]], next: "to 2", done: false });
const second = pageLine({ type: "pkg:m:T", items: [["2", "zwei 🦔"]], next: "", done: true });
const other = pageLine({ type: "pkg:m:U", items: [], next: "", done: true, unlistable: true });

describe("the discovery journal", () => {
  it("records the discovery progress of each type", () => {
    const journal = readDiscoveryJournal(head + first + other + second);
    assert.deepEqual(journal?.types.get("pkg:m:T"), {
      objects: new Map([
        ["1", "one"],
        ["2", "zwei 🦔"],
      ]),
      next: "",
      isDone: true,
      isUnlistable: false,
    });
    assert.equal(journal?.types.get("pkg:m:U")?.isUnlistable, true);
    assert.equal(journal?.question, "a digest");
  });

  it("ignores an incomplete last line of a discovery journal", () => {
    const text = head + first + second;
    for (let length = 0; length < text.length; length += 1) {
      const found = readDiscoveryJournal(text.slice(0, length));
      if (length < head.length) assert.equal(found, undefined);
      else assert.equal(found?.length, length < (head + first).length ? head.length : (head + first).length);
    }
  });

  it("ignores lines after a damaged one in a discovery journal", () => {
    const found = readDiscoveryJournal(`${head}${first.replace("items", "tiems")}${second}`);
    assert.equal(found?.types.size, 0);
    assert.equal(found?.length, head.length);
  });

  it("reads any string as a discovery journal without an error", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => readDiscoveryJournal(head + text) !== undefined));
    fc.assert(fc.property(fc.json(), (text) => readDiscoveryJournal(`${text}\n`) === undefined));
    fc.assert(fc.property(fc.json(), (text) => readDiscoveryJournal(`${head}${text}\n`)?.types.size === 0));
  });
});
