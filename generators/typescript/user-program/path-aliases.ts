/** Path aliases: `compilerOptions.paths` and `baseUrl` of tsconfig.json. Extended configurations are not read. */
import { posix } from "node:path";
import { isJsonObject, memberAt } from "../../../src/value/json/object.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import { ts } from "./compiler.ts";

/** Returns the paths that a non-relative import specifier can refer to, in the order in which TypeScript tries them. */
export type PathAliases = (specifier: string) => readonly string[];

export async function pathAliases(folder: ProgramFolder): Promise<PathAliases> {
  const text = await folder.text("tsconfig.json").catch(() => undefined);
  if (text === undefined) return () => [];
  const { config } = ts.parseConfigFileTextToJson("tsconfig.json", text) as { readonly config?: unknown };
  const base = memberAt(config, "compilerOptions", "baseUrl");
  const paths = memberAt(config, "compilerOptions", "paths");
  const root = typeof base === "string" ? base : ".";
  const patterns = isJsonObject(paths) ? Object.entries(paths) : [];
  return (specifier) => [
    ...patterns.flatMap(([pattern, targets]) => {
      const matched = matchedBy(pattern, specifier);
      if (matched === undefined || !Array.isArray(targets)) return [];
      return targets.flatMap((target) =>
        typeof target === "string" ? [posix.join(root, target.replace("*", matched))] : [],
      );
    }),
    ...(typeof base === "string" ? [posix.join(root, specifier)] : []),
  ];
}

/** Returns the text that matches `*`, or undefined if the pattern does not match. */
function matchedBy(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : undefined;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const isMatch =
    specifier.startsWith(head) && specifier.endsWith(tail) && specifier.length >= head.length + tail.length;
  return isMatch ? specifier.slice(head.length, specifier.length - tail.length) : undefined;
}
