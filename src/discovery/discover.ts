/** Lists the objects of providers, and finds objects that the state already manages. */

import { createHash } from "node:crypto";
import { type Filter, matchesType } from "../choices/filter.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { FoundTypesQuestion } from "../domain/questions.ts";
import { nameOf } from "../domain/urn.ts";
import {
  type NamedPackage,
  openForPackages,
  type PackageProvider,
  type PackageProviderContext,
} from "../import/providers/open-for-packages.ts";
import { namingSettings } from "../import/providers/providers.ts";
import type { PackageSchema } from "../schema/types.ts";
import { emptyMap } from "../value/value.ts";
import type { Discovery, FoundObject, FoundType } from "./found.ts";
import type { SpecOptions } from "./found-specs.ts";
import type { DiscoveryJournal } from "./journal-file.ts";
import { type ListedType, listTypes } from "./list-types.ts";
import { type ListableType, listableTypes } from "./listable-types.ts";
import { type ManagedObjects, managedObjects } from "./managed.ts";
import type { QueryWord } from "./query.ts";

/** A package with the types to list; an empty list means all types. */
export interface PackageSelection extends NamedPackage {
  readonly types: readonly string[];
}

export interface DiscoveryQuestion {
  readonly packages: readonly PackageSelection[];
  /** The URN of an explicit provider in the state. Defaults to the default provider of each package. */
  readonly provider?: Urn;
  /** The maximum number of objects per type, or 0 for no limit. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
  /** Only the type filters affect which types are listed. The other filters apply to the listed objects later. */
  readonly only: readonly Filter[];
  readonly exclude: readonly Filter[];
  /** Also lists all other types that no filter excludes, to find objects that refer to the requested ones. */
  readonly follows?: boolean;
}

export interface DiscoveryContext extends Omit<PackageProviderContext, "io" | "provider"> {
  readonly io: PackageProviderContext["io"] & {
    readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
    readonly events: DiscoveryEvents;
  };
  /** Opens the journal. `question` is a digest of the discovery's settings. */
  readonly openJournal: (question: string) => DiscoveryJournal;
}

interface DiscoveryEvents {
  readonly phase: (text: string, total: number) => void;
  readonly begin: (type: { readonly urn: string; readonly name: string }) => void;
  readonly listed: (type: string, objects: number, isWhole: boolean) => void;
}

export interface Discovered extends Discovery {
  readonly providers: readonly PackageProvider[];
  /** The requested types. Other types are listed only to follow references. */
  readonly requestedTypes: ReadonlySet<string>;
  readonly specOptions: SpecOptions;
  /** The open journal. The caller removes its file after writing the result. */
  readonly journal: DiscoveryJournal;
}

/**
 * Lists all requested types. Throws the errors of `openForPackages` and `listableTypes`, and LIST_UNSUPPORTED if the provider cannot list any of the
 * types.
 */
export async function discover(question: DiscoveryQuestion, context: DiscoveryContext): Promise<Discovered> {
  const { packages, provider, limit, query } = question;
  const { io } = context;
  const providers = await openForPackages(packages, { ...context, provider });
  refuseUnknownTypes(question, providers);
  const wholePackages = packages.map((selection) => ({ ...selection, types: [] }));
  const listedQuestion = question.follows === true ? { ...question, only: [], packages: wholePackages } : question;
  const typesByProvider = providers.map((entry) => ({ ...entry, types: typesOf(entry, listedQuestion) }));
  const journal = context.openJournal(questionDigest(question, typesByProvider, context));
  const total = typesByProvider.reduce((sum, { types }) => sum + types.length, 0);
  io.events.phase(`Listing ${packages.map(({ name }) => name).join(", ")}`, total);
  const sizes = {
    limit: io.limit,
    onBegin: (type: string) => io.events.begin({ urn: type, name: type }),
    onPage: (type: string, objects: number) => io.events.listed(type, objects, false),
    onEnd: (type: string, objects: number) => io.events.listed(type, objects, true),
  };
  const listed = await Promise.all(
    typesByProvider.map(async ({ schema, instance, types }) => {
      return { schema, found: await listTypes(types, instance, { limit, query }, journal, sizes) };
    }),
  );
  refuseUnsupported(listed);
  const managed = managedObjects(
    context.known,
    listed.map(({ schema }) => schema),
    provider,
  );
  return {
    labels: providers.map(providerTitle),
    types: listed
      .flatMap(({ found }) => found.map((type) => typeFound(type, managed)))
      .sort((a, b) => compareTexts(a.type, b.type)),
    objects: listed.flatMap(({ found }) => found.flatMap((type) => unmanaged(type, managed))),
    providers,
    requestedTypes: new Set(providers.flatMap((entry) => typesOf(entry, question).map(({ type }) => type))),
    specOptions: {
      isTaken: managed.hasName,
      provider,
      versions: new Map(packages.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]]))),
    },
    journal,
  };
}

