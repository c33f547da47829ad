/**
 * Asks the providers of packages what there is, and sets aside what the state manages already.
 */
import { createHash } from "node:crypto";
import { type Filter, matchesType } from "../choices/filter.ts";
import type { FoundTypesQuestion } from "../domain/questions.ts";
import { nameOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import {
  type NamedPackage,
  openForPackages,
  type PackageProvider,
  type PackageProviderContext,
} from "../import/providers/open-for-packages.ts";
import { namingSettings } from "../import/providers/providers.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";
import { emptyMap } from "../value/value.ts";
import type { Discovery, FoundObject, FoundType } from "./found.ts";
import type { SpecFacts } from "./found-specs.ts";
import type { DiscoveryJournal } from "./journal-file.ts";
import { type ListedType, listTypes } from "./list-types.ts";
import { type ListableType, listableTypes } from "./listable-types.ts";
import { type ManagedObjects, managedObjects, sameProvider } from "./managed.ts";
import type { QueryWord } from "./query.ts";

/** A package, and the words for those of its types that are asked for; none: all of them. */
export interface AskedPackage extends NamedPackage {
  readonly types: readonly string[];
}

export interface DiscoveryQuestion {
  readonly packages: readonly AskedPackage[];
  /** An explicit provider of the state. Absent: the default one of each package. */
  readonly provider?: Urn;
  /** The most objects of each type; 0: all. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
  /** Filters of types decide what is listed; the others are for later. */
  readonly only: readonly Filter[];
  readonly exclude: readonly Filter[];
  /** All types are listed that no filter excludes: objects of the others may refer to those that are asked for. */
  readonly follows?: boolean;
}

export interface DiscoveryFacts extends Omit<PackageProviderContext, "io" | "provider"> {
  readonly io: PackageProviderContext["io"] & {
    readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
    readonly events: DiscoveryEvents;
  };
  /** Opens the journal of a question, which is named by a digest. */
  readonly openJournal: (question: string) => DiscoveryJournal;
}

interface DiscoveryEvents {
  readonly phase: (text: string, total: number) => void;
  /** A type is being listed from now on. */
  readonly begin: (type: { readonly urn: string; readonly name: string }) => void;
  /** So many objects of it are known. */
  readonly listed: (type: string, objects: number, isWhole: boolean) => void;
}

export interface Discovered extends Discovery {
  readonly providers: readonly PackageProvider[];
  /** The types that are asked for; others are listed only to be followed. */
  readonly asked: ReadonlySet<string>;
  readonly facts: SpecFacts;
  /** Is still open: its file goes when the result is written. */
  readonly journal: DiscoveryJournal;
}

/**
 * Lists every type that is asked for.
 *
 * @throws as `openForPackages` and `listableTypes`; LIST_UNSUPPORTED where the provider lists none of the types.
 */
export async function discover(question: DiscoveryQuestion, facts: DiscoveryFacts): Promise<Discovered> {
  const { packages, provider, limit, query } = question;
  const { io, known } = facts;
  const providers = await openForPackages(packages, { ...facts, provider });
  refuseUnknownTypes(question, providers);
  const wide = question.follows === true ? { ...question, only: [], packages: packages.map(wholePackage) } : question;
  const asked = providers.map((one) => ({ ...one, types: typesOf(one, wide) }));
  const journal = facts.openJournal(questionDigest(question, asked, facts));
  const total = asked.reduce((sum, { types }) => sum + types.length, 0);
  io.events.phase(`Listing ${packages.map(({ name }) => name).join(", ")}`, total);
  const sizes = {
    limit: io.limit,
    onBegin: (type: string) => io.events.begin({ urn: type, name: type }),
    onPage: (type: string, objects: number) => io.events.listed(type, objects, false),
    onEnd: (type: string, objects: number) => io.events.listed(type, objects, true),
  };
  const listed = await Promise.all(
    asked.map(async ({ schema, instance, types }) => {
      const managed = managedObjects(known, schema, sameProvider(instance.urn));
      const found = await listTypes(types, instance, { limit, query }, journal, sizes);
      return { schema, managed, found };
    }),
  );
  refuseUnsupported(listed);
  const managed = new Map(listed.map(({ schema, managed: own }) => [schema.name, own]));
  const isTaken = (type: string, name: string): boolean =>
    managed.get(packageOfType(type))?.hasName(type, name) === true;
  return {
    labels: providers.map(providerTitle),
    types: listed.flatMap((one) => one.found.map((type) => typeFound(type, one.managed))).sort(compareByType),
    objects: listed.flatMap((one) => one.found.flatMap((type) => unmanaged(type, one.managed))),
    providers,
    asked: new Set(providers.flatMap((one) => typesOf(one, question).map(({ type }) => type))),
    facts: {
      isTaken,
      provider,
      versions: new Map(packages.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]]))),
    },
    journal,
  };
}

