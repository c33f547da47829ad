/** Resources, functions and types of a package, found by words. */
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

const found = (...words: readonly string[]): readonly string[] =>
  findByWords(park, searchWords(words)).map(({ token }) => token);

describe("words", () => {
  it("are found in names before properties, and in properties before descriptions", () => {
    assert.deepEqual(found("gate"), [
      "park:index:Gate",
      "park:old:Gate",
      "park:index:GateKeeper",
      "park:index:getGate",
      "park:index:GateHinge",
      "park:index:Bench",
      "park:index:Fence",
    ]);
  });

  it("must all be there, each anywhere, in any case", () => {
    assert.deepEqual(found("GATE", "Width"), ["park:index:Gate", "park:index:getGate"]);
    assert.deepEqual(found("gate people"), ["park:index:Gate"]);
    assert.deepEqual(found("gate", "submarine"), []);
    assert.deepEqual(found("park.Gate"), found("park", "gate"));
  });

  it("are shown with their places", () => {
    const [keeper] = findByWords(park, ["name", "keeper"]);
    assert.deepEqual(keeper?.matches, [
      { word: "name", place: "property", property: "name" },
      { word: "keeper", place: "token" },
    ]);
    const [fence] = findByWords(park, ["between"]);
    assert.deepEqual(fence?.matches, [{ word: "between", place: "description", text: "Stands between gates." }]);
  });

  it("are none where nothing but white space and separators is given", () => {
    assert.deepEqual(searchWords([" ", "::", ""]), []);
  });
});