/** Returns a title such as `aws · eu-west-1`, with the name of an explicit provider. */
function providerTitle({ schema, instance: { urn, isDefault, inputs = emptyMap } }: PackageProvider): string {
  const providerName = isDefault ? [] : [`provider ${nameOf(urn)}`];
  return [schema.name, ...providerName, ...namingSettings(inputs).map(([, value]) => value)].join(" · ");
}

function typesOf({ schema }: PackageProvider, { packages, only, exclude }: DiscoveryQuestion): readonly ListableType[] {
  const words = packages.filter(({ name }) => name === schema.name).map(({ types }) => types);
  return listableTypes(schema, { words: words.some(({ length }) => length === 0) ? [] : words.flat(), only, exclude });
}

/** Throws for a type filter that matches no type. */
function refuseUnknownTypes({ only, exclude }: DiscoveryQuestion, providers: readonly PackageProvider[]): void {
  const tokens = providers.flatMap(({ schema }) => schema.resourceTokens());
  const unknown = [...only, ...exclude].filter(
    (filter) => filter.kind === "type" && !tokens.some((token) => matchesType(filter, token)),
  );
  if (unknown.length === 0) return;
  throw ImpError.of("USAGE", {
    message: `No type of ${providers.map(({ schema }) => schema.name).join(", ")} matches ${unknown.map(({ text }) => text).join(", ")}.`,
    hint: "Correct the filter. `imp schema show PACKAGE` lists the modules of a package.",
  });
}

interface ProviderTypes extends PackageProvider {
  readonly types: readonly ListableType[];
}

/** Returns a digest of all settings that determine the listed objects, without secrets. */
function questionDigest(
  { limit, query }: DiscoveryQuestion,
  typesByProvider: readonly ProviderTypes[],
  { stack, project }: DiscoveryContext,
): string {
  const providers = typesByProvider.map(({ schema, instance, types }) => ({
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
  const types = listed.flatMap(({ found }) => found);
  const [first] = listed;
  if (first === undefined || types.length === 0 || types.some(({ gap }) => gap?.kind !== "unlistable")) return;
  const { version } = first.schema;
  throw ImpError.of("LIST_UNSUPPORTED", {
    package: listed.map(({ schema }) => schema.name).join(", "),
    version: listed.length === 1 ? version : undefined,
    types: types.map(({ type }) => type),
  });
}

function typeFound({ type, objects, isLimited, gap }: ListedType, managed: ManagedObjects): FoundType {
  const managedCount = [...objects.keys()].filter((id) => managed.has(type, id)).length;
  return { type, found: objects.size, managed: managedCount, isLimited, gap };
}

function unmanaged({ type, objects }: ListedType, managed: ManagedObjects): readonly FoundObject[] {
  return [...objects].flatMap(([id, name]) => (managed.has(type, id) ? [] : [{ type, id, name }]));
}

/** Returns the types that have objects, as options of a prompt. */
export function typesToChoose(
  { labels, types }: Discovery,
  unmanagedObjects: readonly FoundObject[],
): FoundTypesQuestion {
  const byType = groupBy(unmanagedObjects, ({ type }) => type);
  const found = types.filter((type) => type.found > 0);
  return { labels, types: found.map(({ type, managed }) => ({ type, count: byType.get(type)?.length ?? 0, managed })) };
}
