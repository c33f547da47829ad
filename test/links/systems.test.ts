/** A broker and a database server: names mean something in a vhost or a database, and nearly every text is the name of something. */
import assert from "node:assert/strict";
import { inferLinks } from "../../src/links/infer-links.ts";
import { readEstate, readFixture } from "../support/described-estate.ts";
import { runs } from "../support/runs.ts";
import { mulberry, targetsOf, templates } from "./estate.ts";

const folder = "links/systems";
const files = ["rabbitmq", "postgresql"].map((system) => `${folder}/${system}.yaml`);

/** Consumer -> property -> text, as the list has them. */
function expectedLinks(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const table = new Map<string, Record<string, string>>();
  for (const line of readFixture(`${folder}/links.txt`).split("\n")) {
    const [, consumer = "", path = "", text = ""] = /^(\w\S*)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (consumer !== "") table.set(consumer, { ...table.get(consumer), [path]: text });
  }
  return table;
}

describe("links: names in vhosts and databases", () => {
  const { resources, schemas } = readEstate(files);
  const table = expectedLinks();
  const { links } = inferLinks(resources, schemas);

  it("lists references of resources that the estates have", () => {
    const names = new Set(resources.map(({ name }) => name));
    assert.deepEqual(
      [...table.keys()].filter((name) => !names.has(name)),
      [],
    );
  });

  for (const { name, urn, type } of resources) {
    it(`finds exactly the listed references of ${type.split(":").at(-1)} ${name}`, () =>
      assert.deepEqual(templates(links.get(urn), resources), table.get(name) ?? {}));
  }

  it("finds no other reference in parts of the estates", () => {
    const random = mulberry(3);
    const untrue = new Set<string>();
    for (let part = 0; part < runs(40); part += 1) {
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
});
