/** Explanations in mode `smallest` give one reason for each property, and need no additional provider calls. */
import assert from "node:assert/strict";
import type { Ground, Link } from "../../../../src/domain/graph.ts";
import { stringValue } from "../../../../src/value/value.ts";
import { derive, deriveOne } from "../../honest.ts";
import { type JsonObject, type ModelType, topLevel, urnOf } from "../../model-cloud.ts";
import { explained, groundsOf, network, plain } from "../explained-type.ts";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

describe("--explain in mode smallest", () => {
  it("explains values only with --explain, without additional provider calls", async () => {
    const object = { id: "vpc/main", inputs: network };
    const silent = await deriveOne(plain, object);
    const explainedOne = await deriveOne(plain, object, explained);
    assert.deepEqual(silent.explanation, []);
    assert.ok(explainedOne.explanation.length > 0);
    assert.deepEqual(explainedOne.cloud.calls, silent.cloud.calls);
    assert.deepEqual(explainedOne.program, silent.program);
  });

  it("explains required values, values that prevent a difference, and defaults of Check", async () => {
    const { explanation } = await deriveOne(plain, { id: "vpc/main", inputs: network }, explained);
    const removed = (path: string): Ground => ({
      kind: "without",
      answer: { kind: "differs", path, difference: "delete" },
    });
    assert.deepEqual(groundsOf(explanation), {
      cidr: { kind: "required" },
      name: removed("name"),
      zone: removed("zone"),
      note: removed("note"),
      kind: { kind: "not-needed", filled: "check" },
    });
    assert.deepEqual(
      explanation.filter(({ reason }) => reason === undefined).map(({ path }) => path),
      ["kind"],
    );
  });

  it("quotes the provider's rejection of a value, with and without a reason", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text, arn: text },
      check: (_, news) => {
        if (news.arn !== undefined) return { failures: [{ property: "arn", reason: "is computed" }] };
        return news.b === undefined ? { failures: [{ property: "b", reason: "is required" }] } : { inputs: news };
      },
      diff: () => ({ changes: "some", diffs: ["arn"] }),
    };
    const { explanation } = await deriveOne(type, { inputs: { a: "1", b: "2", arn: "x" } }, explained);
    const grounds = groundsOf(explanation);
    assert.deepEqual(grounds.b, { kind: "without", answer: { kind: "refused", property: "b", reason: "is required" } });
    assert.deepEqual(grounds.arn, {
      kind: "with",
      answer: { kind: "refused", property: "arn", reason: "is computed" },
    });
  });

  it("explains requested values, values with references, and values that cannot be set", async () => {
    const type: ModelType = {
      inputProperties: { network: text, tags: ref("Tags"), password: text },
      requiredInputs: ["network"],
      diff: () => ({ changes: "none" }),
    };
    const link: Link = {
      path: ["network"],
      parts: [{ kind: "output", referent: urnOf("net"), property: ["id"] }],
    };
    const { explanation } = await deriveOne(
      type,
      {
        inputs: { network: "net-1", tags: { x: "1", y: "2" }, arn: "a" },
        properties: [["tags", "x"]],
        supplied: new Map([["password", stringValue("p")]]),
      },
      {
        objectTypes: { Tags: { properties: { x: text, y: text } } },
        linked: new Map([[urnOf("one"), [link.path]]]),
        explain: new Map([[urnOf("one"), [link]]]),
      },
    );
    assert.deepEqual(explanation.find(({ path }) => path === "network")?.pointsTo, [urnOf("net")]);
    assert.deepEqual(groundsOf(explanation), {
      network: { kind: "required" },
      "tags.x": { kind: "asked", by: "properties" },
      "tags.y": { kind: "not-needed" },
      password: { kind: "asked", by: "inputs" },
      arn: { kind: "not-an-input" },
    });
  });

  it("explains an object once if one reason applies to all of its members", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, settings: ref("Settings"), rules: { type: "array", items: ref("Rule") } },
      requiredInputs: ["cidr"],
      diff: ({ olds, news }) => topLevel({ ...olds, settings: null }, { ...news, settings: null }),
    };
    const objectTypes = {
      Settings: { properties: { mode: text, level: text } },
      Rule: { properties: { port: text } },
    };
    const inputs: JsonObject = {
      cidr: "c",
      settings: { mode: "m", level: "l", extra: "e" },
      rules: [{ port: "1" }, { port: "2", extra: "e" }],
    };
    const { explanation } = await deriveOne(type, { inputs }, { objectTypes, ...explained });
    assert.deepEqual(Object.keys(groundsOf(explanation)).sort(), [
      "cidr",
      "rules[*].extra",
      "rules[*].port",
      "settings",
      "settings.extra",
    ]);
    assert.deepEqual(groundsOf(explanation).settings, { kind: "not-needed" });
  });

  it("names the first resource of the type in explanations of resources that reuse its result", async () => {
    const objects = ["sample", "second"].map((name) => ({ name, inputs: { ...network, name } }));
    const { derivations } = await derive(
      plain,
      [...objects, { name: "the-other", inputs: { cidr: "c", note: "n" } }],
      explained,
    );
    const [sample, other, odd] = derivations.map(({ explanation = [] }) => groundsOf(explanation));
    assert.equal(sample?.note?.kind, "without");
    assert.deepEqual(other?.note, { kind: "taught", by: "sample" });
    assert.equal(odd?.note?.kind, "without");
    assert.equal(odd?.kind, undefined, "only read values are explained");
  });

  it("gives the mode as the reason for values in mode lossless", async () => {
    const { explanation } = await deriveOne(plain, { inputs: network }, { mode: "lossless", ...explained });
    assert.deepEqual(groundsOf(explanation).note, { kind: "asked", by: "mode" });
  });
});

