/** Measures `imp run` and `pulumi import` with the published provider and a real Kubernetes API server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openKubernetesStack } from "../real/kubernetes-stack.ts";
import type { Provider } from "../real/providers.ts";
import { type Ran, runProcess, showRun } from "../real/run-process.ts";
import { type KubernetesObject, startKubernetes } from "../real/systems/kubernetes.ts";
import { finishControllers } from "../real/systems/kubernetes-controllers.ts";
import { entriesOf, makeObjects, readEstate } from "../real/systems/kubernetes-estate.ts";
import { imp } from "./measure-startup.ts";
import { median } from "./median.ts";
import type { Peer } from "./peer.ts";

export interface KubernetesFigure {
  readonly contestant: Contestant;
  readonly resources: number;
  readonly seconds: readonly number[];
  readonly medianSeconds: number;
  /** The memory of the process without its provider. */
  readonly peakBytes: number;
}

const contestants = ["imp run", "pulumi import, checkpoints skipped", "pulumi import, default"] as const;

type Contestant = (typeof contestants)[number];

/** Alternates the programs, each with a separate stack. */
export async function measureKubernetes(
  peer: Peer,
  provider: Provider,
  options: { readonly size: number; readonly runs: number; readonly print: (line: string) => void },
): Promise<readonly KubernetesFigure[]> {
  const { size, runs, print } = options;
  const manifests = alikeObjects(size);
  const resources = entriesOf(manifests);
  const cluster = await startKubernetes();
  try {
    await makeObjects(cluster, manifests);
    await finishControllers(cluster);
    const rans = new Map<Contestant, Ran[]>(contestants.map((contestant) => [contestant, []]));
    for (let run = 0; run < runs; run++) {
      for (const contestant of contestants) {
        print(`${size} Kubernetes objects: ${contestant}, run ${run + 1}`);
        const stack = await openKubernetesStack(peer.tools, provider, cluster, peer.nodejsHost);
        try {
          const specs = join(stack.root, "specs.json");
          writeFileSync(specs, JSON.stringify({ resources }));
          const skipping = { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "true" };
          const env = { ...stack.env, ...(contestant.endsWith("skipped") && skipping) };
          const flags = ["--yes", "--skip-preview", "--non-interactive"];
          const ran = await runProcess(
            contestant === "imp run"
              ? [...imp, "run", specs, "--yes", "--language", "typescript"]
              : [peer.tools.pulumi, "import", "-f", specs, ...flags],
            { cwd: stack.directory, env, timeout: 900_000, sample: 10 },
          );
          if (ran.code !== 0) throw new Error(showRun(ran));
          rans.get(contestant)?.push(ran);
        } finally {
          await stack.dispose();
        }
      }
    }
    return [...rans].map(([contestant, all]) => {
      const seconds = all.map((ran) => ran.seconds);
      const peakBytes = Math.max(...all.map((ran) => ran.peakBytes));
      return { contestant, resources: size, seconds, medianSeconds: median(seconds), peakBytes };
    });
  } finally {
    await cluster.stop();
  }
}

/** Returns `size` objects: copies of one namespace of the test objects, and the objects that all namespaces share. */
function alikeObjects(size: number): readonly KubernetesObject[] {
  const estate = readEstate();
  const template = estate.filter(
    ({ apiVersion, kind, metadata }) =>
      (metadata.namespace === "shop" || (kind === "Namespace" && metadata.name === "shop")) &&
      // Leave out custom resources, for which `pulumi import` prints no code, and the service with a node port, which copies cannot share.
      !(apiVersion.startsWith("example.com/") || metadata.name === "web-node"),
  );
  // Objects that all namespaces share.
  const shared = estate.filter(({ kind }) => ["PriorityClass", "StorageClass", "IngressClass"].includes(kind));
  const copies = Array.from({ length: Math.ceil(size / template.length) }).flatMap((_, index) =>
    template.map((object) => renamed(object, `shop-${index + 1}`)),
  );
  return [...shared, ...copies].slice(0, size);
}

function renamed(object: KubernetesObject, namespace: string): KubernetesObject {
  return JSON.parse(JSON.stringify(object), (key: string, value: unknown) =>
    (key === "namespace" || (key === "name" && object.kind === "Namespace")) && value === "shop" ? namespace : value,
  ) as KubernetesObject;
}
