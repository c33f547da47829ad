/**
 * Runs a program as its language host does (pulumi `sdk/nodejs/cmd/pulumi-language-nodejs`).
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { runTool, type ToolIo } from "../compile/run-tool.ts";
import { ImpError } from "../errors.ts";

export interface RunningProgram {
  readonly project: string;
  readonly stack: string;
  /** The directory of Pulumi.yaml. */
  readonly root: string;
  readonly directory: string;
  /** The file or directory that starts the program; relative to `directory`. */
  readonly main: string;
  readonly runtime: string | undefined;
  /** The configuration in plain text, by `namespace:name`. */
  readonly config: ReadonlyMap<string, string>;
  readonly secretKeys: readonly string[];
}

export interface Addresses {
  readonly monitorAddress: string;
  readonly engineAddress: string;
}

/** How a program ended: with success, after it reported its errors, or with an output that says why. */
export type ProgramEnd =
  | { readonly kind: "ended" }
  | { readonly kind: "reported" }
  | { readonly kind: "failed"; readonly output: string };

/** The exit code of the SDK's runner after it has logged the error. */
const reportedCode = 32;

/**
 * Runs the program until it ends. It has the rights of the user, as in `pulumi preview`.
 *
 * @throws VERIFY_RUNTIME, VERIFY_NOT_INSTALLED
 */
export async function runProgram(program: RunningProgram, addresses: Addresses, io: ToolIo): Promise<ProgramEnd> {
  const { runtime, directory } = program;
  if (runtime !== "nodejs") throw ImpError.of("VERIFY_RUNTIME", { runtime: runtime ?? "" });
  const runner = sdkRunner(directory);
  if (runner === undefined) throw ImpError.of("VERIFY_NOT_INSTALLED", { directory });
  const args = [
    runner,
    `--monitor=${addresses.monitorAddress}`,
    `--engine=${addresses.engineAddress}`,
    `--project=${program.project}`,
    `--stack=${program.stack}`,
    "--organization=organization",
    `--root-directory=${program.root}`,
    `--pwd=${directory}`,
    "--parallel=16",
    "--dry-run",
    program.main,
  ];
  const env = {
    ...io.env,
    PULUMI_NODEJS_TYPESCRIPT: "true",
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(program.config)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(program.secretKeys),
  };
  const { code, output } = await runTool(process.execPath, args, { ...io, env, cwd: directory });
  if (code === 0) return { kind: "ended" };
  return code === reportedCode ? { kind: "reported" } : { kind: "failed", output };
}

/** Returns the runner of the project's SDK, or undefined if the SDK is not installed. */
function sdkRunner(directory: string): string | undefined {
  try {
    return createRequire(join(directory, "package.json")).resolve("@pulumi/pulumi/cmd/run");
  } catch {
    return undefined;
  }
}
