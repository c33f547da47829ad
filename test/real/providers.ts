/** Builds Pulumi plugins from the Go modules in `providers`, cached by content. The folder of a module has the name of its provider. */
import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { fingerprintOf, onPath, realCache, type Tools } from "./tools.ts";

/** The version of the SDKs that were published with the provider. */
export const kubernetesVersion = "4.25.0";

/** The folders in `providers`. */
export type ProviderName = "bridged" | "kubernetes" | "postgresql" | "rabbitmq";

/** Additional build flags and files. */
interface Extra {
  readonly flags?: readonly string[];
  /** Files of a Go module that the executable reads from its folder, by name. */
  readonly files?: { readonly module: string; readonly names: Readonly<Record<string, string>> };
}

const kubernetesModule = "github.com/pulumi/pulumi-kubernetes/provider/v4";

const kubernetesMain = "cmd/pulumi-resource-kubernetes";

const extras: Readonly<Partial<Record<ProviderName, Extra>>> = {
  kubernetes: {
    flags: ["-ldflags", `-s -w -X ${kubernetesModule}/pkg/version.Version=${kubernetesVersion}`],
    files: {
      module: kubernetesModule,
      names: {
        "embedded-schema.json": `${kubernetesMain}/schema.json`,
        "terraform-mapping.json": `${kubernetesMain}/terraform-mapping.json`,
      },
    },
  },
};

export interface Provider {
  readonly name: ProviderName;
  readonly executable: string;
  /** The schema that the real CLI received. */
  readonly schemaFile: string;
}

/** Builds the plugin, which takes minutes without a cache. Returns the reason as a string if it cannot be built. */
export async function buildProvider(
  name: ProviderName,
  tools: Tools,
  print: (line: string) => void,
): Promise<Provider | string> {
  const provider = providerIn(name);
  if (existsSync(provider.executable)) return provider;
  if (!onPath("go")) return `Go is not on the PATH, so the ${name} provider cannot be built`;
  print(`building the ${name} provider (minutes without a cache)`);
  const failure = await failureOf(`the ${name} provider cannot be built`, () =>
    makeOnce(directoryOf(name), (work) => makeProvider(name, tools, work)),
  );
  return failure ?? provider;
}

async function makeProvider(name: ProviderName, tools: Tools, work: string): Promise<void> {
  const executable = join(work, `pulumi-resource-${name}`);
  const { flags = [], files } = extras[name] ?? {};
  const options = {
    cwd: moduleOf(name),
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    timeout: 2_400_000,
  };
  await mustRun(["go", "build", ...flags, "-o", executable, "."], options);
  if (files !== undefined) {
    const { stdout: directory } = await mustRun(["go", "list", "-m", "-f", "{{.Dir}}", files.module], options);
    for (const [copy, file] of Object.entries(files.names)) {
      await copyFile(join(directory.trim(), file), join(work, copy));
    }
  }
  const { stdout } = await mustRun([tools.pulumi, "package", "get-schema", executable], {
    env: { ...process.env, PULUMI_HOME: join(realCache, "home"), PULUMI_SKIP_UPDATE_CHECK: "1" },
  });
  await writeFile(join(work, "schema.json"), stdout);
}

/** Returns the plugin. If it is not built, prints that the suite is skipped, and returns undefined. */
export function requireProvider(name: ProviderName, suite: string): Provider | undefined {
  const provider = providerIn(name);
  if (existsSync(provider.executable)) return provider;
  console.log(`SKIPPED: ${suite}: the ${name} provider is not built`);
  return undefined;
}

/** Reads the schema of a provider. */
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
