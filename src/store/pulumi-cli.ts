/** Runs the installed `pulumi` command for stacks in backends that imp cannot access directly (Pulumi Cloud, a database). */
import { spawn } from "node:child_process";
import { ImpError } from "../domain/errors.ts";

export interface CliStack {
  /** Runs `pulumi stack export`. Secrets stay encrypted. Throws CLI_MISSING, CLI_FAILED. */
  read(): Promise<Uint8Array>;
  /** Runs `pulumi stack import`, which acquires the backend's lock. Throws the same errors as `read`. */
  replace(json: Uint8Array): Promise<void>;
  /** Runs `pulumi config`, which opens the environments of the stack file. The result contains secrets. Throws the same errors as `read`. */
  config(): Promise<Uint8Array>;
  /**
   * Runs `pulumi env open`, and returns one property of the environment. The result contains secrets. Without a property, the command would write the
   * environment's files to the temporary directory. Throws the same errors as `read`.
   */
  openEnvironment(name: string, property: EnvironmentProperty): Promise<Uint8Array>;
}

/** The properties of an environment that become environment variables: the values, or the paths of temporary files with the values. */
export type EnvironmentProperty = "environmentVariables" | "files";

/** Opens the stack. `shown` is its location for messages. */
export function cliStack(
  reference: string,
  shown: string,
  context: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): CliStack {
  const run = (words: readonly string[], input: Uint8Array = new Uint8Array()) =>
    runPulumi(words, input, { ...context, shown });
  const options = ["--stack", reference, "--non-interactive"];
  return {
    read: () => run(["stack", "export", ...options]),
    replace: async (json) => {
      await run(["stack", "import", ...options], json);
    },
    config: () => run(["config", "--json", "--show-secrets", ...options]),
    openEnvironment: (name, property) =>
      run(["env", "open", name, property, "--format", "detailed", "--non-interactive"]),
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
      const command = `pulumi ${words
        .slice(
          0,
          words.findIndex((word) => word.startsWith("--")),
        )
        .join(" ")}`;
      reject(
        ImpError.of("CLI_FAILED", { where: shown, command, output: Buffer.concat(output).toString("utf8").trim() }),
      );
    });
    // If the child ends before it reads all input, its exit code is enough.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
