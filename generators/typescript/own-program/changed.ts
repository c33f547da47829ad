/**
 * Reads a program that imp printed and a person changed since, and brings it up to date: statement by statement, by what each constructs.
 */
import type { ts as Ts } from "ts-morph";
import type { Program } from "../../../src/ir/program.ts";
import type {
  ChangedFacts,
  ChangedProgram,
  ChangedStatement,
  PrintedAs,
  StuckStatement,
  UnreadableProgram,
  UpdatedProgram,
} from "../../changed-program.ts";
import { nameTable } from "../../shared/names.ts";
import { reserved } from "../names.ts";
import { commentsIn, compared } from "./compare.ts";
import { type Edit, withEdits } from "./edits.ts";
import { freshCode } from "./fresh-code.ts";
import { type InsertedAt, insertionEdits, layOutAs, packageAliases } from "./insert.ts";
import { lineNumber, type Merging } from "./merging.ts";
import { reachedInParts } from "./parts.ts";
import { bestSite, hasOne, isModule, parseMistake } from "./places.ts";
import {
  type MatchedProgram,
  matchedProgram,
  readPrinted,
  resourcesForEngine,
  type WantedResource,
} from "./printed.ts";
import { namesIn } from "./scopes.ts";
import { runsAlways, type Site } from "./sites.ts";
import { readSources, type SourceFile } from "./source-files.ts";
import { fileStyle, type Style } from "./style.ts";
import { takenOut } from "./take-out.ts";
import { translated, type Vocabulary } from "./translate.ts";

/** Prints a program without the shell that a language's loader needs. */
export type Print = (
  program: Program,
  as: PrintedAs,
) => Promise<readonly { readonly path: string; readonly text: string }[]>;

/** The program that stands there, next to the one that imp printed. */
interface Opened {
  readonly facts: ChangedFacts;
  readonly print: Print;
  readonly base: MatchedProgram;
  readonly theirs: MatchedProgram;
  /** The resources that imp printed, and those of the stack. */
  readonly wanted: readonly WantedResource[];
  readonly file: SourceFile;
  readonly site: Site;
}

export async function readChanged(facts: ChangedFacts, print: Print): Promise<ChangedProgram | UnreadableProgram> {
  const { folder, project, stack, printed, as, needs } = facts;
  const sources = await readSources(folder, as.fileName);
  for (const file of sources.files.values()) {
    const mistake = parseMistake(file);
    if (mistake !== undefined) return { kind: "unreadable", ...mistake };
  }
  const base = await matchPrinted(printed, as, facts, print);
  const own = resourcesForEngine(printed).map((resource): WantedResource => {
    const variable = base.held.get(resource.urn)?.holder?.name;
    return { ...resource, variable };
  });
  const known = new Set(own.map(({ urn }) => urn));
  const wanted = [...own, ...facts.resources.filter(({ urn }) => !known.has(urn))];
  const theirs = matchedProgram({ sources, project, stack }, wanted);
  const urns = printed.resources.map(({ urn }) => urn);
  const file = sources.files.get(as.fileName);
  if (file === undefined || !urns.some((urn) => isMatched(urn, theirs))) return notPrinted(as.fileName);
  const { site } = bestSite(file, { needs }, theirs.held, sources);
  const reached = reachedInParts(site, theirs.held, sources, as.fileName);
  const opened: Opened = { facts, print, base, theirs, wanted, file, site };
  return {
    kind: "changed",
    variables: new Map([...reached].map(([urn, { code }]) => [urn, code])),
    missing: new Set(urns.filter((urn) => !isMatched(urn, theirs))),
    updated: (program, wantedAs) => updated(program, wantedAs, opened),
  };
}

function isMatched(urn: string, { held, repeated, altered }: MatchedProgram): boolean {
  return held.has(urn) || repeated.has(urn) || altered.has(urn);
}

