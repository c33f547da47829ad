/** Compiles programs and the sources of their SDKs in strict mode, in one compilation. */
import { join, sep } from "node:path";
import ts from "typescript";
import { projectRoot } from "./project-root.ts";

export interface Judged {
  /** The number of checked programs, including those with a broken SDK. */
  readonly checked: number;
  /** Errors in programs and their imports, if the SDK compiles alone. */
  readonly wrong: readonly string[];
  /** The first SDK error by folder. */
  readonly broken: ReadonlyMap<string, string>;
}

/**
 * Checks each folder with `program.ts` and SDK sources in `sdk`, which its node_modules links to. Writes JavaScript next to every file.
 * Uses the options of a new project.
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
  // SDKs come first, because files that are only reached through node_modules get no JavaScript.
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
