/** Reads a program that imp printed and the user changed, and updates it resource by resource. */
import type { ts as Ts } from "ts-morph";
import type { Program } from "../../../src/ir/program.ts";
import type {
  ChangedProgram,
  ChangedProgramOptions,
  ChangedStatement,
  PrintedAs,
  StuckStatement,
  UnreadableProgram,
  UpdatedProgram,
} from "../../changed-program.ts";
import { nameTable } from "../../shared/names.ts";
import { typescriptReserved } from "../names.ts";
import { bestSite, hasOne, isModule, parseMistake } from "./best-site.ts";
import { commentsIn, compared } from "./compare.ts";
import { type Edit, withEdits } from "./edits.ts";
import { freshCode } from "./fresh-code.ts";
import { type InsertedAt, insertionEdits, layOutAs, packageAliases } from "./insert.ts";
import { lineNumber, type Merging } from "./merging.ts";
import { reachedInParts } from "./parts.ts";
import {
  type MatchedProgram,
  matchedProgram,
  type PrintedResource,
  readPrinted,
  resourcesForEngine,
} from "./printed.ts";
import { removeStatements } from "./remove-resources.ts";
import { namesIn } from "./scopes.ts";
import { runsAlways, type Site } from "./sites.ts";
import { readSources, type SourceFile } from "./source-files.ts";
import { fileStyle, type Style } from "./style.ts";
import { translate, type Vocabulary } from "./translate.ts";

/** Prints a program as statements, without a function around them. */
export type Print = (
  program: Program,
  as: PrintedAs,
) => Promise<readonly { readonly path: string; readonly text: string }[]>;

interface Opened {
  readonly options: ChangedProgramOptions;
  readonly print: Print;
  readonly base: MatchedProgram;
  readonly current: MatchedProgram;
  /** The resources that imp printed, and the resources of the stack. */
  readonly resources: readonly PrintedResource[];
  readonly file: SourceFile;
  readonly site: Site;
}

export async function readChanged(
  options: ChangedProgramOptions,
  print: Print,
): Promise<ChangedProgram | UnreadableProgram> {
  const { folder, project, stack, printed, as, needs } = options;
  const sources = await readSources(folder, as.fileName);
  for (const file of sources.files.values()) {
    const mistake = parseMistake(file);
    if (mistake !== undefined) return { kind: "unreadable", ...mistake };
  }
  const base = await matchPrinted(printed, as, options, print);
  const printedResources = resourcesForEngine(printed).map((resource): PrintedResource => {
    const variable = base.held.get(resource.urn)?.holder?.name;
    return { ...resource, variable };
  });
  const printedUrns = new Set(printedResources.map(({ urn }) => urn));
  const resources = [...printedResources, ...options.resources.filter(({ urn }) => !printedUrns.has(urn))];
  const current = matchedProgram({ sources, project, stack }, resources);
  const urns = printed.resources.map(({ urn }) => urn);
  const file = sources.files.get(as.fileName);
  if (file === undefined || !urns.some((urn) => isMatched(urn, current))) return notPrinted(as.fileName);
  const { site } = bestSite(file, { needs }, current.held, sources);
  const reachable = reachedInParts(site, current.held, sources, as.fileName);
  const opened: Opened = { options, print, base, current, resources, file, site };
  return {
    kind: "changed",
    variables: new Map([...reachable].map(([urn, { code }]) => [urn, code])),
    missing: new Set(urns.filter((urn) => !isMatched(urn, current))),
    updated: (program, printedAs) => updated(program, printedAs, opened),
  };
}

function isMatched(urn: string, { held, repeated, altered }: MatchedProgram): boolean {
  return held.has(urn) || repeated.has(urn) || altered.has(urn);
}

function notPrinted(file: string): UnreadableProgram {
  return {
    kind: "unreadable",
    location: file,
    why: "The file contains none of the resources that imp wrote to it.",
    hint: "Insert the code with --into FILE, or overwrite the file with --force.",
  };
}

