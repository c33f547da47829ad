/** Explanations in mode `minimal` give one reason for each property, and need no additional provider calls. */
import assert from "node:assert/strict";
import type { Ground, Link } from "../../../../src/domain/graph.ts";
import { stringValue } from "../../../../src/value/value.ts";
import { derive as deriveIn, deriveOne as deriveOneIn, reasonsOf } from "../../honest.ts";
import { type JsonObject, type ModelObject, type ModelType, topLevel, unknownText, urnOf } from "../../model-cloud.ts";
import { explained, groundsOf, network, plain } from "../explained-type.ts";

const text = { type: "string" };
type Options = Parameters<typeof deriveIn>[2];
const derive = (type: ModelType, objects: readonly ModelObject[], options: Options = {}) =>
  deriveIn(type, objects, { mode: "minimal", ...options });
const deriveOne = (type: ModelType, object: ModelObject, options: Options = {}) =>
  deriveOneIn(type, object, { mode: "minimal", ...options });
const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

describe("--explain in mode minimal", () => {
  it("explains values only with --explain, without additional provider calls", async () => {
    const object = { id: "vpc/main", inputs: network };
    const silent = await deriveOne(plain, object);
    const explainedOne = await deriveOne(plain, object, explained);
    assert.deepEqual(silent.explanation, []);
    assert.ok(explainedOne.explanation.length > 0);
    assert.deepEqual(explainedOne.cloud.calls, silent.cloud.calls);
    assert.deepEqual(explainedOne.program, silent.program);
  });

  it("explains values with the schema, the ID, and the Create preview", async () => {
    const { explanation } = await deriveOne(plain, { id: "vpc/main", inputs: network }, explained);
    assert.deepEqual(groundsOf(explanation), {
      cidr: { kind: "required" },
      name: { kind: "id" },
      zone: { kind: "replaces", by: "schema" },
      note: { kind: "recreate", plan: "unknown" },
      kind: { kind: "implied", by: "check" },
    });
    assert.deepEqual(
      explanation.filter(({ reason }) => reason === undefined).map(({ path }) => path),
      ["kind"],
    );
  });

  it("distinguishes values that are different, missing, or unknown in the Create preview", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, size: text, owner: text, place: text, mode: text },
      requiredInputs: ["cidr"],
      diff: () => ({ changes: "none" }),
      create: (news) => ({ size: "1", place: unknownText, mode: "usual", ...news }),
    };
    const inputs = { cidr: "c", size: "3", owner: "o", place: "p", mode: "usual" };
    const { explanation } = await deriveOne(type, { inputs }, explained);
    assert.deepEqual(groundsOf(explanation), {
      cidr: { kind: "required" },
      size: { kind: "recreate", plan: "other" },
      owner: { kind: "recreate", plan: "absent" },
      place: { kind: "recreate", plan: "unknown" },
      mode: { kind: "implied", by: "plan" },
    });
  });

  it("explains that a changed value would replace the resource", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, group: text },
      requiredInputs: ["cidr"],
      diff: ({ olds, news }) => {
        if (news.group === undefined || olds.group === news.group) return { changes: "none" };
        return { changes: "some", replaces: ["group"] };
      },
    };
    const objects = ["one", "two"].map((name, index) => ({
      name,
      inputs: { cidr: "c", group: `default:mysql-8-${index}` },
    }));
    const { derivations } = await derive(type, objects, explained);
    for (const { explanation = [] } of derivations) {
      assert.deepEqual(groundsOf(explanation).group, { kind: "replaces", by: "diff" });
    }
  });

  it("compares a value with a new deployment even if Check copies it from the old inputs", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, name: text, kept: text },
      requiredInputs: ["cidr"],
      check: (olds, news, seed) => ({
        inputs: { name: olds.name ?? `gen-${seed}`, ...(olds.kept !== undefined && { kept: olds.kept }), ...news },
      }),
      diff: ({ oldInputs, news }) => topLevel(oldInputs, news),
    };
    const { explanation } = await deriveOne(type, { inputs: { cidr: "c", name: "gen-77", kept: "k" } }, explained);
    assert.deepEqual(groundsOf(explanation), {
      cidr: { kind: "required" },
      name: { kind: "recreate", plan: "other" },
      kept: { kind: "recreate", plan: "unknown" },
    });
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
    const object = { inputs: { a: "1", b: "2", arn: "x" } };
    const refusal: Ground = { kind: "with", answer: { kind: "refused", property: "arn", reason: "is computed" } };
    const complete = groundsOf((await deriveOne(type, object, explained)).explanation);
    assert.deepEqual(complete.b, { kind: "fresh", reason: "is required" });
    assert.deepEqual(complete.arn, refusal);
  });

  it("explains requested values, values with references, and values that cannot be set", async () => {
    const type: ModelType = {
      inputProperties: { network: text, tags: ref("Tags"), password: text },
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
      // A reference alone is not a reason to set a value. The reason is that the Create preview does not return the value.
      network: { kind: "recreate", plan: "unknown" },
      "tags.x": { kind: "asked", by: "properties" },
      "tags.y": { kind: "recreate", plan: "unknown" },
      password: { kind: "asked", by: "inputs" },
      arn: { kind: "not-an-input" },
    });
  });

  describe("--explain for objects and lists", () => {
    const type: ModelType = {
      inputProperties: { cidr: text, settings: ref("Settings"), rules: { type: "array", items: ref("Rule") } },
      requiredInputs: ["cidr"],
      diff: ({ olds, news }) => topLevel({ ...olds, settings: null }, { ...news, settings: null }),
      create: ({ settings, ...news }) => ({
        ...news,
        settings: { mode: "m", level: "other", ...((settings ?? {}) as JsonObject) },
      }),
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

    it("explains each member of an object, with [*] for list elements", async () => {
      const { explanation } = await deriveOne(type, { inputs }, { objectTypes, ...explained });
      assert.deepEqual(groundsOf(explanation), {
        cidr: { kind: "required" },
        "settings.mode": { kind: "implied", by: "plan" },
        "settings.level": { kind: "recreate", plan: "other" },
        "rules[*].port": { kind: "recreate", plan: "absent" },
        "settings.extra": { kind: "not-an-input" },
        "rules[*].extra": { kind: "not-an-input" },
      });
    });
  });

  it("names the first resource of the type in explanations of resources that reuse its result", async () => {
    const named = ["sample", "second"].map((name) => ({ name, inputs: { ...network, name } }));
    const objects = [...named, { name: "the-other", inputs: { cidr: "c", note: "n" } }];
    const learned = { kind: "taught", by: "sample" };
    const [sample, other, odd] = (await derive(plain, objects, explained)).derivations.map(({ explanation = [] }) =>
      groundsOf(explanation),
    );
    assert.deepEqual([sample?.note, other?.note, odd?.note], [{ kind: "recreate", plan: "unknown" }, learned, learned]);
    assert.equal(odd?.kind, undefined, "only read values are explained");
  });
});

describe("remarks in mode minimal", () => {
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
    assert.deepEqual(asked.program, { a: "1", b: "2" });
    assert.equal(reasonsOf(asked.proof).b, "asked");
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
