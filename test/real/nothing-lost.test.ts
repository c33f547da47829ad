/** After an import from a provider that resets omitted inputs, an update of one property keeps all other settings of the object. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFile } from "../../fixtures/simcloud/cloud.ts";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { importSpecs } from "./judge-import.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { requireTools } from "./tools.ts";

describe("imp run with a provider that compares only inputs, or resets omitted values", () => {
  const tools = requireTools();

  for (const type of ["DiffsInputs", "Put"]) {
    it(`prints a program that keeps all settings when it updates one: ${type}`, async () => {
      const stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
      try {
        const cloud = threeOf(type);
        const file = String(stack.env.SIMCLOUD_FILE);
        writeFileSync(file, JSON.stringify(cloud));
        const resources = Object.keys(cloud.objects).map((key) => {
          const [, token = "", id = ""] = key.split("|");
          return { type: token, name: id, id };
        });
        const specs = join(stack.root, "specs.json");
        writeFileSync(specs, JSON.stringify({ resources }));
        const { report } = await importSpecs(stack, specs, 0);
        assert.deepEqual(new Set(report.resources.map(({ verdict }) => verdict)), new Set(["clean"]));

        const program = join(stack.directory, "index.ts");
        const before = readFileSync(program, "utf8");
        const after = before.replaceAll(/size: \d+/g, "size: 77");
        assert.notEqual(after, before, "every program sets `size`");
        writeFileSync(program, after);
        await stack.compile();
        const { update } = await stack.up();
        assert.equal(update, resources.length);
        const changed = Object.entries(cloud.objects).map(([key, settings]) => [key, { ...settings, size: 77 }]);
        assert.deepEqual((JSON.parse(readFileSync(file, "utf8")) as CloudFile).objects, Object.fromEntries(changed));
      } finally {
        await stack.dispose();
      }
    });
  }
});

/** Returns a cloud with three objects of a type: a copy of a simulated object, one with all other settings, and one with only a size. */
function threeOf(type: string): CloudFile {
  const cloud = JSON.parse(JSON.stringify(makeQuirkEstate().cloud)) as CloudFile;
  const [key, settings] = Object.entries(cloud.objects).find(([name]) => name.includes(`:${type}|`)) ?? [];
  assert.ok(key !== undefined && settings !== undefined);
  const named = (name: string) => `${key.split("|").slice(0, 2).join("|")}|${name}`;
  const arn = (name: string) => String(settings.arn).replace(String(settings.name), name);
  const other = { ...settings, name: "other", arn: arn("other"), size: 9, mode: "manual", note: "", labels: {} };
  const bare = { ...settings, name: "bare", arn: arn("bare"), size: 1, note: null, labels: {} };
  return { ...cloud, objects: { [key]: settings, [named("other")]: other, [named("bare")]: bare } };
}
