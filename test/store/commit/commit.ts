/** A commit writes several files or none. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Change } from "../../../src/store/commit/commit.ts";

export const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** Returns all files below a directory with their contents. The paths of directories end with a slash. */
export function treeOf(directory: string): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) tree[`${relative(directory, path)}/`] = "";
    else tree[relative(directory, path)] = readFileSync(path, "latin1");
  }
  return tree;
}

export interface Scene {
  readonly root: string;
  readonly journal: string;
  readonly changes: readonly Change[];
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

/** Creates a commit that replaces files, creates a file in new directories, deletes a file, and keeps a file. */
export function makeScene(root: string): Scene {
  const path = (name: string): string => join(root, name);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(path("backend"), { recursive: true });
  mkdirSync(path(".imp"));
  writeFileSync(path("index.ts"), "old code");
  writeFileSync(path("backend/dev.json"), "old state");
  writeFileSync(path("gone.ts"), "to go");
  writeFileSync(path("same.yaml"), "as it was");
  const before = treeOf(root);
  const changes: Change[] = [
    { path: path("index.ts"), before: bytes("old code"), after: bytes("new code") },
    { path: path("a/b/network.ts"), before: undefined, after: bytes("export network") },
    { path: path("gone.ts"), before: bytes("to go"), after: undefined },
    { path: path("same.yaml"), before: bytes("other"), after: bytes("as it was") },
    { path: path("backend/dev.json"), before: bytes("old state"), after: bytes("new state") },
  ];
  const { "gone.ts": _gone, ...rest } = before;
  const after = {
    ...rest,
    "index.ts": "new code",
    "a/": "",
    "a/b/": "",
    "a/b/network.ts": "export network",
    "backend/dev.json": "new state",
  };
  return { root, journal: path(".imp/journal"), changes, before, after };
}

/** For commits that have only local files: fails if the commit opens a remote file. */
export const noRemote = async (): Promise<never> => assert.fail("The commit opens a remote file");

export function killAt(step: number): (at: number) => void {
  return (at) => {
    if (at === step) throw new Error("killed");
  };
}
