import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { estateTypes } from "../../fixtures/simcloud/types/registry.ts";
import { verdictInTable, verdictTable } from "../../fixtures/simcloud/verdict-table.ts";

describe("the simulated resources of every type", () => {
  const estate = makeWholeEstate();
  const entries = estate.specs.resources;

  it("lists each resource once, with the verdict of the table", () => {
    assert.equal(new Set(entries.map(({ name }) => name)).size, entries.length);
    assert.deepEqual(
      entries.map(({ name }) => [name, estate.expectedVerdict[name]]),
      entries.map(({ name }) => [name, verdictInTable(name)]),
    );
  });

  it("has every resource of the verdict table", () => {
    const names = entries.map(({ name }) => name);
    for (const [row, variants] of Object.entries(verdictTable))
      for (const name of Object.keys(variants))
        assert.ok(
          names.some((entry) => (name.startsWith("*") ? entry.endsWith(name.slice(1)) : entry === name)),
          `${row}: ${name}`,
        );
  });

  it("has a resource of every type of the simulated cloud", () => {
    const objects = Object.keys(estate.cloud.objects);
    for (const { definition } of estateTypes)
      assert.ok(
        objects.some((key) => key.includes(`|${definition.token}|`)),
        definition.token,
      );
  });
});
