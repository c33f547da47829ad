/**
 * Adds to a person's Python program what loads a file next to it: the import, and the call where the file is a function.
 */
import type { AppendedProgram, ChangedFile, OwnFolder } from "../generator.ts";
import { endOfLine, findLines, withLines, withoutLines } from "../shared/code-lines.ts";
import { bindings, type Module, readPython, type Statement } from "./statements-of.ts";

/** The lines that load a file. */
export interface LoadingLines {
  readonly import: string;
  /** Absent: the import is enough. */
  readonly call?: string;
  /** The name that the import binds; absent: none. */
  readonly name?: string;
  /** The first word of each variable that the call passes. */
  readonly variables: readonly string[];
}

/**
 * `undefined`: the program has no main file of Python, or its text does not show that the variables are bound where the call would stand.
 *
 * @param linesOf of the program that the file has, or had
 */
export async function wirePython(
  { program, before }: AppendedProgram,
  { folder, main = "__main__.py" }: OwnFolder,
  linesOf: (program: AppendedProgram["program"]) => LoadingLines,
): Promise<ChangedFile | undefined> {
  const text = main.endsWith(".py") ? await folder.text(main) : undefined;
  if (text === undefined) return undefined;
  const lines = linesOf(program);
  if (isLoaded(text, lines)) return { file: main, before: text, text };
  const former = before === undefined ? undefined : linesOf(before);
  const changed = wiredText(former === undefined ? text : withoutLoadingLines(text, former), lines);
  return changed === undefined ? undefined : { file: main, before: text, text: changed };
}

/** Both lines are statements of the module itself. */
function isLoaded(text: string, { import: loads, call }: LoadingLines): boolean {
  const module = readPython(text);
  return [loads, ...(call === undefined ? [] : [call])].every((line) => {
    const found = findLines(text, line);
    return found !== undefined && module?.statements.some(({ first }) => first.at === found.start);
  });
}

function withoutLoadingLines(text: string, { import: loads, call }: LoadingLines): string {
  const left = withoutLines(text, loads);
  return call === undefined ? left : withoutLines(left, call);
}

/** The statements behind the last one that always runs do so only for a program that is started by itself. */
function guardIn({ statements }: Module): number {
  const guard = statements.findIndex(({ words }) => words[0] === "if" && words[1] === "__name__");
  return guard < 0 ? statements.length : guard;
}

function wiredText(text: string, { import: loads, call, name, variables }: LoadingLines): string | undefined {
  const module = readPython(text);
  if (module === undefined) return undefined;
  // A name that the program has for something else.
  if (name !== undefined && module.tokens.some((token) => token.kind === "word" && token.text === name))
    return undefined;
  const { statements } = module;
  const guard = guardIn(module);
  const head = statements.slice(0, guard).findLastIndex((_, index) => statements.slice(0, index + 1).every(isHead));
  const end = statements[guard - 1];
  const first = statements[head];
  const importAt = first === undefined ? undefined : lineBehind(text, first);
  const endAt = end === undefined ? text.length : lineBehind(text, end);
  if (endAt === undefined) return undefined;
  const atImports = first === undefined || importAt === undefined ? [] : [{ at: importAt, lines: [loads] }];
  // Code that is imported runs before the rest; what is called, or has no imports above it, runs after it.
  if ((call !== undefined || atImports.length === 0) && !runsToEnd(module)) return undefined;
  const areBound = variables.every((variable) => isBoundOnce(module, variable, statements.slice(0, guard)));
  if (!areBound) return undefined;
  const tail = [...(atImports.length === 0 ? [loads] : []), ...(call === undefined ? [] : [call])];
  if (tail.length === 0) return withLines(text, atImports);
  const gap = end === undefined ? [] : end.last === end.lastInside ? [""] : ["", ""];
  return withLines(text, [...atImports, { at: endAt, lines: [...gap, ...tail] }]);
}

/** Text about the module, and imports. */
function isHead({ first, words }: Statement): boolean {
  return words[0] === "import" || words[0] === "from" || (first.kind === "text" && words.length === 1);
}

/** The start of the line behind a statement and its block; `undefined`: more stands on its last line. */
function lineBehind(text: string, { lastInside }: Statement): number | undefined {
  const at = endOfLine(text, lastInside.end);
  return /^[ \t]*(#[^\n]*)?\r?\n?$/.test(text.slice(lastInside.end, at)) ? at : undefined;
}

/** No statement ends the program before its last one. */
function runsToEnd({ tokens, statements }: Module): boolean {
  const isExit = /^(?:exit|_exit|quit|abort)$/;
  return !tokens.some(({ kind, text }) => kind === "word" && isExit.test(text)) && !statements.some(isRaise);
}

function isRaise({ words }: Statement): boolean {
  return words[0] === "raise";
}

/** The name is bound exactly once, by an assignment or an import of the module itself. */
function isBoundOnce(module: Module, name: string, statements: readonly Statement[]): boolean {
  const own = statements.filter(
    ({ words }) =>
      (words[0] === name && (words[1] === "=" || words[1] === ":") && words[2] !== "=") ||
      (/^(?:import|from)$/.test(words[0] ?? "") && importedNames(words).includes(name)),
  );
  if (own.length !== 1) return false;
  const [statement] = own;
  const isOwn = (at: number): boolean => statement !== undefined && statement.first.at <= at && at <= statement.last.at;
  return bindings(module, name).every(({ at }) => isOwn(at));
}

/** `a` and `c` of `from x import a, b as c`; `a` of `import a.b`. */
function importedNames(words: readonly string[]): readonly string[] {
  const list = words.slice(words.indexOf("import") + 1).filter((word) => !/^[()]$/.test(word));
  return list
    .join(" ")
    .split(",")
    .map((item) => item.trim().split(" "))
    .map((item) => (item.includes("as") ? (item.at(-1) ?? "") : (item[0] ?? "")));
}
