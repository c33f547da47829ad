/** Resolves names to URNs in `parent`, `provider`, and resource options, and reports names that cannot be resolved. */

import type { Problem } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { cyclesOf } from "../domain/order/cycles.ts";
import { isProviderType, makeUrn, parseProviderReference, parseUrn, rootStackUrn } from "../domain/urn.ts";
import { packageOfType } from "../schema/tokens.ts";
import { quote } from "../value/json/quote.ts";
import { nearestName } from "./check.ts";
import type { ImportSpec, ImportSpecs, ReferentName, TextLocation } from "./import-specs.ts";
import { recordedDependencies } from "./recorded-dependencies.ts";
import type { ResolvedType } from "./resolve-type.ts";
import type { ResolveContext } from "./resolved-specs.ts";

/** Each list has one element for each entry, in the same order. It is undefined if the entry lacks the value or has an error. */
export interface ResolvedNames {
  readonly urns: readonly (Urn | undefined)[];
  readonly parents: readonly (Urn | undefined)[];
  readonly providers: readonly (Urn | undefined)[];
  /** Resources that the options of each entry refer to. Unknown resources are reported and omitted. */
  readonly referents: readonly OptionReferents[];
  /** New providers without an entry: URN -> name in `providerInputs`. */
  readonly created: ReadonlyMap<Urn, string>;
}

export interface OptionReferents {
  readonly dependsOn: readonly Urn[];
  readonly deletedWith?: Urn;
}

/** Maximum number of ancestors of a resource. A URN contains the types of all ancestors, so it would otherwise become very long. */
export const mostParents = 100;

/** Maximum number of errors with a suggestion. Finding a suggestion compares all names. */
const mostSuggestions = 20;

interface Resolution {
  readonly spec: ImportSpecs;
  readonly types: readonly ResolvedType[];
  readonly context: ResolveContext;
  readonly root: Urn;
  /** The URNs of the state. */
  readonly existing: ReadonlySet<Urn>;
  /** Name -> index of the entry, or "ambiguous" if several entries have the name. */
  readonly entries: ReadonlyMap<string, number | "ambiguous">;
  /** Logical names of the entries. */
  readonly names: ReadonlySet<string>;
  readonly urns: (Urn | undefined)[];
  readonly problems: Problem[];
}

type Referent =
  | { readonly kind: "urn"; readonly urn: Urn }
  | { readonly kind: "entry"; readonly index: number }
  | { readonly kind: "none"; readonly message: string; readonly hint: () => string };

/** Resolves all names. Starts with parents, because URNs contain the types of all parents. Adds errors to `problems`. */
export function resolveUrns(
  spec: ImportSpecs,
  types: readonly ResolvedType[],
  context: ResolveContext,
  problems: Problem[],
): ResolvedNames {
  const resolution: Resolution = {
    spec,
    types,
    context,
    root: rootStackUrn(context.stack, context.project),
    existing: new Set(context.state.map((resource) => resource.urn)),
    entries: indexNames(spec.resources),
    names: new Set(spec.resources.map(({ logicalName }) => logicalName)),
    urns: new Array<Urn | undefined>(spec.resources.length).fill(undefined),
    problems,
  };
  for (const [i, entry] of spec.resources.entries()) checkComponentType(entry, types[i], problems);
  const referents = spec.resources.map((entry) =>
    entry.parent === undefined ? undefined : lookUp(entry.parent, resolution),
  );
  resolveChains(referents, resolution);
  const made = new Set(resolution.urns);
  const parents = referents.map((referent, i) => parentUrn(referent, i, made, resolution));
  const created = new Map<Urn, string>();
  const providers = spec.resources.map((entry, i) => providerUrn(entry, i, made, created, resolution));
  const options = spec.resources.map((entry) => optionReferents(entry, made, resolution));
  reportCycles(parents, providers, options, resolution);
  return { urns: resolution.urns, parents, providers, referents: options, created };
}

function optionReferents(
  { options }: ImportSpec,
  made: ReadonlySet<Urn | undefined>,
  resolution: Resolution,
): OptionReferents {
  if (options === undefined) return { dependsOn: [] };
  const dependsOn = options.dependsOn.flatMap((named) => optionReferent(named, made, resolution) ?? []);
  const deletedWith = options.deletedWith && optionReferent(options.deletedWith, made, resolution);
  return { dependsOn: [...new Set(dependsOn)], deletedWith };
}

