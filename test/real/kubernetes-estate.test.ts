/**
 * An estate of Kubernetes, imported from a real API server through the published provider: the real engine finds nothing to change in any
 * program, and each program makes the same objects in an empty cluster.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindPcl } from "./bind-pcl.ts";
import { assertEngineAgrees, assertNoLeaks, type Report } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import {
  deployTo,
  importEntries,
  languagesOf,
  openKubernetesStack,
  type ProgramLanguage,
  requireKubernetes,
  switchTo,
} from "./kubernetes-stack.ts";
import { type Provider, schemaOf } from "./providers.ts";
import { type Ran, describe as show } from "./run-process.ts";
import type { Checkpoint, RealStack } from "./stack.ts";
import { type Cluster, startKubernetes } from "./systems/kubernetes.ts";
import { settle } from "./systems/kubernetes-controllers.ts";
import {
  type Contents,
  compareContents,
  contentsOf,
  entriesOf,
  makeObjects,
  readEstate,
} from "./systems/kubernetes-estate.ts";
import { requireTools } from "./tools.ts";

const title = "imp run on a Kubernetes cluster";

describe(title, () => {
  const tools = requireTools();
  const manifests = readEstate();
  const entries = entriesOf(manifests);
  const stacks: RealStack[] = [];
  const clusters: Cluster[] = [];
  let provider: Provider;
  let languages: readonly ProgramLanguage[];
  let original: Contents;
  let cluster: Cluster;
  let stack: RealStack;
  let ran: Ran;
  let ours: Checkpoint;

  before(async function () {
    const found = requireKubernetes(title);
    if (found === undefined) return this.skip();
    provider = found;
    languages = languagesOf(title);
    cluster = await openCluster();
    await makeObjects(cluster, manifests);
    await settle(cluster);
    original = await contentsOf(cluster);
    stack = await openKubernetesStack(tools, provider, cluster);
    stacks.push(stack);
    ran = await importEntries(stack, entries);
    ours = await stack.exportState({ showSecrets: true });
  });
  after(async () => {
    await Promise.all(stacks.map((stack) => stack.dispose()));
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  });

  it("imports every object without a difference, in seven languages", () => {
    assert.equal(ran.code, 0, show(ran));
    const { resources, files } = JSON.parse(ran.stdout) as Report;
    assert.deepEqual(
      resources.filter(({ verdict }) => verdict !== "clean").map(({ name, verdict }) => [name, verdict]),
      [],
    );
    assert.equal(resources.length, manifests.length);
    const ends = [".ts", ".py", ".go", ".cs", ".java", ".yaml", ".pp"];
    assert.deepEqual(
      ends.filter((end) => !files.some((file) => file.endsWith(end))),
      [],
    );
  });

  it("changes nothing in the cluster", async () => {
    assert.deepEqual(await contentsOf(cluster), original);
  });

  it("sets no field that the server fills in", () => {
    const code = program("index.ts");
    for (const field of serverFields) assert.doesNotMatch(code, new RegExp(`\\b${field}:`), field);
  });

  it("prints PCL that binds", async () => {
    const schema = await schemaOf(provider);
    const pcl = (JSON.parse(ran.stdout) as Report).files.find((file) => file.endsWith(".pp")) ?? "";
    const bound = await bindPcl(tools, join(stack.directory, pcl, ".."), [schema.toString("utf8")]);
    assert.deepEqual(bound.errors, []);
    assert.equal(bound.resources, manifests.length);
  });

  it("prints at most 0.9 lines for each line of `pulumi import`", async function () {
    const judges = requireJudges("the lines of `pulumi import` on Kubernetes");
    if (judges === undefined) return this.skip();
    const peer = await openKubernetesStack(tools, provider, cluster, judges.printNodejs);
    stacks.push(peer);
    const both = entries.filter(({ type }) => !isCustom(type));
    const specs = join(peer.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: both }));
    const theirs = await peer.pulumi("import", "--file", specs, "--out", "theirs.ts", "--yes", "--skip-preview");
    assert.equal(theirs.code, 0, show(theirs));
    const alone = await openKubernetesStack(tools, provider, cluster);
    stacks.push(alone);
    const ran = await importEntries(alone, both);
    assert.equal(ran.code, 0, show(ran));
    const [lines, theirLines] = [
      linesOf(join(alone.directory, "index.ts")),
      linesOf(join(peer.directory, "theirs.ts")),
    ];
    console.log(`    ${lines} lines, and ${theirLines} of \`pulumi import\`: ${(lines / theirLines).toFixed(2)}`);
    assert.ok(lines <= 0.9 * theirLines, `${lines} lines, and ${theirLines} of \`pulumi import\``);
  });

  it("keeps the values of secrets encrypted", () => {
    assertNoLeaks(stack, ["canary-k8s-0001", "canary-k8s-0002", "canary-k8s-0003"], [ran]);
  });

  describe("each program", () => {
    const wanted = ["TypeScript", "Python", "YAML", "Go", "Java"];
    for (const [index, name] of wanted.entries()) {
      it(`has nothing to change in ${name}`, async function () {
        const language = languages.find((language) => language.name === name);
        if (language === undefined) return this.skip();
        await switchTo(stack, language);
        await assertEngineAgrees(stack, ours);
      });

      it(`makes the same objects in an empty cluster in ${name}, twice`, async function () {
        const language = languages.find((language) => language.name === name);
        if (language === undefined) return this.skip();
        for (const round of [1, 2]) await assertRecreates(`fresh-${index}-${round}`);
      });
    }
  });

  async function assertRecreates(name: string): Promise<void> {
    const empty = await openCluster();
    const ran = await deployTo(stack, empty, name);
    assert.equal(ran.code, 0, show(ran).slice(-8000));
    await settle(empty);
    assert.deepEqual(compareContents(original, await contentsOf(empty)), []);
    await empty.stop();
  }

  async function openCluster(): Promise<Cluster> {
    const cluster = await startKubernetes();
    clusters.push(cluster);
    return cluster;
  }

  function program(file: string): string {
    return readFileSync(join(stack.directory, file), "utf8");
  }
});

/** Filled in by the API server in each object, or in workloads that do not set it. */
const serverFields = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "generation",
  "managedFields",
  "selfLink",
  "status",
  "terminationMessagePath",
  "terminationMessagePolicy",
  "schedulerName",
  "serviceAccount",
  "clusterIPs",
];

function isCustom(type: string): boolean {
  return type.startsWith("kubernetes:example.com/");
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8").trimEnd().split("\n").length;
}
