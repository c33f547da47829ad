/**
 * The search from everything: clean, complete, lean, and every value that Read returned with its class.
 */
import assert from "node:assert/strict";
import type { OwnedProperty } from "../../../src/ownership/find-owners.ts";
import { stringValue } from "../../../src/value/value.ts";
import {
  detailed,
  type JsonObject,
  type ModelCheck,
  type ModelType,
  refuse,
  unknownText,
  urnOf,
} from "../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";

const text = { type: "string" };
const number = { type: "number" };
const flag = { type: "boolean" };
const old = { ...text, deprecationMessage: "Use another." };
const list = (items: unknown) => ({ type: "array", items });
const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

/** A fresh plan with these values for what a program omits. */
const planning = (defaults: JsonObject) => (news: JsonObject) => ({ ...defaults, ...news });

const refusing = (property: string, reason: string): ModelCheck => ({ failures: [{ property, reason }] });

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

  it("of a default that follows another value are set when that value is set too", async () => {
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

  it("in elements that the provider sorts in its own way are set: an index says nothing there", async () => {
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

describe("a provider that supports no preview", () => {
  const type: ModelType = {
    inputProperties: { cidr: text, tenancy: text, dns: flag },
    requiredInputs: ["cidr"],
    check: (_, news) => ({ inputs: { tenancy: "default", ...news } }),
    diff: lenient,
  };

  it("implies what its Check fills in from nothing, and nothing else", async () => {
    const { program, classes, cloud } = await completeOne(type, {
      inputs: { cidr: "c", tenancy: "default", dns: false },
    });
    assert.deepEqual(program, { cidr: "c", dns: false });
    assert.deepEqual(classes, { cidr: "set: required", tenancy: "implied by check", dns: "set" });
    assert.ok(cloud.calls.every(({ method }) => method !== "Create" && method !== "Update"));
  });

  it("that copies what was there into its answer implies none of it", async () => {
    const keeping: ModelType = {
      ...type,
      check: (olds, news) => ({ inputs: { tenancy: "default", ...olds, ...news } }),
    };
    const inputs = { cidr: "c", tenancy: "dedicated", dns: true };
    assert.deepEqual((await completeOne(keeping, { inputs })).program, inputs);
  });

  it("that makes up a name of its own is given the name that is there", async () => {
    const naming: ModelType = {
      inputProperties: { name: text, size: number },
      check: (olds, news, seed) => ({
        inputs: { size: 1, ...news, name: news.name ?? olds.name ?? `made-up-${seed}` },
      }),
    };
    const { program, classes } = await completeOne(naming, { id: "x-1", inputs: { name: "made-up-7", size: 1 } });
    assert.deepEqual(program, { name: "made-up-7" });
    assert.deepEqual(classes, { name: "set", size: "implied by check" });
  });

  it("implies members of an object one by one", async () => {
    const nested: ModelType = {
      inputProperties: { it: ref("It") },
      check: (olds, news) => {
        const [before, set] = [(olds.it ?? {}) as JsonObject, (news.it ?? {}) as JsonObject];
        return { inputs: { it: { kept: "default", plain: "default", ...before, ...set } } };
      },
      diff: () => ({ changes: "none" }),
    };
    const objectTypes = { It: { properties: { kept: text, plain: text } } };
    const { program } = await completeOne(
      nested,
      { inputs: { it: { kept: "other", plain: "default" } } },
      { objectTypes },
    );
    assert.deepEqual(program, { it: { kept: "other" } });
  });

  it("whose Check answers an error where there is nothing old gives no ground to omit anything", async () => {
    const broken: ModelType = {
      ...type,
      check: (olds, news) =>
        Object.keys(olds).length === 0 ? refuse("other", "nil olds") : { inputs: { tenancy: "default", ...news } },
    };
    const inputs = { cidr: "c", tenancy: "default", dns: true };
    const { program, verdict } = await completeOne(broken, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
  });
});

describe("a value that Check answers anew each time", () => {
  let answers = 0;
  const drawn: ModelType = {
    inputProperties: { name: text, nonce: text, size: number },
    check: (_, news) => {
      answers += 1;
      return { inputs: { ...news, nonce: `nonce-${answers}` } };
    },
    diff: ({ olds, news }) => detailed(olds, news),
  };

  it("whatever the program sets is not set; all else is", async () => {
    const inputs = { name: "n", nonce: "nonce-0", size: 2 };
    const { program, verdict, classes } = await completeOne(drawn, { inputs });
    assert.equal(verdict, "update");
    assert.deepEqual(program, { name: "n", size: 2 });
    assert.deepEqual(classes, { name: "set", nonce: "unsettable: differs", size: "set" });
  });

  it("where the program has none is set", async () => {
    const type: ModelType = {
      ...drawn,
      check: (_, news) => {
        answers += 1;
        return { inputs: { nonce: `nonce-${answers}`, ...news } };
      },
    };
    const inputs = { name: "n", nonce: "nonce-0", size: 2 };
    const { program, verdict } = await completeOne(type, { inputs });
    assert.deepEqual([verdict, program], ["clean", inputs]);
  });
});

describe("a fresh plan that refuses", () => {
  const type: ModelType = {
    inputProperties: { name: text, zone: text, size: number },
    diff: lenient,
    create: (news) => (news.zone === undefined ? refuse("invalid", "a zone is needed") : { size: 3, ...news }),
  };

  it("for want of a value that was read has it, and what that program implies is omitted", async () => {
    const { program, remarks } = await completeOne(type, { inputs: { name: "n", zone: "z", size: 3 } });
    assert.deepEqual(program, { name: "n", zone: "z" });
    assert.deepEqual(remarks, []);
  });

  it("for want of what nobody can read keeps the verdict, and says so", async () => {
    const { program, verdict, remarks } = await completeOne(type, { inputs: { name: "n", size: 3 } });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n", size: 3 });
    assert.deepEqual(remarks, [{ kind: "not-creatable", reasons: ["a zone is needed"] }]);
  });
});

describe("a block", () => {
  const members = ["protocol", "ports", "note", "self"] as const;
  const objectTypes = {
    Rule: { properties: { protocol: text, ports: list(number), note: text, self: flag } },
  };
  const whole = { protocol: "-1", ports: [], note: "", self: false };
  const lacking = (rules: readonly JsonObject[]): string | undefined =>
    members.find((name) => rules.some((rule) => rule[name] === undefined));

  for (const [how, property] of [
    ["with the name of the member", (name: string) => `rules[0].${name}`],
    ["with the name of the block", () => "rules"],
    ["without a name", () => ""],
  ] as const) {
    it(`that is refused member by member, ${how}, is set as Read returned it, with its empty members`, async () => {
      const type: ModelType = {
        inputProperties: { name: text, rules: list(ref("Rule")) },
        requiredInputs: ["name"],
        check: (_, news) => {
          const missing = lacking((news.rules ?? []) as readonly JsonObject[]);
          return missing === undefined ? { inputs: news } : refusing(property(missing), `"${missing}" is required`);
        },
        diff: lenient,
        create: planning({ rules: unknownText }),
      };
      const inputs = { name: "n", rules: [whole, { ...whole, protocol: "6", ports: [22] }] };
      const { program, verdict, classes } = await completeOne(type, { inputs }, { objectTypes });
      assert.equal(verdict, "clean");
      assert.deepEqual(program, inputs);
      assert.ok(
        Object.values(classes).every((one) => one.startsWith("set")),
        JSON.stringify(classes),
      );
    });
  }

  it("whose empty members nobody needs is set without them", async () => {
    const type: ModelType = { inputProperties: { rule: ref("Rule") }, diff: () => ({ changes: "none" }) };
    const { program } = await completeOne(type, { inputs: { rule: whole } }, { objectTypes });
    assert.deepEqual(program, { rule: { protocol: "-1", self: false } });
  });

  it("that differs without its empty members is set with them", async () => {
    const type: ModelType = {
      inputProperties: { rules: list(ref("Rule")) },
      diff: ({ olds, news }) => detailed(olds, news),
    };
    const inputs = { rules: [whole] };
    const { program, verdict } = await completeOne(type, { inputs }, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
  });

  it("loses only the member that the provider refuses", async () => {
    const type: ModelType = {
      inputProperties: { rule: ref("Rule") },
      check: (_, news) => {
        const rule = (news.rule ?? {}) as JsonObject;
        return rule.note === undefined ? { inputs: news } : refusing("rule.note", "is computed");
      },
      diff: () => ({ changes: "none" }),
    };
    const inputs = { rule: { ...whole, note: "n" } };
    const { program, classes } = await completeOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { rule: { protocol: "-1", self: false } });
    assert.equal(classes["rule.note"], "unsettable: refused");
  });
});

describe("keys that only hold together", () => {
  const names = ["hashKey", "attributes", "capacity"];
  const table: ModelType = {
    inputProperties: { name: text, hashKey: text, attributes: list(text), capacity: number, mode: text },
    requiredInputs: ["name"],
    check: (_, news) => {
      const there = names.filter((name) => news[name] !== undefined);
      const missing = names.find((name) => news[name] === undefined);
      return there.length > 0 && missing !== undefined ? refusing(missing, "is required") : { inputs: news };
    },
    diff: lenient,
    create: (news) =>
      news.hashKey === undefined ? refuse("invalid", "a table needs a key") : { mode: "provisioned", ...news },
  };
  const inputs = { name: "t", hashKey: "id", attributes: ["id"], capacity: 5 };

  it("are set together, though no difference asks for one of them", async () => {
    const { program, verdict, remarks } = await completeOne(table, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.deepEqual(remarks, []);
  });

  it("do not keep the defaults beside them in the program", async () => {
    const { program, classes } = await completeOne(table, { inputs: { ...inputs, mode: "provisioned" } });
    assert.deepEqual(program, inputs);
    assert.equal(classes.mode, "implied by plan");
  });
});

describe("of two properties that exclude each other", () => {
  const forms = [
    ["by the name of one", ["one"]],
    ["by the name of the other", ["two"]],
    ["by the names of both", ["one", "two"]],
    ["without a name", [""]],
  ] as const;

  /** `one` and `two` may not be set together; neither is missed when it is omitted. */
  const excluding = (
    properties: readonly ("one" | "two" | "")[],
    names: { readonly one: string; readonly two: string },
    inputProperties: ModelType["inputProperties"],
    requiredInputs: readonly string[] = [],
  ): ModelType => ({
    inputProperties: { note: text, ...inputProperties },
    requiredInputs,
    check: (_, news) =>
      news[names.one] !== undefined && news[names.two] !== undefined
        ? {
            failures: properties.map((which) => ({
              property: which === "" ? "" : names[which],
              reason: `"${names.one}" conflicts with "${names.two}"`,
            })),
          }
        : { inputs: news },
    diff: lenient,
  });

  for (const [how, properties] of forms) {
    it(`the one that is not deprecated is kept, told ${how}`, async () => {
      for (const names of [
        { one: "acl", two: "grants" },
        { one: "grants", two: "acl" },
      ]) {
        const type = excluding(properties, names, { acl: old, grants: list(text) });
        const inputs = { note: "n", acl: "private", grants: ["a", "b"] };
        const { program, classes, verdict } = await completeOne(type, { inputs });
        assert.equal(verdict, "clean");
        assert.deepEqual(program, { note: "n", grants: ["a", "b"] }, JSON.stringify(names));
        assert.equal(classes.acl, "unsettable: refused");
      }
    });

    it(`the one that the schema requires is kept, told ${how}`, async () => {
      for (const names of [
        { one: "block", two: "blocks" },
        { one: "blocks", two: "block" },
      ]) {
        const type = excluding(properties, names, { block: text, blocks: list(text) }, ["blocks"]);
        const inputs = { note: "n", block: "x", blocks: ["y", "z"] };
        const { program } = await completeOne(type, { inputs });
        assert.deepEqual(program, { note: "n", blocks: ["y", "z"] }, JSON.stringify(names));
      }
    });

    it(`the one with a reference to a resource is kept, told ${how}`, async () => {
      for (const names of [
        { one: "groupId", two: "aName" },
        { one: "aName", two: "groupId" },
      ]) {
        const type = excluding(properties, names, { groupId: text, aName: text });
        const inputs = { note: "n", aName: "web", groupId: "sg-1" };
        const { program } = await completeOne(type, { inputs }, { linked: new Map([[urnOf("one"), [["groupId"]]]]) });
        assert.deepEqual(program, { note: "n", groupId: "sg-1" }, JSON.stringify(names));
      }
    });

    it(`else the one with fewer values, else the name that comes first, told ${how}`, async () => {
      for (const [one, two] of [
        ["aRule", "zRule"],
        ["zRule", "aRule"],
      ] as const) {
        const objectTypes = { Rule: { properties: { x: text, y: text } } };
        const both = excluding(properties, { one, two }, { aRule: ref("Rule"), zRule: ref("Rule") });
        const fewer = { note: "n", aRule: { x: "1", y: "2" }, zRule: { x: "3" } };
        const same = { note: "n", aRule: { x: "1" }, zRule: { x: "3" } };
        assert.deepEqual((await completeOne(both, { inputs: fewer }, { objectTypes })).program, {
          note: "n",
          zRule: { x: "3" },
        });
        assert.deepEqual((await completeOne(both, { inputs: same }, { objectTypes })).program, {
          note: "n",
          aRule: { x: "1" },
        });
      }
    });
  }

  it("inside of a block, the one without a reference goes, else the one whose name comes last", async () => {
    const inBlock: ModelType = {
      inputProperties: { note: text, block: ref("Block") },
      check: (_, news) => {
        const { aId, zName } = (news.block ?? {}) as JsonObject;
        const failures = ["block.aId", "block.zName"].map((property) => ({ property, reason: "only one of them" }));
        return aId !== undefined && zName !== undefined ? { failures } : { inputs: news };
      },
      diff: lenient,
    };
    const objectTypes = { Block: { properties: { zName: text, aId: text, size: number } } };
    const inputs = { note: "n", block: { aId: "a-1", zName: "web", size: 2 } };
    assert.deepEqual((await completeOne(inBlock, { inputs }, { objectTypes })).program, {
      note: "n",
      block: { aId: "a-1", size: 2 },
    });
    const linked = new Map([[urnOf("one"), [["block", "zName"]]]]);
    assert.deepEqual((await completeOne(inBlock, { inputs }, { objectTypes, linked })).program, {
      note: "n",
      block: { zName: "web", size: 2 },
    });
  });

  it("which are both the resource's identity, defaults beside them are implied all the same", async () => {
    const type: ModelType = {
      inputProperties: {
        name: { ...text, willReplaceOnChanges: true },
        path: { ...text, willReplaceOnChanges: true },
        size: number,
      },
      check: (_, news) =>
        news.name !== undefined && news.path !== undefined
          ? refusing("", "either name or path")
          : { inputs: { size: 3, ...news } },
      diff: lenient,
    };
    const { program, verdict } = await completeOne(type, {
      id: "i-1",
      inputs: { name: "main", path: "/main", size: 3 },
    });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "main" });
  });
});

describe("copies", () => {
  const type: ModelType = {
    inputProperties: {
      tags: { type: "object", additionalProperties: text },
      tagsAll: { type: "object", additionalProperties: text },
      dbName: text,
      name: old,
      user: text,
    },
    diff: lenient,
  };

  it("of a map under a longer name, and deprecated twins, are omitted with the property that has their content", async () => {
    const tags = { team: "a" };
    const inputs = { tags, tagsAll: tags, dbName: "orders", name: "orders", user: "u" };
    const { program, classes } = await completeOne(type, { inputs });
    assert.deepEqual(program, { tags, dbName: "orders", user: "u" });
    assert.deepEqual([classes.tagsAll, classes.name], ["copy of tags", "copy of dbName"]);
  });

  it("are no copies where the contents differ, and two settings that happen to be equal are none", async () => {
    const inputs = { tags: { team: "a" }, tagsAll: { team: "a", owner: "o" }, dbName: "orders", user: "orders" };
    assert.deepEqual((await completeOne(type, { inputs })).program, inputs);
  });

  it("are set where the provider refuses the other one", async () => {
    const refusingOther: ModelType = {
      ...type,
      check: (_, news) => (news.dbName === undefined ? { inputs: news } : refusing("dbName", "is computed")),
    };
    const { program, classes } = await completeOne(refusingOther, { inputs: { dbName: "orders", name: "orders" } });
    assert.deepEqual(program, { name: "orders" });
    assert.equal(classes.dbName, "unsettable: refused");
    assert.equal(classes.name, "set");
  });

  it("are set where the fresh plan is refused without them", async () => {
    const wanting: ModelType = {
      ...type,
      create: (news) => (news.name === undefined ? refuse("invalid", "name must be set") : news),
    };
    const inputs = { dbName: "orders", name: "orders" };
    const { program, remarks } = await completeOne(wanting, { inputs });
    assert.deepEqual([program, remarks], [inputs, []]);
  });
});

describe("values that the cloud chose", () => {
  const server: ModelType = {
    inputProperties: { name: text, privateIp: text, serverId: text, mac: text, uuid: text, group: text },
    requiredInputs: ["name"],
    diff: lenient,
    create: planning({ privateIp: unknownText, serverId: unknownText, uuid: unknownText, group: unknownText }),
  };
  const id = "i-0a1b2c3d4e5f60718";
  const uuid = "1b4e28ba-2fa1-41d2-883f-0016d3cca427";

  it("are omitted: identifiers, addresses, generated values that name nothing else", async () => {
    const inputs = { name: "n", privateIp: "10.0.0.7", serverId: id, uuid };
    const { program, classes } = await completeOne(server, { id, inputs });
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, {
      name: "set: required",
      privateIp: "assigned: address",
      serverId: "assigned: identifier",
      uuid: "assigned: generated",
    });
  });

  it("are set where they are a list of ids: these name other resources, which need not be imported", async () => {
    const balancer: ModelType = {
      inputProperties: { name: text, subnetIds: list(text), addresses: list(text) },
      requiredInputs: ["name"],
      diff: lenient,
      create: planning({ subnetIds: unknownText, addresses: unknownText }),
    };
    const inputs = { name: "n", subnetIds: ["subnet-0a1b2c3d", "subnet-4d3c2b1a"], addresses: ["10.0.0.7"] };
    const { program, classes } = await completeOne(balancer, { inputs });
    assert.deepEqual(program, { name: "n", subnetIds: inputs.subnetIds });
    assert.equal(classes.addresses, "assigned: address");
  });

  it("are part of what the resource is where a change of them would replace it, be it asked in one piece or in parts", async () => {
    const inputs = { name: "n", privateIp: "10.0.0.7", uuid };
    for (const stubborn of [false, true]) {
      const replacing: ModelType = {
        ...server,
        diff: (request) => {
          if (stubborn && String(request.news.uuid ?? "").endsWith("-probe")) refuse("other");
          return lenient(request, ["privateIp"]);
        },
      };
      const { program, classes } = await completeOne(replacing, { id, inputs });
      assert.deepEqual(program, { name: "n", privateIp: "10.0.0.7" });
      assert.equal(classes.uuid, "assigned: generated");
    }
  });

  it("are set where the schema says that a change replaces, where the fresh plan has nothing there, where they are a digest of content, and where they refer to a resource", async () => {
    const flagged: ModelType = {
      ...server,
      inputProperties: { ...server.inputProperties, privateIp: { ...text, willReplaceOnChanges: true } },
    };
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    assert.deepEqual((await completeOne(flagged, { id, inputs })).program, inputs);
    const absent = { name: "n", mac: "0a1b2c3d4e5f" };
    assert.deepEqual((await completeOne(server, { id, inputs: absent })).program, absent);
    const digest = { name: "n", uuid: "6938fd4d98bab03faadb97b34396831e3780aea1" };
    assert.deepEqual((await completeOne(server, { id, inputs: digest })).program, digest);
    const group = { name: "n", group: "sg-0a1b2c3d" };
    const linked = new Map([[urnOf("one"), [["group"]]]]);
    assert.deepEqual((await completeOne(server, { id, inputs: group }, { linked })).program, group);
  });

  it("are set where the provider has no such output: only a person can have chosen them", async () => {
    const { properties: _, ...rest } = server;
    const given: ModelType = { ...rest, properties: { name: text } };
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    assert.deepEqual((await completeOne(given, { id, inputs })).program, inputs);
  });

  it("stay where the import file asks for them", async () => {
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    const { classes } = await completeOne(server, { id, inputs, properties: [["privateIp"]] });
    assert.equal(classes.privateIp, "set: asked");
  });

  it("are set where the preview is not clean without them", async () => {
    const strict: ModelType = {
      ...server,
      diff: ({ olds, news }) => detailed({ name: olds.name ?? null, privateIp: olds.privateIp ?? null }, news),
    };
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    const { program, verdict } = await completeOne(strict, { id, inputs });
    assert.deepEqual([verdict, program], ["clean", inputs]);
  });
});

describe("what other resources set", () => {
  const [one, two] = [urnOf("rule-1", "Rule"), urnOf("rule-2", "Rule")];
  const objectTypes = { Rule: { properties: { port: number, note: text } } };
  const group: ModelType = {
    inputProperties: { name: text, rules: list(ref("Rule")), policy: text },
    requiredInputs: ["name"],
    diff: lenient,
  };
  const inputs = { name: "n", rules: [{ port: 1, note: "a" }, { port: 2 }], policy: "p" };
  const owned = (...properties: readonly OwnedProperty[]) => ({ owned: new Map([[urnOf("one"), properties]]) });
  const elements = (owners: ReadonlyMap<number, readonly string[]>, unowned: readonly number[]): OwnedProperty => ({
    ...{ kind: "elements", path: ["rules"], owners, unowned },
  });

  it("is left to them: a whole property, and a list of which they set every element", async () => {
    const all = new Map([
      [0, [one]],
      [1, [two]],
    ]);
    const whole: OwnedProperty = { kind: "whole", path: ["policy"], owners: [two] };
    const { program, classes, remarks, verdict } = await completeOne(
      group,
      { inputs },
      { objectTypes, ...owned(elements(all, []), whole) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, {
      name: "set: required",
      "rules[0].port": `owned by ${one}`,
      "rules[0].note": `owned by ${one}`,
      "rules[1].port": `owned by ${two}`,
      policy: `owned by ${two}`,
    });
    assert.deepEqual(remarks, []);
  });

  it("is left to them: a list of plain values of which they set every element is theirs", async () => {
    const attached = (unowned: readonly number[]): OwnedProperty => ({
      ...{ kind: "elements", path: ["arns"], owners: new Map([[0, [one]]]), unowned },
    });
    const role: ModelType = { inputProperties: { name: text, arns: list(text) }, diff: lenient };
    const whole = await completeOne(role, { inputs: { name: "n", arns: ["arn:a"] } }, owned(attached([])));
    assert.deepEqual([whole.program, whole.classes.arns], [{ name: "n" }, `owned by ${one}`]);
    const part = await completeOne(role, { inputs: { name: "n", arns: ["arn:a", "arn:b"] } }, owned(attached([1])));
    assert.deepEqual([part.program, part.classes.arns], [{ name: "n" }, `unsettable beside ${one}`]);
  });

  it("is left to them in part too, and what nobody sets is reported", async () => {
    const some = elements(new Map([[0, [one]]]), [1]);
    const { program, classes, remarks } = await completeOne(group, { inputs }, { objectTypes, ...owned(some) });
    assert.deepEqual(program, { name: "n", policy: "p" });
    assert.equal(classes["rules[0].port"], `owned by ${one}`);
    assert.equal(classes["rules[1].port"], `unsettable beside ${one}`);
    assert.deepEqual(remarks, [{ kind: "unowned", paths: ["rules[1]"], besides: [one] }]);
  });

  it("is kept where the preview is not clean without it, and the double management is reported", async () => {
    const strict: ModelType = { ...group, diff: ({ olds, news }) => detailed(olds, news) };
    const some = elements(new Map([[0, [one]]]), [1]);
    const { program, classes, verdict, remarks } = await completeOne(
      strict,
      { inputs },
      { objectTypes, ...owned(some) },
    );
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
    assert.equal(classes["rules[0].port"], "set");
    assert.deepEqual(remarks, [{ kind: "managed-twice", paths: ["rules"], owners: [one] }]);
  });

  it("stays where the import file asks for it, and where the schema requires it", async () => {
    const all = elements(new Map([[0, [one]]]), [1]);
    const asked = await completeOne(group, { inputs, properties: [["rules"]] }, { objectTypes, ...owned(all) });
    assert.deepEqual(asked.program.rules, inputs.rules);
    const requiring = { ...group, requiredInputs: ["name", "rules"] };
    const required = await completeOne(requiring, { inputs }, { objectTypes, ...owned(all) });
    assert.deepEqual(required.program.rules, inputs.rules);
  });

  it("is not put back where the program has to be found from the smallest one: its name is made up and may not be set", async () => {
    const unnamed: ModelType = {
      ...group,
      requiredInputs: [],
      check: (olds, news, seed) =>
        news.name === undefined
          ? { inputs: { ...news, name: olds.name ?? `made-up-${seed}` } }
          : refusing("name", "is made up"),
    };
    const all = elements(
      new Map([
        [0, [one]],
        [1, [two]],
      ]),
      [],
    );
    const { program, verdict, classes } = await completeOne(unnamed, { inputs }, { objectTypes, ...owned(all) });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { policy: "p" });
    assert.equal(classes.name, "unsettable: refused");
    assert.equal(classes["rules[0].port"], `owned by ${one}`);
  });
});

describe("references", () => {
  it("are no reason to set a property", async () => {
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

describe("identity", () => {
  it("is set though a new deployment gives the same where its value is the id, not where the schema says that a change replaces", async () => {
    const type: ModelType = {
      inputProperties: { name: text, zone: { ...text, willReplaceOnChanges: true }, size: number },
      diff: lenient,
      create: planning({ name: "main", zone: "eu", size: 3 }),
    };
    const { program, classes } = await completeOne(type, {
      id: "net/main",
      inputs: { name: "main", zone: "eu", size: 3 },
    });
    assert.deepEqual(program, { name: "main" });
    assert.deepEqual(classes, { name: "set: identity", zone: "implied by plan", size: "implied by plan" });
  });

  for (const property of ["name", ""]) {
    it(`that the provider refuses goes, ${property === "" ? "though nobody names it" : "by its name"}, and all else stays`, async () => {
      const type: ModelType = {
        inputProperties: { a: text, name: text, b: text },
        check: (_, news) =>
          news.a === undefined || news.name !== undefined ? refusing(property, "something is wrong") : { inputs: news },
        diff: () => ({ changes: "none" }),
      };
      const { program, verdict } = await completeOne(type, { id: "x/main", inputs: { a: "1", name: "main", b: "2" } });
      assert.deepEqual([verdict, program], ["clean", { a: "1", b: "2" }]);
    });
  }

  it("stays where a difference remains that can only be ignored", async () => {
    const type: ModelType = {
      inputProperties: { cidr: text, zone: { ...text, willReplaceOnChanges: true }, password: text },
      requiredInputs: ["cidr"],
      check: (_, news) => ({ inputs: { zone: "b", ...news } }),
      diff: ({ ignoreChanges }) =>
        ignoreChanges.includes("password") ? { changes: "none" } : { changes: "some", diffs: ["password"] },
    };
    const supplied = new Map([["password", stringValue("s")]]);
    const { program, verdict } = await completeOne(type, { inputs: { cidr: "10.0.0.0/16", zone: "a" }, supplied });
    assert.equal(verdict, "ignored");
    assert.deepEqual(program, { cidr: "10.0.0.0/16", password: "s", zone: "a" });
  });
});
