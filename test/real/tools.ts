/** Builds the real `pulumi`, `gensdk` and `bindpcl` from the Go module next to this file, cached by content. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";

/** The version that nearly all suites use: the newest whose Go dependencies can be resolved. */
const newest = { version: "3.274.1", modfile: "go.mod" } as const;

/** An older version, which one suite uses. */
const older = { version: "3.255.0", modfile: "older.mod" } as const;

type Release = typeof newest | typeof older;

export interface Tools {
  readonly pulumi: string;
  readonly gensdk: string;
  readonly bindpcl: string;
}

/** The cache of built tools. It is outside the repository, so other clones can use it. */
export const realCache: string = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "imp-real");

const moduleDirectory: string = join(projectRoot, "test", "real", "go");

/** Builds missing tools, which takes minutes without a cache. Returns the tools, or why they cannot be built. */
export function buildTools(print: (line: string) => void): Promise<Tools | string> {
  return build(newest, print);
}

/** Builds the tools of the older version for one suite. Returns the tools, or why they cannot be built. */
export function buildOlderTools(print: (line: string) => void): Promise<Tools | string> {
  return build(older, print);
}

async function build(release: Release, print: (line: string) => void): Promise<Tools | string> {
  const directory = directoryOf(release);
  if (existsSync(directory)) return toolsIn(directory);
  if (!onPath("go")) return "Go is not on the PATH, so the Pulumi CLI cannot be built";
  print(`building Pulumi ${release.version}: CLI, SDK generator, and PCL binder (minutes without a cache)`);
  const failure = await failureOf(`Pulumi ${release.version} cannot be built`, () =>
    makeOnce(directory, (work) => make(release, work)),
  );
  return failure ?? toolsIn(directory);
}

async function make({ version, modfile }: Release, work: string): Promise<void> {
  const build = (file: string, ...words: readonly string[]) =>
    mustRun(["go", "build", "-o", work, ...words], {
      cwd: moduleDirectory,
      env: { ...process.env, GOFLAGS: `-buildvcs=false -mod=readonly -modfile=${file}` },
      timeout: 2_400_000,
    });
  // Without the version flag, the Automation API and version checks reject the binary.
  const flags = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  await build(modfile, "-ldflags", flags, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi");
  await build(modfile, "./cmd/bindpcl");
  // SDKs of the newest generator need newer core SDKs than package.json and requirements.txt pin.
  await build(older.modfile, "./cmd/gensdk");
}

/** Returns the tools that `.ci/real.mjs` has built. */
export function requireTools(): Tools {
  const directory = directoryOf(newest);
  if (!existsSync(directory)) throw new Error("The Pulumi CLI is not built, or outdated. Run `npm run test:real`");
  return toolsIn(directory);
}

/** Returns the tools of the older version. If they are missing, prints that the suite is skipped, and returns undefined. */
export function requireOlderTools(suite: string): Tools | undefined {
  const directory = directoryOf(older);
  if (existsSync(directory)) return toolsIn(directory);
  console.log(`SKIPPED: ${suite}: Pulumi ${older.version} is not built`);
  return undefined;
}

/** Returns whether an executable of this name is in PATH. */
export function onPath(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => existsSync(join(directory, name)));
}

function toolsIn(directory: string): Tools {
  return {
    pulumi: join(directory, "pulumi"),
    gensdk: join(directory, "gensdk"),
    bindpcl: join(directory, "bindpcl"),
  };
}

function directoryOf({ version }: Release): string {
  return join(realCache, "pulumi", `${version}-${fingerprintOf(moduleDirectory).slice(0, 16)}`);
}

/** Returns a hash of a Go module's sources and the Go version. */
export function fingerprintOf(directory: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(go|mod|sum)$/.test(name)) continue;
    hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  }
  const go = spawnSync("go", ["version"], { encoding: "utf8" });
  return hash.update(go.stdout ?? "").digest("hex");
}
