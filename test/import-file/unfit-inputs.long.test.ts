import assert from "node:assert/strict";
import { renderReasons } from "../../src/cli/reasons.ts";
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { StackConfig } from "../../src/domain/stack-config.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { resolveSpecs } from "../../src/import-file/resolve.ts";
import { unfitWarnings } from "../../src/run/warnings.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { formatPath } from "../../src/value/path.ts";
import { signatureKey, signatures } from "../../src/value/signatures.ts";
import { type Draw, drawFrom } from "../support/mutate.ts";
import { planOf } from "../support/plan-of.ts";
import {
  changedValue,
  grownValue,
  inputName,
  isObject,
  type Json,
  marker,
  pick,
  type RandomPackage,
  randomPackage,
  resourceToken,
  wildValue,
} from "../support/random-types.ts";

const files = process.env.IMP_PROVE === "1" ? 20_000 : 1000;
const canary = "canary-9f31";

function warningsOf(random: RandomPackage, text: string, config: StackConfig = new Map()): readonly Diagnostic[] {
  const schemas = new Map([["wild", loadSchema(Buffer.from(JSON.stringify(random.schema)))]]);
  const specs = readSpecs([{ path: "wild.json", text }]);
  const context = {
    project: "p",
    stack: "dev",
    state: [],
    schemas,
    protect: false,
  } as const;
  return unfitWarnings({ request: resolveSpecs(specs, context), config, schemas });
}

function fileOf(value: Json, indent: number): string {
  const entry = { type: resourceToken, name: "a", id: "1", inputs: { [inputName]: value } };
  return JSON.stringify({ resources: [entry] }, null, indent);
}

/** Converts markers to Pulumi's signatures. Replaces some values with secrets that contain a canary as a key and as a value. */
function written(json: Json, draw: Draw): Json {
  if (draw(15) === 0) {
    return { [signatureKey]: signatures.secret, value: draw(2) === 0 ? { [canary]: canary, kind: 1 } : canary };
  }
  if (Array.isArray(json)) return json.map((item) => written(item, draw));
  if (!isObject(json)) return json;
  if (json[marker] === "asset") return { [signatureKey]: signatures.asset, text: "a" };
  if (json[marker] === "archive") return { [signatureKey]: signatures.archive, path: "a" };
  if (marker in json) return { [signatureKey]: signatures.resource, urn: "urn:pulumi:dev::p::a:b:C::d" };
  const key = (name: string): string => (draw(10) === 0 ? pick(hostile, draw) : name);
  return Object.fromEntries(Object.entries(json).map(([name, item]) => [key(name), written(item, draw)]));
}

const hostile = ["\u202eevil", "a\u0007b", "__proto__", "x\ny", 'q"uo]te', "k".repeat(3000), ""];

function randomFile(random: RandomPackage, draw: Draw): string {
  let json = draw(3) === 0 ? wildValue(draw, 4) : grownValue(random.spec, random, draw);
  for (let changes = draw(5); changes > 0; changes -= 1) json = changedValue(json, draw);
  return fileOf(written(json, draw), draw(3));
}

describe("inputs that do not match their type", () => {
  it(`reports locations, but no secrets, in warnings about ${files.toLocaleString("en")} random files`, () => {
    let warned = 0;
    for (let seed = 0; seed < files; seed += 1) {
      const draw = drawFrom(seed + (process.env.IMP_PROVE === "1" ? Date.now() : 0));
      const random = randomPackage(draw);
      const text = randomFile(random, draw);
      const warnings = warningsOf(random, text);
      const shown = renderReasons(planOf([]), warnings, { width: 80, colour: false });
      assert.doesNotMatch(shown + JSON.stringify(warnings), new RegExp(canary), text);
      assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/, text);
      for (const { where = "", path = "" } of warnings) checkPlace(where, path, text);
      warned += warnings.length;
    }
    assert.ok(warned > files / 2, String(warned));
  }).timeout(600_000);

  it("warns about random configuration values without showing secrets", () => {
    const draw = drawFrom(7);
    for (let seed = 0; seed < 500; seed += 1) {
      const random = randomPackage(draw);
      const variables = { a: random.spec, b: { ...random.spec, secret: true } };
      const schema = { ...random.schema, config: { variables } };
      const text =
        draw(3) === 0
          ? pick(["{", "", "\u0000", "1e999", "nul"], draw)
          : JSON.stringify(written(wildValue(draw, 4), draw));
      const entry = { text, object: false, source: "flag" } as const;
      const config = new Map([
        ["wild:a", { ...entry, secret: false }],
        ["wild:b", { ...entry, text: JSON.stringify({ [canary]: canary }), secret: true }],
        [`wild:${pick(hostile, draw)}`, { ...entry, secret: false }],
      ]);
      const warnings = warningsOf({ ...random, schema }, fileOf(null, 0), config);
      assert.doesNotMatch(
        JSON.stringify(warnings.filter(({ where }) => where === "--config wild:b")),
        new RegExp(canary),
      );
      assert.ok(warnings.every(({ severity }) => severity === "warning"));
    }
  });

  it("checks recursive types in linear time", () => {
    const next = { oneOf: [{ $ref: "#/types/wild:index:A" }, { $ref: "#/types/wild:index:B" }] };
    const object = { type: "object", properties: { next, name: { type: "string" } } };
    const types = { "wild:index:A": object, "wild:index:B": { ...object, properties: { ...object.properties } } };
    const schema = { name: "wild", types, resources: { [resourceToken]: { inputProperties: { [inputName]: next } } } };
    let value: Json = { name: 1 };
    for (let depth = 0; depth < 150; depth += 1) value = { next: value, other: [1] };
    const warnings = warningsOf({ schema, spec: next, types } as unknown as RandomPackage, fileOf(value, 0));
    assert.equal(warnings.length, 100);
  });
});

/** Asserts that the location in the file is that of the value. If the path has no value, asserts that an object is at the location. */
function checkPlace(where: string, path: string, text: string): void {
  const [, line, column] = /^wild\.json:(\d+):(\d+)$/.exec(where) ?? assert.fail(where);
  const lines = text.split("\n");
  const offset = lines.slice(0, Number(line) - 1).join("\n").length + (line === "1" ? 0 : 1) + Number(column) - 1;
  const last = valueAt(JSON.parse(text).resources[0].inputs, "", path);
  if (last === undefined) assert.match(text.slice(offset), /^\{/, `${where} ${path} ${text}`);
  else if (typeof last !== "object")
    assert.ok(text.startsWith(JSON.stringify(last), offset), `${where} ${path} ${text}`);
  else assert.match(text.slice(offset), /^[{[n]/, `${where} ${path} ${text}`);
}

/** Returns the value at a path in Pulumi's notation, or undefined. */
function valueAt(json: Json, before: string, wanted: string): Json | undefined {
  if (before === wanted) return json;
  const children = Array.isArray(json)
    ? json.map((item, index) => [formatPath([index]), item] as const)
    : isObject(json)
      ? Object.entries(json).map(([key, item]) => [formatPath([key]), item] as const)
      : [];
  for (const [key, item] of children) {
    const path = before === "" || key.startsWith("[") ? `${before}${key}` : `${before}.${key}`;
    if (!wanted.startsWith(path)) continue;
    const found = valueAt(item, path, wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
