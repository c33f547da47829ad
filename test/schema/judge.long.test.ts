/**
 * imp checks random values against their types as a JSON Schema validator does: with the same result, paths of errors, and union members. The
 * JSON Schema is built directly from the type's definition.
 */
import assert from "node:assert/strict";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Type, UnionType } from "../../src/ir/type.ts";
import { fitsType, objectTypesOf, unionMemberOf, valueMisfits } from "../../src/schema/judge/judge.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { secretValue, type Value } from "../../src/value/value.ts";
import { type Draw, drawFrom } from "../support/mutate.ts";
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
import { jsonSchemaOf, unionMembers } from "../support/type-json-schema.ts";

const proving = process.env.IMP_PROVE === "1";
const packages = proving ? 1000 : 100;
const valuesOfEach = 200;

interface Case {
  readonly random: RandomPackage;
  readonly type: Type;
  readonly find: ReturnType<typeof objectTypesOf>;
  readonly json: Json;
  readonly value: Value;
  readonly isRight: ValidateFunction;
  /** Validators of the members of a union. Empty for other types. */
  readonly isMember: readonly ValidateFunction[];
}

function* cases(): Generator<Case> {
  for (let seed = 0; seed < packages; seed += 1) {
    const draw = drawFrom(seed + (proving ? Date.now() : 0));
    const random = randomPackage(draw);
    const schema = loadSchema(Buffer.from(JSON.stringify(random.schema)));
    const type = schema.resource(resourceToken)?.inputs.get(inputName)?.type;
    assert.ok(type);
    const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
    const isRight = ajv.compile(jsonSchemaOf(random.spec, random));
    const members = type.kind === "union" ? unionMembers(random.spec) : [];
    const isMember = members.map((member) => ajv.compile(jsonSchemaOf(member, random)));
    const find = objectTypesOf(schema);
    for (let count = 0; count < valuesOfEach; count += 1) {
      const json = randomJson(random, draw);
      yield { random, type, find, json, value: propertyValue(json, draw), isRight, isMember };
    }
  }
}

function randomJson(random: RandomPackage, draw: Draw): Json {
  if (draw(8) === 0) return wildValue(draw, 3);
  let json = grownValue(random.spec, random, draw);
  for (let changes = draw(4) - 1; changes > 0; changes -= 1) json = changedValue(json, draw);
  return json;
}

/** Converts a JSON value to a property value. Random parts become secrets and outputs. */
function propertyValue(json: Json, draw: Draw): Value {
  const value = bareValue(json, draw);
  switch (draw(12)) {
    case 0:
      return secretValue(value);
    case 1:
      return { kind: "output", value, secret: draw(2) === 0, dependencies: [] };
    default:
      return value;
  }
}

function bareValue(json: Json, draw: Draw): Value {
  if (json === null) return { kind: "null" };
  if (typeof json === "string") return { kind: "string", value: json };
  if (typeof json === "number") return { kind: "number", value: json };
  if (typeof json === "boolean") return { kind: "boolean", value: json };
  if (Array.isArray(json)) return { kind: "list", items: json.map((item) => propertyValue(item, draw)) };
  switch (isObject(json) ? json[marker] : undefined) {
    case "asset":
      return { kind: "asset", source: { from: "text", text: "a" }, hash: "" };
    case "archive":
      return { kind: "archive", source: { from: "path", path: "a" }, hash: "" };
    case "resource":
      return { kind: "resource", urn: "urn:pulumi:dev::p::wild:index:Thing::a", packageVersion: "" };
    case "unknown":
      return pick<Value>(
        [
          { kind: "unknown", of: "string" },
          { kind: "output", secret: false, dependencies: [] },
        ],
        draw,
      );
    default:
      return {
        kind: "map",
        entries: new Map(Object.entries(json).map(([key, item]) => [key, propertyValue(item, draw)])),
      };
  }
}

/** Returns the path of an error. For a missing or an unexpected property, returns the path of the property. */
function placeOf({ instancePath, keyword, params }: ErrorObject): string {
  const keys = instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (keyword === "required") keys.push(String(params.missingProperty));
  if (keyword === "additionalProperties") keys.push(String(params.additionalProperty));
  return JSON.stringify(keys);
}

function shown({ random, json }: Case): string {
  return JSON.stringify({ json, spec: random.spec, types: random.types });
}

describe("comparing values with their types", () => {
  it(`agrees with a JSON Schema of the type about ${(packages * valuesOfEach).toLocaleString("en")} random values`, () => {
    const seen = { fitting: 0, misfits: 0, exact: 0, members: 0 };
    for (const testCase of cases()) {
      const { value, type, find, json, isRight } = testCase;
      const isFitting = fitsType(value, type, find);
      assert.equal(isFitting, isRight(json), shown(testCase));
      const paths = new Set(valueMisfits(value, type, find).map(({ path }) => JSON.stringify(path.map(String))));
      assert.equal(paths.size === 0, isFitting, shown(testCase));
      const errors = (isRight.errors ?? []).filter(({ keyword }) => keyword !== "if");
      const places = new Set(errors.map(placeOf));
      for (const path of paths) assert.ok(places.has(path), `${path} is not in ${[...places]}: ${shown(testCase)}`);
      // Without an error in a union, each path has exactly one reason.
      if (errors.every(({ keyword }) => keyword !== "anyOf")) {
        assert.deepEqual([...paths].sort(), [...places].sort(), shown(testCase));
        if (!isFitting) seen.exact += 1;
      }
      seen[isFitting ? "fitting" : "misfits"] += 1;
      seen.members += checkMember(testCase, isFitting) ? 1 : 0;
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > packages * 4, `${what}: ${count}`);
  }).timeout(600_000);
});

/** Asserts that imp chooses the only union member that the value fits. Returns false if it fits no member, or several. */
function checkMember(one: Case, isFitting: boolean): boolean {
  const { type, value, find, json, isMember } = one;
  if (type.kind !== "union" || !isFitting) return false;
  const passing = isMember.flatMap((isRight, index) => (isRight(json) ? [index] : []));
  const [only, other] = passing;
  if (only === undefined || other !== undefined) return false;
  assert.equal(unionMemberOf(value, type, find), leafTypes(type)[only], shown(one));
  return true;
}

function leafTypes(union: UnionType): readonly Type[] {
  return union.members.flatMap((member) => (member.kind === "union" ? leafTypes(member) : [member]));
}
