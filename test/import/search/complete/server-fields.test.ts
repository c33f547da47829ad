/**
 * imp omits fields that a server sets. The provider stores the inputs of the program in the state, and its Create preview returns an existing
 * object with the same name.
 */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import { detailed, type Json, type JsonObject, type ModelType, refuse } from "../../model-cloud.ts";
import { classesOf } from "./classes.ts";
import { list, number, ref, text } from "./model-parts.ts";

const isBag = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges values recursively. Values of `over` take precedence, and list elements are merged by index. */
function laid(under: Json | undefined, over: Json | undefined): Json {
  if (over === undefined || over === null) return under ?? null;
  if (isBag(under) && isBag(over)) {
    const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
    return Object.fromEntries([...keys].map((key) => [key, laid(under[key], over[key])]));
  }
  if (Array.isArray(under) && Array.isArray(over)) return over.map((item, index) => laid(under[index], item));
  return over;
}

/** Returns the live values at the paths of the inputs. */
function pruned(live: Json | undefined, inputs: Json | undefined): Json {
  if (isBag(live) && isBag(inputs)) {
    const keys = Object.keys(live).filter((key) => inputs[key] !== undefined);
    return Object.fromEntries(keys.map((key) => [key, pruned(live[key], inputs[key])]));
  }
  if (Array.isArray(live) && Array.isArray(inputs)) return inputs.map((item, index) => pruned(live[index], item));
  return live ?? null;
}

let drawn = 0;

/** Returns a new object with the fields that the server adds. */
function defaulted(news: JsonObject): JsonObject {
  drawn += 1;
  const { name = null } = (news.metadata ?? {}) as JsonObject;
  const containers = ((news.spec as JsonObject).containers ?? []) as readonly JsonObject[];
  const { account: old, accountName = old ?? "default" } = news.spec as JsonObject;
  return laid(
    {
      metadata: {
        uid: `6f9619ff-8b86-d011-b42d-00c04fc9${String(6000 + drawn)}`,
        version: `${drawn}`,
        space: "default",
        label: `of ${String(name)}`,
      },
      spec: {
        replicas: 1,
        strategy: { type: "Rolling", surge: "25%" },
        address: `10.0.0.${drawn % 200}`,
        addresses: [`10.0.0.${drawn % 200}`],
        account: accountName,
        accountName,
        limits: {},
        containers: containers.map(() => ({ log: "/dev/log", pull: "Always" })),
      },
    },
    news,
  ) as JsonObject;
}

const invalid = (message: string): never => refuse("other", message, "Create");

function server(objects: readonly JsonObject[]): { type: ModelType; objectTypes: Record<string, unknown> } {
  const type: ModelType = {
    inputProperties: { metadata: ref("Meta"), spec: ref("Spec") },
    check: (olds, news, seed) => {
      const { uid: _, version: __, ...metadata } = (news.metadata ?? {}) as Record<string, Json>;
      const name = metadata.name ?? (Object.keys(olds).length === 0 ? `auto-${seed}` : undefined);
      return { inputs: { ...news, metadata: { ...metadata, ...(name !== undefined && { name }) } } };
    },
    diff: ({ olds, news }) => detailed(pruned(olds, olds.__inputs) as JsonObject, news),
    create: (news) => {
      const spec = (news.spec ?? {}) as JsonObject;
      if (!Array.isArray(spec.containers)) return invalid("spec.containers: Required value");
      const lacking = spec.containers.findIndex((one) => (one as JsonObject).image === undefined);
      if (lacking >= 0) return invalid(`Thing "x" is invalid: spec.containers[${lacking}].image: Required value`);
      const taken = objects.find((one) => (one.spec as JsonObject).port === spec.port && spec.port !== undefined);
      const isOwn = (taken?.metadata as JsonObject)?.name === (news.metadata as JsonObject).name;
      if (taken !== undefined && !isOwn)
        return invalid(`Thing "x" is invalid: spec.port: Invalid value: ${spec.port}: the port is already allocated`);
      const there = objects.find((one) => (one.metadata as JsonObject).name === (news.metadata as JsonObject).name);
      const made = there === undefined ? defaulted(news) : (laid(there, news) as JsonObject);
      return { ...made, __inputs: news };
    },
    refresh: (there, _, inputs) => ({ ...there, __inputs: pruned(there, inputs) }),
  };
  const objectTypes = {
    Meta: { properties: { name: text, space: text, uid: text, version: text, label: text } },
    Spec: {
      properties: {
        replicas: number,
        port: number,
        selector: ref("Selector"),
        limits: ref("Selector"),
        strategy: ref("Strategy"),
        address: text,
        addresses: list(text),
        account: text,
        accountName: text,
        containers: list(ref("Container")),
      },
    },
    Selector: { properties: { labels: text } },
    Strategy: { properties: { type: text, surge: text } },
    Container: { properties: { name: text, image: text, log: text, pull: text }, required: ["name"] },
  };
  return { type, objectTypes };
}

