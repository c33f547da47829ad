/** imp reduces read values to the inputs of a resource type. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { loadSchema } from "../../src/schema/load.ts";
import { projectToInputs } from "../../src/schema/shape.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, type Value } from "../../src/value/value.ts";

const schema = loadSchema(readFileSync("fixtures/schemas/orchard.json"));
const treeSchema = schema.resource("orchard:trees:Tree");
assert.ok(treeSchema);
const tree = treeSchema;
const values = (plain: { readonly [key: string]: Plain }): PropertyMap => fromPlainMap(plain);
const project = (plain: { readonly [key: string]: Plain }): PropertyMap => projectToInputs(values(plain), tree, schema);

describe("projectToInputs", () => {
  it("drops properties that are not inputs, at every level of objects", () => {
    const read = {
      name: "a",
      arn: "x",
      fruits: ["apple"],
      __defaults: [],
      soil: { acidity: 5, __defaults: [], hidden: 1, layers: [{ depth: 1, hash: "h", below: { depth: 2, id: "x" } }] },
      plots: [{ acidity: 1, state: "ok" }],
    };
    assert.deepEqual(
      project(read),
      values({
        name: "a",
        soil: { acidity: 5, layers: [{ depth: 1, below: { depth: 2 } }] },
        plots: [{ acidity: 1 }],
      }),
    );
  });

  it("keeps every key of maps, untyped values, and types of other packages", () => {
    const read = {
      labels: { __x: "1", "a.b": "2" },
      extra: { __y: { z: [1, null] } },
      tagging: { any: 1 },
      policy: { __v: 1 },
    };
    assert.deepEqual(project(read), values(read));
  });

  it("drops properties inside secrets, and keeps the secrets marked", () => {
    const soil: Value = { kind: "map", entries: values({ acidity: 1, hidden: 2 }) };
    const kept = projectToInputs(new Map([["soil", secretValue(soil)]]), tree, schema);
    assert.deepEqual(kept.get("soil"), secretValue({ kind: "map", entries: values({ acidity: 1 }) }));
  });

  it("keeps the properties of the union member that fits the value, despite unknown properties", () => {
    assert.deepEqual(
      project({ watering: { method: "drip", rate: 1, arc: 9, junk: 0 } }),
      values({ watering: { method: "drip", rate: 1 } }),
    );
    assert.deepEqual(
      project({ watering: { method: "spray", rate: 1, arc: 9 } }),
      values({ watering: { method: "spray", arc: 9 } }),
    );
    assert.deepEqual(project({ size: "xxl" }), values({ size: "xxl" }));
  });

  it("keeps a property that Read returns with dashes instead of underscores", () => {
    const rules = {
      type: "object",
      properties: { x_list_type: { type: "string" }, "x-map": { type: "string" }, x_map: { type: "string" } },
    } as const;
    const wide = loadSchema(
      Buffer.from(
        JSON.stringify({
          name: "wide",
          types: { "wide:index:Rules": rules },
          resources: {
            "wide:index:Definition": { inputProperties: { rules: { $ref: "#/types/wide:index:Rules" } } },
          },
        }),
      ),
    );
    const definition = wide.resource("wide:index:Definition") ?? assert.fail();
    const shown = (members: { readonly [key: string]: Plain }) =>
      projectToInputs(values({ rules: members }), definition, wide);
    assert.deepEqual(shown({ "x-list-type": "set", "x-other": "a" }), values({ rules: { x_list_type: "set" } }));
    assert.deepEqual(shown({ "x-map": "a", x_map: "b" }), values({ rules: { "x-map": "a", x_map: "b" } }));
    assert.deepEqual(shown({ "x-list-type": "a", x_list_type: "b" }), values({ rules: { x_list_type: "b" } }));
  });

  it("changes nothing if it is applied again, and returns only inputs of the type", () => {
    const plain = fc.letrec<{ value: Plain }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.string(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom("acidity", "layers", "depth", "below", "method", "rate", "__proto__", "x"),
          tie("value"),
        ),
      ),
    })).value;
    const names = fc.constantFrom("name", "soil", "plots", "labels", "watering", "extra", "size", "unknown", "__meta");
    fc.assert(
      fc.property(fc.dictionary(names, plain), (read) => {
        const once = project(read);
        assert.deepEqual(projectToInputs(once, tree, schema), once);
        for (const name of once.keys()) assert.ok(tree.inputs.has(name));
      }),
    );
  });
});
