/** Finds the code that refers to resources of a program at a position. */
import { posix } from "node:path";
import type { ts as Ts } from "ts-morph";
import type { NameTable } from "../../shared/names.ts";
import { ts } from "./compiler.ts";
import type { Construction, Holder } from "./constructions.ts";
import { exportNames, findExport } from "./exports.ts";
import { type Declaration, declarationsIn, resolveName, scopeAround } from "./scopes.ts";
import type { Site } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

export interface Reachable {
  readonly code: string;
  /** The variable, if it is in the same file. New code must come after it. */
  readonly variable?: Ts.VariableDeclaration;
  readonly needs?: NeededImport;
}

export interface NeededImport {
  readonly path: string;
  readonly exported: string;
  readonly local: string;
}

/**
 * Returns the code that refers to each resource, by URN. Omits resources that no variable refers to.
 *
 * @param names chooses the names of new imports
 */
export function reachedResources(
  site: Site,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
  names: NameTable,
): ReadonlyMap<string, Reachable> {
  const imported = importedVariables(site.file, sources);
  const added = new Map<Ts.VariableDeclaration, NeededImport | undefined>();
  const reachable = new Map<string, Reachable>();
  for (const [urn, { holder }] of held) {
    if (holder === undefined) continue;
    const code =
      holder.file.path === site.file.path
        ? localVariable(holder, site)
        : (throughImport(holder, imported, site) ?? throughNewImport(holder, site, sources, names, added));
    if (code !== undefined) reachable.set(urn, code);
  }
  return reachable;
}

/** Returns a variable of the same file if it is declared before the position, is in scope, and is not shadowed. */
function localVariable({ variable, name, members }: Holder, { body, after }: Site): Reachable | undefined {
  const declaration = resolveName(name, body);
  if (declaration?.node !== variable) return undefined;
  const scope = scopeAround(variable);
  const end = after === undefined || scope !== body ? undefined : statementEnd(body.statements[after], body);
  const isBefore = scope === body ? end === undefined || variable.end <= end : variable.end <= body.getStart();
  return isBefore ? { code: `${name}${members}`, variable } : undefined;
}

function statementEnd(statement: Ts.Statement | undefined, body: Ts.Node): number {
  return statement?.end ?? body.getStart();
}

/** The imports of a file from other files of the program: declarations of variables, and namespace imports. */
interface Imported {
  readonly variables: ReadonlyMap<Ts.Node, Declaration>;
  /** Path of a file -> its namespace import. */
  readonly modules: ReadonlyMap<string, Declaration>;
}

function importedVariables(file: SourceFile, sources: SourceFiles): Imported {
  const variables = new Map<Ts.Node, Declaration>();
  const modules = new Map<string, Declaration>();
  for (const declaration of declarationsIn(file.tree).values()) {
    if (declaration.kind !== "import") continue;
    const path = file.imports.get(declaration.from);
    if (path === undefined) continue;
    if (declaration.imported === "*") modules.set(path, declaration);
    else {
      const node = findExport(path, declaration.imported, sources)?.declaration?.node;
      if (node !== undefined) variables.set(node, declaration);
    }
  }
  return { variables, modules };
}

function throughImport(holder: Holder, imported: Imported, { body }: Site): Reachable | undefined {
  const importedVariable = imported.variables.get(holder.variable);
  if (importedVariable !== undefined && resolveName(importedVariable.name, body) === importedVariable)
    return { code: `${importedVariable.name}${holder.members}` };
  const module = imported.modules.get(holder.file.path);
  const [exported] = exportNames(holder.file, holder.name);
  if (module === undefined || exported === undefined || exported === "default") return undefined;
  if (!ts.isSourceFile(scopeAround(holder.variable)) || resolveName(module.name, body) !== module) return undefined;
  return { code: `${module.name}.${exported}${holder.members}` };
}

/** Adds an import. Returns undefined if the import would be circular, because the variable could then be used before it has a value. */
function throughNewImport(
  holder: Holder,
  { file }: Site,
  sources: SourceFiles,
  names: NameTable,
  added: Map<Ts.VariableDeclaration, NeededImport | undefined>,
): Reachable | undefined {
  const { variable, name, members } = holder;
  if (!added.has(variable)) {
    const [exported] = ts.isSourceFile(scopeAround(variable)) ? exportNames(holder.file, name) : [];
    const isSafe = exported !== undefined && !loadsFile(holder.file.path, file.path, sources);
    const preferred = exported === "default" ? name : (exported ?? "");
    added.set(variable, isSafe ? { path: holder.file.path, exported, local: names.take(preferred) } : undefined);
  }
  const needs = added.get(variable);
  return needs === undefined ? undefined : { code: `${needs.local}${members}`, needs };
}

function loadsFile(from: string, to: string, { files }: SourceFiles): boolean {
  const seen = new Set([from]);
  for (const path of seen) {
    if (path === to) return true;
    for (const next of files.get(path)?.imports.values() ?? []) seen.add(next);
  }
  return false;
}

/** Returns the specifier to import a file, with the same kind of extension as the file's other imports. */
export function specifierOf(path: string, from: SourceFile, isModule: boolean): string {
  const existing = [...from.imports].find(([, target]) => target === path)?.[0];
  if (existing !== undefined) return existing;
  const relative = posix.relative(posix.dirname(from.path), path);
  const bare = (relative.startsWith(".") ? relative : `./${relative}`).replace(/\.([cm]?)[jt]sx?$/, "");
  const relatives = [...from.imports.keys()].filter((one) => one.startsWith("."));
  const extensions = relatives.map((specifier) => /\.[cm]?[jt]s$/.exec(specifier)?.[0]);
  const [extension] = extensions.length > 0 ? extensions : [isModule ? ".js" : undefined];
  if (extension === undefined) return bare.replace(/\/index$/, "");
  return `${bare}${extension}`;
}
