/**
 * `npm run bench` compares imports with `pulumi import` of the same file, and parts of a run with their minimum cost. It prints tables, writes
 * .cache/bench.json, and asserts nothing.
 *
 *     npm run bench -- --sizes 1,100,1000,10000 --runs 3 --cap 120 --no-peer --latency 20
 *     npm run bench -- large-schema printing      # only these parts
 *     npm run bench -- --json                     # the document instead of tables
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildJudges } from "../real/judges.ts";
import { requireKubernetes } from "../real/kubernetes-stack.ts";
import { projectRoot } from "../real/project-root.ts";
import { measureConversion } from "./measure-conversion.ts";
import { measureImports } from "./measure-imports.ts";
import { measureInventory } from "./measure-inventory.ts";
import { measureKubernetes } from "./measure-kubernetes.ts";
import { measureLargeSchema } from "./measure-large-schema.ts";
import { measureLargeState } from "./measure-large-state.ts";
import { measureLatency } from "./measure-latency.ts";
import { measureOwnProgram } from "./measure-own-program.ts";
import { measurePrinting } from "./measure-printing.ts";
import { measureReview } from "./measure-review.ts";
import { measureSchemaCheck } from "./measure-schema-check.ts";
import { measureStartup } from "./measure-startup.ts";
import { measureTerraformState } from "./measure-terraform-state.ts";
import { measureVerify } from "./measure-verify.ts";
import { findPeer } from "./peer.ts";
import {
  showConversion,
  showGrowth,
  showImports,
  showKubernetes,
  showLargeSchema,
  showLargeState,
  showLatency,
  showOwnProgram,
  showPrinting,
  showReview,
  showSchemaCheck,
  showStartup,
  showTerraformState,
  showVerify,
} from "./report.ts";

/** The figures of one benchmark, and their printed form. */
interface Measured {
  readonly figures: unknown;
  readonly text: string;
  /** True if a run failed. The figures are then invalid. */
  readonly isFailed?: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "1,100,1000" },
    runs: { type: "string", default: "3" },
    cap: { type: "string", default: "120" },
    latency: { type: "string", default: "20" },
    "no-peer": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const print = (line: string) => process.stderr.write(`${line}\n`);
const runs = positive(values.runs);
const leftOut = "excluded by --no-peer";
const peer = once(async () => (values["no-peer"] ? leftOut : await findPeer(print)));
const findJudges = once(async () => (values["no-peer"] ? leftOut : await buildJudges(print)));

/** The benchmarks by name, in the order in which they run. */
const parts: Readonly<Record<string, () => Promise<Measured>>> = {
  startup: async () => {
    const figures = await measureStartup(9);
    return { figures, text: showStartup(figures) };
  },
  imports: async () => {
    const foundPeer = await peer();
    const figures = await measureImports({
      sizes: values.sizes.split(",").map(positive),
      runs,
      capSeconds: positive(values.cap),
      ...(typeof foundPeer === "string" ? {} : { peer: foundPeer }),
      print,
    });
    const isFailed = figures.some(({ failure }) => failure !== undefined);
    return { figures, text: `${showImports(figures)}\n${await peerName()}\n${showGrowth(figures)}`, isFailed };
  },
  "large-schema": async () => {
    const found = await peer();
    if (typeof found === "string") return { figures: [], text: `60 MB package schema: SKIPPED: ${found}\n` };
    const figures = await measureLargeSchema(found, runs, print);
    return { figures, text: showLargeSchema(figures) };
  },
  kubernetes: async () => {
    const found = await peer();
    const provider = typeof found === "string" ? undefined : requireKubernetes("Kubernetes benchmark");
    if (typeof found === "string" || provider === undefined) {
      const reason = typeof found === "string" ? found : "the Kubernetes provider is not built";
      return { figures: [], text: `500 Kubernetes objects: SKIPPED: ${reason}\n` };
    }
    const figures = await measureKubernetes(found, provider, { size: 500, runs, print });
    return { figures, text: showKubernetes(figures) };
  },
  latency: async () => {
    const points = [4, 8, 32].map((parallel) => ({ size: 1000, parallel }));
    const figures = await measureLatency({ points, latencyMs: positive(values.latency), runs, print });
    return { figures, text: showLatency(figures) };
  },
  inventory: async () => {
    const sizes = { size: 10_000, parallel: 8, latencyMs: positive(values.latency) };
    const figures = await measureInventory({ ...sizes, runs, print });
    return { figures, text: showLatency(figures) };
  },
  printing: async () => {
    const judges = await findJudges();
    const figures = await measurePrinting({
      size: 1000,
      runs,
      ...(typeof judges === "string" ? {} : { judges }),
      print,
    });
    return { figures, text: showPrinting(figures) };
  },
  "large-state": async () => {
    const figures = await measureLargeState(20_000, runs, print);
    return { figures, text: showLargeState(figures) };
  },
  "terraform-state": async () => {
    const figures = measureTerraformState(1000, 4 * runs, print);
    return { figures, text: showTerraformState(figures) };
  },
  "own-program": async () => {
    const figures = await measureOwnProgram(4 * runs, print);
    return { figures, text: showOwnProgram(figures) };
  },
  verify: async () => {
    const foundPeer = await peer();
    const found = typeof foundPeer === "string" ? {} : { peer: foundPeer };
    const figures = await measureVerify({ size: 1000, runs, ...found, print });
    return { figures, text: showVerify(figures) };
  },
  "schema-check": async () => {
    const figures = await measureSchemaCheck(2 * runs + 1, print);
    return { figures, text: showSchemaCheck(figures) };
  },
  review: async () => {
    const figures = measureReview(5000, print);
    return { figures, text: showReview(figures) };
  },
  conversion: async () => {
    const figures = await measureConversion(runs, print);
    return { figures, text: showConversion(figures) };
  },
};

const measured = new Map<string, Measured>();
for (const name of chosen()) {
  const part = parts[name];
  if (part !== undefined) measured.set(name, await part());
}
const document = {
  version: 2,
  machine: { cpus: cpus().length, memoryBytes: totalmem(), node: process.version, platform: process.platform },
  peer: await peerName(),
  parts: Object.fromEntries([...measured].map(([name, { figures }]) => [name, figures])),
};
const json = `${JSON.stringify(document, null, 2)}\n`;
mkdirSync(join(projectRoot, ".cache"), { recursive: true });
writeFileSync(join(projectRoot, ".cache", "bench.json"), json);
const texts = [...measured.values()].map(({ text }) => text);
process.stdout.write(values.json ? json : `${texts.join("")}written: .cache/bench.json\n`);
if ([...measured.values()].some(({ isFailed }) => isFailed)) process.exitCode = 1;

/** Returns the requested benchmarks. Defaults to all of them. */
function chosen(): readonly string[] {
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    print(`Unknown benchmark: ${unknown.join(", ")}. Use one of ${Object.keys(parts).join(", ")}.`);
    process.exit(2);
  }
  return Object.keys(parts).filter((name) => positionals.length === 0 || positionals.includes(name));
}

async function peerName(): Promise<string> {
  const found = await peer();
  return typeof found === "string" ? `SKIPPED: ${found}` : "pulumi import";
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`Expected a positive integer, found ${text}`);
  return number;
}
