/** Finds and reads a Terraform state file. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { readStandardInput, standardInputName, standardInputWord } from "../domain/standard-input.ts";
import { looksLikeState, readTerraformState, type TerraformState } from "../terraform/index.ts";

/**
 * Reads the state from a file, a directory with a state, or `-`.
 *
 * @throws USAGE for `-` on a terminal; TERRAFORM_UNREADABLE; the errors of `readTerraformState`
 */
export async function readNamedState(name: string, io: Pick<RunIo, "cwd" | "readStdin">): Promise<TerraformState> {
  if (name === standardInputWord) {
    const hint = "Run `terraform state pull | imp …`, or pass a file.";
    return readTerraformState(await readStandardInput(io, "the state", { hint }), standardInputName);
  }
  const read = (path: string): Promise<Uint8Array> => readFile(resolve(io.cwd, path));
  try {
    return readTerraformState(await read(name), name);
  } catch (error) {
    if (reasonOf(error) !== "EISDIR") throw terraformUnreadable(error, name);
  }
  const path = await stateIn(name, resolve(io.cwd, name)).catch((error: unknown) => {
    throw terraformUnreadable(error, name);
  });
  const bytes = await read(path).catch((error: unknown) => {
    throw terraformUnreadable(error, path);
  });
  return readTerraformState(bytes, path);
}

/**
 * Returns the path of the state in a directory: `terraform.tfstate`, the state of the only workspace, or the only file that looks like a state.
 * Throws TERRAFORM_UNREADABLE.
 */
async function stateIn(name: string, directory: string): Promise<string> {
  const entries = await readdir(directory);
  const usual = "terraform.tfstate";
  if (entries.includes(usual)) return join(name, usual);
  if (entries.includes(workspaces)) {
    const names = (await readdir(join(directory, workspaces))).sort();
    const [only, ...others] = names.map((workspace) => join(workspaces, workspace, usual));
    if (only !== undefined && others.length === 0) return join(name, only);
    if (only !== undefined) throw severalStates(name, [only, ...others]);
  }
  const candidates = entries.filter((entry) => /\.(tfstate|json)$/.test(entry)).sort();
  const states: string[] = [];
  for (const entry of candidates)
    if (looksLikeState(await readFile(join(directory, entry)).catch(() => new Uint8Array()))) states.push(entry);
  const [only, ...others] = states;
  if (only !== undefined && others.length === 0) return join(name, only);
  // `terraform init` writes the location of the backend to this file.
  if (only === undefined && entries.includes(".terraform")) return join(name, ".terraform", usual);
  throw severalStates(name, states);
}

/** The folder of the states of non-default workspaces. */
const workspaces = "terraform.tfstate.d";

function severalStates(path: string, states: readonly string[]): ImpError {
  return ImpError.of("TERRAFORM_UNREADABLE", { path, reason: "directory", states });
}

function terraformUnreadable(error: unknown, path: string): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : ImpError.of("TERRAFORM_UNREADABLE", { path, reason, states: [] });
}

/** Returns the code of a system error, or undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  const isSystem = error instanceof Error && !(error instanceof ImpError) && "code" in error;
  return isSystem ? String(error.code) : undefined;
}
