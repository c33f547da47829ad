/** Reads the user's TypeScript program and inserts code into it. Never executes the program. */
import type { ts as Ts } from "ts-morph";
import type {
  Insertion,
  InsertionRequest,
  RefusedInsertion,
  UserProgram,
  UserProgramOptions,
} from "../../user-program.ts";
import { bestSite, hasOne, isModule, parseMistake } from "./best-site.ts";
import { showsAll, transforms } from "./blind-spots.ts";
import { type Construction, findConstructions } from "./constructions.ts";
import { declaredByCalls } from "./inputs.ts";
import { insertProgram } from "./insert.ts";
import { matchResources, mayConstruct, onlyCalls } from "./match.ts";
import { readSources, type SourceFile, type SourceFiles } from "./source-files.ts";
import { fileStyle } from "./style.ts";
import { unnamedCalls } from "./unnamed.ts";

export async function readProgram({
  folder,
  main,
  project,
  stack,
  resources,
}: UserProgramOptions): Promise<UserProgram> {
  const sources = await readSources(folder, main);
  const reading = { sources, project, stack };
  const constructions = findConstructions(reading);
  const mainFile = sources.files.get(sources.main ?? "");
  return {
    main: mainFile !== undefined && syntaxMistake(mainFile) === undefined ? mainFile.path : undefined,
    declared: (resourcesToFind) => {
      const calls = matchResources(constructions, resourcesToFind, reading);
      const isTransformed = calls.size > 0 && transforms(reading);
      return new Map([...calls].map(([urn, made]) => [urn, declaredByCalls(made, reading, isTransformed)]));
    },
    mayConstruct: (resourcesToFind) => unnamedCalls(constructions, resourcesToFind, reading),
    unregistered: async (resourcesToFind) => {
      const calls = matchResources(constructions, resources, reading);
      const unmatched = resourcesToFind.filter((one) => !constructions.some((made) => mayConstruct(made, one)));
      // Components of a package construct resources that the program's code does not show.
      const missing = unmatched.filter(({ parent }) => parent === undefined || isProgramComponent(calls.get(parent)));
      return missing.length > 0 && (await showsAll(constructions, reading, folder)) ? missing : [];
    },
    insertionAt: (request, existingResources = resources) => {
      const held = onlyCalls(matchResources(constructions, existingResources, reading));
      const constructors = new Set<Ts.Node>([...held.values()].map(({ node }) => node));
      const file = sources.files.get(request.file);
      if (file === undefined) return notLoaded(request, sources);
      const mistake = syntaxMistake(file) ?? lineMistake(file, request.line);
      if (mistake !== undefined) return mistake;
      const { site, reached } = bestSite(file, request, held, sources);
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

function isProgramComponent(calls: readonly Construction[] | undefined): boolean {
  return calls?.some(({ type }) => type.kind === "token") === true;
}

function notLoaded({ file }: InsertionRequest, { main, files }: SourceFiles): RefusedInsertion {
  if (main === undefined) {
    return {
      kind: "refused",
      why: "The program's directory has no main file.",
      hint: "Set `main` in package.json.",
    };
  }
  const loadedFiles = [...files.keys()].slice(0, 5).join(", ");
  return {
    kind: "refused",
    why: `${main} does not load ${file}, so code in it would not run.`,
    hint: `Pass a file that ${main} loads (${loadedFiles}), or import ${file} in the program first.`,
  };
}

/** Returns a refusal if the file is not TypeScript or does not parse. */
export function syntaxMistake(file: SourceFile): RefusedInsertion | undefined {
  const { path } = file;
  if (!/\.[cm]?tsx?$/.test(path))
    return {
      kind: "refused",
      why: `${path} is not TypeScript.`,
      hint: "Use --append-file NAME, or pass a TypeScript file.",
    };
  const mistake = parseMistake(file);
  if (mistake === undefined) return undefined;
  return { kind: "refused", why: `${path} has a syntax error on line ${mistake.line}.`, hint: mistake.hint };
}

function lineMistake({ path, text }: SourceFile, line: number | undefined): RefusedInsertion | undefined {
  const lines = text.replace(/\r?\n$/, "").split("\n").length;
  if (line === undefined || line <= lines) return undefined;
  const hint = "Pass the line of the statement after which imp inserts the code, or omit the line.";
  return { kind: "refused", why: `Line ${line} does not exist: ${path} has ${lines} lines.`, hint };
}
