import assert from "node:assert/strict";
import { fromPlain } from "../../src/value/plain.ts";
import { mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { graph, lowered, resource, subnetType, vpcType } from "./lowered.ts";

describe("secrets in programs", () => {
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

  it("marks secrets that YAML configuration reads as strings", () => {
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

  it("prints every part of a secret object as configuration, except the constants of its type", () => {
    const cron = (kind: string) => {
      const value = secretValue(fromPlain({ kind, when: "canary" }));
      return lowered(graph(resource(subnetType, "s", new Map([["trigger", value]]))));
    };
    const { program, config } = cron("cron");
    const [input] = program.resources[0]?.inputs ?? [];
    assert.ok(input?.value.kind === "secret" && input.value.value.kind === "object");
    assert.deepEqual(
      input.value.value.properties.map(({ name, value }) => [name, value.kind]),
      [
        ["kind", "string"],
        ["when", "config"],
      ],
    );
    assert.deepEqual(
      config.map(({ key }) => key),
      ["p:sTriggerWhen"],
    );
  });

  it("prints secrets as configuration, each with a unique key", () => {
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

  it("does not split a secret object that has keys outside of the schema, because keys may be secret", () => {
    const rules = secretValue(fromPlain([{ port: 1, unheard: { of: "canary" } }]));
    const { program } = lowered(graph(resource(subnetType, "my-db", new Map([["rules", rules]]))));
    assert.deepEqual(
      program.config.map(({ key, type }) => [key, type.kind]),
      [["myDbRules", "list"]],
    );
    assert.doesNotMatch(JSON.stringify(program.resources), /unheard|canary/);
    const [whole] = lowered(graph(db)).program.resources[0]?.inputs.filter(({ name }) => name === "rules") ?? [];
    assert.equal(whole?.value.kind, "secret", "the whole list is a secret, not only its elements");
  });

  it("reuses a configuration key that has the same secret, or else adds a number to the key", () => {
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

  it("gives two resources with the same name separate configuration keys", () => {
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
