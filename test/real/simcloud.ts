/** The executable and schema of the simulated cloud, and any number of equal resources. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alikeEstate } from "../../fixtures/simcloud/estate.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { openStack, type RealStack, type StackOptions } from "./stack.ts";
import { realCache, type Tools } from "./tools.ts";

export const simcloudExecutable: string = join(projectRoot, "fixtures", "simcloud", "pulumi-resource-simcloud");

const region = "us-east-1";

/** Fills a cloud with `size` equal resources, selects it in `env`, and writes the import file. Returns the path of the import file. */
export function alike(size: number, directory: string, env: NodeJS.ProcessEnv): string {
  const estate = alikeEstate(size);
  mkdirSync(directory, { recursive: true });
  const [cloud, specs] = [join(directory, "cloud.json"), join(directory, "specs.json")];
  writeFileSync(cloud, JSON.stringify(estate.cloud));
  writeFileSync(specs, JSON.stringify(estate.specs));
  Object.assign(env, { SIMCLOUD_FILE: cloud, SIMCLOUD_REGION: region });
  return specs;
}

/**
 * Creates a stack with the simulated cloud and its official SDK. `env` can replace the empty cloud and the journal. `more`
 * overrides other options of the stack.
 */
export async function openSimcloudStack(
  tools: Tools,
  env: Readonly<Record<string, string>> = {},
  more: Partial<Omit<StackOptions, "tools">> = {},
): Promise<RealStack> {
  const sdks = [await nodejsSdk(tools, Buffer.from(await simcloudSchema(tools))), ...(more.sdks ?? [])];
  const providers = { simcloud: simcloudExecutable, ...more.providers };
  const stack = await openStack({ ...more, env: { ...env, ...more.env }, tools, providers, sdks });
  Object.assign(stack.env, {
    SIMCLOUD_FILE: join(stack.root, "cloud.json"),
    SIMCLOUD_REGION: region,
    SIMCLOUD_JOURNAL: join(stack.root, "journal.jsonl"),
    ...env,
  });
  return stack;
}

/** Returns the schema that the real CLI receives. */
export async function simcloudSchema(tools: Tools): Promise<string> {
  schema ??= mustRun([tools.pulumi, "package", "get-schema", simcloudExecutable], {
    env: { ...process.env, PULUMI_HOME: join(realCache, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" },
  }).then(({ stdout }) => stdout);
  return schema;
}

let schema: Promise<string> | undefined;
