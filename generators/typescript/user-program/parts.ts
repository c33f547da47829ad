/** Resources in other files of a printed program, which the main file can import if they are exported. */
import { nameTable } from "../../shared/names.ts";
import { typescriptReserved } from "../names.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { Edit } from "./edits.ts";
import { type Reachable, reachedResources } from "./reach.ts";
import { namesIn, scopeAround } from "./scopes.ts";
import type { Site } from "./sites.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

/** A resource that can be referred to after its statement is exported. */
export interface ReachedPart extends Reachable {
  readonly exports?: { readonly file: SourceFile; readonly edit: Edit };
}

/**
 * Returns the code that refers to each resource, including resources in other files.
 *
 * @param main the path of the main file. If another file imports it, no exports are added, because the new import would be circular
 */
export function reachedInParts(
  site: Site,
  held: ReadonlyMap<string, Construction>,
  sources: SourceFiles,
  main: string,
): ReadonlyMap<string, ReachedPart> {
  const names = nameTable([...typescriptReserved, ...namesIn(site.file.tree)]);
  const reachable = new Map<string, ReachedPart>(reachedResources(site, held, sources, names));
  if (site.file.path !== main) return reachable;
  const isNeeded = [...sources.files.values()].some(({ imports }) => [...imports.values()].includes(main));
  for (const [urn, { holder }] of isNeeded ? [] : held) {
    if (holder === undefined || reachable.has(urn) || holder.file.path === main) continue;
    const statement = holder.variable.parent.parent;
    if (!ts.isSourceFile(scopeAround(holder.variable)) || !ts.isVariableStatement(statement)) continue;
    if (statement.modifiers !== undefined) continue;
    const local = names.take(holder.name);
    reachable.set(urn, {
      code: `${local}${holder.members}`,
      needs: { path: holder.file.path, exported: holder.name, local },
      exports: { file: holder.file, edit: { at: statement.getStart(), text: "export " } },
    });
  }
  return reachable;
}
