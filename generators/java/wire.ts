/** Inserts the call of a file's method into the `Pulumi.run` function of the user's Java program. */
import type { ChangedFile, ProgramFolder } from "../generator.ts";
import {
  bodyAt,
  commonComments,
  commonTexts,
  endOfBody,
  insertLoadingCall,
  isDeclaredOnce,
  type RunFunction,
} from "../shared/bodies.ts";
import { codeTokens, findAll, readsAs, type TokenRules, type Tokens } from "../shared/code-tokens.ts";
import type { LoadingCall } from "../shared/held.ts";

const javaRules: TokenRules = {
  comments: commonComments,
  texts: [/"""(?:[^\\]|\\[\s\S])*?"""/y, ...commonTexts],
};

/** Returns `Edge.stack(ctx, network.vpc);`. */
export function stackCallText({ name, args }: LoadingCall, context: string): string {
  return `${name}.stack(${[context, ...args].join(", ")});`;
}

/** Inserts the call into `App.java`, if its class is in the package of the called class. @param path the path and package of the called class */
export async function wireJava(
  folder: ProgramFolder,
  path: { readonly fileName: string; readonly package: string },
  call: LoadingCall,
  former: LoadingCall | undefined,
): Promise<ChangedFile | undefined> {
  const file = `${path.fileName.slice(0, path.fileName.lastIndexOf("/") + 1)}App.java`;
  const text = await folder.text(file);
  // Java decodes `\u` escapes before it parses strings and comments, so the tokens of such a file could be wrong.
  if (text === undefined || /\\u/.test(text)) return undefined;
  return insertLoadingCall(
    file,
    text,
    { call, former },
    {
      findRun: findJavaRun,
      statement: stackCallText,
      insertionToken: (run) => {
        const isOfPackage = findAll(run.source, "package", ...path.package.split(/(\.)/), ";").length === 1;
        return isOfPackage ? endOfBody(run, (open) => readsAs(run.source, open - 2, ["-", ">"])) : undefined;
      },
      isDeclaredOnce,
    },
  );
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
