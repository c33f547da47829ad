/** A stack with the bridged test provider and imported resources of its types. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bridgedObjects, bridgedTypes } from "./bridged-objects.ts";
import type { Provider } from "./providers.ts";
import type { ResourcePool } from "./random-bridged-programs.ts";
import { exitsWith } from "./run-process.ts";
import { openStack, type RealStack, resourcesOf } from "./stack.ts";
import type { Tools } from "./tools.ts";

/** The number of types of a seed. */
const typeCount = 40;

export interface BridgedStack {
  readonly stack: RealStack;
  readonly pool: ResourcePool;
  /** The configuration of the default provider. */
  readonly config: Readonly<Record<string, string>>;
}

/** Imports the objects of the provider with `pulumi import`. With a seed, the types have random schemas. */
export async function openBridgedStack(
  tools: Tools,
  { executable }: Provider,
  seed: number | undefined,
): Promise<BridgedStack> {
  const env = seed === undefined ? undefined : { BRIDGED_SEED: String(seed), BRIDGED_TYPES: String(typeCount) };
  const stack = await openStack({ tools, providers: { bridged: executable }, sdks: [], ...(env ? { env } : {}) });
  const config = seed === undefined ? { file: join(stack.root, "objects.json") } : undefined;
  if (config !== undefined) {
    writeFileSync(config.file, JSON.stringify(bridgedObjects));
    await exitsWith(0, stack.pulumi("config", "set", "bridged:file", config.file));
  }
  const specs = join(stack.root, "specs.json");
  writeFileSync(specs, JSON.stringify({ resources: seed === undefined ? everyObject() : everyType() }));
  const flags = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
  await exitsWith(0, stack.pulumi("import", "--file", specs, ...flags));
  const resources = resourcesOf(await stack.exportState({ showSecrets: true }));
  const isFixed = ({ type }: { readonly type: string }): boolean => type.startsWith("pulumi:");
  const pool = {
    fixed: resources.filter(isFixed),
    resources: resources.filter((resource) => !isFixed(resource)),
  };
  return { stack, pool, config: config ?? {} };
}

function everyObject() {
  return Object.entries(bridgedTypes).map(([name, type]) => ({
    type: `bridged:index/${type}`,
    name,
    id: name,
    version: "1.0.0",
  }));
}

function everyType() {
  return Array.from({ length: typeCount }, (_, index) => ({
    type: `bridged:index/t${index}:T${index}`,
    name: `t${index}`,
    id: "object",
    version: "1.0.0",
  }));
}
