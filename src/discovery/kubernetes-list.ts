/** Reads Kubernetes lists from `kubectl get -A -o json` or the API. Their fields are known, so they need no map. */
import type { JsonMap, JsonNode } from "../value/json/tree.ts";
import { compareVersions } from "./kubernetes-versions.ts";
import type { LeftOutReason, SkipReason } from "./skip-reasons.ts";

export interface KubernetesObject {
  /** `""` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** `""` for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** `""` if the list does not have it. */
  readonly uid: string;
  readonly node: JsonMap;
}

interface KubernetesChoice<T> {
  readonly taken: readonly T[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

/** Returns the items of a list, with API versions and kinds. Returns undefined if the document is not a Kubernetes list. */
export function kubernetesItems(root: JsonNode): readonly JsonNode[] | undefined {
  if (root.kind !== "map") return undefined;
  const items = root.entries.get("items")?.value;
  const [apiVersion, kind] = [nodeText(root, "apiVersion"), nodeText(root, "kind")];
  if (apiVersion === "" || kind === "") return undefined;
  if (items?.kind === "list" && kind.endsWith("List")) return items.items.map((item) => withKind(item, root, kind));
  return nodeText(root, "metadata", "name") === "" ? undefined : [root];
}

/** Adds the kind and the API version, which the items of an API list omit. */
function withKind(item: JsonNode, list: JsonMap, listKind: string): JsonNode {
  const kind = listKind.slice(0, -"List".length);
  const [version, ownKind] = [list.entries.get("apiVersion"), list.entries.get("kind")];
  if (item.kind !== "map" || kind === "" || item.entries.has("kind") || version === undefined) return item;
  if (ownKind === undefined) return item;
  const named = { ...ownKind, value: { kind: "text", offset: ownKind.offset, value: kind } } as const;
  return { ...item, entries: new Map([...item.entries, ["apiVersion", version], ["kind", named]]) };
}

/** Reads an object. Returns undefined if its type or its name is missing. */
export function kubernetesObject(item: JsonNode): KubernetesObject | undefined {
  if (item.kind !== "map") return undefined;
  const [apiVersion, kind, name] = [
    nodeText(item, "apiVersion"),
    nodeText(item, "kind"),
    nodeText(item, "metadata", "name"),
  ];
  if (apiVersion === "" || kind === "" || name === "") return undefined;
  const slash = apiVersion.indexOf("/");
  return {
    group: slash < 0 ? "" : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind,
    namespace: nodeText(item, "metadata", "namespace"),
    name,
    uid: nodeText(item, "metadata", "uid"),
    node: item,
  };
}

/** Returns the type token. It is valid even if the schema lacks the type. */
export function kubernetesToken({ group, version, kind }: KubernetesObject): string {
  return `kubernetes:${group === "" ? "core" : group}/${version}:${kind}`;
}

/** Returns the ID for import: `namespace/name`, or `name` for cluster-scoped objects. */
export function kubernetesId({ namespace, name }: KubernetesObject): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/**
 * Chooses one API version of each object: the stored version, or the newest stable one. Skips objects that controllers, Helm,
 * or the cluster create, unless the reason is included.
 */
export function chooseKubernetesObjects<T extends KubernetesObject>(
  objects: readonly T[],
  included: ReadonlySet<SkipReason>,
): KubernetesChoice<T> {
  const stored = storedVersions(objects);
  const isStored = ({ group, version, kind }: KubernetesObject): boolean => stored.get(`${group} ${kind}`) === version;
  const once = new Map<string, T>();
  for (const object of objects) {
    const key = objectIdentity(object);
    const other = once.get(key);
    if (other === undefined || isBetterVersion(object, other, isStored)) once.set(key, object);
  }
  const leftOut = new Map<LeftOutReason, number>();
  const services = new Map(objects.filter(isService).map((service) => [kubernetesId(service), service.node]));
  const taken = [...once.values()].filter((object) => {
    const reason = reasonToLeaveOut(object, services);
    if (reason === undefined || included.has(reason)) return true;
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    return false;
  });
  if (objects.length > once.size) leftOut.set("versions", objects.length - once.size);
  return { taken, leftOut };
}

function isService({ group, kind }: KubernetesObject): boolean {
  return group === "" && kind === "Service";
}

/** Returns an identity that is the same for all API versions of an object. Usually it is the uid, which some lists omit. */
function objectIdentity(object: KubernetesObject): string {
  const { uid, group, kind } = object;
  return uid === "" ? JSON.stringify([group, kind, kubernetesId(object)]) : uid;
}

/** Returns the storage versions of custom resources, from the CustomResourceDefinitions in the list. */
function storedVersions(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  return new Map(
    objects.flatMap(({ kind, group, node }) => {
      if (kind !== "CustomResourceDefinition" || group !== "apiextensions.k8s.io") return [];
      const versions = nodeAt(node, "spec", "versions");
      const stored = nodeItems(versions).find((version) => booleanAt(version, "storage"));
      if (stored === undefined) return [];
      const key = `${nodeText(node, "spec", "group")} ${nodeText(node, "spec", "names", "kind")}`;
      return [[key, nodeText(stored, "name")] as const];
    }),
  );
}

function isBetterVersion(
  object: KubernetesObject,
  other: KubernetesObject,
  isStored: (object: KubernetesObject) => boolean,
): boolean {
  if (isStored(object) !== isStored(other)) return isStored(object);
  const order = compareVersions(object.version, other.version);
  // Several types are still available in the old group `extensions`, and events in the core group. Prefer the new group.
  return order === 0 ? groupRank(object) > groupRank(other) : order > 0;
}

function groupRank({ group }: KubernetesObject): number {
  return group === "extensions" ? 0 : group === "" ? 1 : 2;
}

function reasonToLeaveOut(object: KubernetesObject, services: ReadonlyMap<string, JsonMap>): SkipReason | undefined {
  const { node } = object;
  if (nodeItems(nodeAt(node, "metadata", "ownerReferences")).some((owner) => booleanAt(owner, "controller")))
    return "controlled";
  if (isMadeByController(object, services)) return "controlled";
  if (isClusterObject(object)) return "cluster";
  return nodeText(node, "metadata", "annotations", "meta.helm.sh/release-name") === "" ? undefined : "helm";
}

/** Kinds that only report cluster state. */
const reportedKinds: ReadonlySet<string> = new Set([
  " Event",
  "events.k8s.io Event",
  " ComponentStatus",
  " Node",
  "metrics.k8s.io NodeMetrics",
  "metrics.k8s.io PodMetrics",
  "storage.k8s.io CSINode",
  "storage.k8s.io CSIStorageCapacity",
  "storage.k8s.io VolumeAttachment",
  "apps ControllerRevision",
  "certificates.k8s.io CertificateSigningRequest",
  "networking.k8s.io IPAddress",
  "internal.apiserver.k8s.io StorageVersion",
]);

/** Returns true for objects that controllers create without an owner reference. */
function isMadeByController(object: KubernetesObject, services: ReadonlyMap<string, JsonMap>): boolean {
  const { group, kind, node } = object;
  if (reportedKinds.has(`${group} ${kind}`)) return true;
  const annotation = (name: string): string => nodeText(node, "metadata", "annotations", name);
  const label = (name: string): string => nodeText(node, "metadata", "labels", name);
  switch (`${group} ${kind}`) {
    case " Endpoints": {
      const service = services.get(kubernetesId(object));
      const selects = service !== undefined && nodeAt(service, "spec", "selector")?.kind === "map";
      return selects || annotation("endpoints.kubernetes.io/last-change-trigger-time") !== "";
    }
    case "discovery.k8s.io EndpointSlice":
      return label("endpointslice.kubernetes.io/managed-by").endsWith("controller.k8s.io");
    case "coordination.k8s.io Lease":
      // A lease with a renew time changes regularly, so the next preview would not be clean.
      return nodeText(node, "spec", "renewTime") !== "";
    case " PersistentVolume":
      return annotation("pv.kubernetes.io/provisioned-by") !== "";
    case " Secret": {
      const account = annotation("kubernetes.io/service-account.name");
      const isToken = nodeText(node, "type") === "kubernetes.io/service-account-token" && account !== "";
      return isToken && /^-token-[a-z0-9]{5}$/.test(object.name.slice(account.length));
    }
    default:
      return false;
  }
}

const clusterNamespaces: ReadonlySet<string> = new Set(["kube-system", "kube-public", "kube-node-lease"]);

/** Returns true for an object that every cluster creates. */
function isClusterObject({ group, kind, namespace, name, node }: KubernetesObject): boolean {
  const label = (key: string): string => nodeText(node, "metadata", "labels", key);
  if (clusterNamespaces.has(namespace)) return true;
  switch (`${group} ${kind}`) {
    case " Namespace":
      return clusterNamespaces.has(name) || name === "default";
    case " ServiceAccount":
      return name === "default";
    case " ConfigMap":
      return name === "kube-root-ca.crt";
    case " Service":
    case " Endpoints":
    case "discovery.k8s.io EndpointSlice":
      return namespace === "default" && name === "kubernetes";
    case "rbac.authorization.k8s.io ClusterRole":
    case "rbac.authorization.k8s.io ClusterRoleBinding":
    case "rbac.authorization.k8s.io Role":
    case "rbac.authorization.k8s.io RoleBinding":
      return name.startsWith("system:") || label("kubernetes.io/bootstrapping") === "rbac-defaults";
    case "scheduling.k8s.io PriorityClass":
      return name.startsWith("system-");
    case "flowcontrol.apiserver.k8s.io FlowSchema":
    case "flowcontrol.apiserver.k8s.io PriorityLevelConfiguration":
      return nodeText(node, "metadata", "annotations", "apf.kubernetes.io/autoupdate-spec") !== "";
    case "apiregistration.k8s.io APIService":
      return label("kube-aggregator.kubernetes.io/automanaged") !== "";
    case "networking.k8s.io ServiceCIDR":
      return name === "kubernetes";
    default:
      return label("addonmanager.kubernetes.io/mode") !== "";
  }
}

function nodeAt(node: JsonNode, ...path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (value, key) => (value?.kind === "map" ? value.entries.get(key)?.value : undefined),
    node,
  );
}

/** Returns the text at the path, or `""` if it is missing or not text. */
function nodeText(node: JsonNode, ...path: readonly string[]): string {
  const value = nodeAt(node, ...path);
  return value?.kind === "text" ? value.value : "";
}

function booleanAt(node: JsonNode, key: string): boolean {
  const value = nodeAt(node, key);
  return value?.kind === "boolean" && value.value;
}

function nodeItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "list" ? node.items : [];
}