function optionReferent(
  { name, where }: ReferentName,
  made: ReadonlySet<Urn | undefined>,
  resolution: Resolution,
): Urn | undefined {
  const referent = lookUp(name, resolution);
  if (referent.kind === "entry") return resolution.urns[referent.index];
  if (referent.kind === "none") {
    resolution.problems.push({ ...where, message: referent.message, hint: referent.hint() });
    return undefined;
  }
  const { urn } = referent;
  if (resolution.existing.has(urn) || made.has(urn) || mayBeMade(urn, resolution)) return urn;
  const hint = absentHint(urn, resolution);
  resolution.problems.push({ ...where, message: "The stack has no resource with this URN.", hint });
  return undefined;
}

/** Reports cycles of references that include a resource option. `resolveChains` reports cycles of parents. */
function reportCycles(
  parents: readonly (Urn | undefined)[],
  providers: readonly (Urn | undefined)[],
  options: readonly OptionReferents[],
  { urns, spec, types, problems }: Resolution,
): void {
  const index = new Map(urns.map((urn, i) => [urn, i]));
  const recorded = recordedDependencies(
    urns.flatMap((urn, i) =>
      urn === undefined ? [] : [{ urn, parent: parents[i], isLocal: types[i]?.kind === "component" }],
    ),
  );
  const named = (i: number): readonly Urn[] => (options[i]?.dependsOn ?? []).flatMap((urn) => [urn, ...recorded(urn)]);
  const needs = (i: number): readonly number[] =>
    [parents[i], providers[i], options[i]?.deletedWith, ...named(i)].flatMap((urn) =>
      urn === undefined ? [] : (index.get(urn) ?? []),
    );
  const cycles = cyclesOf(urns.keys(), needs);
  const members = new Map<number, string[]>();
  for (const [i, { name }] of spec.resources.entries()) {
    const names = members.get(cycles.get(i) ?? i);
    if (names === undefined) members.set(cycles.get(i) ?? i, [quote(name)]);
    else names.push(quote(name));
  }
  const reported = new Set<number>();
  for (const [i, entry] of spec.resources.entries()) {
    const referent = entry.options?.dependsOn[0] ?? entry.options?.deletedWith;
    const cycle = cycles.get(i) ?? i;
    const names = members.get(cycle) ?? [];
    if (referent === undefined || reported.has(cycle) || !(names.length > 1 || needs(i).includes(i))) continue;
    reported.add(cycle);
    const isOne = names.length === 1;
    const message = isOne
      ? "The entry depends on itself."
      : `Entries depend on each other: ${names.slice(0, 10).join(", ")}.`;
    const hint = `Remove \`dependsOn\` or \`deletedWith\`${isOne ? "" : " of one of them"}.`;
    problems.push({ ...referent.where, message, hint });
  }
}

function indexNames(resources: readonly ImportSpec[]): ReadonlyMap<string, number | "ambiguous"> {
  const entries = new Map<string, number | "ambiguous">();
  for (const [i, { name }] of resources.entries()) entries.set(name, entries.has(name) ? "ambiguous" : i);
  return entries;
}

function checkComponentType(entry: ImportSpec, resolved: ResolvedType | undefined, problems: Problem[]): void {
  if (resolved?.kind === "component" && entry.type.includes("::")) {
    const hint = "Use a type such as my:index:Group.";
    problems.push({ ...entry.locations.type, message: "A component's type must not contain `::`.", hint });
  }
  if (resolved?.kind !== "custom") return;
  if (!entry.type.includes(":")) {
    const hint =
      "Use a type token with package, module, and name, such as network:index:Vpc, or add `component: true`.";
    problems.push({ ...entry.locations.type, message: `${quote(entry.type)} does not name a package.`, hint });
  } else if (packageOfType(entry.type) === "pulumi") {
    const hint = "Remove the entry. Stacks and stack references are created by the program.";
    problems.push({ ...entry.locations.type, message: "Pulumi's built-in resources cannot be imported.", hint });
  }
}

