/**
 * Objects of a cloud's own list in place of a provider's: types become tokens, and what the state manages already is set aside.
 */
import type { KnownState } from "../domain/known-state.ts";
import { isDefaultProvider } from "../domain/urn.ts";
import { ImpError, type Problem } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { LoadPackage } from "../import/providers/other-packages.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { Discovered } from "./discover.ts";
import type { FoundObject, FoundType } from "./found.ts";
import { noJournal } from "./journal-file.ts";
import { type ListedObject, readJsonList, readKubernetesList } from "./json-list.ts";
import type { FieldMap } from "./json-map.ts";
import { listedTokens, packagesOfTypes, type TypeWords } from "./json-types.ts";
import {
  chooseKubernetesObjects,
  type KubernetesObject,
  kubernetesId,
  kubernetesToken,
  type LeftOutReason,
} from "./kubernetes-list.ts";
import { type ManagedObjects, managedObjects } from "./managed.ts";

export interface JsonQuestion {
  /** Files, as messages call them, and their texts. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Omitted if the files are lists of Kubernetes. */
  readonly map?: FieldMap;
  /** Takes objects too that controllers own or that the cluster makes for itself. */
  readonly takesAll: boolean;
  readonly types: TypeWords;
  /** Packages whose types the list may have, and the versions that a command line names. */
  readonly packages: readonly { readonly name: string; readonly version?: string }[];
  /** The explicit provider of the state that the objects belong to. Absent: the default one. */
  readonly provider?: Urn;
}

/** So many mistakes are spelt out; the rest is counted. */
const listMistakesShown = 200;

/** @throws LIST_MALFORMED with every mistake of every file; as `listedTokens`; USAGE for a list without a map that is not of Kubernetes. */
export async function discoverInLists(
  question: JsonQuestion,
  known: KnownState,
  load: LoadPackage,
): Promise<Discovered> {
  const { files, map, types, packages, provider } = question;
  const { listed, emptyLists, leftOut } = map === undefined ? kubernetesLists(question) : mappedLists(files, map);
  const versions = new Map(packages.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]])));
  const schemas = await loaded(
    packagesOfTypes(
      listed,
      types,
      packages.map(({ name }) => name),
    ),
    versions,
    load,
  );
  const tokens = map === undefined ? kubernetesTokens(listed, schemas) : listedTokens(listed, types, schemas);
  const isSame = (other: Urn): boolean => (provider === undefined ? isDefaultProvider(other) : other === provider);
  const managed = new Map([...schemas].map(([name, schema]) => [name, managedObjects(known, schema, isSame)]));
  const ofType = (token: string): ManagedObjects | undefined => managed.get(packageOfType(token));
  const found = uniqueObjects(listed, tokens);
  const isManaged = ({ type, id }: FoundObject): boolean => ofType(type)?.has(type, id) === true;
  return {
    labels: files.map(({ name }) => name),
    emptyLists,
    leftOut,
    types: [...typesFound(found, isManaged), ...unmapped(listed, tokens)],
    objects: found.filter((object) => !isManaged(object)),
    providers: [],
    asked: new Set(tokens.values()),
    facts: {
      isTaken: (type, name) => ofType(type)?.hasName(type, name) === true,
      provider,
      versions,
    },
    journal: noJournal,
  };
}

