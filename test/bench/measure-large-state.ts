/** Measures an import into a large state, compared with `JSON.parse` and `JSON.stringify` of the same file. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, policy, record, role, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { median } from "./median.ts";

/** Median times in seconds. */
export interface LargeStateFigure {
  readonly resources: number;
  readonly bytes: number;
  /** The time of `JSON.parse` and `JSON.stringify` for the state. */
  readonly plain: number;
  /** The time of `imp run` of one new resource into this state and into an empty one. */
  readonly one: number;
  readonly oneIntoEmpty: number;
  /** The time of `imp run` of seven new resources. */
  readonly seven: number;
  /** The time of `imp undo` of that run. */
  readonly undo: number;
}

export async function measureLargeState(
  resources: number,
  runs: number,
  print: (line: string) => void,
): Promise<LargeStateFigure> {
  print(`state with ${resources} resources`);
  const project = makeProject({ specs: JSON.parse(specsOf(bucket)) });
  project.write("seven.json", specsOf(bucket, policy, record, role, vpc, subnetA, subnetB));
  const path = project.path(checkpoint);
  const empty = readFileSync(path);
  const large = Buffer.from(stateOf(resources));
  const times = {
    plain: [] as number[],
    one: [] as number[],
    oneIntoEmpty: [] as number[],
    seven: [] as number[],
    undo: [] as number[],
  };
  const run = async (words: readonly string[]): Promise<number> => {
    const started = performance.now();
    const ran = await project.imp(words);
    if (ran.code !== 0) throw new Error(showRun(ran));
    return (performance.now() - started) / 1000;
  };
  for (let turn = 0; turn < runs; turn += 1) {
    writeFileSync(path, large);
    times.plain.push(plainSeconds(readFileSync(path, "utf8")));
    times.one.push(await run(["run", "specs.json", "--state-only", "--yes"]));
    writeFileSync(path, large);
    times.seven.push(await run(["run", "seven.json", "--state-only", "--yes"]));
    const started = performance.now();
    const undone = await project.plain(["undo", "--yes"]);
    if (undone.code !== 0 || !readFileSync(path).equals(large)) throw new Error(showRun(undone));
    times.undo.push((performance.now() - started) / 1000);
    writeFileSync(path, empty);
    times.oneIntoEmpty.push(await run(["run", "specs.json", "--state-only", "--yes"]));
  }
  writeFileSync(path, large);
  const bytes = statSync(path).size;
  await project.remove();
  return {
    resources,
    bytes,
    plain: median(times.plain),
    one: median(times.one),
    oneIntoEmpty: median(times.oneIntoEmpty),
    seven: median(times.seven),
    undo: median(times.undo),
  };
}

function plainSeconds(text: string): number {
  const started = performance.now();
  JSON.stringify(JSON.parse(text));
  return (performance.now() - started) / 1000;
}

/** Returns a checkpoint with 2.5 KB per resource. */
function stateOf(count: number): string {
  const root = "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev";
  const provider = "urn:pulumi:dev::orchard::pulumi:providers:sea::default";
  const tags = Object.fromEntries(
    Array.from({ length: 30 }, (_, tag) => [`tag-${tag}`, `value ${tag} of some length`]),
  );
  const resources = Array.from({ length: count }, (_, index) => ({
    urn: `urn:pulumi:dev::orchard::sea:index:Boat::boat-${index}`,
    custom: true,
    id: `boat-${index}`,
    type: "sea:index:Boat",
    inputs: { name: `boat-${index}`, tags },
    outputs: { name: `boat-${index}`, length: index / 8, arn: `arn:sea:::boat-${index}`, tags },
    parent: root,
    provider: `${provider}::p1`,
    propertyDependencies: { name: [], tags: [] },
  }));
  const before = [
    { urn: root, custom: false, type: "pulumi:pulumi:Stack" },
    { urn: provider, custom: true, id: "p1", type: "pulumi:providers:sea" },
  ];
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  return JSON.stringify({
    version: 3,
    checkpoint: {
      stack: "organization/orchard/dev",
      latest: { manifest, resources: [...before, ...resources], metadata: {} },
    },
  });
}
