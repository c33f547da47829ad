/** A schema may declare properties whose names begin with `__`. imp must not confuse them with the private members that providers add. */
import assert from "node:assert/strict";
import { findPrivateMembers, withPrivateMembers } from "../../../../src/import/search/candidates/private-members.ts";
import { loadSchema } from "../../../../src/schema/load.ts";
import { fromPlainMap } from "../../../../src/value/plain.ts";
import { deriveOne } from "../../honest.ts";
import { detailed, type JsonObject, type ModelType, plainMap } from "../../model-cloud.ts";

const text = { type: "string" };
const objectTypes = {
  Inner: { properties: { __two: text, name: text } },
  Kind: { properties: { __type: text, size: text }, required: ["__type"] },
};
const type: ModelType = {
  inputProperties: {
    __two: text,
    o: { $ref: "#/types/model:index:Inner" },
    kind: { $ref: "#/types/model:index:Kind" },
    labels: { type: "object", additionalProperties: text },
  },
  create: (news) => news,
  diff: ({ olds, news }) => {
    const { __defaults: _, ...values } = news;
    return detailed(Object.fromEntries(Object.keys(values).map((key) => [key, olds[key] ?? null])), values);
  },
};
const inputs = { __two: "2", o: { __two: "22", name: "n" }, kind: { __type: "k", size: "s" }, labels: { __own: "l" } };

describe("properties whose names begin with __", () => {
  for (const mode of ["minimal", "smallest", "lossless"] as const) {
    it(`sets declared properties that begin with __, in mode ${mode}`, async () => {
      const strict: ModelType = {
        ...type,
        // Compares the state with the program, so an omitted value is a difference.
        diff: ({ olds, news }) =>
          detailed({ ...olds }, { ...Object.fromEntries(Object.keys(olds).map((key) => [key, null])), ...news }),
      };
      const { program, proof, verdict } = await deriveOne(strict, { inputs }, { objectTypes, mode });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, inputs);
      assert.deepEqual(plainMap(proof.stored), inputs);
    });
  }

  it("distinguishes declared properties from private data of the provider", () => {
    const schema = loadSchema(
      Buffer.from(
        JSON.stringify({
          name: "model",
          version: "1.0.0",
          types: { "model:index:Inner": { type: "object", ...objectTypes.Inner } },
          resources: { "model:index:Thing": { inputProperties: type.inputProperties } },
        }),
      ),
    );
    const resource = schema.resource("model:index:Thing");
    assert.ok(resource);
    const added = (sent: JsonObject, checked: JsonObject) =>
      findPrivateMembers(fromPlainMap(sent), fromPlainMap(checked), { resource, schema });
    const sent = { o: { name: "n" }, labels: { a: "1" } };
    const isBookkeeping = { o: { name: "n", __defaults: [] }, labels: { a: "1", __defaults: [] }, __x: 1 };
    const found = added(sent, isBookkeeping);
    assert.deepEqual(found && withPrivateMembers(fromPlainMap(sent), found), fromPlainMap(isBookkeeping));
    assert.equal(added(sent, { ...sent, __two: "filled in" }), undefined);
    assert.equal(added(sent, { ...sent, o: { name: "n", __two: "filled in" } }), undefined);
    assert.equal(added(sent, { ...sent, labels: { a: "1", __b: "filled in" } }), undefined);
  });
});
