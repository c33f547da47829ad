/**
 * Remarks about values that an import file gives, and about what the state has of a resource: an entry that is replaced, a pending creation.
 */
import type { KnownState } from "../../domain/known-state.ts";
import type { Remark } from "../../graph.ts";
import { parsePath } from "../../ir/path.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { dependentUrns } from "../read/replaced-entries.ts";

/** Values that somebody gave, and that nothing will ever use. Another stack's are its own matter. */
export function givenIgnored({ request: { inputs, options, source } }: CloudResource): readonly Remark[] {
  if (source !== undefined || inputs === undefined) return [];
  const paths = (options?.ignoreChanges ?? []).filter((path) => inputs.has(String(parsePath(path)?.[0] ?? path)));
  return paths.length === 0 ? [] : [{ kind: "given-ignored", paths }];
}

/** The remarks of a proof, which takes given values for read ones. Another stack's values are not given by the import file. */
export function remarksOfGiven(
  remarks: readonly Remark[],
  { request: { inputs, source } }: CloudResource,
): readonly Remark[] {
  if (source !== undefined || inputs === undefined) return remarks;
  const isGiven = (path: string): boolean => inputs.has(String(parsePath(path)?.[0] ?? path));
  return remarks.flatMap((remark): readonly Remark[] => {
    if (remark.kind !== "not-reproduced") return [remark];
    const [given, read] = [remark.paths.filter(isGiven), remark.paths.filter((path) => !isGiven(path))];
    return [
      ...(read.length > 0 ? [{ ...remark, paths: read }] : []),
      ...(given.length > 0 ? [{ kind: "given-not-reproduced" as const, paths: given }] : []),
    ];
  });
}

/** The entry of the state that makes room, and what refers to it. */
export function replacedEntry(
  { replacedId, request: { urn } }: CloudResource,
  known: Pick<KnownState, "resources">,
): readonly Remark[] {
  return replacedId === undefined ? [] : [{ kind: "replaced", id: replacedId, dependents: dependentUrns(urn, known) }];
}

/** The creation of the resource that an interrupted update left pending. */
export function pendingCreate(
  { request: { urn } }: CloudResource,
  { pendingCreates }: Pick<KnownState, "pendingCreates">,
  cleared: boolean,
): readonly Remark[] {
  return pendingCreates.has(urn) ? [{ kind: "pending-create", cleared }] : [];
}
