/** Creates the objects of `kubernetes-estate.yaml` with the REST API, and compares two clusters. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { parseAllDocuments } from "yaml";
import { projectRoot } from "../project-root.ts";
import {
  type Cluster,
  type KubernetesObject,
  listObjects,
  pathOf,
  RefusedRequest,
  type ServedKind,
} from "./kubernetes.ts";

/** An import entry. */
export interface Entry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** Returns the manifests in creation order. */
export function readEstate(): readonly KubernetesObject[] {
  const text = readFileSync(join(projectRoot, "test", "real", "systems", "kubernetes-estate.yaml"), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}

/** Creates the objects. A custom kind is served shortly after its definition is created. */
export async function makeObjects(cluster: Cluster, manifests: readonly KubernetesObject[]): Promise<void> {
  let kinds = await cluster.kinds();
  for (const manifest of manifests) {
    let kind = kindOf(kinds, manifest);
    for (let tries = 0; kind === undefined && tries < 100; tries++) {
      await pause(100);
      kinds = await cluster.kinds();
      kind = kindOf(kinds, manifest);
    }
    if (kind === undefined) throw new Error(`the cluster does not serve ${manifest.apiVersion} ${manifest.kind}`);
    await post(cluster, kind, manifest);
  }
}

/** Creates an object. Tries again if the server does not accept objects of a new definition yet. */
async function post(cluster: Cluster, kind: ServedKind, manifest: KubernetesObject): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await cluster.request(
        "POST",
        `${pathOf(kind, manifest.metadata.namespace)}?fieldManager=kubectl-create`,
        manifest,
      );
      return;
    } catch (error) {
      if (!(error instanceof RefusedRequest && error.status === 404) || tries === 100) throw error;
      await pause(100);
    }
  }
}

/** Returns the import entries of the objects. */
export function entriesOf(manifests: readonly KubernetesObject[]): readonly Entry[] {
  return manifests.map(({ apiVersion, kind, metadata: { name, namespace } }) => ({
    type: `kubernetes:${apiVersion === "v1" ? "core/v1" : apiVersion}:${kind}`,
    name: [kind, namespace, name]
      .join("-")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-"),
    id: namespace === undefined ? name : `${namespace}/${name}`,
  }));
}

/** All objects by kind, namespace and name, in the preferred version. */
export type Contents = ReadonlyMap<string, KubernetesObject>;

/** Reads all objects that the servers do not create. */
export async function contentsOf(cluster: Cluster): Promise<Contents> {
  const kinds = (await cluster.kinds()).filter(({ kind }) => !ofServers.has(kind));
  const lists = await Promise.all(kinds.map((kind) => listObjects(cluster, kind)));
  const objects = lists.flat().map((object) => [nameOf(object), object] as const);
  return new Map(objects.filter(([name]) => name !== "Service default kubernetes"));
}

const ofServers = new Set(["APIService", "Event", "IPAddress", "FlowSchema", "Lease", "PriorityLevelConfiguration"]);

/**
 * Compares a cluster with its original.
 * @returns the differences in values that the cluster does not assign
 */
export function compareContents(originals: Contents, copies: Contents): readonly string[] {
  const names = [...new Set([...originals.keys(), ...copies.keys()])].filter((name) => !isProvisioned(name)).sort();
  return names.flatMap((name) => {
    const [original, copy] = [originals.get(name), copies.get(name)];
    if (original === undefined) return [`${name} is an additional object`];
    if (copy === undefined) return [`${name} is missing`];
    return differingPaths(original, copy)
      .filter((path) => !isAssigned(original.kind, path))
      .map((path) => `${name}: ${path}`);
  });
}

/** Returns true for a volume that the cluster provisioned. Its name contains the uid of the claim, so it differs in each cluster. */
function isProvisioned(name: string): boolean {
  return name.startsWith("PersistentVolume pvc-");
}

/** Paths of values that the API server, a controller, or a provisioner assigns in each cluster. */
const assigned: readonly (readonly [kinds: RegExp, paths: RegExp])[] = [
  [/./, /^metadata\.(uid|resourceVersion|creationTimestamp|generation|managedFields)\b/],
  [/./, /^metadata\.ownerReferences\[\d+\]\.uid$/],
  [/./, /^status\b/],
  [/^Service$/, /^spec\.(clusterIPs?(\[0\])?|healthCheckNodePort|ports\[\d+\]\.nodePort)$/],
  [/^PersistentVolume$/, /^spec\.claimRef\.uid$/],
  [/^PersistentVolumeClaim$/, /^spec\.volumeName$/],
  // The API server selects the pods of a job by the job's uid.
  [
    /^Job$/,
    /^(metadata\.labels|spec\.selector\.matchLabels|spec\.template\.metadata\.labels)\.(batch\.kubernetes\.io\/)?controller-uid$/,
  ],
];

function isAssigned(kind: string, path: string): boolean {
  return assigned.some(([kinds, paths]) => kinds.test(kind) && paths.test(path));
}

/** Returns the paths of all different or missing values. */
function differingPaths(first: unknown, other: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(first, other)) return [];
  if (Array.isArray(first) && Array.isArray(other)) {
    return Array.from({ length: Math.max(first.length, other.length) }).flatMap((_, index) =>
      differingPaths(first[index], other[index], `${path}[${index}]`),
    );
  }
  if (!isObject(first) || !isObject(other)) return [path];
  return [...new Set([...Object.keys(first), ...Object.keys(other)])].flatMap((key) =>
    differingPaths(first[key], other[key], path === "" ? key : `${path}.${key}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(kinds: readonly ServedKind[], { apiVersion, kind }: KubernetesObject): ServedKind | undefined {
  return kinds.find((served) => served.apiVersion === apiVersion && served.kind === kind);
}

function nameOf({ kind, metadata: { namespace, name } }: KubernetesObject): string {
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join(" ");
}
