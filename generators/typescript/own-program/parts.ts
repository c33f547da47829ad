/**
 * Resources that stand in other files of a program that imp cut into several: the main file can import them, once they are exported.
 */
import { nameTable } from "../../shared/names.ts";
import { reserved } from "../names.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { Edit } from "./edits.ts";
import { type Reached, reachedResources } from "./reach.ts";
import { namesIn, scopeAround } from "./scopes.ts";
import type { Site } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/** A resource that a place reaches once its statement is exported. */
export interface ReachedPart extends Reached {
  readonly exports?: { readonly file: SourceFile; readonly edit: Edit };
}

/** @param main the main file: no other file of the program imports it */
export function reachedInParts(
  site: Site,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
  main: string,
): ReadonlyMap<string, ReachedPart> {
  const names = nameTable([...reserved, ...namesIn(site.file.tree)]);
  const reached = new Map<string, ReachedPart>(reachedResources(site, held, sources, names));
  if (site.file.path !== main) return reached;
  const isNeeded = [...sources.files.values()].some(({ imports }) => [...imports.values()].includes(main));
  for (const [urn, { holder }] of isNeeded ? [] : held) {
    if (holder === undefined || reached.has(urn) || holder.file.path === main) continue;
    const statement = holder.variable.parent.parent;
    if (!ts.isSourceFile(scopeAround(holder.variable)) || !ts.isVariableStatement(statement)) continue;
    if (statement.modifiers !== undefined) continue;
    const local = names.take(holder.name);
    reached.set(urn, {
      code: `${local}${holder.members}`,
      needs: { path: holder.file.path, exported: holder.name, local },
      exports: { file: holder.file, edit: { at: statement.getStart(), text: "export " } },
    });
  }
  return reached;
}
