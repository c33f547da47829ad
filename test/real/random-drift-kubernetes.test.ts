/** Random changes of a cluster through its REST API, `imp sync`, and the real Pulumi: the next preview and update do what the choice says. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Draw, drawFrom } from "../support/mutate.ts";
import { imp } from "./judge-import.ts";
import { openKubernetesStack, requireKubernetes } from "./kubernetes-stack.ts";
import { changedSteps, nameOf } from "./random-drift/changed-steps.ts";
import { exitsWith, showRun } from "./run-process.ts";
import type { RealStack } from "./stack.ts";
import { type Cluster, type KubernetesObject, pathOf, type ServedKind, startKubernetes } from "./systems/kubernetes.ts";
import { finishControllers } from "./systems/kubernetes-controllers.ts";
import { entriesOf, makeObjects, readEstate } from "./systems/kubernetes-estate.ts";
import { requireTools } from "./tools.ts";

const title = "imp sync after random changes in Kubernetes";
const changesPerRound = 10;

interface Synced {
  readonly resources: readonly { readonly urn: string; readonly result: "synced" | "left"; readonly why?: string }[];
}

/** A change of one object, on a copy. */
interface Change {
  readonly kind: string;
  readonly name: string;
  readonly edit: (object: Editable, draw: Draw) => void;
}

/** An object whose parts the changes edit without knowing its type. */
interface Editable {
  // biome-ignore lint/suspicious/noExplicitAny: the API's objects have no common type, and the changes name only fields that their objects have
  [key: string]: any;
}

describe(title, function () {
  this.timeout(3_600_000);
  const tools = requireTools();
  let cluster: Cluster | undefined;
  let stack: RealStack;
  let executable: string;
  let program: string;
  let checkpoint: string;
  let state: string;

  before(async function () {
    const provider = requireKubernetes(title);
    if (provider === undefined) return this.skip();
    executable = provider.executable;
    cluster = await startKubernetes();
    const manifests = readEstate();
    await makeObjects(cluster, manifests);
    await finishControllers(cluster);
    stack = await openKubernetesStack(tools, provider, cluster);
    // Updates take over the fields that another client changed, as `kubectl apply --force-conflicts` does.
    stack.env.PULUMI_K8S_ENABLE_PATCH_FORCE = "true";
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: entriesOf(manifests) }));
    await exitsWith(0, imp(stack, "run", specs, "--yes", "--no-protect", "--language", "typescript"));
    await stack.compile();
    await stack.up();
    program = readProgram();
    checkpoint = join(stack.root, "backend", ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
    state = readFileSync(checkpoint, "utf8");
    assert.deepEqual(await changedSteps(stack, "--refresh"), []);
  });
  after(async () => {
    await stack?.dispose();
    await cluster?.stop();
  });

  it("takes the values of the cluster, or keeps the program's", async () => {
    const { names, story } = await changeObjects(drawFrom(1));
    // The real preview also changes resources that depend on a replaced one, such as the deployments that mount a changed ConfigMap.
    const steps = await changedSteps(stack, "--refresh");
    const drifted = steps.filter((name) => names.includes(name));
    assert.ok(drifted.length >= changesPerRound / 2, `${drifted.join(", ")}\n${story}`);
    const left = await sync("cloud", 3, drifted, story);
    assert.ok(left.length < drifted.length / 2, `most changes are taken, but not ${left.join(", ")}`);
    assert.deepEqual(await changedSteps(stack, "--refresh"), left, `${story}\n${readProgram()}`);
    assert.deepEqual(await changedSteps(stack), []);
    restore();
    assert.deepEqual(await sync("program", 0, drifted, story), []);
    assert.equal(readProgram(), program);
    // A preview instead of an update, which would wait for the rollouts of workloads.
    assert.deepEqual(await changedSteps(stack), steps, story);
  });

  /** Changes several objects, each once. Returns the names of their resources, and a description. */
  async function changeObjects(draw: Draw): Promise<{ readonly names: readonly string[]; readonly story: string }> {
    if (cluster === undefined) throw new Error("invariant: the cluster runs");
    const kinds = await cluster.kinds();
    const open = [...changes];
    const drawn = Array.from({ length: changesPerRound }, () => open.splice(draw(open.length), 1)[0]).filter(
      (change) => change !== undefined,
    );
    const stories: string[] = [];
    const names: string[] = [];
    for (const { kind, name, edit } of drawn) {
      const served = kinds.find((entry) => entry.kind === kind);
      const manifest = readEstate().find((entry) => entry.kind === kind && entry.metadata.name === name);
      if (served === undefined || manifest === undefined) throw new Error(`the estate has no ${kind} ${name}`);
      names.push(...entriesOf([manifest]).map((entry) => entry.name));
      stories.push(await changeObject(cluster, served, manifest, (object) => edit(object, draw)));
    }
    return { names, story: stories.join("\n") };
  }

  /** Returns the resources that were left. */
  async function sync(
    choice: string,
    most: number,
    drifted: readonly string[],
    changed: string,
  ): Promise<readonly string[]> {
    // Without the language host of the tests, imp starts index.ts itself.
    const env = {
      ...stack.env,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const words = ["sync", "--take", choice, "--yes", "--json", "--provider", `kubernetes=${executable}`];
    const ran = await imp({ ...stack, env }, ...words);
    const story = `${changed}\n${showRun(ran)}`;
    assert.ok(ran.code === 0 || ran.code === most, story);
    const { resources } = JSON.parse(ran.stdout) as Synced;
    assert.deepEqual(resources.map(({ urn }) => nameOf(urn)).sort(), drifted, story);
    const left = resources.filter(({ result }) => result === "left");
    for (const { urn, why } of left) assert.ok(why, urn);
    await stack.compile();
    return left.map(({ urn }) => nameOf(urn)).sort();
  }

  function restore(): void {
    writeFileSync(join(stack.directory, "index.ts"), program);
    writeFileSync(checkpoint, state);
  }

  function readProgram(): string {
    return readFileSync(join(stack.directory, "index.ts"), "utf8");
  }
});