function notPrinted(file: string): UnreadableProgram {
  return {
    kind: "unreadable",
    place: file,
    why: "Its text constructs none of the resources that imp printed there.",
    hint: "Insert the code with --into FILE, or let --force print the file again.",
  };
}

async function matchPrinted(
  program: Program,
  as: PrintedAs,
  { project, stack }: Pick<ChangedFacts, "project" | "stack">,
  print: Print,
): Promise<MatchedProgram> {
  const reading = await readPrinted(await print(program, as), as.fileName, { project, stack });
  const codes = new Map((program.held ?? []).map(({ urn, variable }) => [variable, urn]));
  return matchedProgram(reading, resourcesForEngine(program), codes);
}

async function updated(program: Program, as: PrintedAs, opened: Opened): Promise<UpdatedProgram> {
  const { facts, base, file, site } = opened;
  const ours = await matchPrinted(program, as, facts, opened.print);
  const all = new Map([...resourcesForEngine(program), ...opened.wanted].map((resource) => [resource.urn, resource]));
  const theirs = matchedProgram(opened.theirs.reading, [...all.values()]);
  const { sources } = theirs.reading;
  const style = await fileStyle(file, facts.folder);
  const aliases = packageAliases(file, site.body, isModule(file, sources));
  const reached = reachedInParts(site, theirs.held, sources, file.path);
  const merging: Merging = { base, ours, theirs, file, site, style, aliases, reached };
  const statements: ChangedStatement[] = [];
  const stuck: StuckStatement[] = [];
  const edits = new Map<string, Edit[]>([[file.path, []]]);
  const put = (path: string, some: readonly Edit[]) => void edits.set(path, [...(edits.get(path) ?? []), ...some]);
  const printed = new Set(facts.printed.resources.map(({ urn }) => urn));
  const stays = new Set(program.resources.map(({ urn }) => urn));
  for (const urn of stays) {
    if (!printed.has(urn)) continue;
    const result = await updatedStatement(urn, merging);
    statements.push(...result.statements);
    put(file.path, result.edits);
  }
  const fresh = [...stays].filter((urn) => !printed.has(urn));
  for (const urn of fresh) {
    const there = theirs.held.get(urn);
    if (there !== undefined)
      statements.push({ kind: "present", urn, file: there.file.path, line: lineNumber(there.node) });
    statements.push(...repeatedStatement(urn, theirs));
  }
  const lacking = fresh.filter((urn) => !theirs.held.has(urn) && !theirs.repeated.has(urn));
  const code = freshCode(new Set(lacking), merging);
  for (const urn of code.unreached)
    stuck.push({ urn, place: file.path, why: "New code needs it, and no variable reaches it." });
  if (code.statements.length > 0) put(file.path, await insertionEdits(code, insertedAt(merging)));
  for (const { exports } of code.used) {
    const known = edits.get(exports?.file.path ?? "") ?? [];
    if (exports !== undefined && !known.some(({ at }) => at === exports.edit.at))
      put(exports.file.path, [exports.edit]);
  }
  const gone = takenOut(new Set([...printed].filter((urn) => !stays.has(urn))), merging);
  stuck.push(...gone.stuck);
  for (const [path, some] of gone.edits) put(path, some);
  const files = [...edits].flatMap(([path, some]) => {
    const before = sources.files.get(path)?.text;
    return before === undefined ? [] : [{ file: path, before, text: gone.cleaned(path, withEdits(before, some)) }];
  });
  return { files, statements, stuck };
}

interface StatementResult {
  readonly statements: readonly ChangedStatement[];
  readonly edits: readonly Edit[];
}

