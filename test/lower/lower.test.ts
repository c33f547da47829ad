/**
 * Lowering: values and schema to typed expressions, links, secrets, options, names; and that the program means what was given.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ImpError } from "../../src/errors.ts";
import type { GraphResource, ResourceGraph } from "../../src/graph.ts";
import { checkProgram } from "../../src/ir/check.ts";
import type { Path } from "../../src/ir/path.ts";
import type { Program } from "../../src/ir/program.ts";
import { checkMeaning } from "../../src/lower/check-meaning.ts";
import { type LowerOptions, lower } from "../../src/lower/lower.ts";
import { nodeIds } from "../../src/lower/names.ts";
import { evaluateInputs } from "../../src/lower/values.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { runs } from "../support/runs.ts";
import { tiny } from "./tiny-schema.ts";

const vpcType = "tiny:net:Vpc";
const subnetType = "tiny:net:Subnet";
const urn = (type: string, name: string) => `urn:pulumi:dev::p::${type}::${name}`;

function resource(type: string, name: string, inputs: PropertyMap, more: Partial<GraphResource> = {}): GraphResource {
  return {
    urn: urn(type, name),
    type,
    name,
    kind: type.startsWith("pulumi:providers:") ? "provider" : "custom",
    id: "id",
    package: { name: "tiny" },
    inputs,
    links: [],
    notes: [],
    ...more,
    options: {
      protect: false,
      retainOnDelete: false,
      ignoreChanges: [],
      dependsOn: [],
      additionalSecretOutputs: [],
      ...more.options,
    },
  };
}

const plain = (inputs: Record<string, Plain>) => fromPlainMap(inputs);
const graph = (...resources: readonly GraphResource[]): ResourceGraph => ({ project: "p", stack: "dev", resources });
const schemas = new Map([["tiny", tiny]]);

/** Lowers, and asserts what has to hold for every program. */
function lowered(given: ResourceGraph, options: Partial<LowerOptions> = {}) {
  const result = lower(given, schemas, { project: "p", configKeys: new Map(), ...options });
  assert.deepEqual(checkProgram(result.program), []);
  const stored = [...(options.configKeys ?? [])].map(([key, { text, secret }]) => ({
    key,
    value: stringValue(text),
    secret,
  }));
  assert.deepEqual(checkMeaning(result.program, given, [...stored, ...result.config], schemas), []);
  return result;
}

