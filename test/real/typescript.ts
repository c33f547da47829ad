/** Programs next to the sources of their SDKs -> one compilation of all of them by `strict`: its errors, and JavaScript. */
import { join, sep } from "node:path";
import ts from "typescript";
import { projectRoot } from "./project-root.ts";

export interface Judged {
  /** Programs that were checked, also those whose SDK is broken. */
  readonly checked: number;
  /** Complaints about programs and what they import, where the SDK compiles by itself. */
  readonly wrong: readonly string[];
  /** Folders whose SDK does not -> its first complaint. */
  readonly broken: ReadonlyMap<string, string>;
}

/**
 * Each folder has its `program.ts` and the sources of an SDK in `sdk`, which its node_modules links to. Writes JavaScript next to every
 * file. The options are those of a new project.
 */
export function checkStrictly(folders: readonly string[]): Judged {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2020,
    module: ts.ModuleKind.CommonJS,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
    types: ["node"],
    typeRoots: [join(projectRoot, "node_modules", "@types")],
    skipLibCheck: true,
  };
  const sdks = folders.flatMap((folder) => ts.sys.readDirectory(join(folder, "sdk"), [".ts"]));
  const programs = folders.map((folder) => join(folder, "program.ts"));
  // A file that is reached through node_modules only is taken for a library, of which no JavaScript is written: SDKs stand first.
  const compilation = ts.createProgram([...sdks, ...programs], options);
  const all = ts.getPreEmitDiagnostics(compilation).map((diagnostic) => ({
    text: describe(diagnostic),
    folder: folders.find((folder) => diagnostic.file?.fileName.startsWith(folder + sep)),
    isSdk: !programs.includes(diagnostic.file?.fileName ?? ""),
  }));
  const broken = new Map<string, string>();
  for (const { folder, isSdk, text } of all) {
    if (folder !== undefined && isSdk && !broken.has(folder)) broken.set(folder, text);
  }
  const wrong = all.filter(({ folder }) => folder === undefined || !broken.has(folder)).map(({ text }) => text);
  compilation.emit();
  return { checked: programs.filter((path) => compilation.getSourceFile(path) !== undefined).length, wrong, broken };
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = file === undefined ? "" : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}: `;
  return `${line}${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}
