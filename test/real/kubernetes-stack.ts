/** Prepares and deploys programs for Kubernetes in each language. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildGo } from "./go-sdk.ts";
import { buildJavaProgramOver, javaClassPath, javaSdk, requireJava } from "./java.ts";
import { imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { addKubernetesSdk, kubernetesGoModule, kubernetesPython, missingKubernetesSdks } from "./kubernetes-sdks.ts";
import { projectRoot } from "./project-root.ts";
import { kubernetesVersion, type Provider, requireProvider, schemaOf } from "./providers.ts";
import { requirePython } from "./python.ts";
import { exitsWith, type Ran } from "./run-process.ts";
import { openStack, type RealStack } from "./stack.ts";
import { type Cluster, missingKubernetes } from "./systems/kubernetes.ts";
import { playControllers } from "./systems/kubernetes-controllers.ts";
import { onPath, type Tools } from "./tools.ts";

export interface ProgramLanguage {
  readonly name: string;
  readonly program: string;
  /** The runtime in `Pulumi.yaml`. */
  readonly runtime: string;
  /** Prepares the program in the project of a stack to run. */
  build(stack: RealStack): Promise<void>;
}

/** Returns the provider. If it is missing, prints that the suite is skipped, and returns undefined. */
export function requireKubernetes(suite: string): Provider | undefined {
  const missing = missingKubernetes() ?? missingKubernetesSdks();
  if (missing === undefined) return requireProvider("kubernetes", suite);
  console.log(`SKIPPED: ${suite}: ${missing}`);
  return undefined;
}

/** Returns the languages that this machine can run, and prints which are skipped. */
export function languagesOf(suite: string, provider: Provider): readonly ProgramLanguage[] {
  const python = requirePython(`${suite}, in Python`);
  const java = requireJava(`${suite}, in Java`);
  const judges = requireJudges(`${suite}, in YAML`);
  const hasGo = onPath("go") && onPath("gofmt");
  if (!hasGo) console.log(`SKIPPED: ${suite} (Go): go and gofmt are not on the PATH`);
  const typescript: ProgramLanguage = {
    name: "TypeScript",
    program: "index.ts",
    runtime: "nodejs",
    build: async (stack) => {
      await stack.compile();
    },
  };
  return [
    typescript,
    ...(python === undefined
      ? []
      : [
          {
            name: "Python",
            program: "__main__.py",
            runtime: "python",
            build: async (stack: RealStack) => {
              stack.env.PYTHONPATH = kubernetesPython;
              stack.env.IMP_PYTHON = python.interpreter;
              stack.env.IMP_PYTHON_RUNNER = join(projectRoot, "test", "real", "python", "run_program.py");
            },
          },
        ]),
    ...(judges === undefined
      ? []
      : [
          {
            name: "YAML",
            program: "Main.yaml",
            runtime: "yaml",
            build: async (stack: RealStack) =>
              symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml")),
          },
        ]),
    ...(hasGo
      ? [
          {
            name: "Go",
            program: "main.go",
            runtime: "go",
            build: (stack: RealStack) => buildGo(stack.directory, kubernetesGoModule),
          },
        ]
      : []),
    ...(java === undefined
      ? []
      : [
          {
            name: "Java",
            program: join("src", "main", "java", "myproject", "App.java"),
            runtime: "java",
            build: async (stack: RealStack) => {
              // The newest published Java SDK is years older than the provider, so it is generated from the schema.
              const sdk = await javaSdk(java, withVersion(await schemaOf(provider)));
              stack.env.IMP_CLASSPATH = javaClassPath(java, sdk);
              await buildJavaProgramOver(java, stack.directory, sdk);
            },
          },
        ]),
  ];
}

/** Returns the schema with the provider's version, which an SDK sends. */
function withVersion(schema: Uint8Array): Uint8Array {
  return Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(schema).toString("utf8")), version: kubernetesVersion }),
  );
}

/** Creates a stack with the Kubernetes provider for a cluster. */
export async function openKubernetesStack(
  tools: Tools,
  provider: Provider,
  cluster: Cluster,
  nodejsHost?: string,
): Promise<RealStack> {
  const stack = await openStack({
    tools,
    providers: { kubernetes: provider.executable },
    sdks: [],
    ...(nodejsHost !== undefined && { nodejsHost }),
  });
  addKubernetesSdk(stack.directory);
  stack.env.KUBECONFIG = cluster.kubeconfig;
  return stack;
}

/** Changes the project to the language, with its program ready to run. */
export async function switchTo(stack: RealStack, language: ProgramLanguage): Promise<void> {
  writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${language.runtime}\n`);
  await language.build(stack);
}

/** Runs `imp run` on the entries. @param languages the value of `--language` */
export async function importEntries(stack: RealStack, entries: readonly object[], languages: string): Promise<Ran> {
  const specs = join(stack.root, "specs.json");
  writeFileSync(specs, JSON.stringify({ resources: entries }));
  return await imp(stack, "run", specs, "--yes", "--json", "--language", languages);
}

/** Deploys the program with a new stack to another cluster. Then selects the first stack and cluster again. */
export async function deployTo(stack: RealStack, cluster: Cluster, name: string): Promise<Ran> {
  await must(stack, "stack", "init", name, "--no-select");
  await must(stack, "config", "cp", "--stack", stack.stack, "--dest", name);
  await must(stack, "stack", "select", name);
  const { KUBECONFIG } = stack.env;
  stack.env.KUBECONFIG = cluster.kubeconfig;
  const end = new AbortController();
  const controllers = playControllers(cluster, end.signal);
  try {
    const up = stack.pulumi("up", "--yes", "--skip-preview");
    // The update waits until controllers set `status`, so simulated controllers run at the same time.
    await Promise.race([up, controllers]);
    return await up;
  } finally {
    end.abort();
    await controllers;
    stack.env.KUBECONFIG = KUBECONFIG;
    await must(stack, "stack", "select", stack.stack);
  }
}

async function must(stack: RealStack, ...args: string[]): Promise<void> {
  await exitsWith(0, stack.pulumi(...args));
}
