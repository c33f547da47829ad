/**
 * Builds the Go module in `go-judges`, cached by content: Pulumi YAML's language host, reader and runtime, the parsers of PCL and HCL,
 * Pulumi's state decoder, the printer of `pulumi import`, and the published validator of provider specifications.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { fingerprintOf, realCache } from "./tools.ts";

export interface Judges {
  /** `pulumi-language-yaml`, as the real CLI starts it. */
  readonly yamlHost: string;
  readonly yamlProbe: string;
  readonly parsePcl: string;
  /** Loads states like the file backend. */
  readonly readState: string;
  /** Validates Terraform provider specifications like the published validator. */
  readonly judgeSpecification: string;
  /** Binds package schemas like `pulumi schema check`. */
  readonly bindSchema: string;
  /** Measures the official generator from PCL. */
  readonly timePcl: string;
  /** The part of `pulumi-language-nodejs` that prints programs for `pulumi import`. */
  readonly printNodejs: string;
  /** Parses and formats HCL. */
  readonly parseHcl: string;
  /** Converts Pulumi HCL to an older dialect. */
  readonly olderHcl: string;
}

/** A registered resource as the probe prints it. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export const judgeModule = join(projectRoot, "test", "real", "go-judges");

/** Builds missing tools, which takes a minute without a cache. Returns the reason if they cannot be built. */
export async function buildJudges(print: (line: string) => void): Promise<Judges | string> {
  const directory = folder();
  if (existsSync(directory)) return toolsIn(directory);
  print("building the Pulumi YAML language host, the PCL parser, and the state decoder (a minute without a cache)");
  const failure = await failureOf("the Pulumi YAML language host cannot be built", () =>
    makeOnce(directory, makeJudges),
  );
  return failure ?? toolsIn(directory);
}

async function makeJudges(work: string): Promise<void> {
  const packages = [
    "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    "./cmd/yamlprobe",
    "./cmd/parsepcl",
    "./cmd/readstate",
    "./cmd/judgespecification",
    "./cmd/bindschema",
    "./cmd/timepcl",
    "./cmd/printnodejs",
    "./cmd/parsehcl",
    "./cmd/olderhcl",
  ];
  await mustRun(["go", "build", "-o", work, ...packages], {
    cwd: judgeModule,
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    timeout: 900_000,
  });
}

/** Returns the tools that `.ci/real.mjs` built. If they are missing, prints that the suite is skipped, and returns undefined. */
export function requireJudges(suite: string): Judges | undefined {
  if (existsSync(folder())) return toolsIn(folder());
  console.log(`SKIPPED: ${suite}: the Pulumi YAML language host is not built`);
  return undefined;
}

/** Returns the resources that Pulumi YAML reads in each program. */
export async function readYaml(
  judges: Judges,
  programs: readonly string[],
): Promise<readonly (readonly Registered[])[]> {
  return JSON.parse(await probe(judges, ["read"], programs)) as readonly (readonly Registered[])[];
}

/** Returns the resources that each program registers under mocks. First the runtime checks the program with the schemas. */
export async function registerYaml(
  judges: Judges,
  schemaFiles: readonly string[],
  programs: readonly string[],
): Promise<readonly (readonly Registered[])[]> {
  return JSON.parse(await probe(judges, ["register", ...schemaFiles], programs)) as readonly (readonly Registered[])[];
}

async function probe(judges: Judges, args: readonly string[], programs: readonly string[]): Promise<string> {
  const { stdout } = await mustRun([judges.yamlProbe, ...args], { input: JSON.stringify(programs), timeout: 240_000 });
  return stdout;
}

function toolsIn(directory: string): Judges {
  return {
    yamlHost: join(directory, "pulumi-language-yaml"),
    yamlProbe: join(directory, "yamlprobe"),
    parsePcl: join(directory, "parsepcl"),
    readState: join(directory, "readstate"),
    judgeSpecification: join(directory, "judgespecification"),
    bindSchema: join(directory, "bindschema"),
    timePcl: join(directory, "timepcl"),
    printNodejs: join(directory, "printnodejs"),
    parseHcl: join(directory, "parsehcl"),
    olderHcl: join(directory, "olderhcl"),
  };
}

function folder(): string {
  return join(realCache, "judges", fingerprintOf(judgeModule).slice(0, 16));
}
