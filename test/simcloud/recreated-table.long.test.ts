/** Verifies the handwritten table of classes with the provider: tests each program and each of its values, and deploys all programs again. */
import assert from "node:assert/strict";
import { makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import {
  type Bag,
  bag,
  equal,
  fromStruct,
  isBag,
  isList,
  isUnknown,
  type Plain,
  toStruct,
} from "../../fixtures/simcloud/plain.ts";
import { classesInTable, covers, recreatedInTable } from "../../fixtures/simcloud/recreated-table.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import type { Simcloud } from "./client.ts";
import { type Clouds, definitionOf, openClouds, propertiesOf } from "./clouds.ts";
import { differencesOf, type Pair, renameProgram, renamesOf } from "./compare-recreated.ts";
import {
  answers,
  type Classified,
  classify,
  compared,
  freshPlan,
  isUnknownIn,
  programOf,
  type Seen,
  see,
  valueAt,
  without,
  withValue,
} from "./recreate.ts";

/** Inputs that a program must write in a form that differs from the one that Read returns. */
const notations: Readonly<Record<string, (seen: Seen) => Bag>> = {
  webhook: ({ inputs }) => bag([["url", `https://${String(inputs.url)}`]]),
  template: ({ outputs }) => bag([["body", outputs.body ?? null]]),
};

/** The paths that `ignoreChanges` needs for an empty preview, by the name of the import spec. */
const ignored: Readonly<Record<string, readonly string[]>> = {
  "*-database": ["password"],
  "database-*": ["password"],
  "quirk-phantom": ["fingerprint"],
  "quirk-nullDefault": ["recoveryWindowInDays"],
  "quirk-needsUnreadable-given": ["imageUri"],
  "image-given": ["sourceUri"],
  repository: ["forceDelete"],
  topic: ["deliveryPolicy"],
};

describe("the expected class of each value of the simulated cloud", function () {
  this.timeout(300_000);
  const estate = makeWholeEstate();
  // Read of type InitFailed returns its object in an error, so `see` can't read it.
  const entries = estate.specs.resources
    .filter(({ name, id, type }) => id !== undefined && isImported(name) && !type.endsWith(":InitFailed"))
    .map((entry): SpecEntry => ({ ...entry, type: definitionOf(entry).token }));
  const clouds = openClouds(estate.cloud);
  const all: { readonly seen: Seen; readonly program: Bag; readonly leaves: readonly Classified[] }[] = [];

  before(async () => {
    for (const entry of entries) {
      const seen = await see(await clouds.of(entry), entry, propertiesOf(entry));
      const program = bag([...Object.entries(programOf(seen)), ...Object.entries(notations[entry.name]?.(seen) ?? {})]);
      all.push({ seen, program, leaves: classify(seen) });
    }
  });
  after(() => clouds.close());

  it("has a value for each row of the table", () => {
    const read = new Map(all.map(({ seen, leaves }) => [seen.entry.name, leaves]));
    const used = new Set<string>();
    for (const { entry } of all.map(({ seen }) => seen)) {
      for (const row of recreatedInTable(entry.name, entry.type)) {
        for (const pattern of patternsOf(row)) {
          const isMet = (read.get(entry.name) ?? []).some(({ path }) => covers(pattern, path));
          used.add(`${isMet} ${JSON.stringify(row)} ${pattern}`);
        }
      }
    }
    const unmet = [...used].filter((key) => key.startsWith("false ") && !used.has(key.replace("false", "true")));
    assert.deepEqual(unmet, []);
  });

  it("expects programs with the verdicts that the verdict table expects", async () => {
    const wrong: string[] = [];
    for (const { seen, program } of all) {
      const { name } = seen.entry;
      const simcloud = await clouds.of(seen.entry);
      const plain = await compared(simcloud, seen, program);
      const paths = ignored[name.replace(/^west-/, "").replace(services, "*-")] ?? ignored[name.replace(/-.*/, "-*")];
      const quiet = paths === undefined ? plain : await compared(simcloud, seen, program, paths);
      const reached =
        plain.refused ?? (plain.differs.length === 0 ? "clean" : quiet.differs.length === 0 ? "ignored" : "update");
      const expected = verdictInTable(name);
      if (reached !== expected) wrong.push(`${name}: ${reached} ${plain.differs.join()}, not ${expected}`);
    }
    assert.deepEqual(wrong, []);
  });

  it("expects the class of each value that the provider's responses show", async () => {
    const wrong: string[] = [];
    for (const { seen, program, leaves } of all.filter(({ seen }) => !repeated.test(seen.entry.name))) {
      const simcloud = await clouds.of(seen.entry);
      const { name, type } = seen.entry;
      const plan = await freshPlan(simcloud, type, program);
      const isRefused = recreatedInTable(name, type).some(({ notCreated }) => notCreated !== undefined);
      if ((typeof plan === "string") !== isRefused) wrong.push(`${name}: the Create preview returns ${String(plan)}`);
      const { differs } = await compared(simcloud, seen, program);
      for (const leaf of leaves) {
        const fault = await faultOf(simcloud, { seen, program, plan, differs }, leaf);
        if (fault !== undefined) wrong.push(`${name}: ${leaf.path}: ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it("expects which resources a new deployment recreates with equal values", async () => {
    const empty = openClouds();
    try {
      assert.deepEqual(await recreateAll(all, empty), []);
    } finally {
      await empty.close();
    }
  });

  async function faultOf(simcloud: Simcloud, judged: Judged, leaf: Classified): Promise<string | undefined> {
    const { seen, program, plan } = judged;
    const { entry } = seen;
    const [expected] = leaf.classes;
    if (leaf.classes.length > 1) return undefined;
    switch (expected ?? "set") {
      case "implied": {
        if (answers(plan, leaf)) return undefined;
        const description = propertiesOf(entry)[leaf.path]?.description ?? "";
        return isUnknownIn(plan, leaf.keys) && /default/i.test(description)
          ? undefined
          : "a new deployment has a different value";
      }
      case "set":
        return await spareness(simcloud, judged, leaf);
      case "copy": {
        const [from = "", to = ""] = copyOf(entry, leaf.path);
        const original = leaf.path.replace(from, to);
        const isSet = classesInTable(entry.name, entry.type, original, null).join() === "set";
        return isSet && equal(valueAt(seen.inputs, [to, ...leaf.keys.slice(1)]) ?? null, leaf.value)
          ? undefined
          : "is not a copy";
      }
      case "unsettable": {
        const { refused, differs } = await compared(simcloud, seen, withValue(program, leaf.keys, leaf.value) as Bag);
        return refused === undefined && differs.length === 0 ? "can be set" : undefined;
      }
      case "assigned":
        return isUnknownIn(plan, leaf.keys) ? undefined : "the Create preview returns it";
      case "owned":
        return ownersOf(entry, leaf.path).every((name) => refersTo(name, seen))
          ? undefined
          : "an owner does not refer to it";
    }
  }

  function refersTo(owner: string, { id, entry }: Seen): boolean {
    const other = all.find(({ seen }) => seen.entry.name === owner);
    assert.ok(other, `${entry.name} is owned by ${owner}, which does not exist`);
    return JSON.stringify(other.seen.inputs).includes(JSON.stringify(id));
  }
});

const services = /^(orders-0|billing-1|search-2|media-3)-/;

/** Import specs that repeat resources in another service or region. */
const repeated = /^(search-2|media-3|west)-/;

interface Judged {
  readonly seen: Seen;
  readonly program: Bag;
  /** The response of the Create preview, or the reason of a rejection. */
  readonly plan: Bag | string;
  /** Properties that differ even with the complete program. */
  readonly differs: readonly string[];
}

/** Returns a message if the program could omit the value: its preview stays the same, and a new deployment has the same value. */
async function spareness(
  simcloud: Simcloud,
  { seen, program, differs: before }: Judged,
  leaf: Classified,
): Promise<string | undefined> {
  const { entry } = seen;
  if (valueAt(program, leaf.keys) === undefined) return "the program does not set it";
  if (propertiesOf(entry)[String(leaf.keys[0])]?.use === "required" && leaf.keys.length === 1) return undefined;
  const rest = without(program, leaf.keys) as Bag;
  const { refused, differs } = await compared(simcloud, seen, rest);
  if (refused !== undefined || differs.some((path) => !before.includes(path))) return undefined;
  return answers(await freshPlan(simcloud, entry.type, rest), leaf)
    ? "a new deployment provides it without the program"
    : undefined;
}

/** Deploys all programs in an empty cloud, one after another, and compares the objects. */
async function recreateAll(
  all: readonly { readonly seen: Seen; readonly program: Bag }[],
  clouds: Clouds,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const pairs: Pair[] = [];
  const made: Seen[] = [];
  for (const { seen, program } of all) {
    const { entry } = seen;
    if (recreatedInTable(entry.name, entry.type).some(({ notCreated }) => notCreated !== undefined)) continue;
    const simcloud = await clouds.of(entry);
    const olds = pairs.map((pair) => pair.seen);
    const renamed = renameProgram(seen, program, renamesOf(olds, made));
    const { failures, inputs } = await simcloud.check(entry.type, bag(), renamed, 78);
    assert.deepEqual(failures, [], entry.name);
    const properties = toStruct(inputs);
    const foreseen = await simcloud.call("create", { type: entry.type, properties, preview: true });
    const created = await simcloud.call("create", { type: entry.type, properties });
    if (!isForeseen(fromStruct(foreseen.properties), fromStruct(created.properties)))
      wrong.push(`${entry.name}: the Create preview differs from the created object`);
    pairs.push({ seen, id: created.id });
    made.push(await see(simcloud, { ...entry, id: created.id }, propertiesOf(entry)));
  }
  return [...wrong, ...(await differencesOf(pairs, clouds))];
}

/** Returns true if the known values of a preview equal those of the result. */
function isForeseen(foreseen: Plain, made: Plain): boolean {
  if (isUnknown(foreseen)) return true;
  if (isList(foreseen)) {
    if (!isList(made) || made.length !== foreseen.length) return false;
    return foreseen.every((item, index) => isForeseen(item, made[index] ?? null));
  }
  if (!isBag(foreseen) || !isBag(made)) return equal(foreseen, made);
  return Object.entries(foreseen).every(([key, item]) => isForeseen(item, made[key] ?? null));
}

function patternsOf({
  implied,
  copy,
  owned,
  assigned,
  unsettable,
  either,
  literal,
}: ReturnType<typeof recreatedInTable>[number]) {
  const conditional = (implied ?? []).map((each) => each.slice(0, each.indexOf("=")));
  const keyed = [copy, owned, either].flatMap((some) => Object.keys(some ?? {}));
  return [...conditional, ...keyed, ...(assigned ?? []), ...(unsettable ?? []), ...(literal ?? [])];
}

function copyOf(entry: SpecEntry, path: string): readonly string[] {
  const copies = recreatedInTable(entry.name, entry.type).flatMap(({ copy }) => Object.entries(copy ?? {}));
  return copies.find(([pattern]) => covers(pattern, path)) ?? [];
}

function ownersOf(entry: SpecEntry, path: string): readonly string[] {
  const owned = recreatedInTable(entry.name, entry.type).flatMap(({ owned }) => Object.entries(owned ?? {}));
  const service = services.exec(entry.name)?.[0] ?? "";
  return (owned.find(([pattern]) => covers(pattern, path))?.[1] ?? []).map((name) => name.replace("*-", service));
}

function isImported(name: string): boolean {
  const verdict = verdictInTable(name);
  return verdict !== "failed" && verdict !== "replace";
}
