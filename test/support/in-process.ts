/** Runs a command in the process of the test, with a custom language, source, or format. */
import type { EventEmitter } from "node:events";
import type { CliProject } from "./cli-project.ts";
import { projectRoot } from "./imp-process.ts";

interface StartedCommand {
  run(words: string[], root: string): Promise<unknown>;
}

/** Starts the command with the directory and environment of the project. `output` has stdout and stderr, for assertion messages. */
export async function runInProcess(
  command: StartedCommand,
  words: readonly string[],
  project: Pick<CliProject, "directory" | "env">,
) {
  const written = { stdout: "", stderr: "" };
  const emitters = [process, process.stdout, process.stderr];
  const restore = [
    replaceEnvironment(project.env),
    capture("stdout", written),
    capture("stderr", written),
    ...emitters.map(keepListeners),
  ];
  let code: unknown;
  try {
    await command.run([...words, "--cwd", project.directory], projectRoot);
  } finally {
    code = process.exitCode ?? 0;
    process.exitCode = undefined;
    for (const undo of restore) undo();
  }
  return { code, ...written, output: `exit ${code}\n${written.stdout}\n${written.stderr}` };
}

function replaceEnvironment(env: NodeJS.ProcessEnv): () => void {
  const before = { ...process.env };
  const set = (to: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, to);
  };
  set(env);
  return () => set(before);
}

function capture(name: "stdout" | "stderr", into: Record<"stdout" | "stderr", string>): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = ((chunk: string | Uint8Array, ...more: readonly unknown[]) => {
    into[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    const done = more.find((one) => typeof one === "function") as (() => void) | undefined;
    if (done !== undefined) process.nextTick(done);
    return true;
  }) as typeof stream.write;
  return () => {
    stream.write = write;
  };
}

/** Returns a function that removes the listeners that were added after this call. */
function keepListeners(emitter: EventEmitter): () => void {
  const listening = () =>
    emitter.eventNames().flatMap((event) => emitter.rawListeners(event).map((listener) => ({ event, listener })));
  const before = new Set(listening().map(({ listener }) => listener));
  return () => {
    for (const { event, listener } of listening())
      if (!before.has(listener)) emitter.off(event, listener as () => void);
  };
}
