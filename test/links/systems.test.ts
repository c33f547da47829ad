/** Links of a message broker and of database servers. Names are unique per vhost or database, and nearly every string is a name. */
import assert from "node:assert/strict";
import { inferLinks } from "../../src/links/infer-links.ts";
import { stringValue } from "../../src/value/value.ts";
import { readEstate, readFixture } from "../support/described-estate.ts";
import { runs } from "../support/runs.ts";
import { mulberry, targetsOf, templates } from "./estate.ts";

const folder = "links/systems";
const files = ["rabbitmq", "postgresql", "mysql"].map((system) => `${folder}/${system}.yaml`);

/** Returns the expected templates by consumer and property. */
function expectedLinks(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const table = new Map<string, Record<string, string>>();
  for (const line of readFixture(`${folder}/links.txt`).split("\n")) {
    const [, consumer = "", path = "", text = ""] = /^(\w\S*)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (consumer !== "") table.set(consumer, { ...table.get(consumer), [path]: text });
  }
  return table;
}

describe("names in vhosts and databases", () => {
  const { resources, schemas } = readEstate(files);
  const table = expectedLinks();
  const { links } = inferLinks(resources, schemas);

  it("lists only references of resources that the fixtures contain", () => {
    const names = new Set(resources.map(({ name }) => name));
    assert.deepEqual(
      [...table.keys()].filter((name) => !names.has(name)),
      [],
    );
  });

  for (const { name, urn, type } of resources) {
    it(`finds exactly the expected references of ${type.split(":").at(-1)} ${name}`, () =>
      assert.deepEqual(templates(links.get(urn), resources), table.get(name) ?? {}));
  }

  it("finds no false reference if some of the resources are missing", () => {
    const random = mulberry(3);
    const untrue = new Set<string>();
    for (let part = 0; part < runs(10); part += 1) {
      const some = resources.filter(() => random() < 0.5);
      const found = inferLinks(some, schemas).links;
      for (const { urn, name } of some) {
        const expected = targetsOf(table.get(name) ?? {});
        const actual = targetsOf(templates(found.get(urn), resources));
        for (const link of actual) if (!expected.has(link)) untrue.add(`${name} ${link}`);
      }
    }
    assert.deepEqual([...untrue].sort(), []);
  });

  // Every binding is from an exchange to a queue with the same name.
  const alike = ["shop", "x-orders", "q-orders", "b-orders", "x-lost", "q-lost", "b-lost"];
  const some = resources.filter(({ name }) => alike.includes(name));

  it("links a binding to an exchange and a queue that have the same name", () => {
    const found = inferLinks(some, schemas).links;
    for (const { name, urn } of some.filter(({ name }) => name.startsWith("b-"))) {
      assert.deepEqual(templates(found.get(urn), some), table.get(name));
    }
  });

  it("keeps the source of a binding literal if it matches an exchange and a queue, and notes both", () => {
    const sources = { "b-orders": "lost", "b-lost": "orders" } as const;
    const crossed = some.map((resource) => {
      const source = Object.entries(sources).find(([name]) => name === resource.name)?.[1];
      if (source === undefined) return resource;
      return { ...resource, inputs: new Map([...resource.inputs, ["source", stringValue(source)] as const]) };
    });
    const inferred = inferLinks(crossed, schemas);
    for (const { name, urn } of crossed.filter(({ name }) => name in sources)) {
      const { source: _, ...rest } = table.get(name) ?? {};
      assert.deepEqual(templates(inferred.links.get(urn), crossed), rest);
      assert.match(
        inferred.notes
          .get(urn)
          ?.map(({ text }) => text)
          .join() ?? "",
        /may be any of .*x-\w+.*q-\w+/,
      );
    }
  });
});
