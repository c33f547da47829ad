/** A project that records every written file, all arguments and environments of child processes, and all output, to search for secrets. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findLeaks, type Leak } from "../real/find-leaks.ts";
import { type CliProject, makeProject, type ProjectOptions } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export interface Watched {
  readonly project: CliProject;
  /** Runs any `imp` command with maximum verbosity. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Runs a script instead of `imp`, and records it. */
  runNode(script: string, env: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the secrets that any record contains in plain text. The cloud and the import files may contain them. */
  leaks(secrets: readonly string[]): readonly Leak[];
}

/** A preloaded module that records the writes of a Node.js process. */
export const recorder: string = fileURLToPath(new URL("record-writes.cjs", import.meta.url));

/** @param specs import files outside the project */
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
