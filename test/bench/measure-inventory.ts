/** Measures the overhead of `imp discover --from` over the latency of its Reads. */
import { exitsWith, makeProject } from "../support/cli-project.ts";
import type { LatencyFigure } from "./measure-latency.ts";
import { median } from "./median.ts";

const type = "simcloud:storage/bucket:Bucket";

/** Discovers an inventory of ARNs in a slow cloud, without known forms of IDs. */
export async function measureInventory(options: {
  readonly size: number;
  readonly parallel: number;
  readonly latencyMs: number;
  readonly runs: number;
  readonly print: (line: string) => void;
}): Promise<readonly LatencyFigure[]> {
  const { size, parallel, latencyMs, runs, print } = options;
  const names = Array.from({ length: size }, (_, i) => `bucket-${i}`);
  const objects = names.map((bucket) => [
    `us-east-1|${type}|${bucket}`,
    { bucket, arn: `arn:sim:storage:::${bucket}` },
  ]);
  const files = { "arns.txt": names.map((name) => `arn:sim:storage:::${name}\n`).join("") };
  const seconds: number[] = [];
  let calls = 0;
  for (let run = 0; run < runs; run += 1) {
    print(`an inventory of ${size} objects, latency ${latencyMs} ms, ${parallel} parallel calls, run ${run + 1}`);
    const project = makeProject({ cloud: { version: 1, objects: Object.fromEntries(objects) }, files });
    const begun = performance.now();
    const words = ["discover", "simcloud", "--from", "arns.txt", "--parallel", String(parallel)];
    await exitsWith(0, project.imp(words, { SIMCLOUD_LATENCY_MS: String(latencyMs) }));
    seconds.push((performance.now() - begun) / 1000);
    calls = project.calls().filter((method) => method === "Read").length;
    await project.remove();
  }
  const idealSeconds = (latencyMs * calls) / parallel / 1000;
  return [{ size, parallel, latencyMs, calls, medianSeconds: median(seconds), idealSeconds }];
}