/** Finds the resource with a name. `nameTable` takes precedence over entries, as in Pulumi. */
function lookUp(name: string, resolution: Resolution): Referent {
  const tableEntry = resolution.spec.nameTable.get(name);
  if (tableEntry !== undefined) return { kind: "urn", urn: tableEntry.urn };
  const index = resolution.entries.get(name);
  if (index === "ambiguous") {
    return {
      kind: "none",
      message: `Two entries have the name ${quote(name)}.`,
      hint: () => "Give each entry a different `name`. Use `logicalName` to keep the name in the program.",
    };
  }
  if (index !== undefined) return { kind: "entry", index };
  if (parseUrn(name) !== undefined) return { kind: "urn", urn: name };
  return {
    kind: "none",
    message: `No resource has the name ${quote(name)}.`,
    hint: () => unknownHint(name, resolution),
  };
}

/** Returns the hint for an unknown name. Only the first errors get a suggestion, because imp compares all names to find one. */
function unknownHint(name: string, resolution: Resolution): string {
  const { spec, entries, problems } = resolution;
  const near =
    problems.length < mostSuggestions
      ? (nearestName(name, spec.nameTable.keys()) ?? nearestName(name, entries.keys()))
      : undefined;
  return near === undefined
    ? "Use the name of another entry, or add the name and its URN to `nameTable`."
    : `Did you mean ${quote(near)}?`;
}

/** Sets the URN of each entry, ancestors first. */
function resolveChains(referents: readonly (Referent | undefined)[], resolution: Resolution): void {
  const depths = new Array<number>(referents.length).fill(0);
  const done = new Array<boolean>(referents.length).fill(false);
  for (const start of referents.keys()) {
    const chain: number[] = [];
    const onChain = new Set<number>();
    for (let i: number | undefined = start; i !== undefined && !done[i]; i = entryIndex(referents[i])) {
      if (onChain.has(i)) {
        reportCycle(chain.slice(chain.indexOf(i)), resolution);
        break;
      }
      chain.push(i);
      onChain.add(i);
    }
    const isCycle = chain.length > 0 && onChain.has(entryIndex(referents[chain.at(-1) ?? start]) ?? -1);
    for (const i of chain.reverse()) {
      done[i] = true;
      if (!isCycle) resolveOne(i, referents[i], depths, resolution);
    }
  }
}

function entryIndex(referent: Referent | undefined): number | undefined {
  return referent?.kind === "entry" ? referent.index : undefined;
}

function resolveOne(i: number, referent: Referent | undefined, depths: number[], resolution: Resolution): void {
  const { spec, types, context, problems } = resolution;
  const entry = spec.resources[i];
  const type = types[i];
  if (entry === undefined || type === undefined || referent?.kind === "none") {
    if (referent?.kind === "none" && entry !== undefined)
      problems.push({ ...parentLocation(entry), message: referent.message, hint: referent.hint() });
    return;
  }
  const parentIndex = entryIndex(referent);
  const parent =
    referent?.kind === "urn" ? referent.urn : parentIndex === undefined ? undefined : resolution.urns[parentIndex];
  if (referent !== undefined && parent === undefined) return;
  depths[i] = parentIndex === undefined ? 0 : (depths[parentIndex] ?? 0) + 1;
  if (depths[i] === mostParents) {
    const hint = "Reduce the depth of the component tree.";
    problems.push({ ...parentLocation(entry), message: `The entry has ${mostParents} or more ancestors.`, hint });
  }
  if (depths[i] >= mostParents) return;
  resolution.urns[i] = makeUrn(context.stack, context.project, parent, type.type, entry.logicalName);
}

function reportCycle(cycle: readonly number[], resolution: Resolution): void {
  const entries = cycle.flatMap((i) => resolution.spec.resources[i] ?? []);
  const first = entries[0];
  if (first === undefined) return;
  const names = [...entries.slice(0, 10).map((entry) => entry.name), ...(entries.length > 10 ? ["…"] : []), first.name];
  resolution.problems.push({
    ...parentLocation(first),
    message: `The parents form a cycle: ${names.map((name) => quote(name)).join(" → ")}.`,
    hint: "Remove the `parent` of one of these entries.",
  });
}

