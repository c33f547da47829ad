/** Measures the overhead of `imp run` over the latency of its calls in a slow cloud. */
import { showRun } from "../real/run-process.ts";
import { impOnFile } from "./measure-imports.ts";
import { median } from "./median.ts";

export interface LatencyFigure {
  readonly size: number;
  readonly parallel: number;
  readonly latencyMs: number;
  /** The number of Read, Check, and Diff calls in `--json`. Other tests compare this number with the journal of the simulated cloud. */
  readonly calls: number;
  readonly medianSeconds: number;
  /** The minimum time in seconds: latency x calls / parallel. */
  readonly idealSeconds: number;
}

/** Measures each latency `runs` times. Throws if a run fails, because its time would be meaningless. */
export async function measureLatency(options: {
  readonly points: readonly { readonly size: number; readonly parallel: number }[];
  readonly latencyMs: number;
  readonly runs: number;
  readonly print: (line: string) => void;
}): Promise<readonly LatencyFigure[]> {
  const { points, latencyMs, runs, print } = options;
  const figures: LatencyFigure[] = [];
  for (const { size, parallel } of points) {
    const seconds: number[] = [];
    let calls = 0;
    for (let run = 0; run < runs; run += 1) {
      print(`${size} resources, latency ${latencyMs} ms, ${parallel} parallel calls, run ${run + 1}`);
      const flags = ["--json", "--parallel", String(parallel)];
      const ran = await impOnFile(size, 600_000, { flags, env: { SIMCLOUD_LATENCY_MS: String(latencyMs) } });
      if (ran.code !== 0) throw new Error(showRun(ran).slice(0, 4000));
      const report = JSON.parse(ran.stdout) as { readonly calls: Readonly<Record<string, number>> };
      calls = Object.values(report.calls).reduce((sum, count) => sum + count, 0);
      seconds.push(ran.seconds);
    }
    const idealSeconds = (latencyMs * calls) / parallel / 1000;
    figures.push({ size, parallel, latencyMs, calls, medianSeconds: median(seconds), idealSeconds });
  }
  return figures;
}
