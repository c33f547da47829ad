/** Reads the files of a TypeScript program: the main file and the files that it imports. */
import { posix } from "node:path";
import type { ts as Ts } from "ts-morph";
import { memberAt, parsedJson } from "../../../src/value/json/object.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import { nodesIn, ts } from "./compiler.ts";
import { type PathAliases, pathAliases } from "./path-aliases.ts";

export interface SourceFile {
  /** Relative to the program's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly tree: Ts.SourceFile;
  /** Specifier -> path, for files of the program. */
  readonly imports: ReadonlyMap<string, string>;
}

export interface SourceFiles {
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Omitted if the main file doesn't exist. */
  readonly main?: string;
  /** True if package.json has `"type": "module"`. */
  readonly isModule: boolean;
}

const sourceEndings = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs"];

/** Reads the files of a program. @param main the main file of the project, if it is set */
export async function readSources(folder: ProgramFolder, main?: string): Promise<SourceFiles> {
  const manifest = parsedJson((await folder.text("package.json")) ?? "");
  const isModule = memberAt(manifest, "type") === "module";
  const entry = await mainSource(folder, main ?? stringOrNothing(memberAt(manifest, "main")));
  if (entry === undefined) return { files: new Map(), isModule };
  const aliases = await pathAliases(folder);
  const files = new Map<string, SourceFile>();
  const seen = new Set([entry]);
  let pending: readonly string[] = [entry];
  while (pending.length > 0) {
    const read = await Promise.all(pending.map((path) => readSourceFile(folder, path, aliases)));
    for (const file of read) if (file !== undefined) files.set(file.path, file);
    const imported = read.flatMap((file) => [...(file?.imports.values() ?? [])]);
    pending = [...new Set(imported)].filter((path) => !seen.has(path));
    for (const path of pending) seen.add(path);
  }
  return { files, main: entry, isModule };
}

/** Returns the source of the main file. package.json can name a compiled JavaScript file. */
async function mainSource(folder: ProgramFolder, named: string | undefined): Promise<string | undefined> {
  const candidates = named === undefined ? [] : sourceNames(posix.normalize(named));
  for (const path of [...candidates, "index.ts", "src/index.ts", "index.mts", "index.js"]) {
    if ((await folder.text(path).catch(() => undefined)) !== undefined) return path;
  }
  return undefined;
}

/** Returns the files that a compiled file could come from: `bin/index.js` -> `bin/index.ts`, `index.ts`, `src/index.ts`, and the file itself last. */
function sourceNames(path: string): readonly string[] {
  const bare = path.replace(/\.[cm]?jsx?$/, "");
  if (/\.[cm]?tsx?$/.test(path)) return [path];
  const inner = bare.replace(/^[^/]+\//, "");
  const typed = [bare, ...(inner === bare ? [] : [inner, `src/${inner}`]), `${bare}/index`];
  return [...typed.map((name) => `${name}.ts`), path, `${bare}.js`, `${bare}/index.js`];
}

async function readSourceFile(
  folder: ProgramFolder,
  path: string,
  aliases: PathAliases,
): Promise<SourceFile | undefined> {
  const text = await folder.text(path).catch(() => undefined);
  if (text === undefined) return undefined;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const specifiers = [...new Set(specifiersIn(tree))];
  const resolved = await Promise.all(
    specifiers.map(async (specifier) => [specifier, await resolveSpecifier(folder, path, specifier, aliases)] as const),
  );
  const imports = resolved.flatMap(([specifier, file]) => (file === undefined ? [] : [[specifier, file] as const]));
  return { path, text, tree, imports: new Map(imports) };
}

function specifiersIn(tree: Ts.SourceFile): readonly string[] {
  return nodesIn(tree).flatMap((node) => {
    const specifier = specifierNode(node);
    return specifier !== undefined && ts.isStringLiteralLike(specifier) ? [specifier.text] : [];
  });
}

function specifierNode(node: Ts.Node): Ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  return ts.isCallExpression(node) && isLoading(node.expression) ? node.arguments[0] : undefined;
}

function isLoading(callee: Ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

/** Resolves a relative specifier or a path alias. Returns undefined for packages. */
async function resolveSpecifier(
  folder: ProgramFolder,
  from: string,
  specifier: string,
  aliases: PathAliases,
): Promise<string | undefined> {
  const isRelative = /^\.\.?(\/|$)/.test(specifier);
  const paths = isRelative ? [posix.join(posix.dirname(from), specifier)] : aliases(specifier);
  for (const path of paths) {
    const file = await resolveFile(folder, posix.normalize(path));
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Resolves a path to a file: with an extension, as the source of a .js file, or as a folder with an index file. */
async function resolveFile(folder: ProgramFolder, path: string): Promise<string | undefined> {
  const compiled = /^(.*)\.([cm]?)js(x?)$/.exec(path);
  const candidates = [
    ...(compiled === null ? [] : [`${compiled[1]}.${compiled[2]}ts${compiled[3]}`]),
    ...(sourceEndings.some((ending) => path.endsWith(ending)) ? [path] : []),
    ...sourceEndings.map((ending) => `${path}${ending}`),
    ...sourceEndings.map((ending) => posix.join(path, `index${ending}`)),
  ];
  for (const candidate of candidates) {
    if (await folder.has(candidate)) return candidate;
  }
  return undefined;
}

function stringOrNothing(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
