/** A project in a temporary directory, like that of `npm start`: project file, stack, file backend, and the simulated cloud. */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type ImpProcess, processesWith, projectRoot, type Ran, runImp, startImp, until } from "./imp-process.ts";

export const simcloud = join(projectRoot, "fixtures", "simcloud", "pulumi-resource-simcloud");

export interface CliProject {
  /** The directory with the project, home, cloud, and temporary files. */
  readonly root: string;
  /** The directory of Pulumi.yaml. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  /** Parses a checkpoint or another JSON file. */
  json(name: string): unknown;
  /** Returns every file of the project by relative path, in base64. */
  files(): Readonly<Record<string, string>>;
  /** Runs `imp run` with the simulated cloud. `env` extends the environment. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ImpProcess;
  /** Runs any `imp` command with the simulated cloud. */
  imp(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Runs any `imp` command without a provider. */
  plain(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  startPlain(words: readonly string[], env?: Readonly<Record<string, string>>): ImpProcess;
  /** Returns the methods that were called so far. */
  calls(): readonly string[];
  /** Asserts that no process of this project is running, no lock is held, and no temporary file is left. */
  assertTidy(): Promise<void>;
  remove(): Promise<void>;
}

export interface ProjectOptions {
  readonly cloud?: unknown;
  readonly specs?: unknown;
  /** Additional files of the project. They replace default files with the same names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export const checkpoint = ".pulumi/stacks/orchard/dev.json";

export const projectFile = projectFileOf("nodejs");

/** Returns a project file with the runtime. */
export function projectFileOf(runtime: string): string {
  return `name: orchard\nruntime: ${runtime}\nbackend:\n  url: file://.\n`;
}

export const stackFile = "config:\n  # where the cloud is\n  simcloud:region: us-east-1\n";

/** Creates project `orchard` with stack `dev`, which PULUMI_STACK selects. Cloud and specs default to those of the quickstart. */
export function makeProject(options: ProjectOptions = {}): CliProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "imp-cli-")));
  const directory = join(root, "project");
  const marker = `IMP_TEST_PROJECT=${root}`;
  for (const name of ["project", "home", "tmp"]) mkdirSync(join(root, name));
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  };
  const quickstart = (name: string): string => readFileSync(join(projectRoot, "fixtures", "quickstart", name), "utf8");
  const content = (value: unknown, name: string): string =>
    value === undefined ? quickstart(name) : JSON.stringify(value, null, 2);
  const files = {
    "Pulumi.yaml": projectFile,
    "Pulumi.dev.yaml": stackFile,
    ".pulumi/meta.yaml": "version: 1\n",
    [checkpoint]: '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}',
    "specs.json": content(options.specs, "specs.json"),
    ...options.files,
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  writeFileSync(join(root, "cloud.json"), content(options.cloud, "cloud.json"));
  const env: NodeJS.ProcessEnv = {
    PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    HOME: join(root, "home"),
    PULUMI_HOME: join(root, "home", ".pulumi"),
    TMPDIR: join(root, "tmp"),
    PULUMI_STACK: "dev",
    PULUMI_CONFIG_PASSPHRASE: "correct horse",
    SIMCLOUD_FILE: join(root, "cloud.json"),
    SIMCLOUD_JOURNAL: join(root, "calls.jsonl"),
    IMP_TEST_PROJECT: root,
    ...options.env,
  };
  const startPlain = (words: readonly string[], more: Readonly<Record<string, string>> = {}): ImpProcess =>
    startImp(words, { cwd: directory, env: { ...env, ...more } });
  const plain: CliProject["plain"] = (words, more = {}) => runImp(words, { cwd: directory, env: { ...env, ...more } });
  const withCloud = (words: readonly string[]) => [...words, "--provider", `simcloud=${simcloud}`];
  return {
    root,
    directory,
    env,
    write,
    start: (args, more) => startPlain(withCloud(["run", ...args]), more),
    path: (name) => join(directory, name),
    read: (name) => readFileSync(join(directory, name), "utf8"),
    json: (name) => JSON.parse(readFileSync(join(directory, name), "utf8")),
    files: () => snapshot(directory),
    run: (args, more) => plain(withCloud(["run", ...args]), more),
    plain,
    startPlain,
    imp: (words, more) => plain(withCloud(words), more),
    calls: () => methodsIn(join(root, "calls.jsonl")),
    assertTidy: () => assertTidy(root, directory, marker),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Copies the files of a project into a new one. */
export function copyProject(project: CliProject, options: ProjectOptions = {}): CliProject {
  const copy = makeProject(options);
  cpSync(project.directory, copy.directory, { recursive: true });
  cpSync(join(project.root, "cloud.json"), join(copy.root, "cloud.json"));
  return copy;
}

/** Waits for a command, and asserts its exit code. */
export async function exitsWith(code: number, command: Promise<Ran>): Promise<Ran> {
  const ran = await command;
  assert.equal(ran.code, code, showRun(ran));
  return ran;
}

/** Formats the output and exit of a run for assertion messages. */
export function showRun({ code, signal, stdout, stderr }: Ran): string {
  return `exit ${code ?? signal}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`;
}

function snapshot(directory: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const path of filesBelow(directory)) files[relative(directory, path)] = readFileSync(path).toString("base64");
  return files;
}

export function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

function methodsIn(journal: string): readonly string[] {
  if (!existsSync(journal)) return [];
  // The last line may be incomplete, so ignore it.
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const { method, preview } = JSON.parse(line) as { readonly method: string; readonly preview?: boolean };
    return preview === true ? `${method} preview` : method;
  });
}

async function assertTidy(root: string, directory: string, marker: string): Promise<void> {
  await until(
    () => processesWith(marker).length === 0,
    `all processes ended, except: ${processesWith(marker).join("; ")}`,
  );
  const odd = filesBelow(directory).filter((path) =>
    /imp-tmp|\/locks\/|\.lock|\.draft|journal\.json$|\.tmp$/.test(path),
  );
  assert.deepEqual(odd, []);
  assert.deepEqual(filesBelow(join(root, "tmp")), []);
}
