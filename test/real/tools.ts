/** The Go module next to this file -> the real `pulumi`, `gensdk` and `bindpcl` in an ignored cache folder, built once per content. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";

/** Most other versions do not resolve. */
export const pulumiVersion = "3.255.0";

export interface Tools {
  readonly pulumi: string;
  readonly gensdk: string;
  /** The PCL binder of this version; `bind-pcl.ts` builds the one that judges. */
  readonly bindpcl: string;
}

export const realCache: string = join(projectRoot, ".cache", "real");

export const moduleDirectory: string = join(projectRoot, "test", "real", "go");

/** The tools when they are built and current, without building anything. */
export function builtTools(): Tools | undefined {
  const stamp = join(realCache, "bin", "stamp");
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint() ? toolPaths() : undefined;
}

/** Builds what is missing; cold this takes minutes, otherwise nothing. A string is the reason why there are no tools. */
export async function buildTools(print: (line: string) => void): Promise<Tools | string> {
  const built = builtTools();
  if (built !== undefined) return built;
  if (!onPath("go")) return "Go is not on the PATH, so the real pulumi cannot be built";
  print("building the real pulumi, the SDK generator and the PCL binder (minutes on a cold machine)");
  const bin = join(realCache, "bin");
  await mkdir(bin, { recursive: true });
  const flags = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${pulumiVersion}`;
  const options = {
    cwd: moduleDirectory,
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    timeout: 900_000,
  };
  // Without the version flag the Automation API and version checks refuse the binary.
  await mustRun(["go", "build", "-ldflags", flags, "-o", bin, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"], options);
  await mustRun(["go", "build", "-o", bin, "./cmd/gensdk", "./cmd/bindpcl"], options);
  writeFileSync(join(bin, "stamp"), fingerprint());
  return toolPaths();
}

/** The tools for a suite that `.ci/real.mjs` started, which has built them. */
export function requireTools(): Tools {
  const tools = builtTools();
  if (tools === undefined) throw new Error("the real pulumi is not built or not current: run `npm run test:real`");
  return tools;
}

/** Whether an executable of this name is on the PATH. */
export function onPath(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => existsSync(join(directory, name)));
}

function toolPaths(): Tools {
  const bin = join(realCache, "bin");
  return { pulumi: join(bin, "pulumi"), gensdk: join(bin, "gensdk"), bindpcl: join(bin, "bindpcl") };
}

function fingerprint(): string {
  return fingerprintOf(moduleDirectory);
}

/** Of a Go module's sources, and of the Go that builds them. */
export function fingerprintOf(directory: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(go|mod|sum)$/.test(name)) continue;
    hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  }
  const go = spawnSync("go", ["version"], { encoding: "utf8" });
  return hash.update(go.stdout ?? "").digest("hex");
}
