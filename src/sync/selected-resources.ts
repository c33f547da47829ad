/** Selects the resources of a state with `--only` and `--exclude`. */
import type { Choices } from "../choices/choices.ts";
import { matchesAllKinds } from "../choices/chosen-specs.ts";
import { matchesFilter } from "../choices/filter.ts";
import { unmatchedFilters } from "../choices/unmatched.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { nameOf } from "../domain/urn.ts";
import type { Resource } from "../preview/resource.ts";

/** Returns the URNs of the selected resources. Throws CHOICE_UNKNOWN for filters that match nothing. */
export function selectedResources(
  resources: readonly Resource[],
  filters: Pick<Choices, "only" | "exclude">,
): ReadonlySet<Urn> {
  const entries = resources.map(({ urn, type, id }) => {
    return { urn, type, name: nameOf(urn), logicalName: nameOf(urn), ...(id === "" ? {} : { id }) };
  });
  const unknown = unmatchedFilters(filters, entries);
  if (unknown.length > 0) throw ImpError.of("CHOICE_UNKNOWN", { unknown, count: entries.length });
  const selected = entries.filter(
    (entry) =>
      matchesAllKinds(entry, filters.only, matchesFilter) &&
      !filters.exclude.some((filter) => matchesFilter(filter, entry)),
  );
  return new Set(selected.map(({ urn }) => urn));
}
