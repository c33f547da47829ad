import assert from "node:assert/strict";
import { formatPath } from "../../src/ir/path.ts";
import { inferLinks } from "../../src/links/infer-links.ts";
import { estate, linkables, schemas, templates, urnOf } from "./estate.ts";

describe("links: an estate full of coincidences", () => {
  const resources = linkables();
  const found = inferLinks(resources, schemas);

  for (const resource of estate.resources) {
    it(`${resource.type} ${resource.name}: every true link, no other`, () => {
      assert.deepEqual(templates(found.links.get(urnOf(resource)), resources), resource.links ?? {});
    });
    it(`${resource.type} ${resource.name}: notes`, () => {
      const notes = (found.notes.get(urnOf(resource)) ?? []).map(({ path, text }) => [
        path === undefined ? "" : formatPath(path),
        text.includes("close a cycle") ? "cycle" : text.includes("may be any of") ? "ambiguous" : text,
      ]);
      assert.deepEqual(Object.fromEntries(notes), resource.notes ?? {});
    });
  }
});