describe("fields that a server sets", () => {
  const live = (name: string, spec: JsonObject): JsonObject =>
    laid(defaulted({ metadata: { name }, spec }), null) as JsonObject;
  const web = live("web", {
    replicas: 3,
    strategy: { surge: "50%" },
    account: "web",
    containers: [
      { name: "web", image: "nginx" },
      { name: "log", image: "fluent", pull: "Never" },
    ],
  });
  const api = live("api", { containers: [{ name: "api", image: "api:2" }] });
  const jobs = live("jobs", { replicas: 2, account: "jobs", containers: [{ name: "jobs", image: "jobs:1" }] });
  const objects = [web, api, jobs];
  const entryOf = (inputs: JsonObject) => {
    const { name } = inputs.metadata as { readonly name: string };
    return { name, id: `default/${name}`, inputs, outputs: { ...inputs, __inputs: inputs } };
  };
  const entries = objects.map(entryOf);

  it("omits fields that the server sets, in any order of the import specs", async () => {
    for (const order of [entries, entries.toReversed()]) {
      const { type, objectTypes } = server(objects);
      const { programs, derivations } = await derive(type, order, { mode: "minimal", objectTypes });
      const actual = Object.fromEntries(order.map(({ name }, index) => [name, programs[index]]));
      assert.deepEqual(actual, {
        web: {
          metadata: { name: "web", space: "default" },
          spec: {
            replicas: 3,
            strategy: { surge: "50%" },
            accountName: "web",
            containers: [
              { name: "web", image: "nginx" },
              { name: "log", image: "fluent", pull: "Never" },
            ],
          },
        },
        api: { metadata: { name: "api", space: "default" }, spec: { containers: [{ name: "api", image: "api:2" }] } },
        jobs: {
          metadata: { name: "jobs", space: "default" },
          spec: { replicas: 2, accountName: "jobs", containers: [{ name: "jobs", image: "jobs:1" }] },
        },
      });
      const classes = classesOf(derivations[order.findIndex(({ name }) => name === "web")]);
      assert.equal(classes["metadata.uid"], "assigned: generated");
      assert.equal(classes["metadata.version"], "unsettable: dropped");
      assert.equal(classes["metadata.space"], "set");
      assert.equal(classes["metadata.label"], "implied by plan");
      assert.equal(classes["spec.address"], "assigned: address");
      assert.equal(classes["spec.containers[0].log"], "implied by plan");
      assert.equal(classes["spec.account"], "implied by plan");
    }
  });

  it("omits fields that the server sets if each object has a different port", async () => {
    const containers = [{ name: "c", image: "i:1" }];
    const ports = [live("a", { port: 80, containers }), live("b", { port: 90, replicas: 2, containers })];
    const { type, objectTypes } = server(ports);
    const { programs } = await derive(type, ports.map(entryOf), { mode: "minimal", objectTypes });
    assert.deepEqual(
      programs.map((program) => program?.spec),
      [
        { port: 80, containers },
        { port: 90, replicas: 2, containers },
      ],
    );
  });

  it("sets an empty object that a new object would not have", async () => {
    const selecting = ["c", "d", "e"].map((name) => live(name, { selector: {}, containers: [{ name, image: "i:1" }] }));
    const { type, objectTypes } = server(selecting);
    const { programs } = await derive(type, selecting.map(entryOf), { mode: "minimal", objectTypes });
    for (const [index, name] of ["c", "d", "e"].entries())
      assert.deepEqual(programs[index]?.spec, { selector: {}, containers: [{ name, image: "i:1" }] });
  });

  it("omits server-set fields even if a refresh drops empty maps", async () => {
    const { type, objectTypes } = server(objects);
    const refresh = (there: JsonObject, _: unknown, inputs: JsonObject) => ({
      ...there,
      __inputs: withoutEmpty(pruned(there, inputs) as JsonObject),
    });
    const withNotes = entries.map((entry) => {
      const inputs = { ...entry.inputs, notes: {} } as JsonObject;
      return { ...entry, inputs, outputs: { ...inputs, __inputs: inputs } };
    });
    const inputProperties = { ...type.inputProperties, notes: { type: "object", additionalProperties: text } };
    const { programs } = await derive({ ...type, inputProperties, refresh }, withNotes, {
      mode: "minimal",
      objectTypes,
    });
    assert.deepEqual(programs[1], {
      metadata: { name: "api", space: "default" },
      spec: { containers: [{ name: "api", image: "api:2" }] },
    });
  });
});

function withoutEmpty(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => !isBag(value) || Object.keys(value).length > 0),
  );
}
