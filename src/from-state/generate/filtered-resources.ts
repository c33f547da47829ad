/** Applies the filters of `imp generate` to the resources of a state. */
import type { Choices } from "../../choices/choices.ts";
import { noChoices } from "../../choices/choices.ts";
import { chosenSpecs } from "../../choices/chosen-specs.ts";
import { matchesFilter } from "../../choices/filter.ts";
import type { Urn } from "../../graph.ts";
import type { StateResource } from "../../state/deployment.ts";
import { chooseResources, notInPrograms } from "../choose-resources.ts";
import { type SpecSource, specsFromState } from "../specs-from-state.ts";

/**
 * Returns the matching resources in order, with their descendants, parents, and providers. A filter also applies to descendants, because a program
 * needs a parent before its children.
 *
 * @throws CHOICE_UNKNOWN, CHOICE_IMPOSSIBLE, CHOICE_EMPTY
 */
export function filteredResources(
  resources: readonly StateResource[],
  { only, exclude }: Pick<Choices, "only" | "exclude">,
  source: Omit<SpecSource, "decrypt">,
): readonly StateResource[] {
  if (only.length === 0 && exclude.length === 0) return resources;
  // Filters match types, names, and IDs, so no secret is decrypted.
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
