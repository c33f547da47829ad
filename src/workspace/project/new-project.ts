/** Creates a project in an empty directory (`--new`), with the configuration of the stack. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";
import { isProjectName, type StackReference } from "../settings/names.ts";
import type { Project, Workspace } from "../workspace.ts";

/** Returns a new project. Its name comes from the full stack name, or from the directory, as in `pulumi new`. */
export function newProjectAt(path: string, stack: StackReference | undefined): Project {
  return { name: stack?.project ?? nameAfter(basename(path)), root: path, plugins: [] };
}

/** Returns the working directory for processes of a project. The directory of a new project may not exist yet. */
export function workingDirectoryOf({ file, root }: Project, cwd: string): string {
  return file === undefined ? cwd : root;
}

/** Removes invalid characters from a directory name. Returns `project` if nothing is left. */
function nameAfter(directory: string): string {
  const legal = [directory, directory.replace(/[^A-Za-z0-9_.-]/g, "")].find(
    // A .NET assembly named `Pulumi.…` would conflict with those of Pulumi.
    (name) => isProjectName(name) && !/^pulumi(\.|$)/i.test(name),
  );
  return legal ?? "project";
}

/** Entries that a new project's directory may have: those that `pulumi new` allows, and imp's records, which `imp undo` may leave behind. */
const uncountedEntries: ReadonlySet<string> = new Set([".git", ".hg", ".bzr", ".imp"]);

/**
 * Throws OUT_NOT_EMPTY if the directory contains files other than `inputPaths`, which the command reads. Throws FILE_UNREADABLE if the directory
 * cannot be read. A missing directory is allowed.
 */
export async function refuseNotEmpty(path: string, inputPaths: ReadonlySet<string>): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    const reason = errorCode(error);
    if (reason === "ENOENT") return [];
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  });
  const [example] = names.filter((name) => !uncountedEntries.has(name) && !inputPaths.has(join(path, name))).sort();
  if (example !== undefined) throw ImpError.of("OUT_NOT_EMPTY", { path, example });
}

/** Returns a workspace whose stack file is in the new project directory, as a copy of the current one. */
export function inNewProject<W extends Workspace>(workspace: W, path: string): W {
  const { stackFile, stack } = workspace;
  const copy = { ...stackFile, path: join(path, `Pulumi.${stack}.yaml`), isCopy: true };
  return { ...workspace, stackFile: copy };
}
