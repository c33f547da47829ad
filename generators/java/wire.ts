/** Inserts the call of a file's method into the `Pulumi.run` function of the user's Java program. */
import type { AppendedProgram, ChangedFile, OwnFolder } from "../generator.ts";
import {
  bodyAt,
  commonComments,
  commonTexts,
  endOfBody,
  hasInside,
  hasWord,
  insertedBefore,
  isDeclaredOnce,
  type RunFunction,
} from "../shared/bodies.ts";
import { withoutLines } from "../shared/code-lines.ts";
import { codeTokens, findAll, readsAs, type TokenRules, type Tokens } from "../shared/code-tokens.ts";

export interface LoadingCall {
  readonly type: string;
  readonly package: string;
  /** The arguments after the context. */
  readonly args: readonly string[];
  /** The first identifier of each argument. */
  readonly variables: readonly string[];
}

const javaRules: TokenRules = {
  comments: commonComments,
  texts: [/"""(?:[^\\]|\\[\s\S])*?"""/y, ...commonTexts],
};

export function callText({ type, args }: Pick<LoadingCall, "type" | "args">, context: string): string {
  return `${type}.stack(${[context, ...args].join(", ")});`;
}

/**
 * Inserts the call into the user's program. Returns undefined if the program has an unusual shape, or if the function does not declare each argument
 * exactly once.
 *
 * @param callOf returns the loading call for a program
 */
export async function wireJava(
  { program, before, fileName }: AppendedProgram,
  { folder }: OwnFolder,
  loadingCall: (program: AppendedProgram["program"]) => LoadingCall,
): Promise<ChangedFile | undefined> {
  const file = `${fileName.slice(0, fileName.lastIndexOf("/") + 1)}App.java`;
  const text = await folder.text(file);
  // Java decodes these escapes before it parses strings and comments.
  if (text === undefined || /\\u/.test(text)) return undefined;
  const changed = wiredText(text, loadingCall(program), before === undefined ? undefined : loadingCall(before));
  return changed === undefined ? undefined : { file, before: text, text: changed };
}

function wiredText(text: string, call: LoadingCall, former: LoadingCall | undefined): string | undefined {
  const current = findJavaRun(text);
  if (current === undefined) return undefined;
  if (hasInside(current.source, current.body, callText(call, current.context))) return text;
  const run = findJavaRun(former === undefined ? text : withoutLines(text, callText(former, current.context)));
  if (run === undefined) return undefined;
  const { source, body, context } = run;
  const isOfPackage = findAll(source, "package", ...call.package.split(/(\.)/), ";").length === 1;
  if (!isOfPackage || hasWord(source, call.type)) return undefined;
  const end = endOfBody(source, body, (open) => readsAs(source, open - 2, ["-", ">"]));
  if (end === undefined) return undefined;
  if (!call.variables.every((variable) => isDeclaredOnce(source, body, variable))) return undefined;
  return insertedBefore(source, body, end, callText(call, context));
}

/** Finds `Pulumi.run(App::stack)` with `void stack(Context ctx) {`, or `Pulumi.run(ctx -> {`, if it occurs once. */
function findJavaRun(text: string): RunFunction | undefined {
  const source = codeTokens(text, javaRules);
  if (source === undefined) return undefined;
  const { tokens } = source;
  const [run, ...runs] = findAll(source, "Pulumi", ".", "run", "(");
  if (run === undefined || runs.length > 0) return undefined;
  const method = readsAs(source, run + 5, [":", ":"]) ? tokens[run + 7] : undefined;
  if (method !== undefined) return methodIn(source, method.text);
  const parameter = readsAs(source, run + 4, ["("]) ? run + 5 : run + 4;
  const arrow = parameter === run + 4 ? parameter + 1 : parameter + 2;
  const context = tokens[parameter];
  const body = readsAs(source, arrow, ["-", ">"]) ? bodyAt(source, arrow + 2) : undefined;
  return body === undefined || context?.kind !== "word" ? undefined : { source, body, context: context.text };
}

function methodIn(source: Tokens, name: string): RunFunction | undefined {
  const [method, ...others] = findAll(source, "void", name, "(");
  if (method === undefined || others.length > 0) return undefined;
  const type = readsAs(source, method + 3, ["final"]) ? method + 4 : method + 3;
  const context = source.tokens[type + 1];
  if (!readsAs(source, type, ["Context"]) || !readsAs(source, type + 2, [")"])) return undefined;
  const body = bodyAt(source, type + 3);
  return body === undefined || context?.kind !== "word" ? undefined : { source, body, context: context.text };
}
