/** Reads the resources of a state as specs: names, types, parents, providers, and stored values. */

import { type Choices, noChoices } from "../../choices/choices.ts";
import { chosenSpecs } from "../../choices/chosen-specs.ts";
import { matchesFilter } from "../../choices/filter.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { LeftOut } from "../../domain/removal.ts";
import type { ImportSpecs } from "../../import-file/import-specs.ts";
import type { StateResource } from "../../state/deployment.ts";
import { statePlace } from "../../workspace/backend/read-state.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { chooseResources, notInPrograms } from "../choose-resources.ts";
import { type SpecSource, specsFromState } from "../specs-from-state.ts";

export interface SourceState {
  readonly specs: ImportSpecs;
  readonly resources: readonly StateResource[];
  readonly leftOut: readonly LeftOut[];
  /** Number of resources that are not selected, although a program could contain them. */
  readonly others: number;
}

export interface ResourceSelection {
  /** URNs of resources to include with their descendants. Empty for all resources. */
  readonly urns: readonly string[];
  readonly filters: Pick<Choices, "only" | "exclude">;
}

/**
 * Opens the state of a stack, and selects resources.
 *
 * @throws GENERATE_NOTHING, TARGET_UNKNOWN, TARGET_PARENT, CHOICE_UNKNOWN, CHOICE_IMPOSSIBLE, CHOICE_EMPTY, STATE_VALUE, and errors of the crypter
 * and the state
 */
export async function openSourceState(
  workspace: Workspace,
  { urns: targets, filters }: ResourceSelection,
): Promise<SourceState> {
  const { stack, location } = workspace;
  const file = statePlace(location);
  const state = workspace.state();
  const all = state?.resources ?? [];
  const { resources: candidates, leftOut } = chooseResources(all, targets, stack, notInPrograms);
  if (state === undefined || candidates.length === 0) {
    throw ImpError.of("GENERATE_NOTHING", { file, isThere: state !== undefined, leftOut });
  }
  const resources = filteredResources(candidates, filters, { stack, file, state });
  const crypter = state.secretsProvider === undefined ? undefined : await workspace.stateCrypter();
  const decrypt = (text: string, where: string): string => crypter?.decrypt(text, where) ?? text;
  const allCandidates = targets.length === 0 ? candidates : chooseResources(all, [], stack, notInPrograms).resources;
  return {
    specs: specsFromState(resources, { stack, file, state, decrypt }),
    resources,
    leftOut,
    others: allCandidates.length - resources.length,
  };
}

/**
 * Returns the matching resources with their parents and providers, in the order of the state. Also excludes the descendants of excluded resources,
 * because a program cannot create a child without its parent.
 *
 * @throws CHOICE_UNKNOWN, CHOICE_IMPOSSIBLE, CHOICE_EMPTY
 */
function filteredResources(
  resources: readonly StateResource[],
  { only, exclude }: Pick<Choices, "only" | "exclude">,
  source: Omit<SpecSource, "decrypt">,
): readonly StateResource[] {
  if (only.length === 0 && exclude.length === 0) return resources;
  // Filters compare types, names, and IDs, so secrets need not be decrypted.
  const specs = specsFromState(resources, { ...source, decrypt: () => "null" });
  const leaveOut = new Set<Urn>();
  for (const entry of specs.resources) {
    const isBelow = entry.parent !== undefined && leaveOut.has(entry.parent);
    if (isBelow || exclude.some((filter) => matchesFilter(filter, entry))) leaveOut.add(entry.name);
  }
  const chosen = chosenSpecs(specs, { ...noChoices, only, exclude, leaveOut });
  const broughtAlong = new Set(chosen.broughtAlong.map(({ name }) => name));
  const requested = chosen.specs.resources.flatMap(({ name }) => (broughtAlong.has(name) ? [] : [name]));
  const selection = chooseResources(resources, requested, source.stack, notInPrograms);
  return selection.resources.filter(({ urn }) => !leaveOut.has(urn));
}
