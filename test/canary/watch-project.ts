/** A project of which every file that any process writes, every child's arguments and environment, and all output is kept, to be searched for secrets. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findLeaks, type Leak } from "../real/find-leaks.ts";
import { type CliProject, makeProject, type ProjectOptions } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export interface Watched {
  readonly project: CliProject;
  /** Any command of `imp`, as talkative as it gets. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** A script in place of `imp`, watched in the same way. */
  runNode(script: string, env: Readonly<Record<string, string>>): Promise<void>;
  /** Where a secret is readable, of everything so far. The cloud and the import files hold them by right. */
  leaks(secrets: readonly string[]): readonly Leak[];
}

/** Preloaded, it keeps what a Node process writes. */
export const recorder: string = fileURLToPath(new URL("record-writes.cjs", import.meta.url));

/** @param specs import files, next to the project and not in it. */
export function watchProject(options: ProjectOptions, specs: Readonly<Record<string, string>>): Watched {
  const project = makeProject(options);
  const recorded = join(project.root, "recorded");
  for (const directory of [recorded, join(project.root, "specs")]) mkdirSync(directory);
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(project.root, "specs", name), text);
  const recording = {
    NODE_OPTIONS: `--require ${recorder}`,
    RECORDED_WRITES: recorded,
    RECORDED_KILL_BELOW: project.directory,
    SIMCLOUD_LOG: "1",
    SIMCLOUD_TALK: "1",
    IMP_DEBUG: "1",
    DEBUG: "*",
  };
  const texts = new Map<string, string>();
  const keep = (command: string, ran: Pick<Ran, "stdout" | "stderr">): void => {
    texts.set(`stdout ${texts.size}: ${command}`, ran.stdout);
    texts.set(`stderr ${texts.size}: ${command}`, ran.stderr);
  };
  return {
    project,
    run: async (words, env = {}) => {
      const takesPlugins = words[0] !== "undo" && words[0] !== "state";
      const ran = await project[takesPlugins ? "imp" : "plain"](words, { ...recording, ...env });
      keep(words.join(" ").slice(0, 60), ran);
      return ran;
    },
    runNode: async (script, env) => {
      const child = spawn(process.execPath, ["-e", script], {
        cwd: project.directory,
        env: { ...project.env, ...recording, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const chunks = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        child[name].setEncoding("utf8").on("data", (chunk: string) => {
          chunks[name] += chunk;
        });
      }
      await new Promise((resolve) => child.once("close", resolve));
      keep("node", chunks);
    },
    leaks: (secrets) => {
      const places = [project.directory, ...["home", "tmp", "recorded"].map((name) => join(project.root, name))];
      return findLeaks(places, secrets, texts);
    },
  };
}
