/** Measures `imp run`, and `pulumi import` with and without checkpoints, for N equal resources. Each run has a separate stack. */
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ran, runProcess, showRun } from "../real/run-process.ts";
import { alike, simcloudExecutable } from "../real/simcloud.ts";
import { openStack, stackEnvironment } from "../real/stack.ts";
import { imp } from "./measure-startup.ts";
import { median } from "./median.ts";
import type { Peer } from "./peer.ts";

export type Contestant = "imp run" | "pulumi import, checkpoints skipped" | "pulumi import, default";

export interface ImportFigure {
  readonly size: number;
  readonly contestant: Contestant;
  /** Seconds of each run, in order. */
  readonly seconds: readonly number[];
  readonly medianSeconds: number;
  /** The maximum memory of all runs, without the provider. */
  readonly peakBytes: number;
  /** True if the run reached the time limit. */
  readonly capped: boolean;
  readonly failure?: string;
}

export interface ImportOptions {
  readonly sizes: readonly number[];
  readonly runs: number;
  readonly capSeconds: number;
  readonly peer?: Peer;
  readonly print: (line: string) => void;
}

interface Lane {
  readonly contestant: Contestant;
  readonly once: (size: number) => Promise<Ran>;
  /** The number of runs for each size. `pulumi import` with checkpoints takes quadratic time, so one run must be enough. */
  readonly runs: number;
}

/** Alternates the programs at each size, so that the load of the machine affects all of them. */
export async function measureImports(options: ImportOptions): Promise<readonly ImportFigure[]> {
  const { peer, runs } = options;
  const cap = options.capSeconds * 1000;
  const lanes: readonly Lane[] = [
    { contestant: "imp run", runs, once: (size) => (peer ? impOnStack(peer, size, cap) : impOnFile(size, cap)) },
    ...(peer === undefined ? [] : peerLanes(peer, runs, cap)),
  ];
  const figures: ImportFigure[] = [];
  for (const size of options.sizes) {
    const rans = new Map<Contestant, Ran[]>(lanes.map(({ contestant }) => [contestant, []]));
    for (let run = 0; run < runs; run++) {
      for (const lane of lanes) {
        if (run >= lane.runs) continue;
        options.print(`${size} × ${lane.contestant}, run ${run + 1}`);
        rans.get(lane.contestant)?.push(await lane.once(size));
      }
    }
    for (const [contestant, measured] of rans) figures.push(figure(size, contestant, measured));
  }
  return figures;
}

function peerLanes(peer: Peer, runs: number, cap: number): readonly Lane[] {
  const skipping = { PULUMI_EXPERIMENTAL: "1", PULUMI_SKIP_CHECKPOINTS: "true" };
  return [
    { contestant: "pulumi import, checkpoints skipped", runs, once: (size) => pulumiImport(peer, size, cap, skipping) },
    { contestant: "pulumi import, default", runs: 1, once: (size) => pulumiImport(peer, size, cap, {}) },
  ];
}

const sampling = { sample: 10 } as const;

async function impOnStack(peer: Peer, size: number, timeout: number): Promise<Ran> {
  const stack = await openStack({ ...peer, providers: { simcloud: simcloudExecutable }, sdks: [] });
  try {
    const specs = alike(size, stack.root, stack.env);
    const command = [...imp, "run", specs, "--yes", "--language", "typescript"] as const;
    return await runProcess(command, { cwd: stack.directory, env: stack.env, timeout, ...sampling });
  } finally {
    await stack.dispose();
  }
}

/** Runs imp on a state file instead of a stack, so that the Pulumi CLI is not needed. */
export async function impOnFile(
  size: number,
  timeout: number,
  more: { readonly flags?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const root = await mkdtemp(join(tmpdir(), "imp-bench-"));
  try {
    const env = stackEnvironment(root, { providers: { simcloud: simcloudExecutable } });
    const specs = alike(size, root, env);
    const cwd = join(root, "project");
    writeFileSync(join(cwd, "Pulumi.yaml"), "name: bench\nruntime: nodejs\n");
    const command = [
      ...imp,
      "run",
      specs,
      "--yes",
      "--language",
      "typescript",
      "--state",
      "state.json",
      "--stack-name",
      "dev",
      ...(more.flags ?? []),
    ] as const;
    return await runProcess(command, { cwd, env: { ...env, ...more.env }, timeout, ...sampling });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function pulumiImport(
  peer: Peer,
  size: number,
  timeout: number,
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const stack = await openStack({ ...peer, providers: { simcloud: simcloudExecutable }, sdks: [], env });
  try {
    const specs = alike(size, stack.root, stack.env);
    const flags = ["--yes", "--skip-preview", "--non-interactive"];
    const command = [peer.tools.pulumi, "import", "-f", specs, ...flags] as const;
    return await runProcess(command, { cwd: stack.directory, env: stack.env, timeout, ...sampling });
  } finally {
    await stack.dispose();
  }
}

function figure(size: number, contestant: Contestant, rans: readonly Ran[]): ImportFigure {
  const seconds = rans.map((ran) => ran.seconds);
  const failed = rans.find((ran) => ran.code !== 0 && !ran.timedOut);
  return {
    size,
    contestant,
    seconds,
    medianSeconds: median(seconds),
    peakBytes: Math.max(...rans.map((ran) => ran.peakBytes)),
    capped: rans.some((ran) => ran.timedOut),
    ...(failed === undefined ? {} : { failure: showRun(failed).slice(0, 4000) }),
  };
}
