/**
 * Simulates the controllers and nodes of a cluster, which set `status` and other fields. The provider waits for `status` after it creates an
 * object, and an import reads it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, type KubernetesObject, pathOf, RefusedRequest, type ServedKind } from "./kubernetes.ts";

type Change =
  | { readonly method: "POST"; readonly kind: ServedKind; readonly body: KubernetesObject }
  | {
      readonly method: "PATCH";
      readonly kind: ServedKind;
      readonly object: Named;
      readonly part: "" | "/status";
      readonly patch: object;
    };

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Workload {
  readonly replicas: number;
  readonly selector: { readonly matchLabels?: object };
  readonly template: { readonly metadata: { readonly labels: object }; readonly spec: object };
}

/** The objects that controllers read. */
type Snapshot = Readonly<Record<KindName, readonly KubernetesObject[]>>;

const kinds = {
  deployments: kind("apps/v1", "Deployment", "deployments"),
  replicaSets: kind("apps/v1", "ReplicaSet", "replicasets"),
  statefulSets: kind("apps/v1", "StatefulSet", "statefulsets"),
  daemonSets: kind("apps/v1", "DaemonSet", "daemonsets"),
  jobs: kind("batch/v1", "Job", "jobs"),
  services: kind("v1", "Service", "services"),
  ingresses: kind("networking.k8s.io/v1", "Ingress", "ingresses"),
  classes: { ...kind("storage.k8s.io/v1", "StorageClass", "storageclasses"), namespaced: false },
  volumes: { ...kind("v1", "PersistentVolume", "persistentvolumes"), namespaced: false },
  claims: kind("v1", "PersistentVolumeClaim", "persistentvolumeclaims"),
  quotas: kind("v1", "ResourceQuota", "resourcequotas"),
} satisfies Record<string, ServedKind>;

type KindName = keyof typeof kinds;

/** Returns the changes that a controller makes, or none while it waits for another object. */
type Controller = (object: KubernetesObject, snapshot: Snapshot) => readonly Change[];

const controllers: Readonly<Partial<Record<KindName, Controller>>> = {
  deployments: rollOut,
  replicaSets: ({ metadata, spec }) => {
    const { replicas } = spec as Workload;
    const ready = { replicas, readyReplicas: replicas, availableReplicas: replicas, fullyLabeledReplicas: replicas };
    return [setStatus(kinds.replicaSets, { metadata }, { observedGeneration: metadata.generation, ...ready })];
  },
  statefulSets: ({ metadata, spec }) => {
    const { replicas } = spec as Workload;
    const revision = `${metadata.name}-1`;
    const ready = { replicas, readyReplicas: replicas, currentReplicas: replicas, updatedReplicas: replicas };
    const status = { ...ready, availableReplicas: replicas, currentRevision: revision, updateRevision: revision };
    return [setStatus(kinds.statefulSets, { metadata }, { observedGeneration: metadata.generation, ...status })];
  },
  daemonSets: ({ metadata }) => {
    const scheduled = { desiredNumberScheduled: 1, currentNumberScheduled: 1, updatedNumberScheduled: 1 };
    const status = { ...scheduled, numberReady: 1, numberAvailable: 1, numberMisscheduled: 0 };
    return [setStatus(kinds.daemonSets, { metadata }, { observedGeneration: metadata.generation, ...status })];
  },
  jobs: ({ metadata, status }) => {
    if ((status as { readonly completionTime?: string } | undefined)?.completionTime !== undefined) return [];
    const time = new Date().toISOString().replace(/\.\d+/, "");
    const conditions = ["SuccessCriteriaMet", "Complete"].map((type) => condition(type, "CompletionsReached"));
    const finished = { startTime: time, completionTime: time, succeeded: 1, uncountedTerminatedPods: {}, conditions };
    return [setStatus(kinds.jobs, { metadata }, { startTime: time }), setStatus(kinds.jobs, { metadata }, finished)];
  },
  services: exposeService,
  ingresses: ({ metadata }) => [setStatus(kinds.ingresses, { metadata }, { loadBalancer: balanced })],
  volumes: ({ metadata, spec }) =>
    (spec as Volume).claimRef === undefined
      ? [setStatus(kinds.volumes, { metadata }, { phase: "Available" })]
      : [setStatus(kinds.volumes, { metadata }, { phase: "Bound" })],
  claims: bindClaim,
  quotas: ({ metadata, spec }) => [
    setStatus(kinds.quotas, { metadata }, { hard: (spec as { readonly hard: object }).hard }),
  ],
};

const balanced = { ingress: [{ hostname: "balancer.example.com" }] };

/** Runs until the signal. Throws if the API server rejects a change. */
export async function playControllers(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const finished = new Set<string>();
  while (!signal.aborted) {
    await playRound(cluster, finished);
    await pause(100);
  }
}

/** Runs once for all current objects. */
export async function finishControllers(cluster: Cluster): Promise<void> {
  const finished = new Set<string>();
  while (await playRound(cluster, finished));
}

/** Lets controllers change each object once for each generation of it. @returns true if an object changed */
async function playRound(cluster: Cluster, finished: Set<string>): Promise<boolean> {
  const lists = await Promise.all(Object.entries(kinds).map(async ([name, kind]) => [name, await list(cluster, kind)]));
  const snapshot = Object.fromEntries(lists) as Snapshot;
  const changes = (Object.keys(kinds) as KindName[]).flatMap((name) =>
    snapshot[name].flatMap((object) => {
      const { uid, generation } = object.metadata;
      const key = `${uid} ${generation ?? JSON.stringify(object.spec)}`;
      if (finished.has(key)) return [];
      const todo = controllers[name]?.(object, snapshot) ?? [];
      if (todo.length > 0) finished.add(key);
      return todo;
    }),
  );
  for (const change of changes) await send(cluster, change);
  return changes.length > 0;
}

