import assert from "node:assert/strict";
import { inferLinks } from "../../../src/links/infer-links.ts";
import { findOwners, type OwnedProperty } from "../../../src/links/ownership/find-owners.ts";
import { formatPath } from "../../../src/value/path.ts";
import { readEstate } from "../../support/described-estate.ts";

/** The resources that set a property, or each of its elements. */
type Owned =
  | readonly string[]
  | { readonly by: Readonly<Record<string, readonly string[]>>; readonly unowned: readonly (string | number)[] };
type Table = Readonly<Record<string, Readonly<Record<string, Owned>>>>;

for (const cloud of ["aws", "other-clouds"]) {
  describe(`properties that other resources set, in ${cloud}`, () => {
    const { resources, schemas, file } = readEstate<{ readonly owned: Table }>([`ownership/${cloud}.yaml`]);
    const names = new Map(resources.map(({ urn, name }) => [urn, name]));
    const nameOf = (urn: string): string => names.get(urn) ?? urn;
    const written = (owned: OwnedProperty): Owned => {
      if (owned.kind === "whole") return owned.owners.map(nameOf);
      const by = [...owned.owners].map(([element, owners]) => [element, owners.map(nameOf)] as const);
      return { by: Object.fromEntries(by), unowned: owned.unowned };
    };
    const owners = findOwners(resources, inferLinks(resources, schemas).links, schemas);
    const alone = findOwners([...resources].reverse(), inferLinks(resources, schemas).links, schemas);

    for (const { urn, name, type } of resources) {
      const owned = owners.get(urn) ?? [];
      it(`finds exactly the listed resources that set properties of ${type.split(":").at(-1)} ${name}`, () => {
        const table = Object.fromEntries(owned.map((one) => [formatPath(one.path), written(one)]));
        assert.deepEqual(table, file.owned[name] ?? {});
        assert.deepEqual(alone.get(urn) ?? [], owned, "the order of the resources has no effect");
      });
    }
    if (cloud === "aws")
      it("matches an inline rule to a rule resource despite a different description", () => {
        const said = resources.find(({ name }) => name === "said") ?? assert.fail();
        const [rules, ...others] = (owners.get(said.urn) ?? []).map(written);
        assert.deepEqual(others, []);
        assert.deepEqual(rules, { by: { 0: ["said-22"], 2: ["said-53"], 3: ["said-80"] }, unowned: [1] });
      });
    it("lists only resources of the fixture in the table of expected results", () => {
      assert.deepEqual(
        Object.keys(file.owned).filter((name) => !resources.some((resource) => resource.name === name)),
        [],
      );
    });
  });
}
