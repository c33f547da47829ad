/**
 * Reads the TypeScript program of a person, and inserts code into it. Nothing of it is executed.
 */
import type { ts as Ts } from "ts-morph";
import type { Insertion, OwnProgram, ReadingFacts, RefusedInsertion, WantedInsertion } from "../../own-program.ts";
import { showsAll, transforms } from "./blind-spots.ts";
import { type Construction, findConstructions } from "./constructions.ts";
import { declaredByCalls } from "./inputs.ts";
import { insertProgram } from "./insert.ts";
import { matchResources, mayConstruct, onlyCalls } from "./match.ts";
import { bestSite, hasOne, isModule, parseMistake } from "./places.ts";
import { readSources, type SourceFile, type SourceFiles } from "./source-files.ts";
import { fileStyle } from "./style.ts";
import { unnamedCalls } from "./unnamed.ts";

export async function readProgram({ folder, main, project, stack, resources }: ReadingFacts): Promise<OwnProgram> {
  const sources = await readSources(folder, main);
  const reading = { sources, project, stack };
  const constructions = findConstructions(reading);
  const first = sources.files.get(sources.main ?? "");
  return {
    main: first !== undefined && syntaxMistake(first) === undefined ? first.path : undefined,
    declared: (those) => {
      const calls = matchResources(constructions, those, reading);
      const isTransformed = calls.size > 0 && transforms(reading);
      return new Map([...calls].map(([urn, made]) => [urn, declaredByCalls(made, reading, isTransformed)]));
    },
    mayConstruct: (those) => unnamedCalls(constructions, those, reading),
    unregistered: async (those) => {
      const calls = matchResources(constructions, resources, reading);
      const unmatched = those.filter((one) => !constructions.some((made) => mayConstruct(made, one)));
      // A component of a package constructs what its own text has.
      const missing = unmatched.filter(({ parent }) => parent === undefined || isProgramComponent(calls.get(parent)));
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
          const style = await fileStyle(file, folder);
          return await insertProgram(program, { site, style, isModule: isModule(file, sources), holds }, reached);
        },
      } satisfies Insertion;
    },
  };
}

/** A component whose class is one of the program. */
function isProgramComponent(calls: readonly Construction[] | undefined): boolean {
  return calls?.some(({ type }) => type.kind === "token") === true;
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
export function syntaxMistake(file: SourceFile): RefusedInsertion | undefined {
  const { path } = file;
  if (!/\.[cm]?tsx?$/.test(path))
    return {
      kind: "refused",
      why: `${path} is not TypeScript.`,
      hint: "Use --append-file NAME, or name a file of TypeScript.",
    };
  const mistake = parseMistake(file);
  if (mistake === undefined) return undefined;
  return { kind: "refused", why: `${path} has a syntax error in line ${mistake.line}.`, hint: mistake.hint };
}

/** A line behind the end of the file is a mistyped one. */
function lineMistake({ path, text }: SourceFile, line: number | undefined): RefusedInsertion | undefined {
  const lines = text.replace(/\r?\n$/, "").split("\n").length;
  if (line === undefined || line <= lines) return undefined;
  const hint = "Name the line of the statement that the code is to follow, or no line.";
  return { kind: "refused", why: `${path} has ${lines} lines, and line ${line} is none of them.`, hint };
}
