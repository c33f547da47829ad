/** Copies a project, so that a changed program can run before its changes are written. */
import { constants } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface ProjectCopy {
  /** The directory of the copied Pulumi.yaml. */
  readonly root: string;
  /** Removes the copy. Never throws. */
  remove(): Promise<void>;
}

/** Directories of installed packages. The copy links to them. */
const linkedDirectories: ReadonlySet<string> = new Set(["node_modules", "venv", ".venv"]);
/** Directories that no program reads. */
const skippedDirectories: ReadonlySet<string> = new Set([".git", ".pulumi"]);
/** A project with more files probably has data that a copy would take minutes for. */
const mostFiles = 20_000;

/**
 * Copies a project next to itself, so that relative paths to other directories stay valid, or into the directory for temporary files if its
 * parent is not writable. Returns undefined if the project has too many files.
 */
export async function copyProject(root: string): Promise<ProjectCopy | undefined> {
  const copy = await mkdtemp(join(dirname(root), ".imp-verify-")).catch(() => mkdtemp(join(tmpdir(), "imp-verify-")));
  const remove = (): Promise<void> => rm(copy, { recursive: true, force: true }).catch(() => {});
  try {
    const files = await copyDirectory(root, copy, 0);
    if (files <= mostFiles) return { root: copy, remove };
    await remove();
    return undefined;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns the number of files so far. Stops when there are too many. */
async function copyDirectory(from: string, to: string, filesBefore: number): Promise<number> {
  let files = filesBefore;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (files > mostFiles) return files;
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
    else if (!entry.isDirectory() || skippedDirectories.has(entry.name)) continue;
    else if (linkedDirectories.has(entry.name)) await symlink(source, target, "dir");
    else {
      await mkdir(target);
      files = await copyDirectory(source, target, files);
      continue;
    }
    files += 1;
  }
  return files;
}
