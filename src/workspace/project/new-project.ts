/**
 * `--new`: an empty directory that becomes a project of its own, with the stack's configuration.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ImpError } from "../../errors.ts";
import { errorCode } from "../settings/read-file.ts";
import type { Workspace } from "../workspace.ts";

/** Throws OUT_NOT_EMPTY, FILE_UNREADABLE; a directory that is not there yet is empty. */
export async function refuseNotEmpty(path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    const reason = errorCode(error);
    if (reason === "ENOENT") return [];
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  });
  const [example] = names.sort();
  if (example !== undefined) throw ImpError.of("OUT_NOT_EMPTY", { path, example });
}

/** The workspace with a stack file in the new project's directory, which starts as a copy of the one that is read. */
export function inNewProject<W extends Workspace>(workspace: W, path: string): W {
  const { stackFile, stack } = workspace;
  const copy = { ...stackFile, path: join(path, `Pulumi.${stack}.yaml`), isCopy: true };
  return { ...workspace, stackFile: copy };
}