async function matchPrinted(
  program: Program,
  as: PrintedAs,
  { project, stack }: Pick<ChangedProgramOptions, "project" | "stack">,
  print: Print,
): Promise<MatchedProgram> {
  const reading = await readPrinted(await print(program, as), as.fileName, { project, stack });
  const codes = new Map((program.held ?? []).map(({ urn, variable }) => [variable, urn]));
  return matchedProgram(reading, resourcesForEngine(program), codes);
}

async function updated(program: Program, as: PrintedAs, opened: Opened): Promise<UpdatedProgram> {
  const { options, base, file, site } = opened;
  const target = await matchPrinted(program, as, options, opened.print);
  const all = new Map(
    [...resourcesForEngine(program), ...opened.resources].map((resource) => [resource.urn, resource]),
  );
  const current = matchedProgram(opened.current.reading, [...all.values()]);
  const { sources } = current.reading;
  const style = await fileStyle(file, options.folder);
  const aliases = packageAliases(file, site.body, isModule(file, sources));
  const reached = reachedInParts(site, current.held, sources, file.path);
  const merging: Merging = { base, target, current, file, site, style, aliases, reachable: reached };
  const statements: ChangedStatement[] = [];
  const stuck: StuckStatement[] = [];
  const edits = new Map<string, Edit[]>([[file.path, []]]);
  const put = (path: string, some: readonly Edit[]) => void edits.set(path, [...(edits.get(path) ?? []), ...some]);
  const printed = new Set(options.printed.resources.map(({ urn }) => urn));
  const remainingUrns = new Set(program.resources.map(({ urn }) => urn));
  for (const urn of remainingUrns) {
    if (!printed.has(urn)) continue;
    const result = await updatedStatement(urn, merging);
    statements.push(...result.statements);
    put(file.path, result.edits);
  }
  const newUrns = [...remainingUrns].filter((urn) => !printed.has(urn));
  for (const urn of newUrns) {
    const construction = current.held.get(urn);
    if (construction !== undefined)
      statements.push({ kind: "present", urn, file: construction.file.path, line: lineNumber(construction.node) });
    statements.push(...repeatedStatement(urn, current));
  }
  const missing = newUrns.filter((urn) => !current.held.has(urn) && !current.repeated.has(urn));
  const code = freshCode(new Set(missing), merging);
  for (const urn of code.unreached)
    stuck.push({
      urn,
      location: file.path,
      why: "New code refers to this resource, but the program has no variable for it.",
    });
  if (code.statements.length > 0) put(file.path, await insertionEdits(code, insertedAt(merging)));
  for (const { exports } of code.used) {
    const fileEdits = edits.get(exports?.file.path ?? "") ?? [];
    if (exports !== undefined && !fileEdits.some(({ at }) => at === exports.edit.at))
      put(exports.file.path, [exports.edit]);
  }
  const removed = removeStatements(new Set([...printed].filter((urn) => !remainingUrns.has(urn))), merging);
  stuck.push(...removed.stuck);
  for (const [path, some] of removed.edits) put(path, some);
  const files = [...edits].flatMap(([path, some]) => {
    const before = sources.files.get(path)?.text;
    return before === undefined ? [] : [{ file: path, before, text: removed.cleaned(path, withEdits(before, some)) }];
  });
  return { files, statements, stuck };
}

interface StatementResult {
  readonly statements: readonly ChangedStatement[];
  readonly edits: readonly Edit[];
}

