/** `imp verify` runs programs of every runtime with its language host, and agrees with `pulumi preview`. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { imp } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { type RunLanguage, requireToolchain, runtimes } from "./programs.ts";
import { exitsWith, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

interface Verified {
  readonly isClean: boolean;
  readonly steps: readonly { readonly op: string; readonly urn: string }[];
}

describe("imp verify in each language", () => {
  const tools = requireTools();
  const estate = makeEstate({ seed: 3, resources: 24 });
  // Pulumi YAML has no components.
  const specs = estate.specs.resources.flatMap(({ parent: _, ...entry }) => (entry.component === true ? [] : [entry]));

  for (const language of Object.keys(runtimes) as RunLanguage[]) {
    it(`shows the same steps as pulumi preview, before and after drift, in ${language}`, async function () {
      const pkg = { tools, schema: Buffer.from(await simcloudSchema(tools)) };
      const toolchain = requireToolchain(language, pkg, `imp verify in ${language}`);
      if (toolchain === undefined) return this.skip();
      const stack = await openSimcloudStack(tools);
      try {
        writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
        writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtimes[language]}\n`);
        writeFileSync(join(stack.root, "specs.json"), JSON.stringify({ resources: specs }));
        const words = ["--yes", "--no-verify", "--language", language];
        await exitsWith(0, imp(stack, "run", join(stack.root, "specs.json"), ...words));
        await toolchain.prepare(stack);
        const clean = await verify(stack, 0);
        assert.equal(clean.isClean, true);
        assert.deepEqual(operations(clean), await previewSteps(stack));
        retag(String(stack.env.SIMCLOUD_FILE));
        const drifted = await verify(stack, 3, "--refresh");
        const changed = [...operations(drifted)].filter(([, op]) => op !== "same");
        assert.deepEqual(
          changed.map(([urn, op]) => `${op} ${urn.split("::").slice(2, 3)}`),
          ["update simcloud:network/vpc:Vpc"],
        );
      } finally {
        await stack.dispose();
      }
    });
  }
});

async function verify(stack: RealStack, code: number, ...words: readonly string[]): Promise<Verified> {
  const ran = await imp(stack, "verify", "--json", ...words);
  assert.equal(ran.code, code, showRun(ran));
  return JSON.parse(ran.stdout) as Verified;
}

function operations({ steps }: Verified): ReadonlyMap<string, string> {
  return new Map(steps.map(({ urn, op }) => [urn, op]));
}

/** Changes a tag of the first VPC in the cloud, without Pulumi. */
function retag(file: string): void {
  const cloud = JSON.parse(readFileSync(file, "utf8")) as unknown;
  const tagged = firstTagged(cloud);
  if (tagged === undefined) throw new Error("the cloud has no VPC with tags");
  tagged.tags.console = "yes";
  writeFileSync(file, JSON.stringify(cloud));
}

interface Tagged {
  readonly tags: Record<string, string>;
  readonly cidrBlock: string;
}

function firstTagged(value: unknown): Tagged | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("cidrBlock" in value && "enableDnsHostnames" in value && "tags" in value) return value as Tagged;
  for (const member of Object.values(value)) {
    const found = firstTagged(member);
    if (found !== undefined) return found;
  }
  return undefined;
}
