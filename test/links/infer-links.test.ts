import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { formatPath } from "../../src/ir/path.ts";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { estate, type FixtureResource, linkable, linkables, readEstate, schemas, templates, urnOf } from "./estate.ts";

describe("links: an estate full of coincidences", () => {
  assertEstate(estate.resources, () => ({ resources: linkables(), schemas }));
});

const published = new URL("../../../shared/data/schemas/real/aws-terraform.json.gz", import.meta.url);

describe("links: the same name for everything, types of a published schema", () => {
  if (!existsSync(published)) {
    it("SKIPPED: the published schema is not there");
    return;
  }
  const { resources } = readEstate("real-types");
  let schema: PackageSchema | undefined;
  assertEstate(resources, () => {
    schema ??= loadSchema(gunzipSync(readFileSync(published)));
    const aws = schema;
    const linked = resources.map((resource) => linkable(resource, resources, aws));
    for (const resource of linked) assertDescribed(resource);
    return { resources: linked, schemas: new Map([["aws", aws]]) };
  });
});

/** Every link by the table that the fixture is, and no other. */
function assertEstate(
  fixtures: readonly FixtureResource[],
  build: () => { resources: readonly LinkableResource[]; schemas: ReadonlyMap<string, PackageSchema> },
): void {
  let built: ReturnType<typeof build>;
  let found: ReturnType<typeof inferLinks>;
  before(() => {
    built = build();
    found = inferLinks(built.resources, built.schemas);
  });
  for (const resource of fixtures) {
    it(`${resource.type} ${resource.name}: every true link, no other`, () => {
      assert.deepEqual(templates(found.links.get(urnOf(resource)), built.resources), resource.links ?? {});
    });
    it(`${resource.type} ${resource.name}: notes`, () => {
      const notes = (found.notes.get(urnOf(resource)) ?? []).map(({ path, text }) => [
        path === undefined ? "" : formatPath(path),
        text.includes("close a cycle") ? "cycle" : text.includes("may be any of") ? "ambiguous" : text,
      ]);
      assert.deepEqual(Object.fromEntries(notes), resource.notes ?? {});
    });
  }
}

/** The fixture says nothing that the schema does not know: a slip there would test nothing. */
function assertDescribed({ type, inputs, schema }: LinkableResource): void {
  assert.ok(schema !== undefined, `${type} is not in the schema`);
  for (const key of inputs.keys()) assert.ok(schema.inputs.has(key), `${type} has no input ${key}`);
}