/** Updates the statement of a resource that imp printed before. Prints it again if the user did not change it. Otherwise, keeps it. */
async function updatedStatement(urn: string, merging: Merging): Promise<StatementResult> {
  const { base, target, current, file, style } = merging;
  const [printedCall, targetCall, currentCall] = [
    base.held.get(urn),
    target.held.get(urn),
    current.held.get(urn) ?? current.altered.get(urn),
  ];
  if (printedCall === undefined || targetCall === undefined) return { statements: [], edits: [] };
  const repeated = repeatedStatement(urn, current);
  if (repeated.length > 0) return { statements: repeated, edits: [] };
  if (currentCall === undefined) return { statements: [{ kind: "missing", urn }], edits: [] };
  const location = { urn, file: currentCall.file.path, line: lineNumber(currentCall.node) };
  const isMoved = !runsAlways(currentCall.node, currentCall.file) && runsAlways(printedCall.node, printedCall.file);
  const moved: readonly ChangedStatement[] = isMoved ? [{ kind: "moved", ...location }] : [];
  const differs = compared(targetCall, target) !== compared(printedCall, base);
  const isSame = current.held.has(urn) && compared(currentCall, current, true) === compared(printedCall, base, true);
  if (isSame && !differs) return { statements: moved, edits: [] };
  const isUntouched =
    current.held.has(urn) &&
    currentCall.file.path === file.path &&
    compared(currentCall, current) === compared(printedCall, base) &&
    commentsIn(currentCall.node).join("\n") === commentsIn(printedCall.node).join("\n");
  const targetCode = differs ? await codeInFile(targetCall.node, targetCall.file, target, merging) : undefined;
  if (isUntouched && targetCode !== undefined)
    return { statements: moved, edits: [replacement(currentCall.node, file, targetCode, style)] };
  const currentCode = await layOutAs([`${currentCall.node.getText()};`], style, 0);
  const changed: ChangedStatement = {
    kind: "changed",
    ...location,
    printed: await codeInFile(printedCall.node, printedCall.file, base, merging),
    found: expressionText(currentCode),
    wanted: targetCode,
  };
  return { statements: [changed, ...moved], edits: [] };
}

/** Reports a resource that several calls construct, because the user copied its statement. imp cannot know which copy should stay. */
function repeatedStatement(urn: string, { repeated }: MatchedProgram): readonly ChangedStatement[] {
  const calls = repeated.get(urn) ?? [];
  const locations = calls.map(({ file, node }) => `${file.path}:${lineNumber(node)}`);
  return calls
    .slice(0, 1)
    .map(({ file, node }) => ({ kind: "repeated", urn, file: file.path, line: lineNumber(node), places: locations }));
}

/** Returns the code of a printed statement with the names and layout of the file. */
async function codeInFile(
  node: Ts.Node,
  from: SourceFile,
  { reading, holders }: MatchedProgram,
  { file, style, aliases, reachable: reached, current }: Merging,
): Promise<string> {
  const vocabulary: Vocabulary = {
    aliases,
    codeOf: (variable) => {
      const urn = holders.get(variable)?.get("");
      if (urn === undefined) return undefined;
      return reached.get(urn)?.code ?? current.held.get(urn)?.holder?.name;
    },
    names: nameTable([...typescriptReserved, ...namesIn(file.tree)]),
    imported: new Map(),
  };
  return expressionText(await layOutAs([`${translate(node, from, reading, vocabulary)};`], style, 0));
}

function expressionText(statement: string): string {
  return statement.trimEnd().replace(/;$/, "");
}

/** Returns the edit that replaces an expression. Indents the new code like the line of the expression. */
function replacement(node: Ts.Node, { text }: SourceFile, code: string, { lineEnd }: Style): Edit {
  const start = node.getStart();
  const indent = /[ \t]*$/.exec(text.slice(0, start).split("\n").at(-1)?.replace(/\S.*$/, "") ?? "")?.[0] ?? "";
  const isTall = code.includes("`");
  return { at: start, to: node.end, text: isTall ? code : code.split(lineEnd).join(`${lineEnd}${indent}`) };
}

function insertedAt({ file, site, style, current }: Merging): InsertedAt {
  const { sources } = current.reading;
  const constructors = new Set<Ts.Node>(
    [...current.held.values(), ...current.altered.values()].map(({ node }) => node),
  );
  return {
    site,
    style,
    isModule: isModule(file, sources),
    holds: (statement) => hasOne(statement, constructors),
  };
}