interface Lists {
  readonly listed: readonly ListedObject[];
  readonly emptyLists: readonly string[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

function mappedLists(files: JsonQuestion["files"], map: FieldMap): Lists {
  const lists = files.map(({ name, text }) => ({ name, ...readJsonList(name, text, map) }));
  refuseProblems(lists.flatMap(({ problems }) => problems));
  return { listed: lists.flatMap(({ objects }) => objects), emptyLists: emptyListNames(lists), leftOut: new Map() };
}

/** Objects are chosen over all lists: one may have the versions that another one stores. */
function kubernetesLists({ files, takesAll }: JsonQuestion): Lists {
  const lists = files.map(({ name, text }) => {
    const list = readKubernetesList(name, text);
    if (list === undefined) throw unknownList(name);
    return { name, ...list };
  });
  refuseProblems(lists.flatMap(({ problems }) => problems));
  const places = new Map(lists.flatMap(({ objects }) => objects.map((object) => [object.node, object.where] as const)));
  const { taken, leftOut } = chooseKubernetesObjects(
    lists.flatMap(({ objects }) => objects),
    takesAll,
  );
  const nameOf = objectNames(taken);
  const listed = taken.flatMap((object): readonly ListedObject[] => {
    const where = places.get(object.node);
    const [id, type] = [kubernetesId(object), kubernetesToken(object)];
    return where === undefined ? [] : [{ id, type, name: nameOf(object), where }];
  });
  return { listed, emptyLists: emptyListNames(lists), leftOut };
}

/** Objects of one type with one name in several namespaces are named with their namespaces. */
function objectNames(objects: readonly KubernetesObject[]): (object: KubernetesObject) => string {
  const counts = new Map<string, number>();
  const keyOf = (object: KubernetesObject): string => JSON.stringify([kubernetesToken(object), object.name]);
  for (const object of objects) counts.set(keyOf(object), (counts.get(keyOf(object)) ?? 0) + 1);
  return (object) => (counts.get(keyOf(object)) === 1 ? object.name : `${object.namespace}-${object.name}`);
}

/** Types that no schema has are custom resources, which are imported under the same kind of token. */
function kubernetesTokens(
  listed: readonly ListedObject[],
  schemas: ReadonlyMap<string, PackageSchema>,
): ReadonlyMap<string, string> {
  const schema = schemas.get("kubernetes");
  const types = new Set(listed.map(({ type = "" }) => type));
  const known = new Set(schema?.resourceTokens());
  // An old token that a type has as an alias is a version of its own here.
  return new Map(
    [...types].map((type) => [type, known.has(type) ? (schema?.resource(type)?.name.token ?? type) : type]),
  );
}

function emptyListNames(
  lists: readonly { readonly name: string; readonly objects: readonly unknown[] }[],
): readonly string[] {
  return lists.flatMap(({ name, objects }) => (objects.length === 0 ? [name] : []));
}

function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw ImpError.of("LIST_MALFORMED", {
    problems: problems.slice(0, listMistakesShown),
    more: Math.max(0, problems.length - listMistakesShown),
  });
}

function unknownList(file: string): ImpError {
  return ImpError.of("USAGE", {
    message: `${file} is not a list of Kubernetes, so --from-json needs --map, which names its fields.`,
    hint: "Write it like --from-json FILE --map id=Arn,type=ResourceType, or --map id=Arn --type aws:s3:Bucket.",
  });
}

async function loaded(
  names: readonly string[],
  versions: ReadonlyMap<string, string>,
  load: LoadPackage,
): Promise<ReadonlyMap<string, PackageSchema>> {
  const all = await Promise.all(names.map((name) => load(name, versions.get(name) ?? "")));
  return new Map(all.flatMap((schema) => (schema === undefined ? [] : [[schema.name, schema] as const])));
}

/** Lists of several regions or services may name an object twice. */
function uniqueObjects(listed: readonly ListedObject[], tokens: ReadonlyMap<string, string>): readonly FoundObject[] {
  const found = new Map<string, FoundObject>();
  for (const { id, name, type: word = "", where } of listed) {
    const type = tokens.get(word);
    if (type === undefined) continue;
    const key = JSON.stringify([type, id]);
    if (!found.has(key)) found.set(key, { type, id, name, where });
  }
  return [...found.values()];
}

function typesFound(found: readonly FoundObject[], isManaged: (object: FoundObject) => boolean): readonly FoundType[] {
  const types = new Map<string, { found: number; managed: number }>();
  for (const object of found) {
    const counts = types.get(object.type) ?? { found: 0, managed: 0 };
    counts.found += 1;
    if (isManaged(object)) counts.managed += 1;
    types.set(object.type, counts);
  }
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([type, counts]) => ({ type, ...counts, isLimited: false }));
}

/** Types of the cloud for which no token is known. */
function unmapped(listed: readonly ListedObject[], tokens: ReadonlyMap<string, string>): readonly FoundType[] {
  const counts = new Map<string, number>();
  for (const { type = "" } of listed) if (!tokens.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, objects]) => ({
    type,
    found: 0,
    managed: 0,
    isLimited: false,
    gap: { kind: "unmapped", objects },
  }));
}