function parentUrn(
  referent: Referent | undefined,
  i: number,
  made: ReadonlySet<Urn | undefined>,
  resolution: Resolution,
): Urn | undefined {
  const entry = resolution.spec.resources[i];
  if (referent === undefined || entry === undefined || referent.kind === "none") return undefined;
  if (referent.kind === "entry") return resolution.urns[referent.index];
  if (referent.urn === resolution.root) return undefined;
  if (!resolution.existing.has(referent.urn) && !made.has(referent.urn) && !mayBeMade(referent.urn, resolution)) {
    resolution.problems.push({
      ...parentLocation(entry),
      message: "The stack has no resource with the URN of the parent.",
      hint: absentHint(referent.urn, resolution),
    });
  }
  return referent.urn;
}

/** Returns true if an entry may get this URN when schemas are loaded, because entries with the same name can then have another type. */
function mayBeMade(urn: Urn, { context, names }: Resolution): boolean {
  return context.schemas === undefined && names.has(parseUrn(urn)?.name ?? "");
}

/** Returns the hint for a URN that is neither in the state nor in the import files. */
function absentHint(urn: Urn, resolution: Resolution): string {
  const { project, stack } = resolution.context;
  const parts = parseUrn(urn);
  if (parts !== undefined && (parts.stack !== stack || parts.project !== project)) {
    return `Its URN is in stack ${quote(parts.stack)} of project ${quote(parts.project)}, but the target is stack ${quote(stack)} of project ${quote(project)}.`;
  }
  const near = resolution.problems.length < mostSuggestions ? nearestUrn(urn, resolution.existing) : undefined;
  return near === undefined
    ? "Import that resource in the same file, or correct the URN (`pulumi stack --show-urns` lists them)."
    : `Did you mean ${near}?`;
}

/** Returns a URN with the same type and a similar name. Does not compare whole URNs, because the URNs of a stack share most of their text. */
function nearestUrn(urn: Urn, existing: ReadonlySet<Urn>): Urn | undefined {
  const unknown = parseUrn(urn);
  const reference = parseProviderReference(urn);
  if (reference !== undefined && existing.has(reference.urn)) return reference.urn;
  for (const candidate of existing) {
    const parts = parseUrn(candidate);
    if (parts === undefined || unknown === undefined) continue;
    if (parts.name === unknown.name && parts.type === unknown.type) return candidate;
    if (parts.qualifiedType === unknown.qualifiedType && nearestName(unknown.name, [parts.name]) !== undefined)
      return candidate;
  }
  return undefined;
}

function providerUrn(
  entry: ImportSpec,
  i: number,
  made: ReadonlySet<Urn | undefined>,
  created: Map<Urn, string>,
  resolution: Resolution,
): Urn | undefined {
  if (entry.provider === undefined) return undefined;
  const location = entry.locations.provider ?? entry.where;
  const referent = lookUp(entry.provider, resolution);
  if (referent.kind === "none") {
    resolution.problems.push({ ...location, message: referent.message, hint: referent.hint() });
    return undefined;
  }
  const urn = referent.kind === "urn" ? referent.urn : resolution.urns[referent.index];
  if (urn === undefined) return undefined;
  const type = parseUrn(urn)?.type ?? "";
  // The package of the provider decides what an extension extends, unless the SDK of the extension says it.
  const packageName =
    entry.extension === undefined
      ? packageOfType(resolution.types[i]?.type ?? entry.type)
      : (entry.extension.provider ?? packageOfType(type));
  const problem = (message: string, hint: string): void =>
    void resolution.problems.push({ ...location, message, hint });
  if (!isProviderType(type))
    problem(
      `${quote(entry.provider)} is not a provider.`,
      "Set `provider` to an entry of type pulumi:providers:<package>.",
    );
  else if (!entry.component && packageOfType(type) !== packageName) {
    problem(
      `The provider is from package ${packageOfType(type)}, but the resource is from ${packageName}.`,
      "Use a provider of the resource's package.",
    );
  } else if (referent.kind === "urn" && !resolution.existing.has(urn) && !made.has(urn)) {
    if (resolution.spec.providerInputs.has(entry.provider)) created.set(urn, entry.provider);
    else if (!mayBeMade(urn, resolution))
      problem(
        "The stack has no provider with this URN.",
        `Declare the provider in \`resources\` with its \`inputs\`. ${absentHint(urn, resolution)}`,
      );
  }
  return urn;
}

function parentLocation(entry: ImportSpec): TextLocation {
  return entry.locations.parent ?? entry.where;
}
