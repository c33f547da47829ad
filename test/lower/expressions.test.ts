import assert from "node:assert/strict";
import fc from "fast-check";
import { ImpError } from "../../src/domain/errors.ts";
import type { LowerOptions } from "../../src/lower/lower.ts";
import { fromPlain, type Plain } from "../../src/value/plain.ts";
import { secretValue, type Value } from "../../src/value/value.ts";
import { runs } from "../support/runs.ts";
import { expressionOf, graph, lowered, plain, resource, subnetType, urn, vpcType } from "./lowered.ts";
import { tiny } from "./tiny-schema.ts";

describe("expressions from values", () => {
  const kinds: readonly (readonly [name: string, value: Plain, kind: string, type: string])[] = [
    ["vpcId", "x", "string", "string"],
    ["tags", { a: "b" }, "map", "map"],
    ["rules", [{ port: 0 }], "list", "list"],
    ["mode", "on", "enum", "enum"],
    ["mode", "unheard", "string", "enum"],
    ["relaxed", "on", "string", "string"],
    ["relaxed", "unheard", "string", "string"],
    ["size", 3, "number", "integer"],
    ["size", "3", "string", "string"],
    ["trigger", { kind: "sqs", url: "u" }, "object", "tiny:index:Queue"],
    ["trigger", { kind: "cron", when: "w" }, "object", "tiny:index:Cron"],
    ["trigger", { kind: "queue", url: "u" }, "object", "tiny:index:Queue"],
    ["either", { port: 1 }, "object", "tiny:index:Rule"],
    ["either", { when: "w", kind: "cron" }, "object", "tiny:index:Cron"],
    ["ratio", 0.5, "number", "number"],
    ["enabled", false, "boolean", "boolean"],
    ["anything", { a: [1, null] }, "map", "any"],
    ["policy", '{ "a": 1 }', "string", "json"],
    ["allow", {}, "object", "tiny:index:Allow"],
    ["matrix", [[], [1]], "list", "list"],
    ["rules", [], "list", "list"],
  ];
  for (const [name, value, kind, type] of kinds) {
    it(`converts ${name} = ${JSON.stringify(value)} to a ${kind} expression of type ${type}`, () => {
      const expression = expressionOf(name, fromPlain(value)).value;
      assert.equal(expression.kind, kind);
      assert.equal(expression.type.kind === "object" ? expression.type.name.token : expression.type.kind, type);
    });
  }

  it("keeps the union type next to its selected member", () => {
    assert.equal(expressionOf("size", fromPlain(3)).union?.members.length, 2);
    assert.equal(expressionOf("ratio", fromPlain(3)).union, undefined);
  });

  it("sorts properties in the order of the schema, and map keys by name", () => {
    const inputs = plain({ unheard: 1, tags: { b: "1", a: "2" }, name: "n", vpcId: "v", __x: 2 });
    const { program } = lowered(graph(resource(subnetType, "s", inputs)));
    const [node] = program.resources;
    assert.deepEqual(
      node?.inputs.map(({ name, undeclared }) => [name, undeclared]),
      [
        ["vpcId", undefined],
        ["name", undefined],
        ["tags", undefined],
        ["__x", true],
        ["unheard", true],
      ],
    );
    const tags = node?.inputs[2]?.value;
    assert.deepEqual(tags?.kind === "map" && tags.entries.map(({ key }) => key), ["a", "b"]);
  });

  it("keeps assets and archives in expressions", () => {
    const source: Value = { kind: "asset", source: { from: "text", text: "x" }, hash: "abc" };
    const assets = new Map([["a", source]] as const);
    assert.equal(expressionOf("content", source).value.kind, "asset");
    assert.equal(
      expressionOf("code", { kind: "archive", source: { from: "assets", assets }, hash: "" }).value.kind,
      "archive",
    );
  });

  it("prints a secret file asset in the program, because configuration has no assets", () => {
    const source: Value = { kind: "asset", source: { from: "path", path: "./key.pem" }, hash: "abc" };
    const { program, config } = lowered(graph(resource(subnetType, "s", new Map([["content", secretValue(source)]]))));
    const type = { kind: "asset" };
    assert.deepEqual(program.resources[0]?.inputs[0]?.value, {
      kind: "secret",
      type,
      value: { kind: "asset", source: { from: "path", path: "./key.pem" }, type },
    });
    assert.deepEqual(config, []);
  });

  it("rejects a value that programs cannot express, with a different hint for a state", () => {
    const inputs = new Map<string, Value>([["name", { kind: "bytes", value: new Uint8Array([255]) }]]);
    const hintOf = (options: Partial<LowerOptions>): string => {
      try {
        lowered(graph(resource(subnetType, "s", inputs)), options);
      } catch (error) {
        if (error instanceof ImpError) return error.explanation.hint;
      }
      return assert.fail("The value was accepted");
    };
    assert.match(hintOf({}), /import file/);
    assert.match(hintOf({ source: "state" }), /--target/);
    assert.doesNotMatch(hintOf({ source: "state" }), /import/);
  });

  const refused: Readonly<Record<string, Value>> = {
    bytes: { kind: "bytes", value: new Uint8Array([255]) },
    "an unknown value": { kind: "unknown", of: "string" },
    "an asset without content": { kind: "asset", source: { from: "elided" }, hash: "x" },
    "a secret asset of a string": secretValue({ kind: "asset", source: { from: "text", text: "canary" }, hash: "" }),
    "a secret asset of a URI": secretValue({ kind: "asset", source: { from: "uri", uri: "https://canary" }, hash: "" }),
    "a secret archive with a string": secretValue({
      kind: "archive",
      hash: "",
      source: {
        from: "assets",
        assets: new Map([["a", { kind: "asset", source: { from: "text", text: "canary" }, hash: "" }]]),
      },
    }),
    "a missing resource": { kind: "resource", urn: urn(vpcType, "none"), id: "x", packageVersion: "" },
  };
  for (const [name, value] of Object.entries(refused)) {
    it(`rejects ${name} with its location`, () => {
      const source = graph(resource(subnetType, "s", new Map([["anything", fromList(value)]])));
      assert.throws(
        () => lowered(source),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, "LOWER_CANNOT_EXPRESS");
          assert.match(error.message, /anything\[0\]/);
          assert.doesNotMatch(JSON.stringify(error) + error.message, /canary/);
          return true;
        },
      );
    });
  }
  const fromList = (value: Value): Value => ({ kind: "list", items: [value] });

  it("evaluates expressions to the original values", () => {
    const value = fc.letrec<{ value: Plain }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.double({ noNaN: true }),
          fc.boolean(),
          fc.constant(null),
          fc.integer(),
        ),
        fc.array(tie("value"), { maxLength: 3 }),
        fc
          .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "port", "kind")), tie("value")), {
            selector: ([key]) => key,
            maxLength: 3,
          })
          .map((entries) => new Map(entries)),
      ),
    })).value;
    const names = [...(tiny.resource(subnetType)?.inputs.keys() ?? []), "unheard"];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value, fc.boolean()), {
          selector: ([name]) => name,
          maxLength: 5,
        }),
        (entries) => {
          const inputs = entries.map(([name, data, secret]) => {
            const inner = fromPlain(data);
            return [name, secret ? secretValue(inner) : inner] as const;
          });
          const infinite = JSON.stringify(entries, (_, item: unknown) =>
            item instanceof Map ? [...item] : item === Infinity || item === -Infinity ? "∞" : item,
          );
          fc.pre(!infinite.includes("∞"));
          lowered(graph(resource(subnetType, "s", new Map(inputs))));
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
