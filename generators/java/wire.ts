/**
 * Adds the call of a file's method to the function that a person's Java program gives to `Pulumi.run`.
 */
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

/** The call of the method that a file's class has. */
export interface LoadingCall {
  readonly type: string;
  /** The package of the file. */
  readonly package: string;
  /** Without the context. */
  readonly given: readonly string[];
  /** The first word of each. */
  readonly variables: readonly string[];
}

const javaRules: TokenRules = {
  comments: commonComments,
  texts: [/"""(?:[^\\]|\\[\s\S])*?"""/y, ...commonTexts],
};

export function callText({ type, given }: Pick<LoadingCall, "type" | "given">, context: string): string {
  return `${type}.stack(${[context, ...given].join(", ")});`;
}

/**
 * `undefined`: the program has not one of the usual shapes, or the variables are none that the function declares once.
 *
 * @param callOf the program that the file has, or had
 */
export async function wireJava(
  { program, before, fileName }: AppendedProgram,
  { folder }: OwnFolder,
  callOf: (program: AppendedProgram["program"]) => LoadingCall,
): Promise<ChangedFile | undefined> {
  const file = `${fileName.slice(0, fileName.lastIndexOf("/") + 1)}App.java`;
  const text = await folder.text(file);
  // The compiler reads such escapes before it finds texts and comments.
  if (text === undefined || /\\u/.test(text)) return undefined;
  const changed = wiredText(text, callOf(program), before === undefined ? undefined : callOf(before));
  return changed === undefined ? undefined : { file, before: text, text: changed };
}

function wiredText(text: string, call: LoadingCall, former: LoadingCall | undefined): string | undefined {
  const found = findJavaRun(text);
  if (found === undefined) return undefined;
  if (hasInside(found.source, found.body, callText(call, found.context))) return text;
  const run = findJavaRun(former === undefined ? text : withoutLines(text, callText(former, found.context)));
  if (run === undefined) return undefined;
  const { source, body, context } = run;
  const isOfPackage = findAll(source, "package", ...call.package.split(/(\.)/), ";").length === 1;
  if (!isOfPackage || hasWord(source, call.type)) return undefined;
  const end = endOfBody(source, body, (open) => readsAs(source, open - 2, ["-", ">"]));
  if (end === undefined) return undefined;
  if (!call.variables.every((variable) => isDeclaredOnce(source, body, variable))) return undefined;
  return insertedBefore(source, body, end, callText(call, context));
}

/** `Pulumi.run(App::stack)` with `void stack(Context ctx) {`, or `Pulumi.run(ctx -> {`; once. */
function findJavaRun(text: string): RunFunction | undefined {
  const source = codeTokens(text, javaRules);
  if (source === undefined) return undefined;
  const { tokens } = source;
  const [run, ...runs] = findAll(source, "Pulumi", ".", "run", "(");
  if (run === undefined || runs.length > 0) return undefined;
  const method = readsAs(source, run + 5, [":", ":"]) ? tokens[run + 7] : undefined;
  if (method !== undefined) return methodIn(source, method.text);
  const at = readsAs(source, run + 4, ["("]) ? run + 5 : run + 4;
  const arrow = at === run + 4 ? at + 1 : at + 2;
  const context = tokens[at];
  const body = readsAs(source, arrow, ["-", ">"]) ? bodyAt(source, arrow + 2) : undefined;
  return body === undefined || context?.kind !== "word" ? undefined : { source, body, context: context.text };
}

function methodIn(source: Tokens, name: string): RunFunction | undefined {
  const [found, ...others] = findAll(source, "void", name, "(");
  if (found === undefined || others.length > 0) return undefined;
  const type = readsAs(source, found + 3, ["final"]) ? found + 4 : found + 3;
  const context = source.tokens[type + 1];
  if (!readsAs(source, type, ["Context"]) || !readsAs(source, type + 2, [")"])) return undefined;
  const body = bodyAt(source, type + 3);
  return body === undefined || context?.kind !== "word" ? undefined : { source, body, context: context.text };
}
