import assert from "node:assert/strict";
import fc from "fast-check";
import { checkProgram } from "../../src/ir/check.ts";
import { programFromJson, programToJson } from "../../src/ir/codec.ts";
import { fits } from "../../src/ir/fits.ts";
import { orderNodes } from "../../src/ir/order.ts";
import type { Program } from "../../src/ir/program.ts";
import { dependencies, walk } from "../../src/ir/walk.ts";
import {
  any,
  config,
  enumType,
  interpolation,
  list,
  map,
  node,
  nothing,
  num,
  number,
  program,
  property,
  reference,
  string,
  text,
} from "../generators/build.ts";

const type = "sim:a:Thing";
const needs = (id: string, ...ids: readonly string[]) => node(id, type, { options: { dependsOn: ids } });

describe("orderNodes", () => {
  const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id).join(" ");

  it("keeps the given order of nodes if possible", () => {
    const nodes = [needs("c"), needs("a"), needs("b", "a")];
    assert.equal(ids(orderNodes(nodes).nodes), "c a b");
  });

  it("moves only nodes that wait for a dependency", () => {
    const nodes = [needs("c", "b", "a"), needs("a"), needs("b", "d"), needs("d"), needs("e")];
    assert.equal(ids(orderNodes(nodes).nodes), "a d b c e");
  });

  it("reports a cycle of nodes, and returns all nodes", () => {
    const { cycle, nodes } = orderNodes([needs("x"), needs("a", "b"), needs("b", "c"), needs("c", "b")]);
    assert.deepEqual(cycle, ["b", "c"]);
    assert.equal(nodes.length, 4);
  });

  it("orders a reversed chain of 20,000 nodes", () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => needs(`n${at}`, ...(at === 19_999 ? [] : [`n${at + 1}`])));
    assert.equal(orderNodes(chain).nodes[0]?.id, "n19999");
  });

  it("puts dependencies first for any graph without cycles", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(15), fc.nat(15))), fc.integer(), (edges, seed) => {
        const names = Array.from({ length: 16 }, (_, at) => at).sort(
          (a, b) => ((a * 7 + seed) % 16) - ((b * 7 + seed) % 16),
        );
        const nodes = names.map((at) =>
          needs(`n${at}`, ...edges.filter(([a, b]) => a === at && b < a).map(([, b]) => `n${b}`)),
        );
        const ordered = orderNodes(nodes);
        assert.deepEqual(ordered.cycle, []);
        assert.deepEqual(checkProgram(program(ordered.nodes)), []);
      }),
    );
  });
});

describe("checkProgram", () => {
  const messages = (written: Program) => checkProgram(written).map(({ message }) => message);
  const broken: Readonly<Record<string, { readonly program: Program; readonly message: RegExp }>> = {
    "a duplicate id": {
      program: program([node("a", type), node("a", "sim:a:Other")]),
      message: /id "a" is used twice/,
    },
    "a duplicate URN": {
      program: program([node("a", type), node("b", type, { name: "a" })]),
      message: /URN .* is used twice/,
    },
    "an invalid id": { program: program([node("a b", type)]), message: /not an identifier/ },
    "a reference to a later node": {
      program: program([node("a", type, { inputs: [["x", list([reference("b", "id")])]] }), node("b", type)]),
      message: /"b" is not declared before it/,
    },
    "a missing parent": { program: program([node("a", type, { options: { parent: "p" } })]), message: /"p"/ },
    "undeclared configuration": {
      program: { ...program([node("a", type, { inputs: [["x", config("key")]] })]), config: [] },
      message: /"key" is not declared/,
    },
    "a duplicate key": {
      program: program([
        node("a", type, {
          inputs: [
            [
              "x",
              map([
                ["k", text("1")],
                ["k", text("2")],
              ]),
            ],
          ],
        }),
      ]),
      message: /key "k" is used twice/,
    },
    "a missing package": {
      program: { ...program([node("a", type)]), packages: new Map() },
      message: /package "sim"/,
    },
  };
  for (const [name, { program: written, message }] of Object.entries(broken)) {
    it(`reports ${name} in a program`, () => {
      assert.equal(messages(written).length, 1);
      assert.match(messages(written)[0] ?? "", message);
    });
  }
});

