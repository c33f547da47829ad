/**
 * Keeps compiled code between commands, where Node.js can (from 22.1 on): each command starts with most of it compiled.
 */
import { existsSync, mkdirSync } from "node:fs";
import nodeModule from "node:module";
import { isAbsolute, join } from "node:path";

/** The part of `node:module` that the types of Node.js 20 do not have. */
interface CompileCache {
  /** Throws nothing: where the directory cannot be written, nothing is kept. */
  readonly enableCompileCache?: (directory: string) => unknown;
}

/**
 * Turns the cache on for the modules that are loaded from now on. It lies in the person's own cache directory: compiled code counts
 * unchecked, and anybody may write to the temporary directory that Node.js would choose.
 */
export function keepCompiledCode(env: Readonly<Record<string, string | undefined>>): void {
  const base = cacheDirectory(env);
  const { enableCompileCache } = nodeModule as CompileCache;
  if (base === undefined || enableCompileCache === undefined) return;
  const directories = [base, join(base, "imp"), join(base, "imp", "compiled")];
  if (directories.every(isMade)) enableCompileCache(directories.at(-1) ?? base);
}

/** One level at a time: below `/proc`, Node.js would try for ever to make several. */
function isMade(directory: string): boolean {
  try {
    if (!existsSync(directory)) mkdirSync(directory);
    return true;
  } catch {
    return false;
  }
}

/** As the XDG Base Directory Specification has it, and Windows; absent: the person has none. A home that does not exist is not made. */
function cacheDirectory({
  XDG_CACHE_HOME,
  HOME,
  LOCALAPPDATA,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  const isThere = (path: string | undefined): path is string =>
    path !== undefined && isAbsolute(path) && existsSync(path);
  if (XDG_CACHE_HOME !== undefined && isAbsolute(XDG_CACHE_HOME))
    return isThere(XDG_CACHE_HOME) ? XDG_CACHE_HOME : undefined;
  if (isThere(LOCALAPPDATA)) return LOCALAPPDATA;
  return isThere(HOME) ? join(HOME, ".cache") : undefined;
}