/** A resource that imp printed before: its statement stays, or is printed again where nobody changed it. */
async function updatedStatement(urn: string, merging: Merging): Promise<StatementResult> {
  const { base, ours, theirs, file, style } = merging;
  const [was, is, there] = [base.held.get(urn), ours.held.get(urn), theirs.held.get(urn) ?? theirs.altered.get(urn)];
  if (was === undefined || is === undefined) return { statements: [], edits: [] };
  const repeated = repeatedStatement(urn, theirs);
  if (repeated.length > 0) return { statements: repeated, edits: [] };
  if (there === undefined) return { statements: [{ kind: "missing", urn }], edits: [] };
  const place = { urn, file: there.file.path, line: lineNumber(there.node) };
  const isMoved = !runsAlways(there.node, there.file) && runsAlways(was.node, was.file);
  const moved: readonly ChangedStatement[] = isMoved ? [{ kind: "moved", ...place }] : [];
  const differs = compared(is, ours) !== compared(was, base);
  const isSame = theirs.held.has(urn) && compared(there, theirs, true) === compared(was, base, true);
  if (isSame && !differs) return { statements: moved, edits: [] };
  const isUntouched =
    theirs.held.has(urn) &&
    there.file.path === file.path &&
    compared(there, theirs) === compared(was, base) &&
    commentsIn(there.node).join("\n") === commentsIn(was.node).join("\n");
  const wanted = differs ? await codeInFile(is.node, is.file, ours, merging) : undefined;
  if (isUntouched && wanted !== undefined)
    return { statements: moved, edits: [replacement(there.node, file, wanted, style)] };
  const found = await layOutAs([`${there.node.getText()};`], style, 0);
  const changed: ChangedStatement = {
    kind: "changed",
    ...place,
    printed: await codeInFile(was.node, was.file, base, merging),
    found: expressionText(found),
    wanted,
  };
  return { statements: [changed, ...moved], edits: [] };
}

/** A person copied the statement: which of the copies is to stay, only the person knows. */
function repeatedStatement(urn: string, { repeated }: MatchedProgram): readonly ChangedStatement[] {
  const calls = repeated.get(urn) ?? [];
  const places = calls.map(({ file, node }) => `${file.path}:${lineNumber(node)}`);
  return calls
    .slice(0, 1)
    .map(({ file, node }) => ({ kind: "repeated", urn, file: file.path, line: lineNumber(node), places }));
}

/** The code of a printed statement with the names and in the layout of the file. */
async function codeInFile(
  node: Ts.Node,
  from: SourceFile,
  { reading, holders }: MatchedProgram,
  { file, style, aliases, reached, theirs }: Merging,
): Promise<string> {
  const vocabulary: Vocabulary = {
    aliases,
    codeOf: (variable) => {
      const urn = holders.get(variable)?.get("");
      if (urn === undefined) return undefined;
      return reached.get(urn)?.code ?? theirs.held.get(urn)?.holder?.name;
    },
    names: nameTable([...reserved, ...namesIn(file.tree)]),
    imported: new Map(),
  };
  return expressionText(await layOutAs([`${translated(node, from, reading, vocabulary)};`], style, 0));
}

function expressionText(statement: string): string {
  return statement.trimEnd().replace(/;$/, "");
}

/** The expression in place of another one, as far in as the line of the other is. */
function replacement(node: Ts.Node, { text }: SourceFile, code: string, { lineEnd }: Style): Edit {
  const at = node.getStart();
  const indent = /[ \t]*$/.exec(text.slice(0, at).split("\n").at(-1)?.replace(/\S.*$/, "") ?? "")?.[0] ?? "";
  const isTall = code.includes("`");
  return { at, to: node.end, text: isTall ? code : code.split(lineEnd).join(`${lineEnd}${indent}`) };
}

function insertedAt({ file, site, style, theirs }: Merging): InsertedAt {
  const { sources } = theirs.reading;
  const constructors = new Set<Ts.Node>([...theirs.held.values(), ...theirs.altered.values()].map(({ node }) => node));
  return {
    site,
    style,
    isModule: isModule(file, sources),
    holds: (statement) => hasOne(statement, constructors),
  };
}
