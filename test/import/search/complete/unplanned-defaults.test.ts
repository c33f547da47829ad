/** Defaults that the sample cannot show come from plans of other resources; a call that fails there is a failure of its resource alone. */
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

/** A table has a capacity unless it is on demand. Its default is another mode than that of the sample. */
const table: ModelType = {
  inputProperties: { label: { type: "string" }, mode: { type: "string" }, capacity: { type: "number" } },
  requiredInputs: ["label"],
  check: (_, news) =>
    news.mode !== "ON_DEMAND" && news.capacity === undefined
      ? { failures: [{ property: "mode", reason: "a capacity is needed unless the table is on demand" }] }
      : { inputs: news },
  // The cloud keeps the mode that it has.
  diff: ({ olds: { label, mode = null, capacity = null }, news }) =>
    detailed({ label: label ?? null, mode, capacity }, { mode, ...news }),
  create: (news) => ({ mode: "PROVISIONED", ...news }),
};

const objects: readonly ModelObject[] = [
  { name: "a", inputs: { label: "a", mode: "ON_DEMAND" } },
  { name: "b", inputs: { label: "b", mode: "PROVISIONED", capacity: 5 } },
  { name: "c", inputs: { label: "c", mode: "ON_DEMAND" } },
];

/** Asked only to learn the default: every other program sets the mode. */
const asksForDefault = ({ capacity, mode }: JsonObject): boolean => capacity !== undefined && mode === undefined;

async function derivedWith(type: ModelType) {
  const derivations = await new ModelCloud({ Thing: type }, objects).derive({ mode: "minimal" });
  return new Map([...derivations.values()].map((derivation) => [derivation.cloud.request.name, derivation]));
}

describe("defaults that the sample cannot show", () => {
  it("are omitted from the programs of resources whose plans show them", async () => {
    const { programs } = await derive(table, objects, { mode: "minimal" });
    assert.deepEqual(programs, [
      { label: "a", mode: "ON_DEMAND" },
      { label: "b", capacity: 5 },
      { label: "c", mode: "ON_DEMAND" },
    ]);
  });

  it("stay in the program where the provider refuses it without them", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("invalid") : (table.check?.(olds, news, seed) ?? {});
    const { programs } = await derive({ ...table, check }, objects, { mode: "minimal" });
    assert.deepEqual(programs[1], { label: "b", mode: "PROVISIONED", capacity: 5 });
  });

  it("fail the one resource whose question ends the plugin", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("died") : (table.check?.(olds, news, seed) ?? {});
    const derived = await derivedWith({ ...table, check });
    const failed = derived.get("b");
    assert.equal(failed?.kind === "failed" && failed.error.code, "PLUGIN_DIED");
    for (const name of ["a", "c"]) assert.equal(derived.get(name)?.kind, "proven", name);
  });

  it("are not asked for with previews any more after one that was not answered", async () => {
    const create: ModelType["create"] = (news) =>
      asksForDefault(news) ? refuse("timeout", "no answer", "Create") : { mode: "PROVISIONED", ...news };
    const derived = await derivedWith({ ...table, create });
    const proven = derived.get("b");
    assert.ok(proven?.kind === "proven");
    assert.equal(plainMap(proven.proof.program).mode, "PROVISIONED");
    assert.ok(proven.remarks.some(({ kind }) => kind === "no-preview"));
  });

  it("end the run where it is cancelled", async () => {
    const check: ModelType["check"] = (olds, news, seed) =>
      asksForDefault(news) ? refuse("cancelled", "the run was interrupted") : (table.check?.(olds, news, seed) ?? {});
    await assert.rejects(derivedWith({ ...table, check }), /the run was interrupted/);
  });
});
