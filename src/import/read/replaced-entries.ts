/**
 * Entries of the state that are replaced by what was read: which may be, and what may still refer to what.
 */

import type { KnownState, ProgramResource } from "../../domain/known-state.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import type { ReadOutcome } from "./read-all.ts";

/** Throws USAGE for a URN that no entry has, and for one of which no provider reads an object. */
export function refuseUnreplaceable(replaceable: ReadonlySet<Urn>, { resources }: ResolvedSpecs): void {
  const kinds = new Map(resources.map(({ urn, kind }) => [urn, kind]));
  const problems = [...replaceable].flatMap((urn) => {
    const kind = kinds.get(urn);
    if (kind === "custom") return [];
    return kind === undefined
      ? [`Nothing that is imported has the URN ${urn}.`]
      : [`${urn} is a ${kind}, of which there is no object to read.`];
  });
  if (problems.length === 0) return;
  const hint =
    "--replace-entry takes the URN that the import file gives a resource: `imp state show` lists those of the state.";
  throw ImpError.of("USAGE", { message: problems.join("\n"), hint });
}

/** The resources of the program that what is imported may refer to: no replaced entry, and none that depends on one. */
export function referents(
  { inProgram, resources }: Pick<KnownState, "inProgram" | "resources">,
  reads: readonly ReadOutcome[],
): readonly ProgramResource[] {
  const replaced = reads.flatMap((read) =>
    read.kind === "read" && read.cloud.replacedId !== undefined ? [read.cloud.request.urn] : [],
  );
  if (replaced.length === 0) return inProgram;
  const dependent = new Set(replaced);
  // The state has what is needed first, so one pass finds all.
  for (const { urn, parent = "", dependencies = [] } of resources.values())
    if ([parent, ...dependencies].some((one) => dependent.has(one))) dependent.add(urn);
  return inProgram.filter(({ urn }) => !dependent.has(urn));
}

/** The resources of the state that refer to one, in its order. */
export function dependentUrns(urn: Urn, { resources }: Pick<KnownState, "resources">): readonly Urn[] {
  return [...resources.values()].filter(({ dependencies = [] }) => dependencies.includes(urn)).map((one) => one.urn);
}
