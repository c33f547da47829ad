/** After `imp run --from-terraform` with resources in the simulated cloud, the preview is empty. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { shownOf } from "../support/shown-terraform.ts";
import { type Held, terraformStateOf } from "../support/terraform-state.ts";
import {
  assertNoLeaks,
  assertNothingToChange,
  assertOnlyReads,
  assertPclBinds,
  type Imported,
  imp,
  type Report,
} from "./judge-import.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const estate = makeEstate({ seed: 5, resources: 68 });
const oneRegion = makeEstate({ seed: 9, resources: 34, regions: ["us-east-1"] });

/** Nested modules, and instance keys. The objects have them in turn. */
const modules = [[], ["net"], ['shop["eu"]'], ['shop["us"]', "store"], [], ["net", "zones[1]"]] as const;
const keys = [undefined, undefined, 0, "a", 'b "c"/d.e', "ü & $x"] as const;

/** Adds the dependencies that `terraform apply` would record: each object depends on the objects whose id or name it uses. */
function heldIn(objects: Readonly<Record<string, object>>): readonly Held[] {
  const all = Object.entries(objects).map(([key, settings], index) => {
    const [region, token = "", ...rest] = key.split("|");
    const instance = keys[index % keys.length];
    const held: Held = {
      module: modules[index % modules.length] ?? [],
      name: `r${index}`,
      token,
      id: rest.join("|"),
      settings: { ...settings },
      ...(instance !== undefined && { key: instance }),
      ...(region !== "us-east-1" && { alias: "eu" }),
    };
    return held;
  });
  return all.map((held) => {
    const text = JSON.stringify(held.settings);
    const needed = all.filter((other) => other !== held && other.id.length >= 6 && text.includes(other.id));
    return { ...held, dependencies: needed.map(addressOf) };
  });
}

function addressOf({ module = [], name, token }: Held): string {
  const [, folder = "", member = ""] = token.split(":");
  const type = `simcloud_${folder.split("/")[0]}_${member.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase()}`;
  return [...module.map((step) => `module.${step.replace(/\[.*/, "")}`), `${type}.${name}`].join(".");
}

/** The forms of Terraform states. Resources in two regions need a second provider, whose settings no Terraform state contains. */
const forms = [
  ["a state of version 4", "state.tfstate", estate, (held: readonly Held[]) => terraformStateOf(held)],
  [
    "output of `terraform show -json`",
    "shown.json",
    oneRegion,
    (held: readonly Held[]) => shownOf(terraformStateOf(held)),
  ],
] as const;

describe("imp run --from-terraform", () => {
  const tools = requireTools();
  let stack: RealStack;
  afterEach(() => stack?.dispose());

  for (const [form, name, { cloud, canaries }, written] of forms)
    for (const directory of [false, true])
      it(`imports ${form} with an empty preview${directory ? ", in a directory" : ""}`, async () => {
        stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
        writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
        const held = heldIn(cloud.objects);
        // The search for secrets ignores files with this name.
        const folder = join(stack.root, "specs.json");
        mkdirSync(folder);
        const file = join(folder, name);
        writeFileSync(file, JSON.stringify(written(held), undefined, 2));
        const before = readFileSync(file);
        const eu = { type: "pulumi:providers:simcloud", name: "eu", inputs: { region: "eu-west-2" } };
        const providers = join(stack.root, "specs-providers.json");
        writeFileSync(providers, JSON.stringify({ resources: [eu] }));
        const words = ["--from-terraform", directory ? folder : file, "--yes", "--json"];
        if (held.some(({ alias }) => alias !== undefined)) words.push(providers);
        const ran = await exitsWith(0, imp(stack, "run", ...words, "--language", "typescript,pcl"));
        assertOnlyReads(stack);
        const report = JSON.parse(ran.stdout) as Report;
        const state = await stack.exportState({ showSecrets: true });
        const imported: Imported = { ran, report, state };
        assert.deepEqual([...new Set(report.resources.map(({ verdict }) => verdict))], ["clean"]);
        const ids = (all: readonly (string | undefined)[]) => all.filter((id) => id !== undefined).sort();
        const cloudResources = resourcesOf(state).filter(({ type }) => type.startsWith("simcloud:"));
        assert.deepEqual(ids(cloudResources.map(({ id }) => String(id))), ids(held.map(({ id }) => id)));
        const printed = readFileSync(join(stack.directory, "index.ts"), "utf8");
        // IDs that the cloud assigned are printed as references, because Terraform recorded the dependencies.
        assert.doesNotMatch(printed, /"(vpc|subnet|sg)-[0-9a-f]{9,}"/);
        for (const component of ["Net", "Shop", "Store", "Zones"])
          assert.match(printed, new RegExp(`new pulumi.ComponentResource\\(\\s*"components:index:${component}"`));
        await assertNothingToChange(stack, state);
        await assertPclBinds(tools, stack, imported);
        assert.ok(canaries.length > 0);
        assertNoLeaks(stack, canaries, [ran]);
        assert.deepEqual(readFileSync(file), before);
      });
});
