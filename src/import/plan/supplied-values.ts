/** Reports values of an import file, replaced state entries, and pending creations. */

import type { Remark } from "../../domain/graph.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { parsePath } from "../../value/path.ts";
import type { CloudResource } from "../read/cloud-resource.ts";
import { dependentUrns } from "../read/replaced-entries.ts";

/** Reports values of the import file that `ignoreChanges` makes ineffective. Values of another stack are not reported. */
export function suppliedIgnored({ request: { inputs, options, source } }: CloudResource): readonly Remark[] {
  if (source !== undefined || inputs === undefined) return [];
  const paths = (options?.ignoreChanges ?? []).filter((path) => inputs.has(String(parsePath(path)?.[0] ?? path)));
  return paths.length === 0 ? [] : [{ kind: "given-ignored", paths }];
}

/** Splits `not-reproduced` remarks into remarks about values of the import file and about read values. Values of another stack count as read. */
export function splitSuppliedRemarks(
  remarks: readonly Remark[],
  { request: { inputs, source } }: CloudResource,
): readonly Remark[] {
  if (source !== undefined || inputs === undefined) return remarks;
  const isGiven = (path: string): boolean => inputs.has(String(parsePath(path)?.[0] ?? path));
  return remarks.flatMap((remark): readonly Remark[] => {
    if (remark.kind !== "not-reproduced") return [remark];
    const [supplied, read] = [remark.paths.filter(isGiven), remark.paths.filter((path) => !isGiven(path))];
    return [
      ...(read.length > 0 ? [{ ...remark, paths: read }] : []),
      ...(supplied.length > 0 ? [{ kind: "given-not-reproduced" as const, paths: supplied }] : []),
    ];
  });
}

/** Reports a replaced state entry and its dependents. */
export function replacedEntry(
  { replacedId, request: { urn } }: CloudResource,
  known: Pick<KnownState, "resources">,
): readonly Remark[] {
  return replacedId === undefined ? [] : [{ kind: "replaced", id: replacedId, dependents: dependentUrns(urn, known) }];
}

/** Reports a pending creation of the resource, left by an interrupted update. */
export function pendingCreate(
  { request: { urn } }: CloudResource,
  { pendingCreates }: Pick<KnownState, "pendingCreates">,
  cleared: boolean,
): readonly Remark[] {
  return pendingCreates.has(urn) ? [{ kind: "pending-create", cleared }] : [];
}
