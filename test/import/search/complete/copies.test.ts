import assert from "node:assert/strict";
import { type ModelType, refuse } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { old, refusing, text } from "./model-parts.ts";

describe("properties with equal values", () => {
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

  it("omits a map and a deprecated property that equal another property", async () => {
    const tags = { team: "a" };
    const inputs = { tags, tagsAll: tags, dbName: "orders", name: "orders", user: "u" };
    const { program, classes } = await completeOne(type, { inputs });
    assert.deepEqual(program, { tags, dbName: "orders", user: "u" });
    assert.deepEqual([classes.tagsAll, classes.name], ["copy of tags", "copy of dbName"]);
  });

  it("sets properties that differ, and properties that are equal by chance", async () => {
    const inputs = { tags: { team: "a" }, tagsAll: { team: "a", owner: "o" }, dbName: "orders", user: "orders" };
    assert.deepEqual((await completeOne(type, { inputs })).program, inputs);
  });

  it("sets the second of two equal properties if the provider rejects the first", async () => {
    const refusingOther: ModelType = {
      ...type,
      check: (_, news) => (news.dbName === undefined ? { inputs: news } : refusing("dbName", "is computed")),
    };
    const { program, classes } = await completeOne(refusingOther, { inputs: { dbName: "orders", name: "orders" } });
    assert.deepEqual(program, { name: "orders" });
    assert.equal(classes.dbName, "unsettable: refused");
    assert.equal(classes.name, "set");
  });

  it("sets a deprecated property if the two properties that have its value exclude each other", async () => {
    const exclusive: ModelType = {
      ...type,
      check: (_, news) =>
        news.dbName !== undefined && news.user !== undefined ? refusing("", "not both") : { inputs: news },
    };
    const inputs = { dbName: "orders", name: "orders", user: "orders" };
    const { program, classes } = await completeOne(exclusive, { inputs });
    assert.deepEqual(Object.keys(program).length, 2);
    assert.equal(classes.name, "set");
  });

  it("sets two equal properties if the Create preview fails without one of them", async () => {
    const wanting: ModelType = {
      ...type,
      create: (news) => (news.name === undefined ? refuse("invalid", "name must be set") : news),
    };
    const inputs = { dbName: "orders", name: "orders" };
    const { program, remarks } = await completeOne(wanting, { inputs });
    assert.deepEqual([program, remarks], [inputs, []]);
  });
});
