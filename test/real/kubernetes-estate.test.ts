/**
 * imp imports the objects of a real Kubernetes API server with the published provider. Every preview is empty, and each program creates the same
 * objects in an empty cluster.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindPcl } from "./bind-pcl.ts";
import { compileProgram, csharpSdk, requireCsharp } from "./csharp.ts";
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
import { projectRoot } from "./project-root.ts";
import { type Provider, schemaOf } from "./providers.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import type { Checkpoint, RealStack } from "./stack.ts";
import { type Cluster, startKubernetes } from "./systems/kubernetes.ts";
import { finishControllers } from "./systems/kubernetes-controllers.ts";
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

/** A class of the published C# SDK that the SDK generator does not create. */
const kubernetesResource = join(projectRoot, "test", "real", "csharp", "KubernetesResource.cs");

/** Two imports: Pulumi YAML, PCL, and the generated C# SDK accept only types of the schema, so their import has no custom resources. */
const batches = [
  { languages: "typescript,python,go,csharp,java", runs: ["TypeScript", "Python", "Go", "Java"], custom: true },
  { languages: "yaml,pcl,csharp", runs: ["YAML"], custom: false },
] as const;

for (const batch of batches) {
  describe(`${title}, with programs in ${batch.languages}`, () => {
    const tools = requireTools();
    const manifests = readEstate().filter(({ apiVersion }) => batch.custom || !isCustom(apiVersion));
    const entries = entriesOf(manifests);
    const stacks: RealStack[] = [];
    const clusters: Cluster[] = [];
    let provider: Provider;
    let languages: readonly ProgramLanguage[];
    let original: Contents;
    let cluster: Cluster;
    let stack: RealStack;
    let ran: Ran;
    let state: Checkpoint;

    before(async function () {
      const available = requireKubernetes(title);
      if (available === undefined) return this.skip();
      provider = available;
      languages = languagesOf(title, provider);
      cluster = await openCluster();
      await makeObjects(cluster, manifests);
      await finishControllers(cluster);
      original = await contentsOf(cluster);
      stack = await openKubernetesStack(tools, provider, cluster);
      stacks.push(stack);
      // imp has another exit code if it writes no program in the language of the project, so the second project is in YAML.
      if (!batch.custom) writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: yaml\n`);
      ran = await importEntries(stack, entries, batch.languages);
      state = await stack.exportState({ showSecrets: true });
    });
    after(async () => {
      await Promise.all(stacks.map((stack) => stack.dispose()));
      await Promise.all(clusters.map((cluster) => cluster.stop()));
    });

    it("imports every object with the verdict clean", () => {
      const { resources, files } = JSON.parse(ran.stdout) as Report;
      const others = resources.filter(({ verdict }) => verdict !== "clean");
      assert.deepEqual(
        others.map(({ name, verdict, error }) => ({ name, verdict, error })),
        [],
      );
      assert.equal(ran.code, 0, showRun(ran));
      assert.equal(resources.length, manifests.length);
      const printed = files.filter((file) => /\.(ts|py|go|cs|java|pp)$|^Main\.yaml$/.test(file));
      assert.equal(printed.length, batch.languages.split(",").length);
    });

    it("changes no object of the cluster", async () => {
      assert.deepEqual(await contentsOf(cluster), original);
    });

    it("keeps the values of Kubernetes secrets encrypted", () => {
      assertNoLeaks(stack, ["canary-k8s-0001", "canary-k8s-0002", "canary-k8s-0003"], [ran]);
    });

    for (const name of batch.runs) {
      it(`gives an empty preview in ${name}`, async function () {
        const language = languages.find((language) => language.name === name);
        if (language === undefined) return this.skip();
        await switchTo(stack, language);
        await assertEngineAgrees(stack, state);
      });

      it(`prints a ${name} program that creates the same objects in an empty cluster, twice`, async function () {
        const language = languages.find((language) => language.name === name);
        if (language === undefined) return this.skip();
        for (const round of [1, 2]) await assertRecreates(`fresh-${name.toLowerCase()}-${round}`);
      });
    }

    if (batch.custom) {
      it("prints no field that the API server or a controller sets", () => {
        const code = readFileSync(join(stack.directory, "index.ts"), "utf8");
        assert.deepEqual(
          serverFields.filter((field) => new RegExp(`\\b${field}"?:`).test(code)),
          [],
        );
        // Only the claim whose volume the user named sets it.
        assert.equal(code.match(/\bvolumeName:/g)?.length, 1);
      });

      it("prints the content of custom resources", () => {
        const code = readFileSync(join(stack.directory, "index.ts"), "utf8");
        for (const text of ['"a.b/c": "yes"', 'cidrs: ["10.8.0.0/16"]', "enabled: false"])
          assert.ok(code.includes(text), text);
      });

      it("prints at most 90 % of the lines that `pulumi import` prints", async function () {
        const judges = requireJudges("line counts of `pulumi import` on Kubernetes");
        if (judges === undefined) return this.skip();
        const [peer, alone] = await Promise.all([
          openKubernetesStack(tools, provider, cluster, judges.printNodejs),
          openKubernetesStack(tools, provider, cluster),
        ]);
        stacks.push(peer, alone);
        // `pulumi import` prints no custom resources, so they are excluded.
        const both = entriesOf(manifests.filter(({ apiVersion }) => !isCustom(apiVersion)));
        const specs = join(peer.root, "specs.json");
        writeFileSync(specs, JSON.stringify({ resources: both }));
        await exitsWith(0, peer.pulumi("import", "--file", specs, "--out", "theirs.ts", "--yes", "--skip-preview"));
        await exitsWith(0, importEntries(alone, both, "typescript"));
        const lines = linesOf(join(alone.directory, "index.ts"));
        const theirLines = linesOf(join(peer.directory, "theirs.ts"));
        console.log(
          `    imp: ${lines} lines, pulumi import: ${theirLines} lines, ratio ${(lines / theirLines).toFixed(2)}`,
        );
        assert.ok(lines <= 0.9 * theirLines, `imp: ${lines} lines, pulumi import: ${theirLines} lines`);
      });
    }

    if (batch.languages.includes("pcl")) {
      it("prints PCL that binds", async () => {
        const schema = await schemaOf(provider);
        const bound = await bindPcl(tools, stack.directory, [schema.toString("utf8")]);
        assert.deepEqual(bound.errors, []);
        assert.equal(bound.resources, manifests.length);
      });

      it("prints C# that compiles", async function () {
        const csharp = await requireCsharp("Kubernetes objects in C#");
        if (csharp === undefined) return this.skip();
        const sdk = [...(await csharpSdk(csharp, await schemaOf(provider))), kubernetesResource];
        const program = readFileSync(join(stack.directory, "Program.cs"), "utf8");
        await compileProgram(csharp, withArgumentClasses(program), sdk, stack.root);
      });
    }

    async function assertRecreates(name: string): Promise<void> {
      const empty = await openCluster();
      const ran = await deployTo(stack, empty, name);
      assert.equal(ran.code, 0, showRun(ran).slice(-8000));
      await finishControllers(empty);
      assert.deepEqual(compareContents(original, await contentsOf(empty)), []);
      await empty.stop();
    }

    async function openCluster(): Promise<Cluster> {
      const cluster = await startKubernetes();
      clusters.push(cluster);
      return cluster;
    }
  });
}

/** Fields that the API server sets in each object, or in workloads that omit them. */
const serverFields = [
  "resourceVersion",
  "creationTimestamp",
  "generation",
  "managedFields",
  "selfLink",
  "terminationMessagePath",
  "terminationMessagePolicy",
  "schedulerName",
  "serviceAccount",
  "clusterIPs",
  "healthCheckNodePort",
  "pv.kubernetes.io/bind-completed",
  "deployment.kubernetes.io/revision",
  "claimRef",
  "controller-uid",
  "uid",
];

function isCustom(apiVersion: string): boolean {
  return apiVersion.startsWith("example.com/");
}

function linesOf(file: string): number {
  return readFileSync(file, "utf8").trimEnd().split("\n").length;
}

/** Names argument classes, because the older C# has no `new()`, and this SDK has these classes in a separate namespace. */
function withArgumentClasses(program: string): string {
  return program.replaceAll(
    /new Kubernetes\.([\w.]+)\.(\w+)\((\s*"[^"\n]*",\s*)new\(\)/g,
    "new Kubernetes.$1.$2($3new Kubernetes.Types.Inputs.$1.$2Args()",
  );
}
