/**
 * Applies choices to import specs, before anything is asked of a provider: what is left out is gone, and names follow a rename.
 */
import type { SpecId } from "../domain/spec-id.ts";
import { ImpError, type Problem } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { Path } from "../ir/path.ts";
import type { Choices } from "./choices.ts";
import { type Filter, matchesFilter } from "./filter.ts";
import { withIgnoredPaths } from "./ignored-changes.ts";
import { namesByTags } from "./name-template.ts";
import { type NamedSpec, type SpecNames, specNamesOf } from "./named-specs.ts";
import { withNotSecret } from "./not-secret.ts";
import { renamedSpecs } from "./renamed-specs.ts";
import { refuseUnmatched } from "./unmatched.ts";

export interface ChosenSpecs {
  readonly specs: ImportSpecs;
  /** Entries that are taken because others that are taken name them, though no filter matches them. */
  readonly broughtAlong: readonly ImportSpec[];
  /** Entries that were taken out one by one, with their names after the renames. */
  readonly leftOver: readonly ImportSpec[];
}

/**
 * The specs that are taken, under their new names. `only` brings along what the taken ones name: parents, providers, `dependsOn` and
 * `deletedWith`. Nothing that is taken may name an entry that is left out one by one, or by `exclude`: nobody would want it back silently, and
 * without it the others cannot be imported as they are written.
 *
 * @throws ImpError CHOICE_UNKNOWN for filters, names and URNs that match nothing; CHOICE_IMPOSSIBLE with every entry that names what is left
 * out, every name that means several entries, and every name that a rename gives twice; CHOICE_EMPTY where nothing is left.
 */
export function chosenSpecs(given: ImportSpecs, choices: Choices): ChosenSpecs {
  // A source that looks for what is left may find that nothing is.
  if (given.resources.length === 0) return { specs: given, broughtAlong: [], leftOver: [] };
  const before = specNamesOf(given);
  // Names that are made of tags come after Read (`after-read.ts`).
  const isLater = choices.nameTemplate !== undefined && namesByTags(choices.nameTemplate);
  const open = withPaths(
    given,
    choices.notSecret,
    (word) => (word === "*" ? given.resources : before.called(word)),
    withNotSecret,
  );
  const ignoring = withPaths(open, choices.ignoreChanges, (word) => specNamesOf(open).called(word), withIgnoredPaths);
  const specs = isLater ? ignoring : renamedSpecs(ignoring, choices);
  const names = specNamesOf(specs);
  const meant = (urn: Urn): SpecId | undefined => (names.ofUrn(urn) ?? before.ofUrn(urn))?.specId;
  refuseUnmatched(given, choices, (urn) => meant(urn) !== undefined);
  const original = new Map(given.resources.map((entry) => [entry.specId, entry]));
  const matches = (filter: Filter, entry: ImportSpec) => matchesFilter(filter, original.get(entry.specId) ?? entry);
  const out = new Set([...choices.leaveOut].map(meant));
  const isOut = (entry: ImportSpec) => out.has(entry.specId) || choices.exclude.some((one) => matches(one, entry));
  const asked = specs.resources.filter((entry) => isAsked(entry, choices.only, matches) && !isOut(entry));
  if (asked.length === 0) throw ImpError.of("CHOICE_EMPTY", { count: specs.resources.length });
  const taken = withNamedSpecs(asked, names, isOut);
  const leftOver = specs.resources.filter(({ specId }) => out.has(specId));
  if (taken.size === specs.resources.length) return { specs, broughtAlong: [], leftOver };
  const askedFor = new Set(asked.map(({ specId }) => specId));
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

/**
 * The specs with the paths that choices name, in their order. A name that no entry has is refused with the other choices.
 *
 * @param give gives an entry its paths
 */
function withPaths(
  specs: ImportSpecs,
  named: readonly { readonly resource: string; readonly path: Path }[],
  names: (word: string) => readonly ImportSpec[],
  give: (entry: ImportSpec, paths: readonly Path[]) => ImportSpec,
): ImportSpecs {
  if (named.length === 0) return specs;
  const paths = new Map<SpecId, Path[]>();
  for (const { resource, path } of named)
    for (const { specId } of names(resource)) {
      const own = paths.get(specId);
      if (own === undefined) paths.set(specId, [path]);
      else own.push(path);
    }
  return { ...specs, resources: specs.resources.map((entry) => give(entry, paths.get(entry.specId) ?? [])) };
}

/** Filters of one kind widen each other, filters of several kinds narrow each other. */
function isAsked(
  entry: ImportSpec,
  only: readonly Filter[],
  matches: (filter: Filter, entry: ImportSpec) => boolean,
): boolean {
  return only.every(
    ({ kind }) => kind === "tag" || only.some((filter) => filter.kind === kind && matches(filter, entry)),
  );
}

/** With everything that they name, and that this names. Throws CHOICE_IMPOSSIBLE where one of these is left out. */
function withNamedSpecs(
  asked: readonly ImportSpec[],
  names: SpecNames,
  isOut: (entry: ImportSpec) => boolean,
): ReadonlyMap<SpecId, ImportSpec> {
  const taken = new Map(asked.map((entry) => [entry.specId, entry]));
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
    message: `${type} ${logicalName} has ${entry.type} ${entry.logicalName} ${as}, which is left out.`,
    hint: "Leave out both, or none.",
  };
}

/** A remote component of another stack is whole only with what is below it. */
function withMissing(
  entry: ImportSpec,
  taken: ReadonlyMap<SpecId, ImportSpec>,
  { resources }: ImportSpecs,
): ImportSpec {
  const { source } = entry;
  if (source === undefined || !entry.component) return entry;
  const parents = new Map(resources.map((one) => [one.name, one.parent]));
  const isBelow = (one: ImportSpec): boolean => {
    let at = one.parent;
    for (let steps = 0; at !== undefined && at !== entry.name && steps < resources.length; steps += 1)
      at = parents.get(at);
    return at === entry.name;
  };
  const lost = resources.filter((one) => !taken.has(one.specId) && one.source !== undefined && isBelow(one));
  if (lost.length === 0) return entry;
  const missing = [...(source.missing ?? []), ...lost.flatMap((one) => one.source?.urn ?? [])];
  return { ...entry, source: { ...source, missing } };
}

/** Configuration that only what is left out used would be reported as a mistake. */
function stillUsed({ providerInputs, resources }: ImportSpecs, taken: ReadonlyMap<SpecId, ImportSpec>) {
  const uses = (entries: Iterable<ImportSpec>) =>
    new Set([...entries].flatMap(({ name, provider }) => (provider === undefined ? [name] : [name, provider])));
  const [now, before] = [uses(taken.values()), uses(resources)];
  return new Map([...providerInputs].filter(([name]) => now.has(name) || !before.has(name)));
}
