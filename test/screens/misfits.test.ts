/** The messages for every way in which a value does not match its type, compared with a golden file. `UPDATE_GOLDENS=1` writes it. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderReasons } from "../../src/cli/reasons.ts";
import type { ImportPlan } from "../../src/domain/graph.ts";
import type { StackConfig } from "../../src/domain/stack-config.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { resolveSpecs } from "../../src/import-file/resolve.ts";
import { unfitWarnings } from "../../src/run/warnings.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { planOf } from "../support/plan-of.ts";

const screen = { width: 80, colour: false };
const plan: ImportPlan = planOf([]);
const ofType = (name: string) => ({ $ref: `#/types/park:index:${name}` });
const text = { type: "string" };

const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "park",
      config: {
        variables: {
          retries: { type: "integer" },
          region: text,
          door: { ...ofType("Door"), secret: true },
          zones: { type: "array", items: text },
        },
      },
      types: {
        "park:index:Door": {
          type: "object",
          properties: { width: { type: "integer" }, lock: text },
          required: ["lock"],
        },
        "park:index:Size": { type: "string", enum: ["s", "m", "l"].map((value) => ({ value })) },
        "park:index:Rain": {
          type: "object",
          properties: { kind: { ...text, const: "rain" }, depth: { type: "number" } },
        },
        "park:index:Snow": { type: "object", properties: { kind: { ...text, const: "snow" } } },
      },
      resources: {
        "park:index:Gate": {
          inputProperties: {
            name: text,
            height: { type: "integer" },
            open: { type: "boolean" },
            tags: { type: "object", additionalProperties: text },
            ports: { type: "array", items: { type: "integer" } },
            matrix: { type: "array", items: { type: "array", items: { type: "object", additionalProperties: text } } },
            door: ofType("Door"),
            code: { ...ofType("Door"), secret: true },
            size: ofType("Size"),
            weather: { oneOf: [ofType("Rain"), ofType("Snow")] },
            either: { oneOf: [{ type: "integer" }, ofType("Size"), { type: "array", items: text }] },
            photo: { $ref: "pulumi.json#/Asset" },
            plan: { $ref: "pulumi.json#/Archive" },
            partner: { $ref: "#/resources/park:index:Gate" },
          },
        },
      },
    }),
  ),
);
const schemas = new Map([["park", schema]]);

const file = `providerInputs:
  declared:
    retries: []
resources:
  - type: park:index:Gate
    name: main
    id: g-1
    inputs:
      name: 7
      height: "3"
      open: "yes"
      tags: [a]
      ports: [80, null, 1.5, "443"]
      matrix: x
      door:
        witdh: 1
        colour: red
      code:
        lock: 5
        word: sesame
      size: xl
      weather:
        kind: hail
      either: 2.5
      photo: a.png
      plan: {}
      partner: main
  - type: park:index:Gate
    name: second
    id: g-2
    inputs:
      door: {lock: null}
      code: {fn: x}
      weather: {kind: rain, depth: deep}
  - type: pulumi:providers:park
    name: declared
  - type: pulumi:providers:park
    name: other
    inputs: {retries: many, zones: '{"a": 1}', version: 1.0.0, region: "1"}
`;

const flag = { secret: false, object: false, source: "flag" } as const;
const config: StackConfig = new Map([
  ["park:retries", { ...flag, text: "many" }],
  ["park:regoin", { ...flag, text: "x" }],
  ["park:zones", { ...flag, text: '["a",1]' }],
  ["park:door", { ...flag, text: '{"lock":1,"word":"sesame"}', secret: true }],
  ["park:region", { ...flag, text: "1" }],
  ["park:version", { ...flag, text: "1" }],
  ["shop:retries", { ...flag, text: "many" }],
]);

function warnings() {
  const specs = readSpecs([{ path: "park.yaml", text: file }]);
  const context = {
    project: "shop",
    stack: "dev",
    state: [],
    schemas,
    protect: false,
  } as const;
  return unfitWarnings({ request: resolveSpecs(specs, context), config, schemas });
}

describe("warnings about values that do not match their types", () => {
  const golden = fileURLToPath(new URL("misfits.txt", import.meta.url));
  const shown = renderReasons(plan, warnings(), screen);

  it("prints each kind of warning as in the golden file, within 80 columns", () => {
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, shown);
    assert.equal(shown, readFileSync(golden, "utf8"));
    for (const line of shown.split("\n")) assert.ok(line.length <= 80, line);
  });

  it("shows no contents of a secret that does not match its type", () => {
    assert.doesNotMatch(shown + JSON.stringify(warnings()), /sesame|word|\bfn\b/);
  });
});
