/** A new project, stack, backend and home of the real CLI in a temporary directory. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runtimes } from "./launch-program.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun, type Ran, type RunOptions, runProcess } from "./run-process.ts";
import { type Sdk, typescriptCompiler } from "./sdk.ts";
import type { Tools } from "./tools.ts";
import { transpile } from "./transpile.ts";

export interface StackOptions {
  readonly tools: Tools;
  /** Executables by package name, in PATH as `pulumi-resource-<name>`. */
  readonly providers: Readonly<Record<string, string>>;
  readonly sdks: readonly Sdk[];
  /** The language host of Node.js. Defaults to the test host, which prints no programs. */
  readonly nodejsHost?: string;
  /** Additional environment of the CLI and its child processes. */
  readonly env?: Readonly<Record<string, string>>;
  readonly project?: string;
  readonly stack?: string;
  /** Defaults to a passphrase. */
  readonly secretsProvider?: string;
}

export interface RealStack {
  /** The directory of all files of this stack, including temporary files. */
  readonly root: string;
  /** The directory of Pulumi.yaml and the program. */
  readonly directory: string;
  readonly project: string;
  readonly stack: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the real CLI in the project, whatever the exit code. */
  pulumi(...args: string[]): Promise<Ran>;
  /** Writes index.ts if given, and type-checks and compiles it with the official SDKs. */
  compile(program?: string): Promise<Ran>;
  /** Compiles index.ts (and writes it if given) and its modules without type checks. */
  transpile(program?: string): void;
  /** Exits with 0 if the preview is empty, or with `unexpectedChanges`. */
  previewExpectingNoChanges(): Promise<Ran>;
  /** Updates the stack. Returns counts by step, for example `{same: 3}`. */
  up(): Promise<StepCounts>;
  /** Returns the document of `pulumi stack export`. */
  exportState(options?: { readonly showSecrets?: boolean }): Promise<Checkpoint>;
  /** Removes all files. IMP_REAL_KEEP=1 keeps them and prints the path. */
  dispose(): Promise<void>;
}

type StepCounts = Readonly<Record<string, number>>;

export interface Checkpoint {
  readonly version: number;
  readonly deployment: Deployment;
}

