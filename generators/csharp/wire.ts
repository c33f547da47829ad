/** Inserts the statement that constructs a file's class into the `Deployment.RunAsync` function of the user's C# program. */
import type { AppendedProgram, ChangedFile, OwnFolder } from "../generator.ts";
import {
  type Body,
  bodyAt,
  commonComments,
  commonTexts,
  endOfBody,
  hasInside,
  hasWord,
  insertedBefore,
  isDeclaredOnce,
} from "../shared/bodies.ts";
import { withoutLines } from "../shared/code-lines.ts";
import { codeTokens, findAll, readsAs, type TokenRules, type Tokens } from "../shared/code-tokens.ts";

export interface LoadingStatement {
  readonly text: string;
  readonly type: string;
  /** The first identifier of each argument. */
  readonly variables: readonly string[];
}

const csharpRules: TokenRules = {
  comments: [...commonComments, /#(?:region|endregion|nullable|pragma|warning)\b[^\n]*/y],
  texts: [
    /\$*("{3,})(?!")[\s\S]*?\1(?!")/y,
    /(?:\$@|@\$|@)"(?:[^"]|"")*"/y,
    /\$"(?:[^"\\\r\n]|\\.)*"/y,
    ...commonTexts,
  ],
};

/**
 * Inserts the statement into the user's program. Returns undefined if the program has an unusual shape, or if the function does not declare each
 * argument exactly once.
 *
 * @param statementOf returns the statement for a program
 */
export async function wireCsharp(
  { program, before }: AppendedProgram,
  { folder }: OwnFolder,
  loadingStatement: (program: AppendedProgram["program"]) => LoadingStatement,
): Promise<ChangedFile | undefined> {
  const main = await folder.text("Program.cs");
  const source = main === undefined ? undefined : readCsharp(main);
  if (main === undefined || source === undefined) return undefined;
  const stack = stackClass(source);
  const file = stack === undefined || hasClass(source, stack) ? "Program.cs" : `${stack}.cs`;
  const text = await folder.text(file);
  if (text === undefined) return undefined;
  const former = before === undefined ? undefined : loadingStatement(before);
  const changed = wiredText(text, stack, loadingStatement(program), former);
  return changed === undefined ? undefined : { file, before: text, text: changed };
}

function wiredText(
  text: string,
  stack: string | undefined,
  statement: LoadingStatement,
  former: LoadingStatement | undefined,
): string | undefined {
  const current = readCsharp(text);
  const currentBody = current === undefined ? undefined : runBody(current, stack);
  if (current === undefined || currentBody === undefined) return undefined;
  if (hasInside(current, currentBody, statement.text)) return text;
  const source = readCsharp(former === undefined ? text : withoutLines(text, former.text));
  const body = source === undefined ? undefined : runBody(source, stack);
  if (source === undefined || body === undefined || hasWord(source, statement.type)) return undefined;
  const end = endOfBody(source, body, (open) => readsAs(source, open - 2, ["=", ">"]));
  if (end === undefined) return undefined;
  if (!statement.variables.every((variable) => isDeclaredOnce(source, body, variable))) return undefined;
  return insertedBefore(source, body, end, statement.text);
}

/** Parses C#. Returns undefined for invalid code, and for an interpolated string with unbalanced braces, whose end is ambiguous. */
function readCsharp(text: string): Tokens | undefined {
  const source = codeTokens(text, csharpRules);
  const isWhole = source?.tokens.every((token) => {
    if (token.kind !== "text" || !token.text.startsWith("$")) return true;
    const braces = token.text.replace(/\{\{|\}\}/g, "");
    return (braces.match(/\{/g)?.length ?? 0) === (braces.match(/\}/g)?.length ?? 0);
  });
  return isWhole === true ? source : undefined;
}

/** Returns the stack class: `MyStack` of `Deployment.RunAsync<MyStack>()`. */
function stackClass(source: Tokens): string | undefined {
  const [run, ...others] = findAll(source, "Deployment", ".", "RunAsync", "<");
  const name = run === undefined ? undefined : source.tokens[run + 4];
  if (run === undefined || others.length > 0 || !readsAs(source, run + 5, [">", "("])) return undefined;
  return name?.text;
}

function hasClass(source: Tokens, name: string): boolean {
  return findAll(source, "class", name).length > 0;
}

/** Returns the body of the program's function, or of the stack class's constructor. */
function runBody(source: Tokens, stack: string | undefined): Body | undefined {
  if (stack !== undefined) {
    const [constructorIndex, ...others] = findAll(source, "public", stack, "(", ")", "{");
    return constructorIndex === undefined || others.length > 0 ? undefined : bodyAt(source, constructorIndex + 4);
  }
  const [run, ...others] = findAll(source, "Deployment", ".", "RunAsync", "(");
  if (run === undefined || others.length > 0) return undefined;
  const lambda = readsAs(source, run + 4, ["async"]) ? run + 5 : run + 4;
  return readsAs(source, lambda, ["(", ")", "=", ">", "{"]) ? bodyAt(source, lambda + 4) : undefined;
}
