/** Copies a project, so that a changed program can run before its changes are written. */
import { constants } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { followLink } from "../../store/commit/files.ts";
import { machinePrefix, processLives } from "../backend/lock-holder.ts";
import type { Workspace } from "../workspace.ts";

export interface ProjectCopy {
  /** The directory of the copied Pulumi.yaml. */
  readonly root: string;
  /** Returns the path of a copied file. Returns undefined if the path, or a symbolic link in it, leads out of the project. */
  pathOf(path: string): Promise<string | undefined>;
  /** Removes the copy. Never throws. */
  remove(): Promise<void>;
}

/** Directories of installed packages. The copy links to them. */
const linkedDirectories: ReadonlySet<string> = new Set(["node_modules", "venv", ".venv"]);
/** Directories that no program reads. */
const skippedDirectories: ReadonlySet<string> = new Set([".git", ".pulumi"]);
/** Projects with more files or bytes probably contain data, which would take minutes to copy. */
const mostFiles = 20_000;
const mostBytes = 2 ** 30;

const copyPrefix = ".imp-verify-";

/**
 * Copies a project next to itself, so that relative paths to other directories stay valid, or into the directory for temporary files if its
 * parent is not writable. Removes the copies of killed processes first. Returns a string with the reason if the project cannot be copied.
 */
export async function copyProject(root: string, identity: LockIdentity): Promise<ProjectCopy | string> {
  const parent = dirname(root);
  if (parent === root) return "the project is at the root of the file system";
  const prefix = `${copyPrefix}${machinePrefix(identity)}`;
  for (const directory of [parent, tmpdir()]) await removeLeftCopies(directory, prefix);
  const start = `${prefix}${identity.pid}-`;
  try {
    const copy = await mkdtemp(join(parent, start)).catch(() => mkdtemp(join(tmpdir(), start)));
    const remove = (): Promise<void> => rm(copy, { recursive: true, force: true }).catch(() => {});
    const problem = await copyEntries(root, copy).catch(copyProblem);
    if (problem === undefined) return { root: copy, pathOf: (path) => pathInCopy(path, root, copy), remove };
    await remove();
    return problem;
  } catch (error) {
    return copyProblem(error);
  }
}

/** Returns the workspace with the directories of a copy. Returns a string with the reason if the program is not in the copy. */
export async function workspaceInCopy(workspace: Workspace, copy: ProjectCopy): Promise<Workspace | string> {
  const { project } = workspace;
  const programDir = await copy.pathOf(workspace.programDir);
  if (programDir === undefined) return "the program is outside the directory of Pulumi.yaml";
  const main =
    project.main !== undefined && isAbsolute(project.main) ? relative(project.root, project.main) : project.main;
  return { ...workspace, project: { ...project, root: copy.root, main }, programDir };
}

/** Writes a file of a copy, or removes it if `bytes` is undefined. */
export async function writeCopied(path: string, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes === undefined) return await rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** Removes the copies of processes that were killed. Ignores copies that cannot be removed. */
async function removeLeftCopies(directory: string, prefix: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !processLives(pid))
      await rm(join(directory, name), { recursive: true, force: true }).catch(() => {});
  }
}

function copyProblem(error: unknown): string {
  return `the project cannot be copied (${errorCode(error)})`;
}

/** Copies the entries. Returns a string with the reason if the project is too large. */
async function copyEntries(root: string, copy: string): Promise<string | undefined> {
  let [files, bytes] = [0, 0];
  for await (const { source, kind } of entriesBelow(root)) {
    const target = join(copy, relative(root, source));
    if (kind === "directory") await mkdir(target);
    // On Windows, only administrators may create other links to directories.
    else if (kind === "packages") await symlink(source, target, "junction");
    else if (kind === "link") await symlink(await linkTarget(source, root), target);
    else {
      bytes += (await stat(source)).size;
      if (bytes > mostBytes) return "the project has too much data to copy";
      await copyFile(source, target, constants.COPYFILE_FICLONE);
    }
    files += 1;
    if (files > mostFiles) return "the project has too many files to copy";
  }
  return undefined;
}

interface Entry {
  readonly source: string;
  readonly kind: "file" | "directory" | "link" | "packages";
}

/** Yields the entries of a project, directories first. Omits pipes, sockets, devices, and other copies. */
async function* entriesBelow(directory: string): AsyncGenerator<Entry> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const source = join(directory, entry.name);
    if (entry.isSymbolicLink()) yield { source, kind: "link" };
    else if (entry.isFile()) yield { source, kind: "file" };
    else if (!entry.isDirectory() || skippedDirectories.has(entry.name) || entry.name.startsWith(copyPrefix)) continue;
    else if (linkedDirectories.has(entry.name)) yield { source, kind: "packages" };
    else {
      yield { source, kind: "directory" };
      yield* entriesBelow(source);
    }
  }
}

/** Returns the target of a copied link: relative if it is in the project, so that it leads to the copy; otherwise absolute. */
async function linkTarget(link: string, root: string): Promise<string> {
  const target = resolve(dirname(link), await readlink(link));
  return isInside(target, root) ? relative(dirname(link), target) || "." : target;
}

async function pathInCopy(path: string, root: string, copy: string): Promise<string | undefined> {
  if (!isInside(path, root)) return undefined;
  const copied = join(copy, relative(root, path));
  return isInside(await followLink(copied), await realpath(copy)) ? copied : undefined;
}

function isInside(path: string, directory: string): boolean {
  const steps = relative(directory, path);
  return !isAbsolute(steps) && steps !== ".." && !steps.startsWith(`..${sep}`);
}
