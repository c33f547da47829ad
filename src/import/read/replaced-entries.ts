/** Decides which state entries may be replaced, and which resources can be referred to after that. */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { KnownState, ProgramResource } from "../../domain/known-state.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import type { ReadOutcome } from "./read-all.ts";

/** Throws USAGE if a URN of `--replace-entry` has no import spec, or if its resource cannot be read. */
export function refuseUnreplaceable(replaceable: ReadonlySet<Urn>, { resources }: ResolvedSpecs): void {
  const kinds = new Map(resources.map(({ urn, kind }) => [urn, kind]));
  const problems = [...replaceable].flatMap((urn) => {
    const kind = kinds.get(urn);
    if (kind === "custom") return [];
    return kind === undefined
      ? [`No imported resource has the URN ${urn}.`]
      : [`${urn} is a ${kind}, which has no object to read.`];
  });
  if (problems.length === 0) return;
  const hint =
    "Pass the URN of an imported resource to --replace-entry. `imp state show` lists the resources of the state.";
  throw ImpError.of("USAGE", { message: problems.join("\n"), hint });
}

/** Returns the program's resources that imported resources can refer to. Excludes replaced entries, and resources that depend on them. */
export function referents(
  { inProgram, resources }: Pick<KnownState, "inProgram" | "resources">,
  reads: readonly ReadOutcome[],
): readonly ProgramResource[] {
  const replaced = reads.flatMap((read) =>
    read.kind === "read" && read.cloud.replacedId !== undefined ? [read.cloud.request.urn] : [],
  );
  if (replaced.length === 0) return inProgram;
  const dependent = new Set(replaced);
  // Dependencies come first in the state, so one pass finds all dependents.
  for (const { urn, parent = "", dependencies = [] } of resources.values())
    if ([parent, ...dependencies].some((dependency) => dependent.has(dependency))) dependent.add(urn);
  return inProgram.filter(({ urn }) => !dependent.has(urn));
}

/** Returns the resources that depend on a URN, in the order of the state. */
export function dependentUrns(urn: Urn, { resources }: Pick<KnownState, "resources">): readonly Urn[] {
  return [...resources.values()]
    .filter(({ dependencies = [] }) => dependencies.includes(urn))
    .map((resource) => resource.urn);
}
