/** The facts of a RunRequest -> the command that runs the project's program in its language, as the language's own host would. */
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** The facts that the engine gives a language host; addresses are `host:port`. */
export interface RunFacts {
  readonly monitor: string;
  readonly engine: string;
  readonly project: string;
  readonly stack: string;
  readonly organization: string;
  /** Where Pulumi.yaml is. */
  readonly root: string;
  /** Where the program is. */
  readonly directory: string;
  readonly pwd: string;
  readonly parallel: number;
  readonly dryRun: boolean;
  /** Full keys -> plain text. */
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  readonly args: readonly string[];
}

export interface Launch {
  readonly command: readonly [string, ...string[]];
  /** In addition to the host's own. */
  readonly env: Readonly<Record<string, string>>;
}

const launchers = { nodejs: launchNodejs, python: launchPython, go: launchGo, java: launchJava } satisfies Record<
  string,
  (facts: RunFacts) => Launch
>;

export type Runtime = keyof typeof launchers;

/** The runtimes of Pulumi.yaml that programs can be run in. */
export const runtimes = Object.keys(launchers) as readonly Runtime[];

export function launchProgram(runtime: string, facts: RunFacts): Launch {
  const known = runtimes.find((name) => name === runtime);
  if (known === undefined) throw new Error(`no program of runtime ${JSON.stringify(runtime)} can be run`);
  return launchers[known](facts);
}

/** The compiled program, `bin/index.js`, with the SDK's own runner. */
function launchNodejs(facts: RunFacts): Launch {
  // The program's own copy of the SDK, as the real host would take.
  const runner = createRequire(join(facts.directory, "package.json")).resolve("@pulumi/pulumi/cmd/run");
  return {
    command: [
      process.execPath,
      runner,
      `--monitor=${facts.monitor}`,
      `--engine=${facts.engine}`,
      `--project=${facts.project}`,
      `--stack=${facts.stack}`,
      `--organization=${facts.organization}`,
      `--root-directory=${facts.root}`,
      `--pwd=${facts.pwd}`,
      `--parallel=${facts.parallel}`,
      ...(facts.dryRun ? ["--dry-run"] : []),
      join(facts.directory, "bin", "index.js"),
      ...facts.args,
    ],
    env: {
      PULUMI_CONFIG: JSON.stringify(facts.config),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(facts.secretKeys),
    },
  };
}

/** `__main__.py` with the interpreter that IMP_PYTHON names; its SDKs come by PYTHONPATH, which both pass through. */
function launchPython(facts: RunFacts): Launch {
  const { monitor, engine, project, stack, organization, parallel, root } = facts;
  const settings = { monitor, engine, project, stack, organization, parallel, dry_run: facts.dryRun };
  const given = {
    program: join(facts.directory, "__main__.py"),
    settings: { ...settings, root_directory: root },
    config: facts.config,
    secretKeys: facts.secretKeys,
  };
  const { IMP_PYTHON: interpreter = "python3", IMP_PYTHON_RUNNER: runner = "" } = process.env;
  return { command: [interpreter, runner, JSON.stringify(given)], env: { PYTHONDONTWRITEBYTECODE: "1" } };
}

/** `bin/program`, which was built before; the SDK asks the environment for everything. */
function launchGo(facts: RunFacts): Launch {
  return {
    command: [join(facts.directory, "bin", "program"), ...facts.args],
    env: forTheSdk(facts),
  };
}

/** The classes in `target/classes`, which were compiled before; what they need is on the class path that IMP_CLASSPATH passes through. */
function launchJava(facts: RunFacts): Launch {
  const classPath = [join(facts.directory, "target", "classes"), process.env.IMP_CLASSPATH ?? ""].join(delimiter);
  return {
    command: ["java", "-XX:TieredStopAtLevel=1", "-cp", classPath, "myproject.App", ...facts.args],
    env: forTheSdk(facts),
  };
}

/** The variables that SDKs without a runner read from the environment. */
function forTheSdk(facts: RunFacts): Readonly<Record<string, string>> {
  return {
    PULUMI_MONITOR: facts.monitor,
    PULUMI_ENGINE: facts.engine,
    PULUMI_PROJECT: facts.project,
    PULUMI_STACK: facts.stack,
    PULUMI_ORGANIZATION: facts.organization,
    PULUMI_ROOT_DIRECTORY: facts.root,
    PULUMI_PARALLEL: String(facts.parallel),
    PULUMI_DRY_RUN: String(facts.dryRun),
    PULUMI_CONFIG: JSON.stringify(facts.config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(facts.secretKeys),
  };
}
