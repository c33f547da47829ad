/** Returns the command with which the host of a language runs the program of a project. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { transpile } from "./transpile.ts";

/** The data that the engine sends for a run. Addresses are `host:port`. */
export interface RunFacts {
  readonly monitor: string;
  readonly engine: string;
  readonly project: string;
  readonly stack: string;
  readonly organization: string;
  /** The directory of Pulumi.yaml. */
  readonly root: string;
  /** The directory of the program. */
  readonly directory: string;
  readonly pwd: string;
  readonly parallel: number;
  readonly dryRun: boolean;
  /** Plain values by full key. */
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  readonly args: readonly string[];
}

export interface Launch {
  readonly command: readonly [string, ...string[]];
  /** Additional variables. */
  readonly env: Readonly<Record<string, string>>;
}

const launchers = { nodejs: launchNodejs, python: launchPython, go: launchGo, java: launchJava } satisfies Record<
  string,
  (request: RunFacts) => Launch
>;

export type Runtime = keyof typeof launchers;

/** The runtimes of Pulumi.yaml that the tests can run. */
export const runtimes = Object.keys(launchers) as readonly Runtime[];

export function launchProgram(runtime: string, facts: RunFacts): Launch {
  const known = runtimes.find((name) => name === runtime);
  if (known === undefined) throw new Error(`unsupported runtime ${JSON.stringify(runtime)}`);
  return launchers[known](facts);
}

/** Runs `bin/index.js` with the SDK's runner. Like the real host, compiles the program first unless package.json names the compiled file. */
function launchNodejs(request: RunFacts): Launch {
  const manifest = JSON.parse(readFileSync(join(request.directory, "package.json"), "utf8")) as { main?: string };
  if (manifest.main === undefined && existsSync(join(request.directory, "index.ts"))) transpile(request.directory);
  // Like the real host, uses the SDK that the program finds.
  const runner = createRequire(join(request.directory, "package.json")).resolve("@pulumi/pulumi/cmd/run");
  return {
    command: [
      process.execPath,
      runner,
      `--monitor=${request.monitor}`,
      `--engine=${request.engine}`,
      `--project=${request.project}`,
      `--stack=${request.stack}`,
      `--organization=${request.organization}`,
      `--root-directory=${request.root}`,
      `--pwd=${request.pwd}`,
      `--parallel=${request.parallel}`,
      ...(request.dryRun ? ["--dry-run"] : []),
      join(request.directory, "bin", "index.js"),
      ...request.args,
    ],
    env: {
      PULUMI_CONFIG: JSON.stringify(request.config),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.secretKeys),
    },
  };
}

/** Runs `__main__.py` with the interpreter in IMP_PYTHON. Its SDKs are in PYTHONPATH. */
function launchPython(request: RunFacts): Launch {
  const { monitor, engine, project, stack, organization, parallel, root } = request;
  const settings = { monitor, engine, project, stack, organization, parallel, dry_run: request.dryRun };
  const options = {
    program: join(request.directory, "__main__.py"),
    settings: { ...settings, root_directory: root },
    config: request.config,
    secretKeys: request.secretKeys,
  };
  const { IMP_PYTHON: interpreter = "python3", IMP_PYTHON_RUNNER: runner = "" } = process.env;
  return { command: [interpreter, runner, JSON.stringify(options)], env: { PYTHONDONTWRITEBYTECODE: "1" } };
}

/** Runs the built `bin/program`. The SDK reads the environment. */
function launchGo(facts: RunFacts): Launch {
  return {
    command: [join(facts.directory, "bin", "program"), ...facts.args],
    env: forTheSdk(facts),
  };
}

/** Runs the compiled classes in `target/classes`. Their dependencies are in IMP_CLASSPATH. */
function launchJava(facts: RunFacts): Launch {
  const classPath = [join(facts.directory, "target", "classes"), process.env.IMP_CLASSPATH ?? ""].join(delimiter);
  return {
    command: ["java", "-XX:TieredStopAtLevel=1", "-cp", classPath, "myproject.App", ...facts.args],
    env: forTheSdk(facts),
  };
}

/** Returns the variables that SDKs without a runner read. */
function forTheSdk(request: RunFacts): Readonly<Record<string, string>> {
  return {
    PULUMI_MONITOR: request.monitor,
    PULUMI_ENGINE: request.engine,
    PULUMI_PROJECT: request.project,
    PULUMI_STACK: request.stack,
    PULUMI_ORGANIZATION: request.organization,
    PULUMI_ROOT_DIRECTORY: request.root,
    PULUMI_PARALLEL: String(request.parallel),
    PULUMI_DRY_RUN: String(request.dryRun),
    PULUMI_CONFIG: JSON.stringify(request.config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.secretKeys),
  };
}