/** `aws · eu-west-1`; an explicit provider has its name too. */
function providerTitle({ schema, instance: { urn, isDefault, inputs = emptyMap } }: PackageProvider): string {
  const own = isDefault ? [] : [`provider ${nameOf(urn)}`];
  return [schema.name, ...own, ...namingSettings(inputs).map(([, value]) => value)].join(" · ");
}

function typesOf({ schema }: PackageProvider, { packages, only, exclude }: DiscoveryQuestion): readonly ListableType[] {
  const words = packages.filter(({ name }) => name === schema.name).map(({ types }) => types);
  return listableTypes(schema, { words: words.some(({ length }) => length === 0) ? [] : words.flat(), only, exclude });
}

function wholePackage(asked: AskedPackage): AskedPackage {
  return { ...asked, types: [] };
}

/** A filter of types that no package has would leave nothing, or leave out nothing, without a word. */
function refuseUnknownTypes({ only, exclude }: DiscoveryQuestion, providers: readonly PackageProvider[]): void {
  const tokens = providers.flatMap(({ schema }) => schema.resourceTokens());
  const unknown = [...only, ...exclude].filter(
    (filter) => filter.kind === "type" && !tokens.some((token) => matchesType(filter, token)),
  );
  if (unknown.length === 0) return;
  throw ImpError.of("USAGE", {
    message: `No type of ${providers.map(({ schema }) => schema.name).join(", ")} is meant by ${unknown.map(({ text }) => text).join(", ")}.`,
    hint: "Correct the filter: `imp schema show` lists the types of a package.",
  });
}

interface AskedTypes extends PackageProvider {
  readonly types: readonly ListableType[];
}

/** A digest of all that decides which objects there are. Settings of a provider that are secret are no part of it. */
function questionDigest(
  { limit, query }: DiscoveryQuestion,
  asked: readonly AskedTypes[],
  { stack, project }: DiscoveryFacts,
): string {
  const providers = asked.map(({ schema, instance, types }) => ({
    urn: instance.urn,
    label: instance.label,
    settings: [...(instance.inputs ?? [])].flatMap(([key, value]) =>
      value.kind === "string" && schema.provider.inputs.get(key)?.secret !== true ? [[key, value.value]] : [],
    ),
    types: types.map(({ type }) => type),
  }));
  const question = JSON.stringify({ project, stack, limit, query, providers });
  return createHash("sha256").update(question).digest("hex");
}

function refuseUnsupported(
  listed: readonly { readonly schema: PackageSchema; readonly found: readonly ListedType[] }[],
): void {
  const found = listed.flatMap((one) => one.found);
  const [first] = listed;
  if (first === undefined || found.length === 0 || found.some(({ gap }) => gap?.kind !== "unlistable")) return;
  const { version } = first.schema;
  throw ImpError.of("LIST_UNSUPPORTED", {
    package: listed.map(({ schema }) => schema.name).join(", "),
    version: listed.length === 1 ? version : undefined,
    types: found.map(({ type }) => type),
  });
}

function typeFound({ type, objects, isLimited, gap }: ListedType, managed: ManagedObjects): FoundType {
  const there = [...objects.keys()].filter((id) => managed.has(type, id)).length;
  return { type, found: objects.size, managed: there, isLimited, gap };
}

function unmanaged({ type, objects }: ListedType, managed: ManagedObjects): readonly FoundObject[] {
  return [...objects].flatMap(([id, name]) => (managed.has(type, id) ? [] : [{ type, id, name }]));
}

function compareByType(a: FoundType, b: FoundType): number {
  return a.type < b.type ? -1 : a.type > b.type ? 1 : 0;
}

/** The question which of the types are taken. @param open the objects that may be taken */
export function typesToChoose({ labels, types }: Discovery, open: readonly FoundObject[]): FoundTypesQuestion {
  const counts = new Map<string, number>();
  for (const { type } of open) counts.set(type, (counts.get(type) ?? 0) + 1);
  const found = types.filter((one) => one.found > 0);
  return { labels, types: found.map(({ type, managed }) => ({ type, count: counts.get(type) ?? 0, managed })) };
}
