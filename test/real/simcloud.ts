/** The simulated cloud as the judges need it: its executable, its schema, and as many alike resources as one likes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CloudFile, objectKey } from "../../fixtures/simcloud/cloud.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { openStack, type RealStack } from "./stack.ts";
import { realCache, type Tools } from "./tools.ts";

export const simcloudExecutable: string = join(projectRoot, "fixtures", "simcloud", "pulumi-resource-simcloud");

const bucketToken = "simcloud:storage/bucket:Bucket";
const region = "north-1";

/**
 * Fills a cloud with `size` buckets that differ in nothing but their names, points `env` at it, and writes the import file.
 * Returns the import file's path.
 */
export function alike(size: number, directory: string, env: NodeJS.ProcessEnv): string {
  const type = typeOf(bucketToken);
  if (type === undefined) throw new Error(`the simulated cloud has no ${bucketToken}`);
  const objects: CloudFile["objects"] = {};
  const resources = [];
  for (let index = 0; index < size; index++) {
    const name = `archive-${String(index).padStart(6, "0")}`;
    const inputs = {
      bucket: name,
      acl: "private",
      versioning: { enabled: true },
      tags: { team: "records", tier: "cold" },
    };
    const made = type.create(inputs, {
      region,
      account: "000000000042",
      hex: (digits) => "0".repeat(digits),
      now: () => "2024-01-01T00:00:00Z",
    });
    objects[objectKey(region, bucketToken, made.id)] = made.settings;
    resources.push({ type: bucketToken, name, id: made.id });
  }
  mkdirSync(directory, { recursive: true });
  const [cloud, specs] = [join(directory, "cloud.json"), join(directory, "specs.json")];
  writeFileSync(cloud, JSON.stringify({ version: 1, objects } satisfies CloudFile));
  writeFileSync(specs, JSON.stringify({ resources }));
  Object.assign(env, { SIMCLOUD_FILE: cloud, SIMCLOUD_REGION: region });
  return specs;
}

/** A stack with the simulated cloud's provider and its official SDK; an empty cloud and a journal unless `env` says otherwise. */
export async function openSimcloudStack(tools: Tools, env: Readonly<Record<string, string>> = {}): Promise<RealStack> {
  const sdks = [await nodejsSdk(tools, Buffer.from(await simcloudSchema(tools)))];
  const stack = await openStack({ tools, providers: { simcloud: simcloudExecutable }, sdks });
  Object.assign(stack.env, {
    SIMCLOUD_FILE: join(stack.root, "cloud.json"),
    SIMCLOUD_REGION: region,
    SIMCLOUD_JOURNAL: join(stack.root, "journal.jsonl"),
    ...env,
  });
  return stack;
}

/** The schema as the provider serves it to the real CLI. */
export async function simcloudSchema(tools: Tools): Promise<string> {
  schema ??= mustRun([tools.pulumi, "package", "get-schema", simcloudExecutable], {
    env: { ...process.env, PULUMI_HOME: join(realCache, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" },
  }).then(({ stdout }) => stdout);
  return schema;
}

let schema: Promise<string> | undefined;
