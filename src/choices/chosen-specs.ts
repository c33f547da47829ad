/** Applies the choices to the import specs before the run calls a provider. */

import { ImpError, type Problem } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { Path } from "../value/path.ts";
import type { Choices } from "./choices.ts";
import { type Filter, type FilteredEntry, matchesFilter } from "./filter.ts";
import { namesByTags } from "./name-template.ts";
import { withIgnoredPaths, withNotSecret } from "./named-path.ts";
import { type NamedSpec, type SpecNames, specNamesOf } from "./named-specs.ts";
import { renamedSpecs } from "./renamed-specs.ts";
import { refuseUnmatched } from "./unmatched.ts";

export interface ChosenSpecs {
  readonly specs: ImportSpecs;
  /** Entries that match no filter, and that are selected only because a selected entry refers to them. */
  readonly broughtAlong: readonly ImportSpec[];
  /** Entries that `leaveOut` skips, under their new names. */
  readonly leftOver: readonly ImportSpec[];
}

/**
 * Returns the selected specs under their new names. `only` also selects the parents, providers, `dependsOn`, and `deletedWith` of matching specs. If
 * `exclude` or `leaveOut` drops a spec that a selected spec refers to, the selected spec cannot be imported either.
 *
 * @throws ImpError CHOICE_UNKNOWN for filters, names, and URNs that match nothing; CHOICE_IMPOSSIBLE with every reference to a dropped entry, every
 * ambiguous name, and every duplicate new name; CHOICE_EMPTY if no spec is left
 */
export function chosenSpecs(allSpecs: ImportSpecs, choices: Choices): ChosenSpecs {
  // A source that searches for unmanaged resources may find none.
  if (allSpecs.resources.length === 0) return { specs: allSpecs, broughtAlong: [], leftOver: [] };
  const before = specNamesOf(allSpecs);
  // Names from tags are assigned after Read (`src/run/chosen-by-tags.ts`).
  const isLater = namesByTags(choices.nameTemplate);
  const open = withListedPaths(
    allSpecs,
    choices.notSecret,
    (word) => (word === "*" ? allSpecs.resources : before.called(word)),
    withNotSecret,
  );
  const ignoring = withListedPaths(
    open,
    choices.ignoreChanges,
    (word) => specNamesOf(open).called(word),
    withIgnoredPaths,
  );
  const specs = isLater ? ignoring : renamedSpecs(ignoring, choices);
  const names = specNamesOf(specs);
  const meant = (urn: Urn): SpecId | undefined => (names.ofUrn(urn) ?? before.ofUrn(urn))?.specId;
  refuseUnmatched(allSpecs, choices, (urn) => meant(urn) !== undefined);
  const original = new Map(allSpecs.resources.map((entry) => [entry.specId, entry]));
  const matches = (filter: Filter, entry: ImportSpec) => matchesFilter(filter, original.get(entry.specId) ?? entry);
  const out = new Set([...choices.leaveOut].map(meant));
  const isOut = (entry: ImportSpec) =>
    out.has(entry.specId) || choices.exclude.some((filter) => matches(filter, entry));
  const selected = specs.resources.filter((entry) => matchesAllKinds(entry, choices.only, matches) && !isOut(entry));
  if (selected.length === 0) throw ImpError.of("CHOICE_EMPTY", { count: specs.resources.length });
  const taken = withNamedSpecs(selected, names, isOut);
  const leftOver = specs.resources.filter(({ specId }) => out.has(specId));
  if (taken.size === specs.resources.length) return { specs, broughtAlong: [], leftOver };
  const askedFor = new Set(selected.map(({ specId }) => specId));
  return {
    specs: {
      ...specs,
      resources: specs.resources
        .filter(({ specId }) => taken.has(specId))
        .map((entry) => withMissing(entry, taken, specs)),
      providerInputs: stillUsed(specs, taken),
    },
    broughtAlong: [...taken.values()].filter(({ specId }) => !askedFor.has(specId)),
    leftOver,
  };
}

