/** Installs the published Kubernetes SDKs into the cache, once per version. */
import { cpSync, existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileGo } from "./go-sdk.ts";
import { failureOf, installNode, makeOnce } from "./make-once.ts";
import { kubernetesVersion } from "./providers.ts";
import { mustRun } from "./run-process.ts";
import { readEstate } from "./systems/kubernetes-estate.ts";
import { onPath, realCache } from "./tools.ts";

/** The module of the Go SDK. */
export const kubernetesGoModule = {
  module: "github.com/pulumi/pulumi-kubernetes/sdk/v4",
  version: `v${kubernetesVersion}`,
} as const;

const directory = join(realCache, "sdk", `kubernetes-${kubernetesVersion}`);

/** A folder for PYTHONPATH. */
export const kubernetesPython: string = join(directory, "python");

/** Installs missing SDKs. Returns the reason if they cannot be installed. */
export async function buildKubernetesSdks(print: (line: string) => void): Promise<string | undefined> {
  if (existsSync(directory)) return undefined;
  print("installing the Kubernetes SDKs");
  return await failureOf("the Kubernetes SDKs cannot be installed", () =>
    makeOnce(directory, async (work) => {
      // The SDK must share its other dependency, @pulumi/pulumi, with the program.
      await installNode(work, ["glob@10.5.0", "shell-quote@1.8.3"]);
      await mustRun(["npm", "pack", "--pack-destination", work, `@pulumi/kubernetes@${kubernetesVersion}`]);
      const target = join(work, "node_modules", "@pulumi", "kubernetes");
      await mkdir(target, { recursive: true });
      const archive = join(work, `pulumi-kubernetes-${kubernetesVersion}.tgz`);
      await mustRun(["tar", "-xzf", archive, "-C", target, "--strip-components=1"]);
      const pip = ["python3", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"] as const;
      await mustRun([...pip, "--target", join(work, "python"), `pulumi-kubernetes==${kubernetesVersion}`]);
      if (onPath("go")) await compileGoSdk(join(work, "go"));
    }),
  );
}

/** @returns why the SDKs are missing */
export function missingKubernetesSdks(): string | undefined {
  return existsSync(directory) ? undefined : "the Kubernetes SDKs are not installed";
}

/** Copies the SDK for Node.js into a project. */
export function addKubernetesSdk(project: string): void {
  cpSync(join(directory, "node_modules"), join(project, "node_modules"), { recursive: true });
}

/** Compiles the packages of the estate's program into Go's cache, which takes minutes. */
async function compileGoSdk(folder: string): Promise<void> {
  const groups = new Set(readEstate().map(({ apiVersion }) => packageOf(apiVersion)));
  const imports = ["apiextensions", "meta/v1", ...groups].map(
    (name) => `import _ "${kubernetesGoModule.module}/go/kubernetes/${name}"`,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "main.go"), `package main\n\n${imports.join("\n")}\n\nfunc main() {}\n`);
  await compileGo(folder, [kubernetesGoModule], 1_800_000);
}

/** Returns the package of an API version: `rbac.authorization.k8s.io/v1` is in `rbac/v1`, and `v1` in `core/v1`. */
function packageOf(apiVersion: string): string {
  if (!apiVersion.includes("/")) return `core/${apiVersion}`;
  if (apiVersion.startsWith("example.com/")) return "apiextensions";
  const [group = "", version = ""] = apiVersion.split("/");
  return `${group.split(".")[0]}/${version}`;
}
