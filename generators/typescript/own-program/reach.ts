/**
 * Finds the code by which a place in a program reaches the resources that the program holds.
 */
import { posix } from "node:path";
import type { ts as Ts } from "ts-morph";
import type { NameTable } from "../../shared/names.ts";
import { ts } from "./compiler.ts";
import type { Construction, Holder } from "./constructions.ts";
import { exportNames, findExport } from "./exports.ts";
import { type Declaration, declarationsIn, resolveName, scopeAround } from "./scopes.ts";
import type { Site } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/** How a place reaches a resource. */
export interface Reached {
  readonly code: string;
  /** The variable, where it is of the same file: new code stands behind it. */
  readonly variable?: Ts.VariableDeclaration;
  /** The import that the file needs. */
  readonly needs?: NeededImport;
}

export interface NeededImport {
  /** The path of the file that exports it. */
  readonly path: string;
  readonly exported: string;
  readonly local: string;
}

/**
 * Resources that no variable reaches are left out.
 *
 * @param names takes the names of new imports
 */
export function reachedResources(
  site: Site,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
  names: NameTable,
): ReadonlyMap<string, Reached> {
  const imported = importedVariables(site.file, sources);
  const added = new Map<Ts.VariableDeclaration, NeededImport | undefined>();
  const reached = new Map<string, Reached>();
  for (const [urn, { holder }] of held) {
    if (holder === undefined) continue;
    const found =
      holder.file.path === site.file.path
        ? ownVariable(holder, site)
        : (throughImport(holder, imported, site) ?? throughNewImport(holder, site, sources, names, added));
    if (found !== undefined) reached.set(urn, found);
  }
  return reached;
}

/** A variable of the file: declared before the place, in a scope around it, and not hidden by another of its name. */
function ownVariable({ variable, name, members }: Holder, { body, after }: Site): Reached | undefined {
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

/** The imports of a file from the others: the declaration -> the variables and all that a module exports. */
interface Imported {
  readonly variables: ReadonlyMap<Ts.Node, Declaration>;
  /** Paths of files -> names of all that they export. */
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

function throughImport(holder: Holder, imported: Imported, { body }: Site): Reached | undefined {
  const own = imported.variables.get(holder.variable);
  if (own !== undefined && resolveName(own.name, body) === own) return { code: `${own.name}${holder.members}` };
  const module = imported.modules.get(holder.file.path);
  const [exported] = exportNames(holder.file, holder.name);
  if (module === undefined || exported === undefined || exported === "default") return undefined;
  if (!ts.isSourceFile(scopeAround(holder.variable)) || resolveName(module.name, body) !== module) return undefined;
  return { code: `${module.name}.${exported}${holder.members}` };
}

/** A file that needs this one cannot be imported by it: neither would be complete where it is used. */
function throughNewImport(
  holder: Holder,
  { file }: Site,
  sources: SourceFiles,
  names: NameTable,
  added: Map<Ts.VariableDeclaration, NeededImport | undefined>,
): Reached | undefined {
  const { variable, name, members } = holder;
  if (!added.has(variable)) {
    const [exported] = ts.isSourceFile(scopeAround(variable)) ? exportNames(holder.file, name) : [];
    const isSafe = exported !== undefined && !loadsFile(holder.file.path, file.path, sources);
    const wanted = exported === "default" ? name : (exported ?? "");
    added.set(variable, isSafe ? { path: holder.file.path, exported, local: names.take(wanted) } : undefined);
  }
  const needs = added.get(variable);
  return needs === undefined ? undefined : { code: `${needs.local}${members}`, needs };
}

/** Whether a file loads another, by whatever others. */
function loadsFile(from: string, to: string, { files }: SourceFiles): boolean {
  const seen = new Set([from]);
  for (const path of seen) {
    if (path === to) return true;
    for (const next of files.get(path)?.imports.values() ?? []) seen.add(next);
  }
  return false;
}

/** The specifier by which a file imports another, with the ending that the file's other imports have. */
export function specifierOf(path: string, from: SourceFile, isModule: boolean): string {
  const known = [...from.imports].find(([, target]) => target === path)?.[0];
  if (known !== undefined) return known;
  const relative = posix.relative(posix.dirname(from.path), path);
  const bare = (relative.startsWith(".") ? relative : `./${relative}`).replace(/\.([cm]?)[jt]sx?$/, "");
  const relatives = [...from.imports.keys()].filter((one) => one.startsWith("."));
  const others = relatives.map((specifier) => /\.[cm]?[jt]s$/.exec(specifier)?.[0]);
  const [ending] = others.length > 0 ? others : [isModule ? ".js" : undefined];
  if (ending === undefined) return bare.replace(/\/index$/, "");
  return `${bare}${ending}`;
}