async function list(cluster: Cluster, kind: ServedKind): Promise<readonly KubernetesObject[]> {
  const { items } = (await cluster.request("GET", pathOf(kind))) as { items: readonly KubernetesObject[] };
  return items;
}

/** Sends a change. Ignores errors because an object was deleted in the meantime, or already exists. */
async function send(cluster: Cluster, change: Change): Promise<void> {
  const { kind } = change;
  const { name, namespace } = (change.method === "POST" ? change.body : change.object).metadata;
  const manager = "?fieldManager=kube-controller-manager";
  try {
    if (change.method === "POST") await cluster.request("POST", `${pathOf(kind, namespace)}${manager}`, change.body);
    else await cluster.request("PATCH", `${pathOf(kind, namespace, name)}${change.part}${manager}`, change.patch);
  } catch (error) {
    if (!(error instanceof RefusedRequest) || ![404, 409].includes(error.status)) throw error;
  }
}

function rollOut(deployment: KubernetesObject): readonly Change[] {
  const { name, namespace = "", generation, uid } = deployment.metadata;
  const { replicas, selector, template } = deployment.spec as Workload;
  const { labels, ...metadata } = template.metadata;
  const hash = { "pod-template-hash": "1" };
  const annotations = { "deployment.kubernetes.io/revision": "1" };
  const owner = { apiVersion: "apps/v1", kind: "Deployment", name, uid, controller: true, blockOwnerDeletion: true };
  const replicaSet: KubernetesObject = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: `${name}-1`, namespace, annotations, labels: { ...labels, ...hash }, ownerReferences: [owner] },
    spec: {
      replicas,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...hash } },
      template: { ...template, metadata: { ...metadata, labels: { ...labels, ...hash } } },
    },
  };
  const ready = { replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
  const conditions = [
    condition("Available", "MinimumReplicasAvailable"),
    condition("Progressing", "NewReplicaSetAvailable"),
  ];
  return [
    { method: "POST", kind: kinds.replicaSets, body: replicaSet },
    patch(kinds.deployments, deployment, { metadata: { annotations } }),
    setStatus(kinds.deployments, deployment, { observedGeneration: generation, ...ready, conditions }),
  ];
}

function exposeService(service: KubernetesObject): readonly Change[] {
  const { type, selector, clusterIP } = service.spec as { type: string; selector?: object; clusterIP?: string };
  const { name, namespace = "" } = service.metadata;
  const subsets = [{ addresses: [{ ip: "10.244.0.2" }], ports: [{ port: 8080 }] }];
  const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata: { name, namespace }, subsets };
  return [
    ...(type === "LoadBalancer" ? [setStatus(kinds.services, service, { loadBalancer: balanced })] : []),
    ...(selector !== undefined && clusterIP !== "None"
      ? [{ method: "POST", kind: kind("v1", "Endpoints", "endpoints"), body: endpoints } as const]
      : []),
  ];
}

interface Claim {
  readonly volumeName?: string;
  readonly storageClassName?: string;
  readonly accessModes: readonly string[];
  readonly resources: { readonly requests: object };
}

interface Volume {
  readonly claimRef?: object;
}

/** Binds a claim to its named volume, or to a provisioned one. Some classes wait for a pod. */
function bindClaim(claim: KubernetesObject, { classes, deployments, volumes }: Snapshot): readonly Change[] {
  const { name, namespace = "", uid, annotations = {} } = claim.metadata;
  const { volumeName, storageClassName, accessModes, resources } = claim.spec as Claim;
  const storageClass = classes.find(({ metadata }) => metadata.name === storageClassName);
  const isUsed = deployments.some(
    ({ metadata, spec }) => metadata.namespace === namespace && JSON.stringify(spec).includes(`"claimName":"${name}"`),
  );
  const isBound = "pv.kubernetes.io/bind-completed" in annotations;
  if (isBound || (storageClass?.volumeBindingMode === "WaitForFirstConsumer" && !isUsed)) return [];
  const claimRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid };
  const made = `pvc-${uid}`;
  const isThere = volumes.some(({ metadata }) => metadata.name === volumeName);
  if (volumeName !== undefined && !isThere) return [];
  const volume: Change =
    volumeName !== undefined
      ? patch(kinds.volumes, { metadata: { name: volumeName } }, { spec: { claimRef } })
      : {
          method: "POST",
          kind: kinds.volumes,
          body: {
            apiVersion: "v1",
            kind: "PersistentVolume",
            metadata: { name: made, annotations: { "pv.kubernetes.io/provisioned-by": "csi.example.com" } },
            spec: {
              accessModes,
              capacity: resources.requests,
              claimRef,
              csi: { driver: "csi.example.com", volumeHandle: made },
              ...(storageClassName !== undefined && { storageClassName }),
            },
          },
        };
  const bound = { "pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes" };
  return [
    volume,
    patch(kinds.claims, claim, { metadata: { annotations: bound }, spec: { volumeName: volumeName ?? made } }),
    setStatus(kinds.claims, claim, { phase: "Bound", accessModes, capacity: resources.requests }),
  ];
}

function kind(apiVersion: string, name: string, plural: string): ServedKind {
  return { apiVersion, kind: name, plural, namespaced: true };
}

function condition(type: string, reason: string): object {
  return { type, status: "True", reason, message: reason };
}

function setStatus(kind: ServedKind, object: Named, status: object): Change {
  return { method: "PATCH", kind, object, part: "/status", patch: { status } };
}

function patch(kind: ServedKind, object: Named, patch: object): Change {
  return { method: "PATCH", kind, object, part: "", patch };
}
