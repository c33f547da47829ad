/** Workspaces of the installed Terraform, without the caller's settings except the location of providers. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ran, runProcess, showRun } from "./run-process.ts";

export interface TerraformWorkspace {
  readonly directory: string;
  write(name: string, text: string): void;
  read(name: string): string;
  /** Runs Terraform, whatever the exit code. */
  try(...args: readonly string[]): Promise<Ran>;
  /** Runs Terraform. Fails with its output. @returns what it printed */
  run(...args: readonly string[]): Promise<string>;
  /** Runs a printed command line in a shell. */
  paste(line: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Returns whether Terraform is installed, and otherwise prints that the suite is skipped. */
export function hasTerraform(suite: string): boolean {
  const { status } = spawnSync("terraform", ["version"], { env: isolated(tmpdir()) });
  if (status === 0) return true;
  console.log(`SKIPPED: ${suite}: terraform is not on the PATH`);
  return false;
}

/** Creates a directory with these files, without initialization. */
export function openTerraform(files: Readonly<Record<string, string>>): TerraformWorkspace {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "imp-terraform-")));
  const env = isolated(directory);
  const options = { cwd: directory, env, timeout: 240_000 };
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const mustSucceed = (ran: Ran): string => {
    assert.equal(ran.code, 0, showRun(ran));
    return ran.stdout;
  };
  const start = (...args: readonly string[]) => runProcess(["terraform", ...args], options);
  return {
    directory,
    write,
    read: (name) => readFileSync(join(directory, name), "utf8"),
    try: start,
    run: async (...args) => mustSucceed(await start(...args)),
    paste: async (line) => {
      mustSucceed(await runProcess(["/bin/sh", "-c", line], options));
    },
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
}

/**
 * Runs `terraform init` with the providers in IMP_TERRAFORM_PLUGINS (the directory of `-plugin-dir`), or those of the user's settings and
 * the registry.
 * @returns why the providers cannot be installed, or undefined
 */
export async function initTerraform(workspace: TerraformWorkspace): Promise<string | undefined> {
  const { IMP_TERRAFORM_PLUGINS: plugins } = process.env;
  const ran = await workspace.try("init", "-no-color", ...(plugins === undefined ? [] : [`-plugin-dir=${plugins}`]));
  if (ran.code === 0) return undefined;
  return /Error: (.*)/.exec(ran.stderr + ran.stdout)?.[1] ?? "terraform init failed";
}

function isolated(home: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TF_CLI_CONFIG_FILE: settings = join(HOME ?? "", ".terraformrc") } = process.env;
  return {
    PATH,
    HOME: home,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_CLI_ARGS: "-no-color",
    TF_CLI_CONFIG_FILE: existsSync(settings) ? settings : "",
  };
}
