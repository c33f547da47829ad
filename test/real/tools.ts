/** The Go module next to this file -> the real `pulumi`, `gensdk` and `bindpcl` in the cache, built once per content. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";

/** The newest version that resolves; most others do not. */
const newest = { version: "3.274.1", modfile: "go.mod" } as const;

/** The version that one suite stays on, so that what was proven with it stays proven. */
const older = { version: "3.255.0", modfile: "older.mod" } as const;

type Release = typeof newest | typeof older;

export interface Tools {
  readonly pulumi: string;
  readonly gensdk: string;
  readonly bindpcl: string;
}

/** Outside the clone, so that the next clone builds nothing again. */
export const realCache: string = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "imp-real");

const moduleDirectory: string = join(projectRoot, "test", "real", "go");

/** Builds what is missing; cold this takes minutes, otherwise nothing. A string is the reason why there are no tools. */
export function buildTools(print: (line: string) => void): Promise<Tools | string> {
  return build(newest, print);
}

/** Builds the tools of the older version that one suite judges by. A string is the reason why there are none. */
export function buildOlderTools(print: (line: string) => void): Promise<Tools | string> {
  return build(older, print);
}

async function build(release: Release, print: (line: string) => void): Promise<Tools | string> {
  const directory = directoryOf(release);
  if (existsSync(directory)) return toolsIn(directory);
  if (!onPath("go")) return "Go is not on the PATH, so the real pulumi cannot be built";
  print(`building Pulumi ${release.version}: CLI, SDK generator and PCL binder (minutes on a cold machine)`);
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
  // Without the version flag the Automation API and version checks refuse the binary.
  const flags = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  await build(modfile, "-ldflags", flags, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi");
  await build(modfile, "./cmd/bindpcl");
  // SDKs of the newest generator need newer core SDKs than package.json and requirements.txt pin.
  await build(older.modfile, "./cmd/gensdk");
}

/** The tools for a suite that `.ci/real.mjs` started, which has built them. */
export function requireTools(): Tools {
  const directory = directoryOf(newest);
  if (!existsSync(directory)) throw new Error("the real pulumi is not built or not current: run `npm run test:real`");
  return toolsIn(directory);
}

/** The tools of the older version if `.ci/real.mjs` has built them; otherwise a message says that the suite is skipped. */
export function requireOlderTools(suite: string): Tools | undefined {
  const directory = directoryOf(older);
  if (existsSync(directory)) return toolsIn(directory);
  console.log(`SKIPPED: ${suite}: Pulumi ${older.version} is not built`);
  return undefined;
}

/** Whether an executable of this name is on the PATH. */
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