describe("remarks in mode smallest", () => {
  const silent: ModelType = { inputProperties: { a: text, b: text }, diff: () => ({ changes: "none" }) };

  it("reports a property that the import file lists, but that Read did not return", async () => {
    const asked = await deriveOne(silent, { inputs: { a: "1" }, properties: [["a"], ["b"]] });
    assert.deepEqual(asked.remarks, [{ kind: "not-returned", paths: ["b"] }]);
    assert.deepEqual(asked.program, { a: "1" });
  });

  it("reports that Read returned nothing although the type has outputs", async () => {
    const type: ModelType = { ...silent, properties: { a: text, arn: text } };
    const kinds = async (of: ModelType, outputs: Record<string, string>) =>
      (await deriveOne(of, { inputs: {}, outputs })).remarks.map(({ kind }) => kind);
    assert.deepEqual(await kinds(type, { id: "x" }), ["empty"]);
    assert.deepEqual(await kinds(type, { id: "x", arn: "" }), ["empty"]);
    assert.deepEqual(await kinds(type, { arn: "y" }), []);
  });

  it("sets a property that the import file lists if it is only in the read outputs", async () => {
    const asked = await deriveOne(silent, { inputs: { a: "1" }, outputs: { a: "1", b: "2" }, properties: [["b"]] });
    assert.deepEqual(asked.remarks, []);
    assert.deepEqual(asked.program, { b: "2" });
  });

  it("reports a read value that differs from the program despite a clean preview", async () => {
    // Check normalizes the input, and Diff compares only inputs.
    const type: ModelType = {
      inputProperties: { a: text },
      requiredInputs: ["a"],
      check: (_, news) => ({ inputs: { a: String(news.a).toLowerCase() } }),
      diff: ({ oldInputs, news }) => topLevel(oldInputs, news),
    };
    const { verdict, remarks } = await deriveOne(type, { inputs: { a: "LOUD" } });
    assert.equal(verdict, "clean");
    const difference = { path: "a", kind: "update", old: "LOUD", new: "loud" };
    assert.deepEqual(remarks, [{ kind: "adopted", differences: [difference] }]);
  });
});
