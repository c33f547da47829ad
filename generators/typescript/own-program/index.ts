/**
 * Reads the TypeScript program of a person, and inserts code into it. Nothing of it is executed.
 */
import type { ts as Ts } from "ts-morph";
import type { Insertion, OwnProgram, ReadingFacts, RefusedInsertion, WantedInsertion } from "../../own-program.ts";
import { nameTable } from "../../shared/names.ts";
import { reserved } from "../names.ts";
import { showsAll } from "./blind-spots.ts";
import { type Construction, findConstructions } from "./constructions.ts";
import { declaredBy } from "./inputs.ts";
import { insertProgram } from "./insert.ts";
import { matchResources, mayConstruct, onlyCalls } from "./match.ts";
import { type Reached, reachedFrom } from "./reach.ts";
import { namesIn } from "./scopes.ts";
import { bodiesOf, type Site, siteAtLine } from "./sites.ts";
import { readSources, type SourceFile, type SourceFiles } from "./source-files.ts";
import { styleOf } from "./style.ts";

export async function readProgram({ folder, main, project, stack, resources }: ReadingFacts): Promise<OwnProgram> {
  const sources = await readSources(folder, main);
  const reading = { sources, project, stack };
  const constructions = findConstructions(reading);
  const first = sources.files.get(sources.main ?? "");
  return {
    ...(first !== undefined && syntaxMistake(first) === undefined && { main: first.path }),
    declared: (those) => {
      const calls = matchResources(constructions, those, reading);
      return new Map([...calls].map(([urn, made]) => [urn, declaredBy(made, reading)]));
    },
    unregistered: async (those) => {
      const calls = matchResources(constructions, resources, reading);
      const unmatched = those.filter((one) => !constructions.some((made) => mayConstruct(made, one)));
      // A component of a package constructs what its own text has.
      const missing = unmatched.filter(({ parent }) => parent === undefined || isOfProgram(calls.get(parent)));
      return missing.length > 0 && (await showsAll(constructions, reading, folder)) ? missing : [];
    },
    insertionAt: (wanted, those = resources) => {
      const held = onlyCalls(matchResources(constructions, those, reading));
      const constructors = new Set<Ts.Node>([...held.values()].map(({ node }) => node));
      const file = sources.files.get(wanted.file);
      if (file === undefined) return notLoaded(wanted, sources);
      const mistake = syntaxMistake(file) ?? lineMistake(file, wanted.line);
      if (mistake !== undefined) return mistake;
      const { site, reached } = bestSite(file, wanted, held, sources);
      const holds = (statement: Ts.Statement): boolean => hasOne(statement, constructors);
      return {
        kind: "insertion",
        file: file.path,
        before: file.text,
        variables: new Map([...reached].map(([urn, { code }]) => [urn, code])),
        insert: async (program) => {
          const style = await styleOf(file, folder);
          return await insertProgram(program, { site, reached, style, isModule: isModule(file, sources), holds });
        },
      } satisfies Insertion;
    },
  };
}

/** A component whose class is one of the program. */
function isOfProgram(calls: readonly Construction[] | undefined): boolean {
  return calls?.some(({ type }) => type.kind === "token") === true;
}

/** The body that reaches most of what is needed; of several the first, but for one that has resources where the file itself has none. */
function bestSite(
  file: SourceFile,
  { line, needs }: WantedInsertion,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
): { readonly site: Site; readonly reached: ReadonlyMap<string, Reached> } {
  const sites = line === undefined ? bodiesOf(file).map((body): Site => ({ file, body })) : [siteAtLine(file, line)];
  const names = [...reserved, ...namesIn(file.tree)];
  const rated = sites.map((site) => {
    const reached = reachedFrom(site, held, sources, nameTable(names));
    return { site, reached, needed: needs.filter((urn) => reached.has(urn)).length };
  });
  const own = (reached: ReadonlyMap<string, Reached>): boolean =>
    [...reached.values()].some(({ variable }) => variable !== undefined);
  const most = Math.max(...rated.map(({ needed }) => needed));
  const best = rated.filter(({ needed }) => needed === most);
  const found = best.find(({ reached }) => own(reached)) ?? best[0];
  return found ?? { site: { file, body: file.tree }, reached: new Map() };
}

function hasOne(statement: Ts.Node, wanted: ReadonlySet<Ts.Node>): boolean {
  return [...wanted].some(
    (node) =>
      node.getSourceFile() === statement.getSourceFile() && statement.pos <= node.pos && node.end <= statement.end,
  );
}

export function isModule({ path }: SourceFile, { isModule: isOfPackage }: SourceFiles): boolean {
  return path.endsWith(".mts") || (isOfPackage && !path.endsWith(".cts"));
}

function notLoaded({ file }: WantedInsertion, { main, files }: SourceFiles): RefusedInsertion {
  if (main === undefined) {
    return {
      kind: "refused",
      why: "The folder of the program has no main file.",
      hint: "Name the file in package.json.",
    };
  }
  const others = [...files.keys()].slice(0, 5).join(", ");
  return {
    kind: "refused",
    why: `${main} does not load ${file}, so code in it would not run.`,
    hint: `Name a file that it loads (${others}), or import ${file} first.`,
  };
}

/** A file that does not parse has no places that are known. */
export function syntaxMistake({ path, tree }: SourceFile): RefusedInsertion | undefined {
  if (!/\.[cm]?tsx?$/.test(path))
    return {
      kind: "refused",
      why: `${path} is not TypeScript.`,
      hint: "Use --append-file NAME, or name a file of TypeScript.",
    };
  const { parseDiagnostics = [] } = tree as { readonly parseDiagnostics?: readonly { readonly start: number }[] };
  const [first] = parseDiagnostics;
  if (first === undefined) return undefined;
  const line = tree.getLineAndCharacterOfPosition(first.start).line + 1;
  return { kind: "refused", why: `${path} has a syntax error in line ${line}.`, hint: "Correct it, then run again." };
}

/** A line behind the end of the file is a mistyped one. */
function lineMistake({ path, text }: SourceFile, line: number | undefined): RefusedInsertion | undefined {
  const lines = text.replace(/\r?\n$/, "").split("\n").length;
  if (line === undefined || line <= lines) return undefined;
  const hint = "Name the line of the statement that the code is to follow, or no line.";
  return { kind: "refused", why: `${path} has ${lines} lines, and line ${line} is none of them.`, hint };
}