interface Deployment {
  readonly resources?: readonly StateResource[];
  readonly [key: string]: unknown;
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The exit code of `pulumi preview --expect-no-changes` with changes. Other failures have other codes. */
export const unexpectedChanges = 7;

export const passphrase = "correct horse";

/** Creates the stack with the real CLI (`pulumi stack init`). */
export async function openStack(options: StackOptions): Promise<RealStack> {
  const { tools, project = "estate", stack = "dev" } = options;
  // Resolves links, because the CLI names its workspace file after the real path. On macOS and some Linux systems, the path contains links.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "imp-real-")));
  const directory = join(root, "project");
  const env = stackEnvironment(root, options);
  linkPackages(directory, options.sdks);
  writeFileSync(join(directory, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\n`);
  writeFileSync(join(directory, "package.json"), `${JSON.stringify({ name: project, private: true }, null, 2)}\n`);
  const pulumi = (...args: string[]) =>
    runProcess([tools.pulumi, ...args, "--non-interactive"], { cwd: directory, env, timeout: 240_000 });
  const keeper = options.secretsProvider === undefined ? [] : ["--secrets-provider", options.secretsProvider];
  await mustRun([tools.pulumi, "stack", "init", stack, ...keeper, "--non-interactive"], { cwd: directory, env });
  return {
    root,
    directory,
    project,
    stack,
    env,
    pulumi,
    compile: (program) => compile(directory, env, program),
    transpile: (program) => {
      if (program !== undefined) writeFileSync(join(directory, "index.ts"), program);
      transpile(directory);
    },
    previewExpectingNoChanges: () => pulumi("preview", "--expect-no-changes", "--diff"),
    up: async () => stepCounts(must(await pulumi("up", "--yes", "--skip-preview", "--json"))),
    exportState: async ({ showSecrets = false } = {}) =>
      JSON.parse(must(await pulumi("stack", "export", ...(showSecrets ? ["--show-secrets"] : []))).stdout),
    dispose: () => dispose(root),
  };
}

/** Writes a `pulumi-<kind>-<name>` that starts a compiled module with additional arguments first. */
export function moduleExecutable(file: string, module: string, ...args: readonly string[]): void {
  const command = [process.execPath, join(projectRoot, "dist", module), ...args].map((word) => `'${word}'`);
  writeFileSync(file, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`);
  chmodSync(file, 0o755);
}

/**
 * Creates the folders and executables of an isolated environment below `root`, without the caller's Pulumi, home or tokens, and without
 * network access.
 */
export function stackEnvironment(
  root: string,
  options: Pick<StackOptions, "providers" | "env" | "nodejsHost">,
): NodeJS.ProcessEnv {
  for (const name of ["project", "home", "pulumi-home", "backend", "bin", "tmp"]) mkdirSync(join(root, name));
  for (const runtime of runtimes) {
    moduleExecutable(join(root, "bin", `pulumi-language-${runtime}`), "test/real/language-host.js", runtime);
  }
  if (options.nodejsHost !== undefined) {
    const standIn = join(root, "bin", "pulumi-language-nodejs");
    rmSync(standIn);
    symlinkSync(options.nodejsHost, standIn);
  }
  for (const [name, file] of Object.entries(options.providers)) {
    symlinkSync(file, join(root, "bin", `pulumi-resource-${name}`));
  }
  return {
    PATH: [join(root, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    HOME: join(root, "home"),
    TMPDIR: join(root, "tmp"),
    PULUMI_HOME: join(root, "pulumi-home"),
    PULUMI_BACKEND_URL: `file://${join(root, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_SUPPRESS_COPILOT_LINK: "1",
    NO_COLOR: "1",
    ...options.env,
  };
}

function linkPackages(directory: string, sdks: readonly Sdk[]): void {
  const pulumi = { packageName: "@pulumi/pulumi", directory: join(projectRoot, "node_modules", "@pulumi", "pulumi") };
  for (const { packageName, directory: target } of [pulumi, ...sdks]) {
    const link = join(directory, "node_modules", packageName);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}

async function compile(directory: string, env: NodeJS.ProcessEnv, program?: string): Promise<Ran> {
  if (program !== undefined) writeFileSync(join(directory, "index.ts"), program);
  const flags = ["--module", "nodenext", "--target", "es2022", "--strict", "--skipLibCheck", "--noEmitOnError"];
  const types = ["--types", "node", "--typeRoots", join(projectRoot, "node_modules", "@types")];
  const out = ["--rootDir", ".", "--outDir", "bin", "--ignoreConfig"];
  const options: RunOptions = { cwd: directory, env };
  return mustRun([process.execPath, typescriptCompiler, ...flags, ...types, ...out, "index.ts"], options);
}

async function dispose(root: string): Promise<void> {
  if (process.env.IMP_REAL_KEEP === "1") process.stderr.write(`kept: ${root}\n`);
  else await rm(root, { recursive: true, force: true });
}

function must(ran: Ran): Ran {
  if (ran.code === 0) return ran;
  throw new Error(`${ran.command.join(" ")}: exit ${ran.code}\n${ran.stdout}\n${ran.stderr}`);
}

/** Counts steps in `up --json`, which prints one engine event per line. The summary has the counts. */
function stepCounts(ran: Ran): StepCounts {
  for (const line of ran.stdout.split("\n").reverse()) {
    if (!line.startsWith("{")) continue;
    const event = JSON.parse(line) as { summaryEvent?: { resourceChanges?: StepCounts } };
    if (event.summaryEvent !== undefined) return event.summaryEvent.resourceChanges ?? {};
  }
  throw new Error(`no summary in\n${ran.stdout}`);
}

/** Returns the resources of an export, which an empty stack omits. */
export function resourcesOf(checkpoint: Checkpoint): readonly StateResource[] {
  return checkpoint.deployment?.resources ?? [];
}
