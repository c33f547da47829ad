/** Reads objects from lists of a cloud's CLI instead of listing them with providers. */

import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { LoadPackage } from "../import/providers/other-packages.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { Discovered } from "./discover.ts";
import type { FoundObject, FoundType } from "./found.ts";
import { noJournal } from "./journal-file.ts";
import { type ListedObject, type ReadKubernetesList, readJsonList, refuseProblems } from "./json-list.ts";
import type { FieldMap } from "./json-map.ts";
import { listedTokens, packagesOfTypes, type TypeMapping } from "./json-types.ts";
import { chooseKubernetesObjects, type KubernetesObject, kubernetesId, kubernetesToken } from "./kubernetes-list.ts";
import { managedObjects, typesOfObjects } from "./managed.ts";
import type { LeftOutReason, SkipReason } from "./skip-reasons.ts";

/** A list whose fields `--map` names, or a list of Kubernetes objects. */
type JsonLists =
  | { readonly kind: "mapped"; readonly files: readonly ListFile[]; readonly map: FieldMap }
  | {
      readonly kind: "kubernetes";
      readonly files: readonly KubernetesFile[];
      readonly included: ReadonlySet<SkipReason>;
    };

export interface ListFile {
  readonly name: string;
  readonly text: string;
}

export type KubernetesFile = ReadKubernetesList & { readonly name: string };

interface JsonQuestion {
  readonly lists: JsonLists;
  readonly types: TypeMapping;
  /** The packages of the types, with the versions from the command line. */
  readonly packages: readonly { readonly name: string; readonly version?: string }[];
  /** The explicit provider of the objects. Defaults to the default provider. */
  readonly provider?: Urn;
}

/** Reads the objects in the lists. Throws LIST_MALFORMED with the errors of all files, and the errors of `listedTokens`. */
export async function discoverInLists(
  question: JsonQuestion,
  knownState: KnownState,
  load: LoadPackage,
): Promise<Discovered> {
  const { lists, types, packages, provider } = question;
  const { listed, emptyLists, leftOut } = readLists(lists);
  const versions = new Map(packages.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]])));
  const packageNames = packages.map(({ name }) => name);
  const listedTypes = listed.map(({ type = "" }) => type);
  const schemas = await loaded(packagesOfTypes(listedTypes, types, packageNames), versions, load);
  const tokens = lists.kind === "kubernetes" ? kubernetesTokens(listed, schemas) : listedTokens(listed, types, schemas);
  const managed = managedObjects(knownState, [...schemas.values()], provider);
  const objects = uniqueObjects(listed, tokens);
  return {
    labels: lists.files.map(({ name }) => name),
    emptyLists,
    leftOut,
    types: [...typesOfObjects(objects, managed), ...unmapped(listed, tokens)],
    objects: objects.filter(({ type, id }) => !managed.has(type, id)),
    providers: [],
    requestedTypes: new Set(tokens.values()),
    specOptions: { isTaken: managed.hasName, provider, versions },
    journal: noJournal,
  };
}

interface Lists {
  readonly listed: readonly ListedObject[];
  readonly emptyLists: readonly string[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

function readLists(lists: JsonLists): Lists {
  switch (lists.kind) {
    case "mapped":
      return mappedLists(lists.files, lists.map);
    case "kubernetes":
      return kubernetesLists(lists.files, lists.included);
  }
}

function mappedLists(files: readonly ListFile[], map: FieldMap): Lists {
  const lists = files.map(({ name, text }) => ({ name, ...readJsonList(name, text, map) }));
  refuseProblems(lists.flatMap(({ problems }) => problems));
  return { listed: lists.flatMap(({ objects }) => objects), emptyLists: emptyListNames(lists), leftOut: new Map() };
}

/**
 * Reads Kubernetes lists. Reads all files before it chooses objects, because the definition with the stored version of an object may be in another
 * file.
 */
function kubernetesLists(lists: readonly KubernetesFile[], included: ReadonlySet<SkipReason>): Lists {
  refuseProblems(lists.flatMap(({ problems }) => problems));
  const objects = lists.flatMap((list) => list.objects);
  const { taken, leftOut } = chooseKubernetesObjects(objects, included);
  const nameOf = objectNames(taken);
  const listed = taken.map((object): ListedObject => {
    return { id: kubernetesId(object), type: kubernetesToken(object), name: nameOf(object), where: object.where };
  });
  return { listed, emptyLists: emptyListNames(lists), leftOut };
}

/** Returns a function that names objects. The name includes the namespace if several objects of a type have the same name. */
function objectNames(objects: readonly KubernetesObject[]): (object: KubernetesObject) => string {
  const identity = (object: KubernetesObject): string => JSON.stringify([kubernetesToken(object), object.name]);
  const namesakes = groupBy(objects, identity);
  return (object) =>
    namesakes.get(identity(object))?.length === 1 ? object.name : `${object.namespace}-${object.name}`;
}

/** Returns the token of each type. Types that the schema lacks are custom resources, whose tokens have the same form. */
function kubernetesTokens(
  listed: readonly ListedObject[],
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<string, string> {
  const schema = schemas.get("kubernetes");
  const types = new Set(listed.map(({ type = "" }) => type));
  const declared = new Set(schema?.resourceTokens());
  // Replace old tokens with current ones.
  return new Map(
    [...types].map((type) => [type, declared.has(type) ? (schema?.resource(type)?.name.token ?? type) : type]),
  );
}

function emptyListNames(
  lists: readonly { readonly name: string; readonly objects: readonly unknown[] }[],
): readonly string[] {
  return lists.flatMap(({ name, objects }) => (objects.length === 0 ? [name] : []));
}

async function loaded(
  names: readonly string[],
  versions: ReadonlyMap<string, string>,
  load: LoadPackage,
): Promise<ReadonlyMap<string, PackageSchema>> {
  const all = await Promise.all(names.map((name) => load(name, versions.get(name) ?? "")));
  return new Map(all.flatMap((schema) => (schema === undefined ? [] : [[schema.name, schema] as const])));
}

/** Returns the objects without duplicates, which lists of several regions or services may contain. */
function uniqueObjects(listed: readonly ListedObject[], tokens: ReadonlyMap<string, string>): readonly FoundObject[] {
  const objects = new Map<string, FoundObject>();
  for (const { id, name, type: word = "", where } of listed) {
    const type = tokens.get(word);
    if (type === undefined) continue;
    const key = cloudObjectKey({ type, id });
    if (!objects.has(key)) objects.set(key, { type, id, name, where });
  }
  return [...objects.values()];
}

function unmapped(listed: readonly ListedObject[], tokens: ReadonlyMap<string, string>): readonly FoundType[] {
  const unmappedTypes = [...groupBy(listed, ({ type = "" }) => type)].filter(([type]) => !tokens.has(type));
  return unmappedTypes.map(([type, { length }]) => {
    return { type, found: 0, managed: 0, isLimited: false, gap: { kind: "unmapped", objects: length } };
  });
}
