/**
 * `--new`: an empty directory that becomes a project of its own, with the stack's configuration.
 */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../errors.ts";
import { isProjectName, type StackReference } from "../settings/names.ts";
import type { Project, Workspace } from "../workspace.ts";

/**
 * The project that a directory becomes where no project file is: named by the stack's full name, else as `pulumi new` names it, after
 * the directory.
 */
export function newProjectAt(path: string, stack: StackReference | undefined): Project {
  return { name: stack?.project ?? nameAfter(basename(path)), root: path, plugins: [] };
}

/** Returns the directory for processes of a project: a new one may not exist yet. */
export function workingDirectoryOf({ file, root }: Project, cwd: string): string {
  return file === undefined ? cwd : root;
}

/** Letters that no project's name has are left out; `project` stands for a name of which nothing is left. */
function nameAfter(directory: string): string {
  const legal = [directory, directory.replace(/[^A-Za-z0-9_.-]/g, "")].find(
    // .NET's own assemblies begin with it.
    (name) => isProjectName(name) && !/^pulumi(\.|$)/i.test(name),
  );
  return legal ?? "project";
}

/** Entries of version control in a directory that is empty otherwise, as `pulumi new` counts it, and imp's own records: `imp undo` leaves some. */
const uncountedEntries: ReadonlySet<string> = new Set([".git", ".hg", ".bzr", ".imp"]);

/**
 * @param given paths that the command reads: they may lie in it
 * @throws OUT_NOT_EMPTY, FILE_UNREADABLE; a directory that is not there yet is empty.
 */
export async function refuseNotEmpty(path: string, given: ReadonlySet<string>): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    const reason = errorCode(error);
    if (reason === "ENOENT") return [];
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  });
  const [example] = names.filter((name) => !uncountedEntries.has(name) && !given.has(join(path, name))).sort();
  if (example !== undefined) throw ImpError.of("OUT_NOT_EMPTY", { path, example });
}

/** The workspace with a stack file in the new project's directory, which starts as a copy of the one that is read. */
export function inNewProject<W extends Workspace>(workspace: W, path: string): W {
  const { stackFile, stack } = workspace;
  const copy = { ...stackFile, path: join(path, `Pulumi.${stack}.yaml`), isCopy: true };
  return { ...workspace, stackFile: copy };
}
