import assert from "node:assert/strict";
import { makeQuirkEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { type Bag, bag, toStruct } from "../../fixtures/simcloud/plain.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { type Simcloud, startSimcloud } from "./client.ts";
import { grow } from "./grow.ts";

const estate = makeQuirkEstate();
const legacy = "simcloud:bridge/legacy:Legacy";

/** The inputs of resources for which the simple search of `grow.ts` finds no program. */
const solutions: Readonly<Record<string, (inputs: Bag) => Bag>> = {
  TextOnly: ({ legacyMode: _, ...rest }) => rest,
  Conflicting: ({ addressId: _, template, ...rest }) => ({ ...rest, template: { ...(template as Bag), name: null } }),
  Groups: ({ schedule, ...rest }) => ({
    ...rest,
    ...(schedule ? { schedule: { ...(schedule as Bag), cron: null } } : {}),
  }),
  Throws: ({ pattern: _, ...rest }) => rest,
};

describe("types with quirks in the simulated cloud", () => {
  let simcloud: Simcloud;
  before(async () => {
    simcloud = await startSimcloud({ cloud: estate.cloud });
  });
  after(() => simcloud.close());

  const read = async (entry: SpecEntry) => {
    const answer = await simcloud.read(entry.type, entry.id ?? "");
    assert.ok(answer.inputs && answer.outputs, entry.name);
    return { ...answer, inputs: answer.inputs, outputs: answer.outputs };
  };

  // The simple search does not reach the verdicts of these types. For example, it would set the hash that Read returns.
  const plain = new Set([
    "Hash",
    "Unknown",
    "SomeWithoutPaths",
    "InitFailed",
    "NotImportable",
    "Throttled",
    "Slow",
    "Put",
  ]);
  for (const entry of estate.specs.resources) {
    const last = entry.type.split(":").pop() ?? "";
    if (plain.has(last)) continue;
    it(`returns responses that lead to the verdict ${estate.expectedVerdict[entry.name]} for ${entry.name}`, async () => {
      const definition = typeOf(entry.type)?.definition;
      assert.ok(definition);
      const solve = solutions[last];
      if (solve === undefined) {
        const grown = await grow(
          simcloud,
          entry.type,
          definition.properties,
          entry.id ?? "",
          (entry.inputs ?? {}) as Bag,
        );
        assert.equal(grown.verdict, estate.expectedVerdict[entry.name], grown.rest.join("; "));
        return;
      }
      const { id, inputs, outputs } = await read(entry);
      const { failures, inputs: checked } = await simcloud.check(entry.type, inputs, solve(inputs));
      assert.deepEqual(failures, []);
      assert.equal((await simcloud.diff(entry.type, id, inputs, outputs, checked)).changes, 1);
    });
  }

  it("responds to Diff without naming a property", async () => {
    for (const [name, changes] of [
      ["Unknown", 0],
      ["SomeWithoutPaths", 2],
    ] as const) {
      const entry = find(name);
      const { id, inputs, outputs } = await read(entry);
      const few = await simcloud.diff(entry.type, id, inputs, outputs, { name: inputs.name ?? null });
      assert.deepEqual([few.changes, few.diffs, few.hasDetailedDiff], [changes, [], false]);
      const all = await simcloud.diff(entry.type, id, inputs, outputs, inputs);
      assert.equal(all.changes, name === "Unknown" ? 0 : 1);
    }
  });

  it("resets or keeps omitted values during Update of the simulated cloud", async () => {
    for (const [name, size] of [
      ["Put", 1],
      ["DiffsInputs", 3],
    ] as const) {
      const entry = find(name);
      const { id, inputs, outputs } = await read(entry);
      const news = { name: inputs.name ?? null, note: "new" };
      assert.ok((await simcloud.diff(entry.type, id, inputs, outputs, news)).diffs.includes("size"));
      await simcloud.call("update", {
        type: entry.type,
        id,
        olds: toStruct(outputs),
        oldInputs: toStruct(inputs),
        news: toStruct(news),
      });
      const after = await read(entry);
      assert.deepEqual([after.inputs.note, after.inputs.size], ["new", size]);
    }
  });

  it("rejects inputs without naming a property, rejects several inputs at once, and fails with errors", async () => {
    const refused = async (name: string) => {
      const entry = find(name);
      const { inputs } = await read(entry);
      return (await simcloud.check(entry.type, inputs, inputs)).failures.map(
        ({ property, reason }) => `${property}|${reason}`,
      );
    };
    const [first] = await refused("TextOnly");
    assert.match(first ?? "", /^\|only one of mode, legacy_mode .*'it\.mode'/);
    assert.equal((await refused("Conflicting")).length, 4);
    assert.equal((await refused("Groups")).length, 2);
    assert.match((await refused("ExtraInput"))[0] ?? "", /^extraInputId\|Unknown/);
    await assert.rejects(refused("Throws"), { code: 2 });
    const entry = find("Throws", "-diff");
    const { id, inputs, outputs } = await read(entry);
    assert.deepEqual((await simcloud.check(entry.type, inputs, inputs)).failures, []);
    await assert.rejects(simcloud.diff(entry.type, id, inputs, outputs, inputs), { code: 2 });
  });

  it("requires that the private state is sent back unchanged", async () => {
    const entry = find("PrivateState");
    const { id, inputs, outputs } = await read(entry);
    assert.ok("__meta" in outputs && "__pulumi_raw_state_delta" in outputs);
    await assert.rejects(simcloud.diff(entry.type, id, inputs, { ...outputs, __meta: "{}" }, inputs), { code: 2 });
    const { __pulumi_raw_state_delta: _, ...without } = outputs;
    await assert.rejects(simcloud.diff(entry.type, id, inputs, without, inputs), { code: 2 });
  });

  it("fails Read of the simulated cloud in four ways", async () => {
    assert.equal((await simcloud.read(find("NoInputs").type, "quirk-noInputs")).inputs, undefined);
    await assert.rejects(simcloud.read(find("NotImportable").type, "quirk-notImportable"), { code: 12 });
    assert.equal((await simcloud.read(find("NotImportable").type, "quirk-notImportable-empty")).outputs, undefined);
    await assert.rejects(
      simcloud.read(find("InitFailed").type, "quirk-initFailed"),
      (error: { code: number; metadata: { get(key: string): Buffer[] } }) => {
        const [status] = error.metadata.get("grpc-status-details-bin");
        return (
          error.code === 2 &&
          status?.includes("pulumirpc.ErrorResourceInitFailed") === true &&
          status.includes("health check")
        );
      },
    );
  });

  it("throttles three of ten calls to the simulated cloud", async () => {
    const calls = Array.from({ length: 40 }, () => simcloud.check(find("Throttled").type, {}, { name: "x" }));
    assert.equal((await Promise.allSettled(calls)).filter(({ status }) => status === "rejected").length, 12);
  });

  it("responds to Check and Diff of a legacy type like a bridged provider", async () => {
    const olds = bag([
      ["name", "kept"],
      ["description", "mine"],
      ["settings", { target: "t", retries: 9 }],
    ]);
    const news = { settings: { target: "t" }, rules: [{ port: 0 }] };
    const first = await simcloud.check(legacy, olds, news, 1);
    assert.deepEqual(first.failures, []);
    assert.equal(first.inputs.name, "kept");
    assert.equal(first.inputs.description, "mine");
    assert.deepEqual(first.inputs.__defaults, ["description", "name"]);
    assert.deepEqual((first.inputs.settings as Bag).__defaults, ["enabled", "retries"]);
    assert.equal((first.inputs.settings as Bag).retries, 9);
    assert.deepEqual(((first.inputs.rules as readonly Bag[])[0] as Bag).__defaults, ["protocol"]);
    assert.deepEqual(await simcloud.check(legacy, first.inputs, news, 2), first);
    assert.match(String((await simcloud.check(legacy, {}, news, 2)).inputs.name), /^it-[0-9a-f]{7}$/);
    const made = await simcloud.call("create", { type: legacy, properties: toStruct(first.inputs) });
    const { inputs, outputs } = await simcloud.read(legacy, made.id);
    assert.ok(inputs && outputs?.__meta);
    const same = await simcloud.diff(legacy, made.id, inputs, outputs, first.inputs);
    assert.deepEqual([same.changes, same.hasDetailedDiff], [1, false]);
    const other = await simcloud.diff(legacy, made.id, inputs, outputs, { ...first.inputs, rules: [{ port: 1 }] });
    assert.deepEqual([other.changes, other.diffs, other.detailedDiff], [2, ["rules"], []]);
  });

  it("returns invalid responses, does not respond, and ends the process for faulty types", async () => {
    const faulty = makeQuirkEstate(true);
    const victim = await startSimcloud({ cloud: faulty.cloud });
    try {
      const token = (name: string) => `simcloud:quirk/${name.toLowerCase()}:${name}`;
      assert.ok((await victim.read(token("Garbage"), "quirk-garbage")).outputs);
      await assert.rejects(victim.read(token("Garbage"), "bytes-1"), { code: 13 });
      const hanging = await Promise.race([
        victim.read(token("Hang"), "quirk-hang").catch(() => "ended"),
        new Promise((resolve) => setTimeout(resolve, 300, "waiting")),
      ]);
      assert.equal(hanging, "waiting");
      await assert.rejects(victim.read(token("Crash"), "quirk-crash"), { code: 14 });
    } finally {
      await victim.close();
    }
  });
});

function find(last: string, suffix = ""): SpecEntry {
  const entry = estate.specs.resources.find(({ type, name }) => type.endsWith(`:${last}`) && name.endsWith(suffix));
  assert.ok(entry, last);
  return entry;
}
