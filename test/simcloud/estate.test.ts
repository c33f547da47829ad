import assert from "node:assert/strict";
import { type Estate, makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import type { Bag } from "../../fixtures/simcloud/plain.ts";
import { completenessTypes, estateTypes, typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { type Simcloud, startSimcloud } from "./client.ts";
import { grow } from "./grow.ts";

const regions = ["us-east-1", "eu-west-2"];

describe("generated contents of the simulated cloud", () => {
  const estate = makeEstate({ seed: 7, resources: 90, regions, failing: true });
  const running: Simcloud[] = [];

  before(async () => {
    for (const region of regions) running.push(await startSimcloud({ cloud: estate.cloud, region }));
  });
  after(async () => {
    for (const simcloud of running) await simcloud.close();
  });

  it("generates the same resources for the same seed, and different ones for another seed", () => {
    assert.deepEqual(makeEstate({ seed: 7, resources: 90, regions, failing: true }), estate);
    assert.notDeepEqual(makeEstate({ seed: 8, resources: 90, regions, failing: true }).cloud, estate.cloud);
  });

  it("generates the requested number of resources, and lists each of them once in the import file", () => {
    for (const resources of [1, 10, 43, 1000]) {
      const { cloud, specs } = makeEstate({ seed: 1, resources });
      assert.equal(Object.keys(cloud.objects).length, resources);
      assert.equal(specs.resources.filter(({ id }) => id !== undefined).length, resources);
      const names = specs.resources.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
    }
  });

  it("generates every type, two regions, nested components, a cycle, and secrets", () => {
    const types = new Set(estate.specs.resources.map(({ type }) => type));
    const others = new Set(completenessTypes);
    for (const type of estateTypes) {
      const { token, deprecationMessage } = type.definition;
      if (!token.includes(":quirk/") && deprecationMessage === undefined && !others.has(type))
        assert.ok(types.has(token), token);
    }
    assert.ok(types.has("pulumi:providers:simcloud"));
    assert.ok(estate.specs.resources.some(({ component, parent }) => component && parent !== undefined));
    assert.ok(estate.canaries.length > 4);
    assert.match(estate.canaries[0] ?? "", /".*\$.*\n/s);
    assert.ok(new Set(Object.values(estate.expectedVerdict)).size >= 3);
  });

  it("generates values for which a simple search finds the expected verdict of every resource", async () => {
    for (const entry of customs(estate)) {
      const simcloud = running[entry.provider === undefined ? 0 : 1];
      const type = typeOf(entry.type);
      assert.ok(simcloud && type && entry.id);
      const grown = await grow(simcloud, entry.type, type.definition.properties, entry.id, (entry.inputs ?? {}) as Bag);
      assert.equal(grown.verdict, estate.expectedVerdict[entry.name], `${entry.name}: ${grown.rest.join("; ")}`);
    }
  });

  it("reads a resource only in its region of the simulated cloud", async () => {
    const entry = customs(estate).find(({ provider }) => provider !== undefined);
    assert.ok(entry?.id && running[0] && running[1]);
    assert.equal((await running[0].read(entry.type, entry.id)).outputs, undefined);
    assert.notEqual((await running[1].read(entry.type, entry.id)).outputs, undefined);
  });
});

function customs(estate: Estate): SpecEntry[] {
  return estate.specs.resources.filter(({ id }) => id !== undefined);
}
