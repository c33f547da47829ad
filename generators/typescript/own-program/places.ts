/**
 * Chooses the place of new code in a file, and says what prevents it.
 */
import type { ts as Ts } from "ts-morph";
import type { WantedInsertion } from "../../own-program.ts";
import { nameTable } from "../../shared/names.ts";
import { reserved } from "../names.ts";
import type { Construction } from "./constructions.ts";
import { type Reached, reachedResources } from "./reach.ts";
import { namesIn } from "./scopes.ts";
import { bodiesOf, type Site, siteAtLine } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/** The body that reaches most of what is needed; of several the first, but for one that has resources where the file itself has none. */
export function bestSite(
  file: SourceFile,
  { line, needs }: Pick<WantedInsertion, "line" | "needs">,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
): { readonly site: Site; readonly reached: ReadonlyMap<string, Reached> } {
  const sites = line === undefined ? bodiesOf(file).map((body): Site => ({ file, body })) : [siteAtLine(file, line)];
  const names = [...reserved, ...namesIn(file.tree)];
  const rated = sites.map((site) => {
    const reached = reachedResources(site, held, sources, nameTable(names));
    return { site, reached, needed: needs.filter((urn) => reached.has(urn)).length };
  });
  const own = (reached: ReadonlyMap<string, Reached>): boolean =>
    [...reached.values()].some(({ variable }) => variable !== undefined);
  const most = Math.max(...rated.map(({ needed }) => needed));
  const best = rated.filter(({ needed }) => needed === most);
  const found = best.find(({ reached }) => own(reached)) ?? best[0];
  return found ?? { site: { file, body: file.tree }, reached: new Map() };
}

export function hasOne(statement: Ts.Node, wanted: ReadonlySet<Ts.Node>): boolean {
  return [...wanted].some(
    (node) =>
      node.getSourceFile() === statement.getSourceFile() && statement.pos <= node.pos && node.end <= statement.end,
  );
}

export function isModule({ path }: SourceFile, { isModule: isOfPackage }: SourceFiles): boolean {
  return path.endsWith(".mts") || (isOfPackage && !path.endsWith(".cts"));
}

/** The first mistake of a file that does not parse: such a file has no places that are known. */
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
    place: `${path}:${line + 1}:${character + 1}`,
    why: `It has a syntax error${message}.`,
    hint: "Correct it, then run again.",
  };
}
