/** If the first resource of a type does not show a default, imp finds the default with the Create preview of another resource. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import {
  detailed,
  type JsonObject,
  ModelCloud,
  type ModelObject,
  type ModelType,
  plainMap,
  refuse,
} from "../../model-cloud.ts";

/** A type that needs a capacity unless its mode is ON_DEMAND. The default mode differs from the mode of the first resource. */
const table: ModelType = {
  inputProperties: { label: { type: "string" }, mode: { type: "string" }, capacity: { type: "number" } },
  requiredInputs: ["label"],
  check: (_, news) =>
    news.mode !== "ON_DEMAND" && news.capacity === undefined
      ? { failures: [{ property: "mode", reason: "a capacity is needed unless the table is on demand" }] }
      : { inputs: news },
  // Diff ignores an omitted mode.
  diff: ({ olds: { label, mode = null, capacity = null }, news }) =>
    detailed({ label: label ?? null, mode, capacity }, { mode, ...news }),
  create: (news) => ({ mode: "PROVISIONED", ...news }),
};

const objects: readonly ModelObject[] = [
  { name: "a", inputs: { label: "a", mode: "ON_DEMAND" } },
  { name: "b", inputs: { label: "b", mode: "PROVISIONED", capacity: 5 } },
  { name: "c", inputs: { label: "c", mode: "ON_DEMAND" } },
];

/** Returns true for programs whose preview shows the default mode, because they omit the mode. */
const asksForDefault = ({ capacity, mode }: JsonObject): boolean => capacity !== undefined && mode === undefined;

async function derivedWith(type: ModelType) {
  const derivations = await new ModelCloud({ Thing: type }, objects).derive({ mode: "minimal" });
  return new Map([...derivations.values()].map((derivation) => [derivation.cloud.request.name, derivation]));
}

describe("defaults that the first resource of the type does not show", () => {
  it("omits a default that the Create preview of another resource shows", async () => {
    const { programs } = await derive(table, objects, { mode: "minimal" });
    assert.deepEqual(programs, [
      { label: "a", mode: "ON_DEMAND" },
      { label: "b", capacity: 5 },
      { label: "c", mode: "ON_DEMAND" },
    ]);
  });

  it("sets the default value if Check rejects the program without it", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("invalid") : (table.check?.(olds, news, seed) ?? {});
    const { programs } = await derive({ ...table, check }, objects, { mode: "minimal" });
    assert.deepEqual(programs[1], { label: "b", mode: "PROVISIONED", capacity: 5 });
  });

  it("fails only the resource whose call ends the plugin", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("died") : (table.check?.(olds, news, seed) ?? {});
    const derived = await derivedWith({ ...table, check });
    const failed = derived.get("b");
    assert.equal(failed?.kind === "failed" && failed.error.code, "PLUGIN_DIED");
    for (const name of ["a", "c"]) assert.equal(derived.get(name)?.kind, "proven", name);
  });

  it("sets a default, with a remark, if the Create preview times out", async () => {
    const create: ModelType["create"] = (news) =>
      asksForDefault(news) ? refuse("timeout", "no answer", "Create") : { mode: "PROVISIONED", ...news };
    const derived = await derivedWith({ ...table, create });
    const proven = derived.get("b");
    assert.ok(proven?.kind === "proven");
    assert.equal(plainMap(proven.proof.program).mode, "PROVISIONED");
    assert.ok(proven.remarks.some(({ kind }) => kind === "no-preview"));
  });

  it("fails if the run is cancelled during the search for defaults", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("cancelled", "the run was interrupted") : (table.check?.(olds, news, seed) ?? {});
    await assert.rejects(derivedWith({ ...table, check }), /the run was interrupted/);
  });
});
