/** Caches compiled code between commands, with Node.js 22.1 or later, so commands start faster. */
import { existsSync, mkdirSync } from "node:fs";
import nodeModule from "node:module";
import { isAbsolute, join } from "node:path";

/** The part of `node:module` that is missing in the types of Node.js 20. */
interface CompileCache {
  /** Does nothing if the directory is not writable. Does not throw. */
  readonly enableCompileCache?: (directory: string) => unknown;
}

/**
 * Enables the cache for modules that are loaded later. It is in the user's cache directory, because compiled code is not verified and other
 * users can write to the temporary directory that Node.js uses by default.
 */
export function keepCompiledCode(env: Readonly<Record<string, string | undefined>>): void {
  const base = cacheDirectory(env);
  const { enableCompileCache } = nodeModule as CompileCache;
  if (base === undefined || enableCompileCache === undefined) return;
  const directories = [base, join(base, "imp"), join(base, "imp", "compiled")];
  if (directories.every(isMade)) enableCompileCache(directories.at(-1) ?? base);
}

/** Creates a single directory. Doesn't use the option `recursive`, because Node.js would never return for a path below `/proc`. */
function isMade(directory: string): boolean {
  try {
    if (!existsSync(directory)) mkdirSync(directory);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the cache directory: the one of the XDG Base Directory Specification or, on Windows, of the user's local data. Returns undefined if
 * the home directory does not exist.
 */
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
