/** Values that a new deployment gives without the program: omitted where the fresh plan has the very value, set where it does not. */
import assert from "node:assert/strict";
import { type JsonObject, type ModelType, refuse, unknownText, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, list, number, planning, ref, text } from "./model-parts.ts";

describe("optional and computed values", () => {
  const network: ModelType = {
    inputProperties: { cidr: text, dns: flag, tenancy: text, size: number },
    requiredInputs: ["cidr"],
    diff: lenient,
    create: planning({ dns: unknownText, tenancy: "default", size: unknownText }),
  };

  it("are set where the fresh plan leaves them open, and implied where it gives the very value", async () => {
    const inputs = { cidr: "c", dns: true, tenancy: "default", size: 5 };
    const { program, classes, verdict } = await completeOne(network, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { cidr: "c", dns: true, size: 5 });
    assert.deepEqual(classes, { cidr: "set: required", dns: "set", tenancy: "implied by plan", size: "set" });
  });

  it("are set where the fresh plan gives another value", async () => {
    const { program } = await completeOne(network, { inputs: { cidr: "c", tenancy: "dedicated" } });
    assert.deepEqual(program, { cidr: "c", tenancy: "dedicated" });
  });

  it("are set where they are false or 0 and the fresh plan leaves them open", async () => {
    const { classes } = await completeOne(network, { inputs: { cidr: "c", dns: false, size: 0 } });
    assert.deepEqual(classes, { cidr: "set: required", dns: "set", size: "set" });
  });

  it("are implied where they are false or 0, the fresh plan leaves them open and the description names them as the default", async () => {
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

  it("report 30: are omitted if they are empty texts, whether the plan leaves them open, without a value, or empty", async () => {
    for (const value of [unknownText, null, ""]) {
      const plan = planning({ description: value, tenancy: "default" });
      const inputProperties = { ...network.inputProperties, description: text };
      const type: ModelType = { ...network, inputProperties, create: plan };
      const { program } = await completeOne(type, { inputs: { cidr: "c", description: "", tenancy: "default" } });
      assert.deepEqual(program, { cidr: "c" }, String(value));
    }
  });

  it("are set where the fresh plan would leave them without a value", async () => {
    const { classes } = await completeOne(
      { ...network, create: planning({ tenancy: null }) },
      { inputs: { cidr: "c", tenancy: "default" } },
    );
    assert.deepEqual(classes, { cidr: "set: required", tenancy: "set" });
  });

  it("stay where the import file asks for them, though a new deployment gives the same", async () => {
    const { program, classes } = await completeOne(network, {
      inputs: { cidr: "c", tenancy: "default" },
      properties: [["tenancy"]],
    });
    assert.deepEqual(program, { cidr: "c", tenancy: "default" });
    assert.equal(classes.tenancy, "set: asked");
  });

  it("are set where their default would follow from another value that is set", async () => {
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

  it("are omitted one by one where a list's other elements need them set", async () => {
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

  it("are set in elements that the provider sorts in its own way: an index does not name an element there", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      requiredInputs: ["rules"],
      diff: lenient,
      // The plan has the elements in the other order: the note at index 0 is that of the other rule.
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

describe("a program whose fresh plan is refused", () => {
  const type: ModelType = {
    inputProperties: { name: text, zone: text, size: number },
    diff: lenient,
    create: (news) => (news.zone === undefined ? refuse("invalid", "a zone is needed") : { size: 3, ...news }),
  };

  it("sets the value that is missing if Read returned it, and omits what the plan then gives", async () => {
    const { program, remarks } = await completeOne(type, { inputs: { name: "n", zone: "z", size: 3 } });
    assert.deepEqual(program, { name: "n", zone: "z" });
    assert.deepEqual(remarks, []);
  });

  it("keeps its verdict with a remark if the missing value cannot be read", async () => {
    const { program, verdict, remarks } = await completeOne(type, { inputs: { name: "n", size: 3 } });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n", size: 3 });
    assert.deepEqual(remarks, [{ kind: "not-creatable", reasons: ["a zone is needed"] }]);
  });
});

describe("a property that refers to a resource", () => {
  it("is omitted where a new deployment gives the same value", async () => {
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
