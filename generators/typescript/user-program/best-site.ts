/** Chooses the position of new code in a file. */
import type { ts as Ts } from "ts-morph";
import { nameTable } from "../../shared/names.ts";
import type { InsertionRequest } from "../../user-program.ts";
import { typescriptReserved } from "../names.ts";
import type { Construction } from "./constructions.ts";
import { type Reachable, reachedResources } from "./reach.ts";
import { namesIn } from "./scopes.ts";
import { bodiesOf, type Site, siteAtLine } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/**
 * Returns the body with the most needed resources in scope. Among equal bodies, returns the first one that contains resources, or else the first one.
 */
export function bestSite(
  file: SourceFile,
  { line, needs }: Pick<InsertionRequest, "line" | "needs">,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
): { readonly site: Site; readonly reached: ReadonlyMap<string, Reachable> } {
  const sites = line === undefined ? bodiesOf(file).map((body): Site => ({ file, body })) : [siteAtLine(file, line)];
  const names = [...typescriptReserved, ...namesIn(file.tree)];
  const rated = sites.map((site) => {
    const reachable = reachedResources(site, held, sources, nameTable(names));
    return { site, reached: reachable, needed: needs.filter((urn) => reachable.has(urn)).length };
  });
  const hasResources = (reached: ReadonlyMap<string, Reachable>): boolean =>
    [...reached.values()].some(({ variable }) => variable !== undefined);
  const most = Math.max(...rated.map(({ needed }) => needed));
  const best = rated.filter(({ needed }) => needed === most);
  const chosen = best.find(({ reached }) => hasResources(reached)) ?? best[0];
  return chosen ?? { site: { file, body: file.tree }, reached: new Map() };
}

export function hasOne(statement: Ts.Node, nodes: ReadonlySet<Ts.Node>): boolean {
  return [...nodes].some(
    (node) =>
      node.getSourceFile() === statement.getSourceFile() && statement.pos <= node.pos && node.end <= statement.end,
  );
}

export function isModule({ path }: SourceFile, { isModule: isOfPackage }: SourceFiles): boolean {
  return path.endsWith(".mts") || (isOfPackage && !path.endsWith(".cts"));
}

/** Returns the first syntax error of a file. */
export function parseMistake({ path, tree }: SourceFile) {
  const { parseDiagnostics = [] } = tree as {
    readonly parseDiagnostics?: readonly { readonly start: number; readonly messageText: string | object }[];
  };
  const [first] = parseDiagnostics;
  if (first === undefined) return undefined;
  const { line, character } = tree.getLineAndCharacterOfPosition(first.start);
  const message = typeof first.messageText === "string" ? `: ${first.messageText.replace(/\.$/, "")}` : "";
  return {
    line: line + 1,
    location: `${path}:${line + 1}:${character + 1}`,
    why: `The file has a syntax error${message}.`,
    hint: "Correct the syntax error, then run imp again.",
  };
}
