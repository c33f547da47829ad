/** Values that a new deployment sets by default. They are omitted only if the Create preview returns the same value. */
import assert from "node:assert/strict";
import { type JsonObject, type ModelType, refuse, unknownText, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, list, number, planning, ref, text } from "./model-parts.ts";

describe("values that the Create preview shows or leaves unknown", () => {
  const network: ModelType = {
    inputProperties: { cidr: text, dns: flag, tenancy: text, size: number },
    requiredInputs: ["cidr"],
    diff: lenient,
    create: planning({ dns: unknownText, tenancy: "default", size: unknownText }),
  };

  it("sets values that the Create preview leaves unknown, and omits values that it returns", async () => {
    const inputs = { cidr: "c", dns: true, tenancy: "default", size: 5 };
    const { program, classes, verdict } = await completeOne(network, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { cidr: "c", dns: true, size: 5 });
    assert.deepEqual(classes, { cidr: "set: required", dns: "set", tenancy: "implied by plan", size: "set" });
  });

  it("sets a value that differs in the Create preview", async () => {
    const { program } = await completeOne(network, { inputs: { cidr: "c", tenancy: "dedicated" } });
    assert.deepEqual(program, { cidr: "c", tenancy: "dedicated" });
  });

  it("sets false and 0 if they are unknown in the Create preview", async () => {
    const { classes } = await completeOne(network, { inputs: { cidr: "c", dns: false, size: 0 } });
    assert.deepEqual(classes, { cidr: "set: required", dns: "set", size: "set" });
  });

  it("omits false if the description documents it as the default", async () => {
    const described: ModelType = {
      ...network,
      inputProperties: {
        ...network.inputProperties,
        dns: { ...flag, description: "Whether names are resolved. Defaults to `false`." },
        size: { ...number, description: "How many. Defaults to 3." },
      },
    };
    const { program, classes } = await completeOne(described, { inputs: { cidr: "c", dns: false, size: 0 } });
    assert.deepEqual(program, { cidr: "c", size: 0 });
    assert.deepEqual(classes, { cidr: "set: required", dns: "implied by description", size: "set" });
  });

  it("omits an empty string, whatever the Create preview returns for it", async () => {
    for (const value of [unknownText, null, ""]) {
      const plan = planning({ description: value, tenancy: "default" });
      const inputProperties = { ...network.inputProperties, description: text };
      const type: ModelType = { ...network, inputProperties, create: plan };
      const { program } = await completeOne(type, { inputs: { cidr: "c", description: "", tenancy: "default" } });
      assert.deepEqual(program, { cidr: "c" }, String(value));
    }
  });

  it("sets a value that is missing in the Create preview", async () => {
    const { classes } = await completeOne(
      { ...network, create: planning({ tenancy: null }) },
      { inputs: { cidr: "c", tenancy: "default" } },
    );
    assert.deepEqual(classes, { cidr: "set: required", tenancy: "set" });
  });

  it("sets a default value that `properties` of the import file lists", async () => {
    const { program, classes } = await completeOne(network, {
      inputs: { cidr: "c", tenancy: "default" },
      properties: [["tenancy"]],
    });
    assert.deepEqual(program, { cidr: "c", tenancy: "default" });
    assert.equal(classes.tenancy, "set: asked");
  });

  it("sets a default that depends on another value of the program", async () => {
    const type: ModelType = {
      inputProperties: { kind: text, size: number },
      diff: lenient,
      create: (news) => ({ ...news, kind: news.kind ?? "small", size: news.size ?? (news.kind === "large" ? 9 : 1) }),
    };
    assert.deepEqual((await completeOne(type, { inputs: { kind: "large", size: 1 } })).program, {
      kind: "large",
      size: 1,
    });
  });

  it("omits a default in one list element, and sets a different value in another", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      diff: lenient,
      create: ({ rules = [] }) => ({
        rules: (rules as readonly JsonObject[]).map((rule) => ({ note: "none", ...rule })),
      }),
      requiredInputs: ["rules"],
    };
    const objectTypes = { Rule: { properties: { port: number, note: text }, required: ["port"] } };
    const inputs = {
      rules: [
        { port: 1, note: "none" },
        { port: 2, note: "mine" },
      ],
    };
    const { program, classes } = await completeOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { rules: [{ port: 1 }, { port: 2, note: "mine" }] });
    assert.deepEqual(classes, {
      "rules[0].port": "set: required",
      "rules[0].note": "implied by plan",
      "rules[1].port": "set: required",
      "rules[1].note": "set",
    });
  });

  it("sets values of list elements that the provider reorders", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      requiredInputs: ["rules"],
      diff: lenient,
      // The preview reverses the list, so the note at index 0 belongs to the last rule.
      create: ({ rules = [] }) => ({
        rules: (rules as readonly JsonObject[]).map((rule) => ({ note: `for ${rule.port}`, ...rule })).reverse(),
      }),
    };
    const objectTypes = { Rule: { properties: { port: number, note: text }, required: ["port"] } };
    const inputs = {
      rules: [
        { port: 1, note: "for 2" },
        { port: 2, note: "for 1" },
      ],
    };
    assert.deepEqual((await completeOne(type, { inputs }, { objectTypes })).program, inputs);
  });
});

describe("a program whose Create preview fails", () => {
  const type: ModelType = {
    inputProperties: { name: text, zone: text, size: number },
    diff: lenient,
    create: (news) => (news.zone === undefined ? refuse("invalid", "a zone is needed") : { size: 3, ...news }),
  };

  it("adds the missing value from Read, and omits the defaults of the new preview", async () => {
    const { program, remarks } = await completeOne(type, { inputs: { name: "n", zone: "z", size: 3 } });
    assert.deepEqual(program, { name: "n", zone: "z" });
    assert.deepEqual(remarks, []);
  });

  it("keeps the verdict, with a remark, if Read does not return the missing value", async () => {
    const { program, verdict, remarks } = await completeOne(type, { inputs: { name: "n", size: 3 } });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n", size: 3 });
    assert.deepEqual(remarks, [{ kind: "not-creatable", reasons: ["a zone is needed"] }]);
  });
});

describe("a reference to another resource", () => {
  it("omits a reference if a new deployment has the same value", async () => {
    const type: ModelType = {
      inputProperties: { name: text, network: text },
      requiredInputs: ["name"],
      diff: lenient,
      create: planning({ network: "net-default" }),
    };
    const linked = new Map([[urnOf("one"), [["network"]]]]);
    const inputs = { name: "n", network: "net-default" };
    assert.deepEqual((await completeOne(type, { inputs }, { linked })).classes.network, "implied by plan");
    assert.deepEqual((await completeOne(type, { inputs: { ...inputs, network: "net-7" } }, { linked })).program, {
      ...inputs,
      network: "net-7",
    });
  });
});
