/** If a `--schema` document marks every value as sensitive, the preview is empty, and no value is in plain text. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { terraformType, underscored } from "../../fixtures/simcloud/terraform-mapping.ts";
import { type ClaimedAttribute, claimingSpecification } from "../support/claiming.ts";
import { assertNoLeaks, assertNothingToChange, assertOnlyReads, imp, type Report } from "./judge-import.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const { cloud, specs, canaries } = makeEstate({ seed: 9, resources: 34, regions: ["us-east-1"] });

/** Properties that contain no IDs, so that the state does not repeat their values elsewhere. */
const open = ["description", "comment", "environment", "userData", "password"];

/** Returns objects with a marker in every description. */
function marked() {
  const marks: string[] = [];
  const objects = Object.entries(cloud.objects).map(([key, settings], index) => {
    if (typeof settings.description !== "string") return [key, settings] as const;
    const mark = `canary-described-${index}-9f3b7c`;
    marks.push(mark);
    return [key, { ...settings, description: mark }] as const;
  });
  assert.ok(marks.length > 2);
  return { marks, cloud: { ...cloud, objects: Object.fromEntries(objects) } };
}

/** Returns a document that marks properties of all objects as sensitive. @param names the properties. Defaults to all */
function everySecret(names: readonly string[] | undefined): object {
  const resources: Record<string, ClaimedAttribute[]> = {};
  for (const [key, settings] of Object.entries(cloud.objects)) {
    const [, token = ""] = key.split("|");
    const type = terraformType(token).replace(/^simcloud_/, "");
    const own = Object.keys(settings).filter((name) => names?.includes(name) ?? true);
    const known = new Set(resources[type]?.map(({ name }) => name));
    const more = own.map((name) => ({ name: underscored(name), sensitive: true, replaces: true }));
    resources[type] = [...(resources[type] ?? []), ...more.filter(({ name }) => !known.has(name))];
  }
  return claimingSpecification("simcloud", resources);
}

describe("imp run --schema", () => {
  const tools = requireTools();
  let stack: RealStack;
  afterEach(() => stack?.dispose());

  for (const [hidden, names] of [
    ["some properties", open],
    ["every property", undefined],
  ] as const)
    it(`gives an empty preview if the document marks ${hidden} as secret`, async () => {
      stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
      const { marks, cloud: changed } = marked();
      writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(changed));
      // The search for secrets ignores files with this name.
      const folder = join(stack.root, "specs.json");
      mkdirSync(folder);
      const [file, document] = [join(folder, "estate.json"), join(folder, "simcloud.json")];
      writeFileSync(file, JSON.stringify(specs));
      writeFileSync(document, JSON.stringify(everySecret(names)));
      const verdictsOf = (text: string): readonly string[] =>
        (JSON.parse(text) as Report).resources.map(({ type, verdict }) => `${type} ${verdict}`);
      const alone = await imp(stack, "run", file, "--plan-only", "--json");
      const ran = await exitsWith(0, imp(stack, "run", file, "--yes", "--json", "--schema", document));
      assertOnlyReads(stack);
      const report = JSON.parse(ran.stdout) as Report;
      assert.deepEqual(verdictsOf(ran.stdout), verdictsOf(alone.stdout));
      const state = await stack.exportState({ showSecrets: true });
      await assertNothingToChange(stack, state);
      const cloudResources = resourcesOf(state).filter(({ type }) => type.startsWith("simcloud:"));
      assert.equal(cloudResources.length, report.resources.filter(({ type }) => type.startsWith("simcloud:")).length);
      assertNoLeaks(stack, [...canaries, ...marks], [ran]);
    });
});