/** Adds paths from flags to the specs that the flags name. Ignores flags that name no spec, because `refuseUnmatched` reports them. */
function withListedPaths(
  specs: ImportSpecs,
  named: readonly { readonly resource: string; readonly path: Path }[],
  names: (word: string) => readonly ImportSpec[],
  give: (entry: ImportSpec, paths: readonly Path[]) => ImportSpec,
): ImportSpecs {
  if (named.length === 0) return specs;
  const paths = new Map<SpecId, Path[]>();
  for (const { resource, path } of named)
    for (const { specId } of names(resource)) {
      const entryPaths = paths.get(specId);
      if (entryPaths === undefined) paths.set(specId, [path]);
      else entryPaths.push(path);
    }
  return { ...specs, resources: specs.resources.map((entry) => give(entry, paths.get(entry.specId) ?? [])) };
}

/** Returns true if the entry matches at least one filter of each kind in `only`. Ignores tag filters, because tags are known only after Read. */
export function matchesAllKinds<E extends FilteredEntry>(
  entry: E,
  only: readonly Filter[],
  matches: (filter: Filter, entry: E) => boolean,
): boolean {
  return only.every(
    ({ kind }) => kind === "tag" || only.some((filter) => filter.kind === kind && matches(filter, entry)),
  );
}

/** Adds the entries that selected entries refer to, directly or indirectly. Throws CHOICE_IMPOSSIBLE if one of them is excluded. */
function withNamedSpecs(
  selected: readonly ImportSpec[],
  names: SpecNames,
  isOut: (entry: ImportSpec) => boolean,
): ReadonlyMap<SpecId, ImportSpec> {
  const taken = new Map(selected.map((entry) => [entry.specId, entry]));
  const problems: Problem[] = [];
  for (const entry of taken.values()) {
    for (const referent of names.named(entry)) {
      if (isOut(referent.entry)) problems.push(leftOutProblem(entry, referent));
      else taken.set(referent.entry.specId, referent.entry);
    }
  }
  if (problems.length > 0) throw ImpError.of("CHOICE_IMPOSSIBLE", { problems });
  return taken;
}

function leftOutProblem({ type, logicalName }: ImportSpec, { role, where, entry }: NamedSpec): Problem {
  const as = role === "parent" || role === "provider" ? `as its ${role}` : `in \`${role}\``;
  return {
    ...where,
    message: `${type} ${logicalName} has ${entry.type} ${entry.logicalName} ${as}, which is excluded.`,
    hint: "Exclude both resources, or neither.",
  };
}

/**
 * Records which children of a remote component are dropped. Only components from another stack need this, because they are incomplete without them.
 */
function withMissing(
  entry: ImportSpec,
  taken: ReadonlyMap<SpecId, ImportSpec>,
  { resources }: ImportSpecs,
): ImportSpec {
  const { source } = entry;
  if (source === undefined || !entry.component) return entry;
  const parents = new Map(resources.map((other) => [other.name, other.parent]));
  const isBelow = (other: ImportSpec): boolean => {
    let ancestor = other.parent;
    for (let steps = 0; ancestor !== undefined && ancestor !== entry.name && steps < resources.length; steps += 1)
      ancestor = parents.get(ancestor);
    return ancestor === entry.name;
  };
  const lost = resources.filter((other) => !taken.has(other.specId) && other.source !== undefined && isBelow(other));
  if (lost.length === 0) return entry;
  const missing = [...(source.missing ?? []), ...lost.flatMap((other) => other.source?.urn ?? [])];
  return { ...entry, source: { ...source, missing } };
}

/** Drops `providerInputs` of providers that no selected entry uses. Otherwise, they would be reported as unused. */
function stillUsed({ providerInputs, resources }: ImportSpecs, taken: ReadonlyMap<SpecId, ImportSpec>) {
  const uses = (entries: Iterable<ImportSpec>) =>
    new Set([...entries].flatMap(({ name, provider }) => (provider === undefined ? [name] : [name, provider])));
  const [now, before] = [uses(taken.values()), uses(resources)];
  return new Map([...providerInputs].filter(([name]) => now.has(name) || !before.has(name)));
}
