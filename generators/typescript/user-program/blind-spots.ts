/** Checks whether the code of a program shows all resources that it registers. */
import type { ts as Ts } from "ts-morph";
import type { ProgramFolder } from "../../program-folder.ts";
import { parseMistake } from "./best-site.ts";
import { nodesIn, ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { resolveName } from "./scopes.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Reading } from "./values.ts";

/**
 * Returns false if the program could register a resource that its code does not name: with a computed name, under an alias, in a file that is not
 * found, or in a package that is not a Pulumi SDK.
 */
export async function showsAll(
  constructions: readonly Construction[],
  reading: Reading,
  folder: ProgramFolder,
): Promise<boolean> {
  const { sources } = reading;
  if (sources.main === undefined) return false;
  const seen = new Set<Ts.Node>(constructions.map(({ node }) => node));
  const files = [...sources.files.values()];
  if (files.some((file) => parseMistake(file) !== undefined || hidesSome(file, seen, reading))) return false;
  const packages = new Set(files.flatMap((file) => loadedPackages(file)));
  const silent = await Promise.all([...packages].map((name) => registersNothing(name, folder)));
  return silent.every((one) => one);
}

function hidesSome(file: SourceFile, seen: ReadonlySet<Ts.Node>, reading: Reading): boolean {
  return nodesIn(file.tree).some((node) => {
    if (ts.isNewExpression(node)) return !seen.has(node) && !isPlainClass(node, file, reading);
    if (ts.isCallExpression(node)) return isDynamicLoad(node, file);
    return ts.isIdentifier(node) && renaming.test(node.text);
  });
}

/** Options and functions that can register a resource with a different name or parent from the ones in its constructor call. */
const renaming = /^(aliases|transformations|transforms|registerStackTransform\w*|registerResourceTransform\w*)$/;

/** Returns true if the program mentions a function or option that changes inputs of resources. */
export function transforms({ sources }: Reading): boolean {
  const isTransform = (node: Ts.Node): boolean =>
    (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text !== "aliases" && renaming.test(node.text);
  return [...sources.files.values()].some(({ tree }) => nodesIn(tree).some(isTransform));
}

/**
 * Returns true if the class registers no resource: a global class, a class of Node.js, a class of the program that extends nothing, or a value of the
 * core SDK.
 */
function isPlainClass({ expression }: Ts.NewExpression, file: SourceFile, reading: Reading): boolean {
  if (ts.isIdentifier(expression) && resolveName(expression.text, expression) === undefined) return true;
  const meaning = expressionMeaning(expression, file, reading);
  if (meaning?.kind === "class") return meaning.node.heritageClauses === undefined;
  return meaning?.kind === "package" && (isOfNode(meaning.from) || isCoreValue(meaning));
}

/** Returns true for values of the core SDK: `new pulumi.Config()`, `new pulumi.asset.FileAsset("…")`, `new pulumi.StackReference("…")`. */
function isCoreValue({ from, path }: { readonly from: string; readonly path: readonly string[] }): boolean {
  return from.startsWith("@pulumi/pulumi") && path.at(-1) !== "ComponentResource" && path.at(-1) !== "CustomResource";
}

function isDynamicLoad({ expression, arguments: args }: Ts.CallExpression, file: SourceFile): boolean {
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  if (!isImport && !(ts.isIdentifier(expression) && expression.text === "require")) return false;
  const [first] = args;
  if (first === undefined || !ts.isStringLiteralLike(first)) return true;
  return first.text.startsWith(".") && !file.imports.has(first.text) && !first.text.endsWith(".json");
}

/** Returns the packages that a file imports, except for imports of types only. Includes relative paths that cannot be resolved. */
function loadedPackages({ tree, imports }: SourceFile): readonly string[] {
  const named = tree.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement))
      return statement.importClause?.isTypeOnly === true ? [] : [statement.moduleSpecifier];
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) return [statement.moduleSpecifier];
    if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference))
      return statement.isTypeOnly ? [] : [statement.moduleReference.expression];
    return [];
  });
  const specifiers = named.flatMap((node) => (node !== undefined && ts.isStringLiteralLike(node) ? [node.text] : []));
  return [...specifiers, ...requiredIn(tree)].filter((specifier) => !imports.has(specifier));
}

function requiredIn(tree: Ts.SourceFile): readonly string[] {
  return nodesIn(tree).flatMap((node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "require")
      return [];
    const [first] = node.arguments;
    return first !== undefined && ts.isStringLiteralLike(first) ? [first.text] : [];
  });
}

/** Returns true if importing the package registers no resources. Pulumi SDKs register none, and packages that do not depend on Pulumi cannot. */
async function registersNothing(specifier: string, folder: ProgramFolder): Promise<boolean> {
  if (specifier.endsWith(".json")) return true;
  if (specifier.startsWith(".")) return false;
  if (isOfNode(specifier) || specifier.startsWith("@pulumi/")) return true;
  const packageName = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  if (packageName.replace(/^@[^/]*\//, "").startsWith("pulumi-")) return true;
  const manifest = await folder.text(`node_modules/${packageName}/package.json`).catch(() => undefined);
  return manifest !== undefined && !manifest.includes('"@pulumi/pulumi"');
}

function isOfNode(specifier: string): boolean {
  return specifier.startsWith("node:") || nodeModules.has(specifier.split("/")[0] ?? "");
}

const nodeModules: ReadonlySet<string> = new Set(
  "assert buffer child_process crypto dns events fs http https net os path process stream timers tls url util zlib".split(
    " ",
  ),
);
