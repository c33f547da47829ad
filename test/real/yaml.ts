/** The Go module in `go-yaml` -> Pulumi YAML's language host and a probe of its reader, in an ignored cache folder, built once per content. */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { fingerprintOf, realCache } from "./tools.ts";

export interface YamlTools {
  /** `pulumi-language-yaml`, as the real CLI starts it. */
  readonly host: string;
  readonly probe: string;
}

/** What the probe says that a program has. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

const moduleDirectory = join(projectRoot, "test", "real", "go-yaml");

/** Builds what is missing; cold this takes a minute, otherwise nothing. A string says why there are no tools. */
export async function buildYaml(say: (line: string) => void): Promise<YamlTools | string> {
  const directory = folder();
  if (existsSync(directory)) return toolsIn(directory);
  say("building the language host of Pulumi YAML (a minute on a cold machine)");
  const work = `${directory}.${process.pid}`;
  try {
    await mkdir(work, { recursive: true });
    const packages = ["github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml", "./cmd/yamlprobe"];
    await mustRun(["go", "build", "-o", work, ...packages], {
      cwd: moduleDirectory,
      env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
      timeout: 900_000,
    });
    await mkdir(dirname(directory), { recursive: true });
    await rename(work, directory);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!existsSync(directory)) return `Pulumi YAML cannot be built: ${String(error).split("\n", 1)[0]}`;
  }
  return toolsIn(directory);
}

/** The tools if `.ci/real.mjs` could build them; without them a suite is skipped, and says so. */
export function requireYaml(suite: string): YamlTools | undefined {
  if (existsSync(folder())) return toolsIn(folder());
  console.log(`SKIPPED: ${suite}: Pulumi YAML is not built`);
  return undefined;
}

/** What Pulumi YAML reads in each program. */
export async function readYaml(
  tools: YamlTools,
  programs: readonly string[],
): Promise<readonly (readonly Registered[])[]> {
  return JSON.parse(await probe(tools, ["read"], programs)) as readonly (readonly Registered[])[];
}

/** What each program registers under mocks; the runtime checks it against the schemas first. */
export async function registerYaml(
  tools: YamlTools,
  schemaFiles: readonly string[],
  programs: readonly string[],
): Promise<readonly (readonly Registered[])[]> {
  return JSON.parse(await probe(tools, ["register", ...schemaFiles], programs)) as readonly (readonly Registered[])[];
}

async function probe(tools: YamlTools, args: readonly string[], programs: readonly string[]): Promise<string> {
  const { stdout } = await mustRun([tools.probe, ...args], { input: JSON.stringify(programs), timeout: 240_000 });
  return stdout;
}

function toolsIn(directory: string): YamlTools {
  return { host: join(directory, "pulumi-language-yaml"), probe: join(directory, "yamlprobe") };
}

function folder(): string {
  return join(realCache, "yaml", fingerprintOf(moduleDirectory).slice(0, 16));
}
