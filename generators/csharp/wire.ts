/** Inserts the statement that constructs a file's class into the `Deployment.RunAsync` function of the user's C# program. */
import type { ChangedFile, ProgramFolder } from "../generator.ts";
import {
  type Body,
  bodyAt,
  commonComments,
  commonTexts,
  endOfBody,
  insertLoadingCall,
  isDeclaredOnce,
} from "../shared/bodies.ts";
import { codeTokens, findAll, readsAs, type TokenRules, type Tokens } from "../shared/code-tokens.ts";
import type { LoadingCall } from "../shared/held.ts";

const csharpRules: TokenRules = {
  comments: [...commonComments, /#(?:region|endregion|nullable|pragma|warning)\b[^\n]*/y],
  texts: [
    /\$*("{3,})(?!")[\s\S]*?\1(?!")/y,
    /(?:\$@|@\$|@)"(?:[^"]|"")*"/y,
    /\$"(?:[^"\\\r\n]|\\.)*"/y,
    ...commonTexts,
  ],
};

/** Returns `new EdgeResources(network.Vpc);`. */
export function constructionText({ name, args }: LoadingCall): string {
  return `new ${name}(${args.join(", ")});`;
}

/** Inserts the statement into `Program.cs`, or into the constructor of the stack class. */
export async function wireCsharp(
  folder: ProgramFolder,
  call: LoadingCall,
  former: LoadingCall | undefined,
): Promise<ChangedFile | undefined> {
  const main = await folder.text("Program.cs");
  const source = main === undefined ? undefined : readCsharp(main);
  if (source === undefined) return undefined;
  const stack = stackClass(source);
  const file = stack === undefined || hasClass(source, stack) ? "Program.cs" : `${stack}.cs`;
  const text = await folder.text(file);
  if (text === undefined) return undefined;
  return insertLoadingCall(
    file,
    text,
    { call, former },
    {
      findRun: (code) => {
        const source = readCsharp(code);
        const body = source === undefined ? undefined : runBody(source, stack);
        return source === undefined || body === undefined ? undefined : { source, body, context: "" };
      },
      statement: constructionText,
      insertionToken: (run) => endOfBody(run, (open) => readsAs(run.source, open - 2, ["=", ">"])),
      isDeclaredOnce,
    },
  );
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
