/** Inserts an import, and a call if needed, into the user's Python program to load a file next to it. */
import type { ChangedFile, ProgramFolder } from "../generator.ts";
import { endOfLine, findLines, insertCodeLines, withoutLines } from "../shared/code-lines.ts";
import { bindings, type Module, readPython, type Statement } from "./python-module.ts";

export interface LoadingLines {
  readonly import: string;
  /** The line that calls the file's function. Omitted if importing the file is enough. */
  readonly call?: string;
  /** The name that the import binds. Omitted for `__import__` without an assignment. */
  readonly name?: string;
  /** The first identifier of each argument of the call. */
  readonly variables: readonly string[];
}

/** Inserts the loading lines into the main file. Returns undefined if it is not a Python file, or if an argument may be unbound before the call. */
export async function wirePython(
  folder: ProgramFolder,
  file: string,
  lines: LoadingLines,
  former: LoadingLines | undefined,
): Promise<ChangedFile | undefined> {
  const before = file.endsWith(".py") ? await folder.text(file) : undefined;
  if (before === undefined) return undefined;
  if (isLoaded(before, lines)) return { file, before, text: before };
  const text = withLoadingLines(former === undefined ? before : withoutLoadingLines(before, former), lines);
  return text === undefined ? undefined : { file, before, text };
}

function isLoaded(text: string, { import: loads, call }: LoadingLines): boolean {
  const module = readPython(text);
  return [loads, ...(call === undefined ? [] : [call])].every((line) => {
    const range = findLines(text, line);
    return range !== undefined && module?.statements.some(({ first }) => first.at === range.start);
  });
}

function withoutLoadingLines(text: string, { import: loads, call }: LoadingLines): string {
  const withoutImport = withoutLines(text, loads);
  return call === undefined ? withoutImport : withoutLines(withoutImport, call);
}

/** Returns the index of the `if __name__ …` statement, which does not always run, or the number of statements. */
function guardIn({ statements }: Module): number {
  const guard = statements.findIndex(({ words }) => words[0] === "if" && words[1] === "__name__");
  return guard < 0 ? statements.length : guard;
}

function withLoadingLines(text: string, { import: loads, call, name, variables }: LoadingLines): string | undefined {
  const module = readPython(text);
  if (module === undefined) return undefined;
  // The program already uses the name.
  if (name !== undefined && module.tokens.some((token) => token.kind === "word" && token.text === name))
    return undefined;
  const { statements } = module;
  const guard = guardIn(module);
  const head = statements.slice(0, guard).findLastIndex((_, index) => statements.slice(0, index + 1).every(isHead));
  const end = statements[guard - 1];
  const first = statements[head];
  const importAt = first === undefined ? undefined : lineAfter(text, first);
  const endAt = end === undefined ? text.length : lineAfter(text, end);
  if (endAt === undefined) return undefined;
  const atImports = first === undefined || importAt === undefined ? [] : [{ at: importAt, lines: [loads] }];
  // Code that calls a function, or that cannot follow other imports, is inserted at the end, which the program must reach.
  if ((call !== undefined || atImports.length === 0) && !runsToEnd(module)) return undefined;
  const areBound = variables.every((variable) => isBoundOnce(module, variable, statements.slice(0, guard)));
  if (!areBound) return undefined;
  const tail = [...(atImports.length === 0 ? [loads] : []), ...(call === undefined ? [] : [call])];
  if (tail.length === 0) return insertCodeLines(text, atImports);
  const gap = end === undefined ? [] : end.last === end.lastInside ? [""] : ["", ""];
  return insertCodeLines(text, [...atImports, { at: endAt, lines: [...gap, ...tail] }]);
}

/** Returns true for imports and for the docstring of the module. */
function isHead({ first, words }: Statement): boolean {
  return words[0] === "import" || words[0] === "from" || (first.kind === "text" && words.length === 1);
}

/** Returns the start of the line after a statement, or undefined if the statement's last line has more code. */
function lineAfter(text: string, { lastInside }: Statement): number | undefined {
  const offset = endOfLine(text, lastInside.end);
  return /^[ \t]*(#[^\n]*)?\r?\n?$/.test(text.slice(lastInside.end, offset)) ? offset : undefined;
}

function runsToEnd({ tokens, statements }: Module): boolean {
  const isExit = /^(?:exit|_exit|quit|abort)$/;
  return !tokens.some(({ kind, text }) => kind === "word" && isExit.test(text)) && !statements.some(isRaise);
}

function isRaise({ words }: Statement): boolean {
  return words[0] === "raise";
}

/** Returns true if the name is bound exactly once, by a top-level assignment or import. */
function isBoundOnce(module: Module, name: string, statements: readonly Statement[]): boolean {
  const binders = statements.filter(
    ({ words }) =>
      (words[0] === name && (words[1] === "=" || words[1] === ":") && words[2] !== "=") ||
      (/^(?:import|from)$/.test(words[0] ?? "") && importedNames(words).includes(name)),
  );
  if (binders.length !== 1) return false;
  const [statement] = binders;
  const isInBinder = (at: number): boolean =>
    statement !== undefined && statement.first.at <= at && at <= statement.last.at;
  return bindings(module, name).every(({ at }) => isInBinder(at));
}

/** Returns the names that an import binds: `a` and `c` of `from x import a, b as c`; `a` of `import a.b`. */
function importedNames(words: readonly string[]): readonly string[] {
  const list = words.slice(words.indexOf("import") + 1).filter((word) => !/^[()]$/.test(word));
  return list
    .join(" ")
    .split(",")
    .map((item) => item.trim().split(" "))
    .map((item) => (item.includes("as") ? (item.at(-1) ?? "") : (item[0] ?? "")));
}
