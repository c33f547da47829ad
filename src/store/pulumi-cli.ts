/** Exports and imports a stack with the installed `pulumi` command, for backends that imp cannot access directly (Pulumi Cloud, a database). */
import { spawn } from "node:child_process";
import { ImpError } from "../domain/errors.ts";

export interface CliStack {
  /** Runs `pulumi stack export`. Secrets stay encrypted. Throws CLI_MISSING, CLI_FAILED. */
  read(): Promise<Uint8Array>;
  /** Runs `pulumi stack import`, which acquires the backend's lock. Throws the same errors as `read`. */
  replace(json: Uint8Array): Promise<void>;
}

/** Opens the stack. `shown` is its location for messages. */
export function cliStack(
  reference: string,
  shown: string,
  context: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): CliStack {
  const run = (words: readonly string[], input: Uint8Array) =>
    runPulumi(["stack", ...words, "--stack", reference, "--non-interactive"], input, { ...context, shown });
  return {
    read: () => run(["export"], new Uint8Array()),
    replace: async (json) => {
      await run(["import"], json);
    },
  };
}

async function runPulumi(
  words: readonly string[],
  input: Uint8Array,
  { cwd, env, shown }: { cwd: string; env: Readonly<Record<string, string | undefined>>; shown: string },
): Promise<Uint8Array> {
  return await new Promise((resolve, reject) => {
    const child = spawn("pulumi", words, { cwd, env: { ...env, NO_COLOR: "1" }, stdio: "pipe" });
    // Kill the command when imp exits.
    const kill = (): void => void child.kill("SIGKILL");
    process.on("exit", kill);
    const out: Buffer[] = [];
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", () => reject(ImpError.of("CLI_MISSING", { where: shown })));
    child.once("close", (code) => {
      process.off("exit", kill);
      if (code === 0) return resolve(Buffer.concat(out));
      const command = `pulumi ${words.slice(0, 2).join(" ")}`;
      reject(
        ImpError.of("CLI_FAILED", { where: shown, command, output: Buffer.concat(output).toString("utf8").trim() }),
      );
    });
    // If the child ends before it reads all input, its exit code is enough.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
