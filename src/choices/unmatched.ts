/** Reports flags that match nothing. Without these errors, a typo could silently import everything or nothing. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { parseUrn } from "../domain/urn.ts";
import { nearestName } from "../import-file/check.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Choices } from "./choices.ts";
import { type Filter, type FilteredEntry, filteredTexts, matchesFilter, shortType } from "./filter.ts";
import { renamedBy } from "./rename.ts";

interface Unmatched {
  /** The flag with its value. */
  readonly text: string;
  readonly near?: string;
}

/** Throws CHOICE_UNKNOWN with every choice that matches no import spec. */
export function refuseUnmatched(
  { resources }: ImportSpecs,
  { only, exclude, leaveOut, renames, nameTemplate, ignoreChanges, notSecret }: Choices,
  isNamed: (urn: Urn) => boolean,
): void {
  const all = new Set(resources.flatMap(({ name, logicalName }) => [name, logicalName]));
  const unknown: readonly Unmatched[] = [
    ...unmatchedFilters({ only, exclude }, resources),
    ...[...leaveOut]
      .filter((urn) => !isNamed(urn))
      .map((urn) => unmatched("--leave-out", urn, nearestName(parseUrn(urn)?.name ?? urn, all))),
    ...ignoreChanges.flatMap(({ resource, text }) =>
      all.has(resource) || isNamed(resource) ? [] : [unmatched("--ignore-changes", text, nearestName(resource, all))],
    ),
    ...notSecret.flatMap(({ resource, text }) =>
      resource === "*" || all.has(resource) || isNamed(resource)
        ? []
        : [unmatched("--not-secret", text, nearestName(resource, all))],
    ),
    ...renames.flatMap((rename) => {
      if (rename.kind === "pattern") {
        // With a name template, the final names are not known yet, so any pattern may match.
        const isUsed =
          nameTemplate !== undefined ||
          resources.some(({ logicalName }) => renamedBy(rename, logicalName) !== undefined);
        return isUsed ? [] : [unmatched("--rename", rename.text)];
      }
      if (all.has(rename.old) || isNamed(rename.old)) return [];
      return [unmatched("--rename", rename.text, nearestName(rename.old, all))];
    }),
  ];
  if (unknown.length > 0) throw ImpError.of("CHOICE_UNKNOWN", { unknown, count: resources.length });
}

/** Throws CHOICE_UNKNOWN for every URN in `--accept-replace`, `--assume-defaults-for`, and `--placeholder-for` that the run does not import. */
export function refuseUnaccepted(
  { acceptReplace, assumeDefaults, placeholders }: Choices,
  resources: readonly { readonly urn: Urn; readonly name: string }[],
): void {
  const urns = new Set(resources.map(({ urn }) => urn));
  const decisions = [
    ["--accept-replace", acceptReplace],
    ["--assume-defaults-for", assumeDefaults],
    ["--placeholder-for", placeholders],
  ] as const;
  const unknown = decisions
    .flatMap(([flag, about]) => [...about].map((urn) => [flag, urn] as const))
    .filter(([, urn]) => !urns.has(urn))
    .map(([flag, urn]) => {
      const name = parseUrn(urn)?.name ?? urn;
      const same =
        resources.find((resource) => resource.name === name) ??
        resources.find(
          (resource) =>
            resource.name ===
            nearestName(
              name,
              resources.map((other) => other.name),
            ),
        );
      return unmatched(flag, urn, same?.urn);
    });
  if (unknown.length > 0) throw ImpError.of("CHOICE_UNKNOWN", { unknown, count: resources.length });
}

/** Returns the filters that match nothing. */
export function unmatchedFilters(
  { only, exclude }: Pick<Choices, "only" | "exclude">,
  entries: readonly FilteredEntry[],
): readonly Unmatched[] {
  return [
    ...only.flatMap((filter) => unmatchedFilter("--only", filter, entries)),
    ...exclude.flatMap((filter) => unmatchedFilter("--exclude", filter, entries)),
  ];
}

function unmatchedFilter(flag: string, filter: Filter, resources: readonly FilteredEntry[]): readonly Unmatched[] {
  if (filter.kind === "tag" || resources.some((entry) => matchesFilter(filter, entry))) return [];
  const texts = new Set(resources.flatMap((entry) => filteredTexts(filter.kind, entry)));
  const glob = filter.kind === "type" ? shortType(filter.glob) : filter.glob;
  const near = nearestName(glob, texts);
  return [unmatched(flag, filter.text, near === undefined || filter.kind === "any" ? near : `${filter.kind}=${near}`)];
}

function unmatched(flag: string, value: string, near?: string): Unmatched {
  return { text: `${flag} ${value}`, near };
}
