/** Random programs with every layout, and strings that are about as long as a line. */
import fc from "fast-check";
import type { Expression, InterpolationPart, Property } from "../../src/ir/expression.ts";
import type { Program, ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import {
  any,
  config,
  enumType,
  json,
  list,
  map,
  node,
  nothing,
  num,
  number,
  objectType,
  program,
  property,
  reference,
  secret,
  string,
  text,
  yes,
} from "./build.ts";

/** Strings with wide characters, quotes, escaped characters, and plain words. */
const pieces = [
  "a",
  "word",
  "arn:aws:iam::123456789012:role/",
  "-",
  ".",
  " ",
  "/",
  "x".repeat(20),
  "10.0.0.0/16",
  '"',
  "'",
  "\\",
  "`",
  "${",
  "\n",
  "\t",
  "\u0000",
  "\u202e",
  "世界",
  "ｗｉｄｅ",
  "😃",
  "e\u0301",
  "👩‍👩‍👧",
  "1️⃣",
];
const shortText = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(""));
/** Strings that are about as long as a line. */
const longText = fc.integer({ min: 40, max: 110 }).map((length) => "long-text-".repeat(11).slice(0, length));
/** Strings that are about as long as a short argument. */
const middleText = fc.integer({ min: 20, max: 27 }).map((length) => "w".repeat(length));
const tallText = fc.array(shortText, { minLength: 3, maxLength: 4 }).map((parts) => parts.join("\n"));
const anyText = fc.oneof({ weight: 4, arbitrary: shortText }, { weight: 3, arbitrary: longText }, middleText, tallText);

const word = fc.constantFrom(
  "a",
  "address",
  "name",
  "length",
  "prefix",
  "settings",
  "cidrBlocks",
  "aRatherLongNameOfSomething",
);
const anyKey = fc.oneof(
  { weight: 6, arbitrary: word },
  fc.integer({ min: 75, max: 95 }).map((length) => "x".repeat(length)),
  fc.constantFrom("owner:team", "a b", "世界", "é", "1", "1.5", "", "__proto__", "it's", '"', "😃😃", "x".repeat(90)),
);
const comment = fc.option(fc.constantFrom("Either this or that.", "Two lines.\nThe second.", "", "世界"), {
  nil: undefined,
});
const anyNumber = fc.oneof(
  fc.integer({ min: -100, max: 100_000 }),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 1e-7, -1.5e300),
);

const nodes = ["a", "vpc", "aLongerNameOfAResource", "theLongestNameOfAnyResourceThatThisProgramHasOfThemAll"];
const step = fc.oneof(
  { weight: 20, arbitrary: word },
  { weight: 10, arbitrary: anyKey },
  { weight: 10, arbitrary: fc.nat({ max: 12 }) },
  fc.constantFrom("apply", "get"),
);
const anyReference = fc
  .tuple(fc.constantFrom(...nodes), fc.array(step, { maxLength: 5 }))
  .map(([id, path]) => reference(id, ...path));
const keys = ["token", "db:password", "aLongNameOfASecretInTheConfigurationOfThisProgram", "x".repeat(70)];

const { expression } = fc.letrec<{ expression: Expression; leaf: Expression }>((tie) => ({
  leaf: fc.oneof(
    { weight: 4, arbitrary: anyText.map((value) => text(value)) },
    anyText.map((value) => text(value, number)),
    anyNumber.map((value) => num(value)),
    anyNumber.map((value) => num(value, string)),
    { weight: 3, arbitrary: fc.constantFrom(yes, nothing(), num(-1), num(1)) },
    { weight: 2, arbitrary: middleText.map((value) => secret(text(value))) },
    fc.constantFrom(nothing(string)),
    { weight: 3, arbitrary: anyReference },
    fc.constantFrom(...keys).map((key) => config(key)),
    fc.constant(config("token", enumType("sim:a:Mode", [{ value: "x" }]))),
    fc
      .array(
        fc.oneof(
          anyText.map((part): InterpolationPart => ({ kind: "text", text: part })),
          anyReference.map((part): InterpolationPart => ({ kind: "reference", reference: part })),
        ),
        { maxLength: 4 },
      )
      .map((parts): Expression => ({ kind: "interpolation", parts, type: string })),
    anyText.map((value): Expression => ({ kind: "asset", source: { from: "text", text: value }, type: any })),
    anyText.map((path): Expression => ({ kind: "archive", source: { from: "path", path }, type: any })),
  ),
  expression: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 3, arbitrary: tie("leaf") },
    { weight: 2, arbitrary: fc.array(tie("expression"), { maxLength: 4 }).map((items) => list(items)) },
    fc.array(tie("expression"), { maxLength: 2 }).map((items) => list(items, string)),
    fc.array(anyNumber, { maxLength: 40 }).map((items) => list(items.map((item) => num(item)))),
    { weight: 2, arbitrary: entries(tie("expression"), 1).map((items) => map(items)) },
    { weight: 2, arbitrary: entries(tie("expression"), 4).map((items) => map(items)) },
    properties(tie("expression")).map(
      (items): Expression => ({ kind: "object", properties: items, type: objectType("sim:a:Thing") }),
    ),
    tie("expression").map((value) => secret(value)),
    tie("expression").map((value) => json(value)),
    entries(tie("leaf"), 2).map(
      (items): Expression => ({
        kind: "archive",
        source: { from: "assets", assets: items.map(([name, value]) => ({ name, value })) },
        type: any,
      }),
    ),
  ),
}));