/** The expression of one input of a subnet, without its language data. */
function expressionOf(name: string, value: Value) {
  const { program } = lowered(graph(resource(subnetType, "s", new Map([[name, value]]))));
  const property = program.resources[0]?.inputs[0] ?? assert.fail();
  assert.equal(property.name, name);
  return property;
}

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
    it(`${name} = ${JSON.stringify(value)} is a ${kind} of ${type}`, () => {
      const expression = expressionOf(name, fromPlain(value)).value;
      assert.equal(expression.kind, kind);
      assert.equal(expression.type.kind === "object" ? expression.type.name.token : expression.type.kind, type);
    });
  }

  it("keep the union next to the member that was chosen", () => {
    assert.equal(expressionOf("size", fromPlain(3)).union?.members.length, 2);
    assert.equal(expressionOf("ratio", fromPlain(3)).union, undefined);
  });

  it("sort properties as the schema does and keys of maps by name, so that the order of the wire does not show", () => {
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

  it("keep assets and archives", () => {
    const source: Value = { kind: "asset", source: { from: "text", text: "x" }, hash: "abc" };
    const assets = new Map([["a", source]] as const);
    assert.equal(expressionOf("content", source).value.kind, "asset");
    assert.equal(
      expressionOf("code", { kind: "archive", source: { from: "assets", assets }, hash: "" }).value.kind,
      "archive",
    );
  });

  it("keep a secret file asset as a secret of that file, because configuration holds no asset", () => {
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

  it("of a state are refused with another hint than those of an import file", () => {
    const inputs = new Map<string, Value>([["name", { kind: "bytes", value: new Uint8Array([255]) }]]);
    const hintOf = (options: Partial<LowerOptions>): string => {
      try {
        lowered(graph(resource(subnetType, "s", inputs)), options);
      } catch (error) {
        if (error instanceof ImpError) return error.explanation.hint;
      }
      return assert.fail("it was not refused");
    };
    assert.match(hintOf({}), /import file/);
    assert.match(hintOf({ source: "state" }), /--target/);
    assert.doesNotMatch(hintOf({ source: "state" }), /import/);
  });

  const refused: Readonly<Record<string, Value>> = {
    bytes: { kind: "bytes", value: new Uint8Array([255]) },
    "an unknown value": { kind: "unknown", of: "string" },
    "an asset that is gone": { kind: "asset", source: { from: "elided" }, hash: "x" },
    "a secret asset of a text": secretValue({ kind: "asset", source: { from: "text", text: "canary" }, hash: "" }),
    "a secret asset of a URI": secretValue({ kind: "asset", source: { from: "uri", uri: "https://canary" }, hash: "" }),
    "a secret archive with a text in it": secretValue({
      kind: "archive",
      hash: "",
      source: {
        from: "assets",
        assets: new Map([["a", { kind: "asset", source: { from: "text", text: "canary" }, hash: "" }]]),
      },
    }),
    "a resource that is not there": { kind: "resource", urn: urn(vpcType, "none"), id: "x", packageVersion: "" },
  };
  for (const [name, value] of Object.entries(refused)) {
    it(`refuse ${name}, and name the place`, () => {
      const given = graph(resource(subnetType, "s", new Map([["anything", fromList(value)]])));
      assert.throws(
        () => lowered(given),
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

  it("evaluate to the values, whatever they are", () => {
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

describe("links", () => {
  const vpc = resource(vpcType, "main", plain({}));
  const linked = (
    path: readonly (string | number)[],
    parts: GraphResource["links"][number]["parts"],
    inputs: PropertyMap,
  ) => lowered(graph(vpc, resource(subnetType, "s", inputs, { links: [{ path, parts }] })));
  const output = { kind: "output", target: vpc.urn, property: ["arn"] } as const;

  it("become references where one output is all", () => {
    const { program } = linked(["rules", 0, "comment"], [output], plain({ rules: [{ comment: "arn:1", port: 1 }] }));
    const rules = program.resources[1]?.inputs[0]?.value;
    const rule = rules?.kind === "list" ? rules.items[0] : undefined;
    assert.deepEqual(rule?.kind === "object" && rule.properties.find(({ name }) => name === "comment")?.value, {
      kind: "reference",
      node: "main",
      path: ["arn"],
      type: { kind: "string" },
    });
  });

  it("mark an output that the schema does not promise", () => {
    const optional = (property: Path) => {
      const { program } = linked(["name"], [{ ...output, property }], plain({ name: "x" }));
      const value = program.resources[1]?.inputs[0]?.value;
      return value?.kind === "reference" ? value.optional : assert.fail();
    };
    assert.deepEqual([["arn"], ["id"], ["alias"], ["rules", 0, "port"], ["rules", 0, "note"]].map(optional), [
      undefined,
      undefined,
      true,
      true,
      true,
    ]);
  });

  it("know the type of an output far down", () => {
    const far = { ...output, property: ["rules", 0, "port"] };
    const { program } = linked(["name"], [far], plain({ name: "1" }));
    const value = program.resources[1]?.inputs[0]?.value;
    assert.equal(value?.type.kind, "integer");
    const through = value?.kind === "reference" ? value.through : undefined;
    assert.deepEqual(
      through?.map(({ kind }) => kind),
      ["list", "object"],
    );
  });

  it("carry the names that languages give outputs, where a schema has them", () => {
    const names = (property: Path) => {
      const { program } = linked(["name"], [{ ...output, property }], plain({ name: "1" }));
      const value = program.resources[1]?.inputs[0]?.value;
      return value?.kind === "reference" ? value.language : assert.fail();
    };
    assert.deepEqual(names(["arn"]), undefined);
    assert.deepEqual(names(["alias"]), [{ csharp: { name: "Nick" } }]);
    assert.deepEqual(names(["rules", 0, "note"]), [{}, {}, { csharp: { name: "Remark" } }]);
  });

  it("become interpolations where text is next to them", () => {
    const { program } = linked(["policy"], [output, { kind: "text", text: "/*" }], plain({ policy: "arn:1/*" }));
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "interpolation");
  });

  it("mark values that are JSON by the schema, not by their own type", () => {
    const { program } = linked(["policy"], [output], plain({ policy: "arn:1" }));
    assert.equal(program.resources[1]?.inputs[0]?.json, true);
    assert.equal(expressionOf("policy", fromPlain("arn:1")).json, undefined);
    assert.equal(expressionOf("vpcId", fromPlain("arn:1")).json, undefined);
  });

  it("stay literal where the SDK takes no output, and where the target is not in the program", () => {
    const plainOnly = linked(["fixed"], [output], plain({ fixed: "arn:1" })).program;
    assert.equal(plainOnly.resources[1]?.inputs[0]?.value.kind, "string");
    const gone = linked(["name"], [{ ...output, target: urn(vpcType, "gone") }], plain({ name: "arn:1" })).program;
    assert.equal(gone.resources[1]?.inputs[0]?.value.kind, "string");
  });

  it("stay secret, with the text next to them", () => {
    const secret = new Map([["name", secretValue(stringValue("arn:1/canary"))]]);
    assert.equal(linked(["name"], [output], secret).program.resources[1]?.inputs[0]?.value.kind, "secret");
    const { program } = linked(["name"], [output, { kind: "text", text: "/canary" }], secret);
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "config");
    assert.doesNotMatch(JSON.stringify(program), /canary/);
  });

  it("need no mark where the schema has a secret", () => {
    const secret = new Map([["name", secretValue(stringValue("canary"))]]);
    const { program } = linked(["name"], [{ ...output, property: ["key"] }], secret);
    assert.equal(program.resources[1]?.inputs[0]?.value.kind, "reference");
  });

  it("put the referenced resource first", () => {
    const links = [{ path: ["vpcId"], parts: [{ kind: "output" as const, target: vpc.urn, property: ["id"] }] }];
    const { program } = lowered(graph(resource(subnetType, "s", plain({ vpcId: "v" }), { links }), vpc));
    assert.deepEqual(
      program.resources.map(({ id }) => id),
      ["main", "s"],
    );
  });
});

describe("secrets", () => {
  const inputs: PropertyMap = new Map<string, Value>([
    ["name", secretValue(stringValue("canary-1"))],
    [
      "tags",
      mapValue([
        ["a b", secretValue(stringValue("canary-2"))],
        ["c", stringValue("open")],
      ]),
    ],
    ["rules", secretValue(fromPlain([{ port: 1, comment: "canary-3" }]))],
    ["count", secretValue(fromPlain(3))],
    ["anything", secretValue(fromPlain({ b: 1, 1: 2, __proto__x: "canary-4" }))],
  ]);
  const db = resource(subnetType, "my-db", inputs);

  it("mark those that are texts for Pulumi YAML, which reads configuration by its looks", () => {
    const texts = ["canary", "", "yes", "0123", "0x1f", "a: b", "{a: 1}", "'x'", "12:30", "8 x", "p@ss"];
    const others = [
      "1",
      "-5",
      "+5",
      "1.50",
      ".5",
      "5.",
      "1e3",
      "1_000",
      "true",
      "FALSE",
      "T",
      "null",
      "NaN",
      "-inf",
      "5-5",
    ];
    const json = ['"x"', "[1]", '{"a":1}', " 7\n", "99999999999999999999", "0.5", "0"];
    const isText = (secret: string): boolean => {
      const { program } = lowered(
        graph(resource(subnetType, "s", new Map([["name", secretValue(stringValue(secret))]]))),
      );
      return program.config[0]?.onlyText === true;
    };
    assert.deepEqual(texts.filter(isText), texts);
    assert.deepEqual([...others, ...json].filter(isText), []);
    const { program } = lowered(graph(db));
    assert.deepEqual(
      program.config.map(({ onlyText }) => onlyText),
      [true, true, undefined, true, undefined, undefined],
    );
  });

  it("become configuration, each its own key, and never stand in the program", () => {
    const { program, config } = lowered(graph(db));
    assert.deepEqual(
      program.config.map(({ key, secret, type }) => [key, secret, type.kind]),
      [
        ["myDbName", true, "string"],
        ["myDbTagsAB", true, "string"],
        ["myDbRules0Port", true, "integer"],
        ["myDbRules0Comment", true, "string"],
        ["myDbCount", true, "integer"],
        ["myDbAnything", true, "any"],
      ],
    );
    assert.deepEqual(
      config.map(({ key, value }) => [key, value.kind === "string" && value.value]),
      [
        ["p:myDbName", "canary-1"],
        ["p:myDbTagsAB", "canary-2"],
        ["p:myDbRules0Port", "1"],
        ["p:myDbRules0Comment", "canary-3"],
        ["p:myDbCount", "3"],
        ["p:myDbAnything", '{"1":2,"b":1,"__proto__x":"canary-4"}'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(program), /canary/);
  });

  it("are taken apart where the schema has objects, and nowhere else: other names may be secret too", () => {
    const rules = secretValue(fromPlain([{ port: 1, unheard: { of: "canary" } }]));
    const { program } = lowered(graph(resource(subnetType, "my-db", new Map([["rules", rules]]))));
    assert.deepEqual(
      program.config.map(({ key, type }) => [key, type.kind]),
      [["myDbRules", "list"]],
    );
    assert.doesNotMatch(JSON.stringify(program.resources), /unheard|canary/);
    const [whole] = lowered(graph(db)).program.resources[0]?.inputs.filter(({ name }) => name === "rules") ?? [];
    assert.equal(whole?.value.kind, "secret", "the list is a secret, not only what is in it");
  });

  it("use a key again that is secret, derived, and holds the same; otherwise take the next number", () => {
    const { program, config } = lowered(graph(db), {
      configKeys: new Map([
        ["p:myDbName", { text: "canary-1", secret: true }],
        ["myDbTagsAB", { text: "canary-2", secret: false }],
        ["p:myDbRules0Port", { text: "2", secret: true }],
        ["p:myDbCount", { text: "other", secret: true }],
        ["p:myDbCount2", { text: "3", secret: true }],
      ]),
    });
    assert.deepEqual(
      program.config.map(({ key }) => key),
      ["myDbName", "myDbTagsAB2", "myDbRules0Port2", "myDbRules0Comment", "myDbCount2", "myDbAnything"],
    );
    assert.deepEqual(
      config.map(({ key }) => key),
      ["p:myDbTagsAB2", "p:myDbRules0Port2", "p:myDbRules0Comment", "p:myDbAnything"],
    );
  });

  it("do not share a key between two resources of one name", () => {
    const other = resource(vpcType, "my-db", new Map([["cidr", secretValue(stringValue("x"))]]));
    const name = resource(vpcType, "my", new Map([["tags", mapValue([["x", secretValue(stringValue("x"))]])]]));
    const again = resource(
      vpcType,
      "my-tags",
      new Map([
        ["tags", mapValue([])],
        ["cidr", secretValue(stringValue("x"))],
      ]),
    );
    const keys = lowered(graph(other, name, again)).program.config.map(({ key }) => key);
    assert.equal(new Set(keys).size, 3);
  });
});

describe("options", () => {
  it("are those of the graph; the root stack and default providers are omitted", () => {
    const provider = resource("pulumi:providers:tiny", "west", plain({ region: "w" }));
    const given = graph(
      provider,
      resource("my:index:Group", "group", plain({}), { kind: "component", package: { name: "my" } }),
      resource(vpcType, "a", plain({}), {
        parent: urn("my:index:Group", "group"),
        provider: provider.urn,
        options: {
          ...provider.options,
          protect: true,
          dependsOn: [provider.urn],
          ignoreChanges: [["tags"], ["arn"]],
          additionalSecretOutputs: ["arn"],
          importId: "x",
        },
      }),
      resource(vpcType, "b", plain({}), {
        parent: urn("pulumi:pulumi:Stack", "p-dev"),
        provider: urn("pulumi:providers:tiny", "default_1_0_0"),
      }),
    );
    const { program } = lowered(given);
    const [, group, a, b] = program.resources;
    assert.deepEqual([group?.kind, group?.resource.token], ["component", "my:index:Group"]);
    assert.deepEqual([...program.packages.keys()], ["tiny"]);
    assert.deepEqual(a?.options, {
      parent: "group",
      provider: "west",
      dependsOn: ["west"],
      protect: true,
      retainOnDelete: false,
      ignoreChanges: [["tags"], ["arn"]],
      additionalSecretOutputs: ["arn"],
      notInputs: ["arn"],
      importId: "x",
    });
    assert.deepEqual(Object.keys(b?.options ?? {}).includes("parent"), false);
    assert.deepEqual(Object.keys(b?.options ?? {}).includes("provider"), false);
  });

  it("refuse a parent that is not in the program", () => {
    const orphan = resource(vpcType, "a", plain({}), { parent: urn("my:index:Group", "gone") });
    assert.throws(() => lowered(graph(orphan)), /parent is the resource .*gone, which is not in the program/);
  });

  it("read the JSON text of provider arguments back, and leave out inputs that are no arguments", () => {
    const inputs = new Map<string, Value>([
      ["region", stringValue("1")],
      ["retries", stringValue("3")],
      ["role", secretValue(stringValue('{"port":1}'))],
      ["__internal", fromPlain({ name: "tiny" })],
      ["version", stringValue("1.0.0")],
    ]);
    const { program, config } = lowered(graph(resource("pulumi:providers:tiny", "west", inputs)));
    const [west] = program.resources;
    assert.deepEqual(
      west?.inputs.map(({ name, value }) => [name, value.kind]),
      [
        ["region", "string"],
        ["retries", "number"],
        ["role", "secret"],
      ],
    );
    assert.equal(west.resource.package, "tiny");
    assert.deepEqual(config, [{ key: "p:westRolePort", value: stringValue("1"), secret: true }]);
  });
});

describe("names", () => {
  const named = (...names: readonly string[]) =>
    nodeIds(
      names.map((name) => ({ name, type: vpcType })),
      [],
    );
  it("are legal, camelCase and unique", () => {
    const table = {
      "my-vpc": "myVpc",
      "My VPC": "myVPC",
      VPC: "vpc",
      VPCMain: "vpcMain",
      "9lives": "vpc9lives",
      "😃": "vpc",
      "a/b.c_d": "aBCD",
    };
    for (const [name, id] of Object.entries(table)) assert.deepEqual(named(name), [id]);
    assert.deepEqual(named("a-b", "a_b", "a.b", "a b"), ["aB", "aBVpc", "aBVpc2", "aBVpc3"]);
  });
  it("are made different by type first", () => {
    assert.deepEqual(
      nodeIds(
        [
          { name: "main", type: vpcType },
          { name: "main", type: subnetType },
        ],
        [],
      ),
      ["main", "mainSubnet"],
    );
    assert.deepEqual(nodeIds([{ name: "main", type: vpcType }], ["main"]), ["mainVpc"]);
  });
  it("are identifiers for any names, all different, the same every time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("a b", "a-b", "aB", "1", "vpc")), { maxLength: 12 }),
        (names) => {
          const ids = named(...names);
          assert.deepEqual(named(...names), ids);
          assert.equal(new Set(ids).size, names.length);
          for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*$/);
        },
      ),
    );
  });
});

describe("a program that exists", () => {
  const first = resource(vpcType, "main", new Map([["tags", mapValue([["t", secretValue(stringValue("s"))]])]]));
  const links = [{ path: ["vpcId"], parts: [{ kind: "output" as const, target: first.urn, property: ["id"] }] }];
  const second = resource(subnetType, "main", plain({ vpcId: "v" }), {
    links,
    notes: [{ path: ["vpcId"], text: "sure" }, { text: "new" }],
  });

  it("keeps its nodes, its keys and its order; new nodes refer to it", () => {
    const before = lowered(graph(first)).program;
    const configKeys = new Map([["p:mainTagsT", { text: "s", secret: true }]]);
    const { program, config } = lowered(graph(second), { existing: before, configKeys });
    assert.deepEqual(program.resources[0], before.resources[0]);
    assert.deepEqual(program.config, before.config);
    assert.deepEqual(config, []);
    const [, added] = program.resources;
    assert.deepEqual([added?.id, added?.comments], ["mainSubnet", ["new"]]);
    assert.deepEqual([added?.inputs[0]?.value.kind, added?.inputs[0]?.comment], ["reference", "sure"]);
  });

  it("stays as it is when nothing is new", () => {
    const before = lowered(graph(first, second)).program;
    const configKeys = new Map([["p:mainTagsT", { text: "s", secret: true }]]);
    assert.deepEqual(lowered(graph(first, second), { existing: before, configKeys }).program, before);
  });
});

describe("checkMeaning", () => {
  const given = graph(resource(vpcType, "a", plain({ cidr: "x", tags: { a: "b", z: "0" } })));
  const changed = (change: (text: string) => string) => {
    const { program } = lowered(given);
    const resources = JSON.parse(change(JSON.stringify(program.resources))) as Program["resources"];
    return checkMeaning({ ...program, resources }, given, []).map(({ path, message }) => `${path}: ${message}`);
  };

  it("finds every kind of difference", () => {
    assert.deepEqual(
      changed((text) => text),
      [],
    );
    assert.deepEqual(
      changed((text) => text.replace('"value":"b"', '"value":"c"')),
      ["tags.a: The program says something else."],
    );
    assert.deepEqual(
      changed((text) => text.replace('"key":"z"', '"key":"y"')),
      ["tags.z: The program misses it.", "tags.y: The program adds it."],
    );
    assert.deepEqual(
      changed((text) => text.replace('"logicalName":"a"', '"logicalName":"b"')),
      [": The program gives the resource another name."],
    );
    assert.deepEqual(
      changed(() => "[]"),
      [": The program does not have the resource."],
    );
  });

  it("sees a secret that is missing from the configuration", () => {
    const secret = graph(resource(vpcType, "a", new Map([["cidr", secretValue(stringValue("x"))]])));
    const { program } = lowered(secret);
    assert.equal(checkMeaning(program, secret, []).length, 1);
    assert.equal(checkMeaning(program, secret, [{ key: "p:aCidr", value: stringValue("y"), secret: true }]).length, 1);
  });

  it("evaluates one node at a time too", () => {
    const { program } = lowered(given);
    const [node] = program.resources;
    const values = evaluateInputs(program, node ?? assert.fail(), {
      reference: () => assert.fail(),
      config: () => undefined,
    });
    assert.deepEqual(values, plain({ cidr: "x", tags: { a: "b", z: "0" } }));
  });
});
