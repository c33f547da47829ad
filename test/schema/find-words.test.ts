import assert from "node:assert/strict";
import { findByWords, searchWords } from "../../src/schema/find/find-words.ts";
import { loadSchema } from "../../src/schema/load.ts";

const text = { type: "string" };
const park = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "park",
      resources: {
        "park:index:Gate": { inputProperties: { width: text }, description: "Lets people in." },
        "park:old:Gate": { deprecationMessage: "Use Gate." },
        "park:index:GateKeeper": { inputProperties: { name: { ...text, description: "Of the *keeper*\nof a gate." } } },
        "park:index:Fence": { description: "Stands between gates." },
        "park:index:Bench": { inputProperties: { gate: text } },
      },
      functions: { "park:index:getGate": { outputs: { properties: { width: text } } } },
      types: { "park:index:GateHinge": { type: "object", properties: { metal: text } } },
    }),
  ),
);

const tokensWith = (...words: readonly string[]): readonly string[] =>
  findByWords(park, searchWords(words)).map(({ token }) => token);

describe("searching a package by words", () => {
  it("ranks matches in names before properties, and properties before descriptions", () => {
    assert.deepEqual(tokensWith("gate"), [
      "park:index:Gate",
      "park:old:Gate",
      "park:index:GateKeeper",
      "park:index:getGate",
      "park:index:GateHinge",
      "park:index:Bench",
      "park:index:Fence",
    ]);
  });

  it("finds only definitions that contain all words, anywhere and in any case", () => {
    assert.deepEqual(tokensWith("GATE", "Width"), ["park:index:Gate", "park:index:getGate"]);
    assert.deepEqual(tokensWith("gate people"), ["park:index:Gate"]);
    assert.deepEqual(tokensWith("gate", "submarine"), []);
    assert.deepEqual(tokensWith("park.Gate"), tokensWith("park", "gate"));
  });

  it("reports the property, token, or description that contains a word", () => {
    const [keeper] = findByWords(park, ["name", "keeper"]);
    assert.deepEqual(keeper?.matches, [
      { word: "name", place: "property", property: "name" },
      { word: "keeper", place: "token" },
    ]);
    const [fence] = findByWords(park, ["between"]);
    assert.deepEqual(fence?.matches, [{ word: "between", place: "description", text: "Stands between gates." }]);
  });

  it("ignores words that are only white space or separators", () => {
    assert.deepEqual(searchWords([" ", "::", ""]), []);
  });
});
