/** Inserts the call of a file's function into the `pulumi.Run` function of the user's Go program. */
import type { ChangedFile, ProgramFolder } from "../generator.ts";
import {
  type Body,
  bodyAt,
  commonComments,
  commonTexts,
  insertLoadingCall,
  type LoadingSyntax,
  type RunFunction,
  returnsIn,
} from "../shared/bodies.ts";
import { codeTokens, findAll, readsAs, type TokenRules, type Tokens, topLevel } from "../shared/code-tokens.ts";
import type { LoadingCall } from "../shared/held.ts";
import { core } from "./names.ts";

const goRules: TokenRules = { comments: commonComments, texts: [/`[^`]*`/y, ...commonTexts] };

export const goLoading: LoadingSyntax = {
  findRun: findGoRun,
  statement: ({ name, args }, context) =>
    `if err := ${name}(${[context, ...args].join(", ")}); err != nil {\n\treturn err\n}`,
  insertionToken: ({ source, body }) => {
    const last = body.close - 2;
    const returns = returnsIn(source, body, (open) => isLiteral(source, open));
    const returnsNil = returns.filter((index) => readsAs(source, index + 1, ["nil"]));
    return returnsNil.length === 1 && returnsNil[0] === last ? last : undefined;
  },
  isDeclaredOnce: isDeclared,
};

/** Inserts the call into the file that contains the main function. */
export async function wireGo(
  folder: ProgramFolder,
  call: LoadingCall,
  former: LoadingCall | undefined,
): Promise<ChangedFile | undefined> {
  const names = (await folder.names(".")).filter((name) => /(?<!_test)\.go$/.test(name) && name !== "main.go");
  for (const file of ["main.go", ...names]) {
    const text = await folder.text(file);
    if (text !== undefined && /\bfunc\s+main\s*\(/.test(text))
      return insertLoadingCall(file, text, { call, former }, goLoading);
  }
  return undefined;
}

/** Finds `pulumi.Run(func(ctx *pulumi.Context) error {` in the main function, if it occurs once. */
function findGoRun(text: string): RunFunction | undefined {
  const source = codeTokens(text, goRules);
  if (source === undefined) return undefined;
  const pulumi = coreAlias(source);
  const [main, ...mains] = findAll(source, "func", "main", "(", ")", "{");
  const [run, ...runs] = findAll(source, pulumi, ".", "Run", "(", "func", "(");
  if (main === undefined || run === undefined || mains.length > 0 || runs.length > 0) return undefined;
  const context = source.tokens[run + 6];
  const expectedTokens = ["*", pulumi, ".", "Context", ")", "error", "{"];
  const body = bodyAt(source, run + 13);
  const outer = bodyAt(source, main + 4);
  if (context?.kind !== "word" || context.text === "_" || body === undefined || outer === undefined) return undefined;
  if (!readsAs(source, run + 7, expectedTokens) || ![...topLevel(source, outer.open + 1, outer.close)].includes(run))
    return undefined;
  return { source, body, context: context.text };
}

function coreAlias({ code, tokens }: Tokens): string {
  const path = tokens.findIndex(({ kind, text }) => kind === "text" && text === JSON.stringify(core.from));
  const [alias, end] = [tokens[path - 1], tokens[path]];
  const isAlias = alias?.kind === "word" && alias.text !== "import" && !code.slice(alias.end, end?.at).includes("\n");
  return isAlias ? alias.text : core.alias;
}

/** Returns true if the brace opens the body of a function literal whose signature is on the same line. */
function isLiteral({ code, tokens, pairs }: Tokens, open: number): boolean {
  const start = code.lastIndexOf("\n", tokens[open]?.at ?? 0);
  for (let index = open - 1; (tokens[index]?.at ?? -1) > start; index -= 1) {
    if (tokens[index]?.text !== "func") continue;
    const close = pairs.get(index + 1);
    // Only types can be between the parameters and the brace.
    return (
      close !== undefined && close < open && !tokens.slice(close + 1, open).some(({ text }) => /^[;{}=]$/.test(text))
    );
  }
  return false;
}

/** Returns true if the body declares the name at its top level (`name, err := …`) and never assigns to it again. */
function isDeclared(source: Tokens, body: Body, name: string): boolean {
  const { code, tokens } = source;
  const assigned = tokens.flatMap(({ kind, text }, index) => {
    const isInside = body.open < index && index < body.close;
    return kind === "word" && text === name && isInside && isAssignedInGo(source, index) ? [index] : [];
  });
  const [assignment] = assigned;
  if (assignment === undefined || assigned.length > 1) return false;
  let first = assignment;
  while (tokens[first - 1]?.text === ",") first -= 2;
  let last = assignment;
  while (tokens[last + 1]?.text === ",") last += 2;
  const [before, start] = [tokens[first - 1], tokens[first]];
  const isStart = before !== undefined && code.slice(before.end, start?.at).includes("\n");
  const topLevelIndexes = [...topLevel(source, body.open + 1, body.close)];
  return isStart && topLevelIndexes.includes(first) && readsAs(source, last + 1, [":", "="]);
}

/** Returns true for `name = …`, `name := …`, `name, other = …`, and `var name …`. */
function isAssignedInGo(source: Tokens, index: number): boolean {
  const before = source.tokens[index - 1]?.text;
  if (before === ".") return false;
  if (before === "var" || before === "range") return before === "var";
  let last = index;
  while (source.tokens[last + 1]?.text === "," && source.tokens[last + 2]?.kind === "word") last += 2;
  if (readsAs(source, last + 1, [":", "="])) return true;
  return readsAs(source, last + 1, ["="]) && !readsAs(source, last + 1, ["=", "="]);
}
