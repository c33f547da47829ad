/**
 * A handwritten table of PCL values and types, and whether Pulumi's binder accepts them. `test/generators` compares the table with the printer, and
 * `test/real` compares it with the binder.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { enumType, list, map, num, object, secret, text, yes } from "../generators/build.ts";

export interface PclValue {
  /** The type of a schema property. References name types in `pclTypes`. */
  readonly schema: object;
  readonly value: Expression;
  /** The value in PCL with single spaces. */
  readonly hcl: string;
  readonly isTaken: boolean;
}

export const pclTypes = {
  "shapes:index:Mode": { type: "string", enum: [{ value: "fast" }] },
  "shapes:index:Level": { type: "integer", enum: [{ value: 1 }] },
  "shapes:index:Rule": {
    type: "object",
    properties: { label: { type: "string" }, mode: { $ref: "#/types/shapes:index:Mode" } },
  },
} as const;

const mode = enumType("shapes:index:Mode", [{ value: "fast" }]);
const level = { ...enumType("shapes:index:Level", [{ value: 1 }]), element: "integer" } as const;

const string: Type = { kind: "string" };
const texts: Type = { kind: "list", element: string };
const textMap: Type = { kind: "map", element: string };
const either: Type = { kind: "union", members: [string, texts] };
const numberOrMode: Type = { kind: "union", members: [{ kind: "integer" }, mode] };

const schemas = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  textMap: { type: "object", additionalProperties: { type: "string" } },
  asset: { $ref: "pulumi.json#/Asset" },
  archive: { $ref: "pulumi.json#/Archive" },
  any: { $ref: "pulumi.json#/Any" },
  json: { $ref: "pulumi.json#/Json" },
  mode: { $ref: "#/types/shapes:index:Mode" },
  level: { $ref: "#/types/shapes:index:Level" },
  rule: { $ref: "#/types/shapes:index:Rule" },
  either: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
  numberOrMode: { oneOf: [{ type: "integer" }, { $ref: "#/types/shapes:index:Mode" }] },
} as const;

type Shape = keyof typeof schemas;

const types: Readonly<Record<Exclude<Shape, "rule">, Type>> = {
  string,
  integer: { kind: "integer" },
  number: { kind: "number" },
  boolean: { kind: "boolean" },
  texts,
  textMap,
  asset: { kind: "asset" },
  archive: { kind: "archive" },
  any: { kind: "any" },
  json: { kind: "json" },
  mode,
  level,
  either,
  numberOrMode,
};

/** The PCL values of each form. */
const forms = {
  text: { hcl: '"x"', of: (type: Type) => text("x", type) },
  digits: { hcl: '"512"', of: (type: Type) => text("512", type) },
  number: { hcl: "3", of: (type: Type) => num(3, type) },
  truth: { hcl: "true", of: (type: Type): Expression => ({ ...yes, type }) as Expression },
  list: { hcl: '["x"]', of: (type: Type) => list([text("x")], type) },
  map: { hcl: '{ "a" = "x" }', of: (type: Type) => map([["a", text("x")]], type) },
  asset: {
    hcl: 'stringAsset("x")',
    of: (type: Type): Expression => ({ kind: "asset", source: { from: "text", text: "x" }, type }),
  },
  archive: {
    hcl: 'fileArchive("./x")',
    of: (type: Type): Expression => ({ kind: "archive", source: { from: "path", path: "./x" }, type }),
  },
} as const;

type Form = keyof typeof forms;

const scalars = ["text", "digits", "number", "truth"] as const;
const all = Object.keys(forms) as readonly Form[];

/** The forms that the binder accepts for each type. */
const taken: Readonly<Record<Exclude<Shape, "rule">, readonly Form[]>> = {
  string: scalars,
  integer: scalars,
  number: scalars,
  boolean: scalars,
  texts: ["list"],
  textMap: ["map"],
  asset: ["asset", "archive"],
  archive: ["archive"],
  any: all,
  json: all,
  mode: [],
  level: [],
  either: [...scalars, "list"],
  numberOrMode: scalars,
};

const everyForm = (Object.keys(taken) as readonly (keyof typeof taken)[]).flatMap((shape) =>
  all.map(
    (form): PclValue => ({
      schema: schemas[shape],
      value: forms[form].of(types[shape]),
      hcl: forms[form].hcl,
      isTaken: taken[shape].includes(form),
    }),
  ),
);

/** Enum members and nested values. */
const others: readonly PclValue[] = [
  {
    schema: schemas.mode,
    value: { kind: "enum", member: { value: "fast" }, type: mode },
    hcl: '"fast"',
    isTaken: true,
  },
  { schema: schemas.mode, value: text("fast", mode), hcl: '"fast"', isTaken: true },
  { schema: schemas.level, value: num(1, level), hcl: "1", isTaken: true },
  { schema: schemas.level, value: text("1", level), hcl: '"1"', isTaken: false },
  { schema: schemas.mode, value: secret(text("odd", mode)), hcl: 'secret("odd")', isTaken: false },
  { schema: schemas.string, value: secret(list([text("x")], string)), hcl: 'secret(["x"])', isTaken: false },
  {
    schema: { type: "array", items: schemas.mode },
    value: list([text("odd", mode)], { kind: "list", element: mode }),
    hcl: '["odd"]',
    isTaken: false,
  },
  {
    schema: { type: "array", items: schemas.texts },
    value: list([text("x", texts)], { kind: "list", element: texts }),
    hcl: '["x"]',
    isTaken: false,
  },
  {
    schema: schemas.rule,
    value: object("shapes:index:Rule", [["label", text("x")]]),
    hcl: '{ label = "x" }',
    isTaken: true,
  },
  {
    schema: schemas.rule,
    value: object("shapes:index:Rule", [["label", list([text("x")], string)]]),
    hcl: '{ label = ["x"] }',
    isTaken: false,
  },
  {
    schema: schemas.rule,
    value: object("shapes:index:Rule", [["mode", text("odd", mode)]]),
    hcl: '{ mode = "odd" }',
    isTaken: false,
  },
];

export const pclValues: readonly PclValue[] = [...everyForm, ...others];
