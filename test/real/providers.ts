/**
 * The Go modules in `providers` -> plugins of Pulumi and their schemas, in the cache, built once per content. A module's main package serves
 * one provider; its folder has the provider's name.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { fingerprintOf, onPath, realCache, type Tools } from "./tools.ts";

/** The folders in `providers`. */
export type ProviderName = "bridged" | "postgresql" | "rabbitmq";

export interface Provider {
  readonly name: ProviderName;
  readonly executable: string;
  /** The file of the schema that the real CLI was given. */
  readonly schemaFile: string;
}

/** Builds the plugin unless it is in the cache; a cold build takes minutes. @returns why there is none, as a string */
export async function buildProvider(
  name: ProviderName,
  tools: Tools,
  print: (line: string) => void,
): Promise<Provider | string> {
  const provider = providerIn(name);
  if (existsSync(provider.executable)) return provider;
  if (!onPath("go")) return `Go is not on the PATH, so the provider of ${name} cannot be built`;
  print(`building the provider of ${name} (minutes on a cold machine)`);
  const failure = await failureOf(`the provider of ${name} cannot be built`, () =>
    makeOnce(directoryOf(name), (work) => makeProvider(name, tools, work)),
  );
  return failure ?? provider;
}

async function makeProvider(name: ProviderName, tools: Tools, work: string): Promise<void> {
  const executable = join(work, `pulumi-resource-${name}`);
  await mustRun(["go", "build", "-o", executable, "."], {
    cwd: moduleOf(name),
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    timeout: 2_400_000,
  });
  const { stdout } = await mustRun([tools.pulumi, "package", "get-schema", executable], {
    env: { ...process.env, PULUMI_HOME: join(realCache, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" },
  });
  await writeFile(join(work, "schema.json"), stdout);
}

/** The plugin if it was built; otherwise a message says that the suite is skipped. */
export function requireProvider(name: ProviderName, suite: string): Provider | undefined {
  const provider = providerIn(name);
  if (existsSync(provider.executable)) return provider;
  console.log(`SKIPPED: ${suite}: the provider of ${name} is not built`);
  return undefined;
}

/** The bytes of a provider's schema. */
export function schemaOf(provider: Provider): Promise<Buffer> {
  return readFile(provider.schemaFile);
}

function providerIn(name: ProviderName): Provider {
  const directory = directoryOf(name);
  return {
    name,
    executable: join(directory, `pulumi-resource-${name}`),
    schemaFile: join(directory, "schema.json"),
  };
}

function directoryOf(name: ProviderName): string {
  return join(realCache, "providers", `${name}-${fingerprintOf(moduleOf(name)).slice(0, 16)}`);
}

function moduleOf(name: ProviderName): string {
  return join(projectRoot, "test", "real", "providers", name);
}