describe("visitors", () => {
  it("visits every expression with its path", () => {
    const paths: string[] = [];
    const value = list([map([["k", interpolation("a", reference("n", "id"))]]), nothing()]);
    walk(value, ({ kind }, path) => paths.push(`${path.join("/")} ${kind}`), ["root"]);
    assert.deepEqual(paths, ["root list", "root/0 map", "root/0/k interpolation", "root/0/k reference", "root/1 null"]);
  });

  it("lists each node that a node needs once", () => {
    const needy = node("a", type, {
      inputs: [["x", list([reference("n", "id"), interpolation(reference("m", "id"), reference("n", "id"))])]],
      options: { parent: "p", provider: "q", dependsOn: ["n"] },
    });
    assert.deepEqual(dependencies(needy), ["p", "q", "n", "m"]);
  });
});

describe("the check that an expression fits its type", () => {
  const strict = enumType("sim:a:Mode", [{ value: "on" }]);
  const table = [
    [text("x"), true],
    [text("x", any), true],
    [text("x", number), false],
    [text("on", strict), true],
    [text("off", strict), false],
    [num(1.5, { kind: "integer" }), false],
    [num(1, { kind: "integer" }), true],
    [nothing(), true],
    [nothing(string), false],
    [list([], string), false],
    [
      map([], { kind: "object", name: { token: "a:b:c", package: "a", module: "b", member: "c" }, language: {} }),
      false,
    ],
    [text("x", { kind: "union", members: [number, string] }), true],
  ] as const;
  for (const [expression, expected] of table) {
    it(`returns ${expected} for ${JSON.stringify(expression)}`, () => assert.equal(fits(expression), expected));
  }
});

describe("program JSON", () => {
  it("keeps special keys, special numbers, and language settings in program JSON", () => {
    const language = JSON.parse('{"nodejs": {"__proto__": {"a": 1}}}') as Record<string, unknown>;
    const written = program(
      [
        node("a", type, {
          language,
          properties: [
            { ...property("__proto__", text("x")), undeclared: true },
            { ...property("document", text("x")), json: true },
            property(
              "numbers",
              list([-0, 1e308, 5e-324, Number.NaN, Number.POSITIVE_INFINITY].map((n) => num(n))),
              "why",
            ),
            property("keys", map([["__proto__", text("\ud83d lone")]])),
          ],
        }),
      ],
      [{ name: "sim", version: "1.0.0", namespace: "acme", language }],
    );
    const config = [{ key: "word", secret: true, type: string, onlyText: true as const }];
    const held = [{ ...node("b", type, {}), variable: "network.vpc" }];
    const whole = { ...written, config, held };
    const back = programFromJson(JSON.parse(JSON.stringify(programToJson(whole))));
    assert.deepEqual(back, whole);
  });

  it("writes a shared type once to program JSON", () => {
    const mode = enumType("sim:a:Mode", [{ value: "on" }]);
    const nodes = Array.from({ length: 50 }, (_, at) =>
      node(`n${at}`, type, { inputs: [["mode", text("on", { ...mode })]] }),
    );
    const json = JSON.parse(JSON.stringify(programToJson(program(nodes)))) as { types: unknown[] };
    assert.equal(json.types.length, 1);
  });

  it("rejects invalid program JSON", () => {
    const good = JSON.stringify(programToJson(program([node("a", type, { inputs: [["x", list([text("y")])]] })])));
    assert.ok(programFromJson(JSON.parse(good)));
    const changes: readonly [string, string][] = [
      ['"version":1', '"version":2'],
      ['"kind":"string"', '"kind":"strange"'],
      ['"kind":"list"', '"kind":"union"'],
      ['"value":"y"', '"value":3'],
      ['"project":"goldens"', '"project":null'],
      ['"type":0', '"type":7'],
      ['"kind":"custom"', '"kind":"other"'],
      ['"protect":false', '"protect":"no"'],
      ['"packages":[', '"packages":[null,'],
    ];
    for (const [before, after] of changes) {
      assert.ok(good.includes(before), before);
      assert.equal(programFromJson(JSON.parse(good.replace(before, after))), undefined, `${before} -> ${after}`);
    }
    for (const other of [null, undefined, 1, "x", [], {}]) assert.equal(programFromJson(other), undefined);
  });
});
