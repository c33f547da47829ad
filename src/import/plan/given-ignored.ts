/**
 * Remarks about values of an import file that nothing will ever use, and about an entry of the state that is replaced.
 */
import type { KnownState } from "../../domain/known-state.ts";
import type { Remark } from "../../graph.ts";
import { parsePath } from "../../ir/path.ts";
import type { CloudResource } from "../read/read-all.ts";
import { dependentsOf } from "../read/replaced-entries.ts";

/** Values that somebody gave, and that nothing will ever use. Another stack's are its own matter. */
export function givenIgnored({ request: { inputs, options, source } }: CloudResource): readonly Remark[] {
  if (source !== undefined || inputs === undefined) return [];
  const paths = (options?.ignoreChanges ?? []).filter((path) => inputs.has(String(parsePath(path)?.[0] ?? path)));
  return paths.length === 0 ? [] : [{ kind: "given-ignored", paths }];
}

/** The entry of the state that makes room, and what refers to it. */
export function replacedEntry(
  { replacedId, request: { urn } }: CloudResource,
  known: Pick<KnownState, "resources">,
): readonly Remark[] {
  return replacedId === undefined ? [] : [{ kind: "replaced", id: replacedId, dependents: dependentsOf(urn, known) }];
}