const options: fc.Arbitrary<Partial<ResourceOptions>> = fc.record(
  {
    parent: fc.constantFrom(...nodes),
    protect: fc.boolean(),
    retainOnDelete: fc.boolean(),
    dependsOn: fc.array(fc.constantFrom(...nodes), { maxLength: 4 }),
    ignoreChanges: fc.array(fc.array(anyKey, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    additionalSecretOutputs: fc.array(word, { maxLength: 3 }),
    importId: anyText,
    version: fc.constant("1.2.3"),
    deletedWith: fc.constantFrom(...nodes),
    aliases: fc.array(anyText, { minLength: 1, maxLength: 2 }),
    customTimeouts: fc.record(
      { create: fc.constantFrom(60, 5400, 0.5), update: fc.constant(7200), delete: fc.constant(61) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const anyNode: fc.Arbitrary<ResourceNode> = fc
  .tuple(
    fc.constantFrom("x", "resource", "aNameThatTakesUpMuchOfTheLineThatItStandsOn"),
    fc.constantFrom(
      "sim:storage:Bucket",
      "sim:a/b/c/d:SomethingWithAVeryLongNameThatNobodyWouldLikeToType",
      "my:own:Kind",
    ),
    anyText,
    properties(expression),
    options,
    fc.array(fc.constantFrom("A note.", "Two lines:\nboth of them", ""), { maxLength: 2 }),
  )
  .map(([id, type, name, inputs, printed, comments]) =>
    node(id, type, {
      name,
      properties: inputs,
      options: printed,
      comments,
      ...(type.startsWith("my") ? { kind: "component" } : {}),
    }),
  );

const configType: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(string, number, any),
    tie("type").map((element): Type => ({ kind: "list", element })),
    tie("type").map((element): Type => ({ kind: "map", element })),
  ),
})).type;

/** Four plain resources, and up to three random resources that refer to them. */
export const anyProgram: fc.Arbitrary<Program> = fc
  .tuple(fc.array(anyNode, { minLength: 1, maxLength: 3 }), fc.array(configType, { minLength: 4, maxLength: 4 }))
  .map(([made, types]) =>
    program(
      [
        ...nodes.map((id) => node(id, "sim:a:Plain")),
        ...made.map((resource, at) => ({ ...resource, id: `${resource.id}${at}`, urn: `${resource.urn}${at}` })),
      ],
      [],
      Object.fromEntries(keys.map((key, at) => [key, types[at] ?? string])),
    ),
  );

function entries(
  value: fc.Arbitrary<Expression>,
  maxLength: number,
): fc.Arbitrary<readonly (readonly [string, Expression])[]> {
  return fc.uniqueArray(fc.tuple(anyKey, value), { maxLength, selector: ([key]) => key });
}

function properties(value: fc.Arbitrary<Expression>): fc.Arbitrary<readonly Property[]> {
  return fc
    .uniqueArray(fc.tuple(anyKey, value, comment, fc.integer({ min: 0, max: 9 })), {
      maxLength: 3,
      selector: ([key]) => key,
    })
    .map((items) =>
      items.map(([key, inside, note, dice]) => ({
        ...property(key, inside, dice < 3 ? note : undefined),
        ...(dice === 9 ? { undeclared: true as const } : {}),
      })),
    );
}