/** Reads an object, edits it, and writes it back, as `kubectl edit` does. */
async function changeObject(
  cluster: Cluster,
  kind: ServedKind,
  { metadata: { name, namespace } }: KubernetesObject,
  edit: (object: Editable) => void,
): Promise<string> {
  const path = pathOf(kind, namespace, name);
  const object = (await cluster.request("GET", path)) as Editable;
  const before = JSON.stringify(object);
  edit(object);
  await cluster.request("PUT", `${path}?fieldManager=kubectl-edit`, object);
  return `${path}\n  ${before.length} -> ${JSON.stringify(object).length} characters`;
}

/**
 * Changes that the API server accepts, and that an update can revert. They change values of the program: with server-side apply, fields that another
 * client adds belong to that client.
 */
const changes: readonly Change[] = [
  change("ConfigMap", "web-config", ({ data }, draw) => {
    for (const key of Object.keys(data)) data[key] += `it's "${draw(1000)}"\nnew line`;
  }),
  change("ConfigMap", "nginx", ({ data }, draw) => {
    for (const key of Object.keys(data)) data[key] += `# ${draw(1000)}\n`;
  }),
  change("Deployment", "web", ({ spec }, draw) => {
    spec.replicas = 7 + draw(20);
  }),
  change("Deployment", "worker", ({ spec }, draw) => {
    spec.template.spec.containers[0].image = `registry.example.com/worker:${draw(100)}.1`;
  }),
  change("Deployment", "idle", ({ spec }, draw) => {
    spec.replicas = 3 + draw(9);
  }),
  change("StatefulSet", "cache", ({ spec }, draw) => {
    spec.replicas = 5 + draw(9);
  }),
  change("CronJob", "backup", ({ spec }, draw) => {
    spec.schedule = `${draw(60)} 4 * * *`;
  }),
  change("CronJob", "report", ({ spec }) => {
    spec.suspend = spec.suspend !== true;
  }),
  change("Ingress", "web", ({ spec }, draw) => {
    spec.rules[0].host = `drift-${draw(99)}.example.com`;
  }),
  change("NetworkPolicy", "web-to-database", ({ spec }, draw) => {
    spec.ingress[0].ports[0].port = 1000 + draw(9000);
  }),
  change("HorizontalPodAutoscaler", "worker", ({ spec }, draw) => {
    spec.maxReplicas = 30 + draw(9);
  }),
  change("HorizontalPodAutoscaler", "web", ({ spec }, draw) => {
    spec.maxReplicas = 40 + draw(9);
  }),
  change("ResourceQuota", "compute", ({ spec }, draw) => {
    for (const key of Object.keys(spec.hard)) spec.hard[key] = String(50 + draw(40));
  }),
  change("Role", "config-reader", ({ rules }) => {
    rules[0].verbs = ["get"];
  }),
  change("Namespace", "shop", ({ metadata }, draw) => {
    for (const key of Object.keys(metadata.labels))
      if (!key.startsWith("kubernetes.io/")) metadata.labels[key] = `v${draw(99)}`;
  }),
];

function change(kind: string, name: string, edit: Change["edit"]): Change {
  return { kind, name, edit };
}
