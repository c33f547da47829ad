/** Measures `imp run` and `pulumi import` of diverse resources with a schema of 60 MB, cached and not cached. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { projectRoot } from "../real/project-root.ts";
import { type Ran, runProcess, showRun } from "../real/run-process.ts";
import { simcloudExecutable } from "../real/simcloud.ts";
import { openStack, type RealStack } from "../real/stack.ts";
import { imp } from "./measure-startup.ts";
import { median } from "./median.ts";
import type { Peer } from "./peer.ts";

export interface LargeSchemaFigure {
  readonly contestant: "imp run" | "pulumi import";
  /** `kept`: the schema is cached in Pulumi's home directory. `asked for`: the plugin returns it. */
  readonly schema: "kept" | "asked for";
  readonly resources: number;
  readonly seconds: readonly number[];
  readonly medianSeconds: number;
  /** The memory of the process without its provider. */
  readonly peakBytes: number;
}

const packed = join(projectRoot, "fixtures", "schemas", "published", "packages", "aws.json.br");

/** Alternates the programs, each with a separate stack. */
export async function measureLargeSchema(
  peer: Peer,
  runs: number,
  print: (line: string) => void,
): Promise<readonly LargeSchemaFigure[]> {
  const estate = makeEstate({ seed: 7, resources: 120, regions: ["us-east-1"] });
  // Leave out components, for which `pulumi import` prints no code.
  const resources = estate.specs.resources
    .filter(({ component }) => !component)
    .map(({ parent: _, ...entry }) => entry);
  const rans = new Map<string, Ran[]>();
  for (let run = 0; run < runs; run++) {
    for (const contestant of ["imp run", "pulumi import"] as const) {
      const stack = await openLarge(peer);
      try {
        writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
        for (const schema of ["asked for", "kept"] as const) {
          print(`60 MB schema, ${schema}: ${contestant}, run ${run + 1}`);
          const ran = await once(contestant, stack, peer, { resources });
          const key = `${contestant}|${schema}`;
          rans.set(key, [...(rans.get(key) ?? []), ran]);
        }
      } finally {
        await stack.dispose();
      }
    }
  }
  return [...rans].map(([key, all]) => {
    const [contestant, schema] = key.split("|") as [LargeSchemaFigure["contestant"], LargeSchemaFigure["schema"]];
    const seconds = all.map((ran) => ran.seconds);
    const peakBytes = Math.max(...all.map((ran) => ran.peakBytes));
    return { contestant, schema, resources: resources.length, seconds, medianSeconds: median(seconds), peakBytes };
  });
}

async function openLarge(peer: Peer): Promise<RealStack> {
  const stack = await openStack({ ...peer, providers: {}, sdks: [] });
  const folder = join(String(stack.env.PULUMI_HOME), "plugins", "resource-simcloud-v1.0.0");
  mkdirSync(folder, { recursive: true });
  symlinkSync(simcloudExecutable, join(folder, "pulumi-resource-simcloud"));
  Object.assign(stack.env, {
    SIMCLOUD_FILE: join(stack.root, "cloud.json"),
    SIMCLOUD_REGION: "us-east-1",
    SIMCLOUD_MORE_TYPES: packed,
  });
  return stack;
}

async function once(
  contestant: LargeSchemaFigure["contestant"],
  stack: RealStack,
  peer: Peer,
  specs: { readonly resources: readonly object[] },
): Promise<Ran> {
  const empty = join(stack.root, "empty.json");
  await stack.pulumi("stack", "export", "--file", empty);
  const file = join(stack.root, "specs.json");
  writeFileSync(file, JSON.stringify(specs));
  const options = { cwd: stack.directory, env: stack.env, sample: 10 };
  const ran =
    contestant === "imp run"
      ? await runProcess([...imp, "run", file, "--yes", "--language", "typescript"], options)
      : await runProcess(
          [peer.tools.pulumi, "import", "-f", file, "--yes", "--skip-preview", "--protect=false", "--non-interactive"],
          options,
        );
  if (ran.code !== 0) throw new Error(showRun(ran));
  await stack.pulumi("stack", "import", "--file", empty, "--force");
  rmSync(join(stack.directory, "index.ts"), { force: true });
  return ran;
}
