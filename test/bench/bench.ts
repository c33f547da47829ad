/**
 * `npm run bench`: the time of an import, compared with `pulumi import` of the same file in the same run, and what the command line costs to start;
 * and the time to print a program, compared with the official generators.
 * Prints a table, writes .cache/bench.json, asserts nothing.
 *
 *     npm run bench -- --sizes 1,100,1000,10000 --runs 3 --cap 120 --no-peer --latency 20
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildJudges } from "../real/judges.ts";
import { projectRoot } from "../real/project-root.ts";
import { buildTools } from "../real/tools.ts";
import { type ImportFigure, measureImports } from "./measure-imports.ts";
import { type LargeStateFigure, measureLargeState } from "./measure-large-state.ts";
import { type LatencyFigure, measureLatency } from "./measure-latency.ts";
import { measureOwnProgram, type OwnProgramFigure } from "./measure-own-program.ts";
import { measurePrinting, type PrintingFigure } from "./measure-printing.ts";
import { measureSchemaCheck, type SchemaCheckFigure } from "./measure-schema-check.ts";
import { measureStartup, type StartupFigure } from "./measure-startup.ts";
import { measureTerraformState, type TerraformStateFigure } from "./measure-terraform-state.ts";
import {
  showGrowth,
  showImports,
  showLargeState,
  showLatency,
  showOwnProgram,
  showPrinting,
  showSchemaCheck,
  showStartup,
  showTerraformState,
} from "./report.ts";

export interface Bench {
  readonly version: 1;
  readonly machine: {
    readonly cpus: number;
    readonly memoryBytes: number;
    readonly node: string;
    readonly platform: string;
  };
  /** Absent: the reason is in `peer`. */
  readonly pulumi?: string;
  readonly peer: string;
  readonly startup: StartupFigure;
  readonly imports: readonly ImportFigure[];
  readonly latency: readonly LatencyFigure[];
  readonly printing: readonly PrintingFigure[];
  readonly largeState: LargeStateFigure;
  readonly terraformState: TerraformStateFigure;
  readonly ownProgram: OwnProgramFigure;
  readonly schemaCheck: SchemaCheckFigure;
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1,100,1000" },
    runs: { type: "string", default: "3" },
    cap: { type: "string", default: "120" },
    latency: { type: "string", default: "20" },
    "no-peer": { type: "boolean", default: false },
  },
});

const print = (line: string) => process.stderr.write(`${line}\n`);
const tools = values["no-peer"] ? "left out by --no-peer" : await buildTools(print);
const judges = values["no-peer"] ? "left out by --no-peer" : await buildJudges(print);
const sizes = values.sizes.split(",").map(positive);
const startup = await measureStartup(9);
const imports = await measureImports({
  sizes,
  runs: positive(values.runs),
  capSeconds: positive(values.cap),
  ...(typeof tools === "string" ? {} : { tools }),
  print,
});
const latency = await measureLatency({
  points: [
    { size: 1000, parallel: 4 },
    { size: 1000, parallel: 8 },
    { size: 1000, parallel: 32 },
  ],
  latencyMs: positive(values.latency),
  runs: positive(values.runs),
  print,
});
const printing = await measurePrinting({
  size: 1000,
  runs: positive(values.runs),
  ...(typeof judges === "string" ? {} : { judges }),
  print,
});
const largeState = await measureLargeState(20_000, positive(values.runs), print);
const terraformState = measureTerraformState(1000, 4 * positive(values.runs), print);
const ownProgram = await measureOwnProgram(4 * positive(values.runs), print);
const schemaCheck = await measureSchemaCheck(2 * positive(values.runs) + 1, print);
const bench: Bench = {
  version: 1,
  machine: { cpus: cpus().length, memoryBytes: totalmem(), node: process.version, platform: process.platform },
  peer: typeof tools === "string" ? `SKIPPED: ${tools}` : "pulumi import",
  startup,
  imports,
  latency,
  printing,
  largeState,
  terraformState,
  ownProgram,
  schemaCheck,
};
const file = join(projectRoot, ".cache", "bench.json");
mkdirSync(join(projectRoot, ".cache"), { recursive: true });
writeFileSync(file, `${JSON.stringify(bench, null, 2)}\n`);
process.stdout.write(
  `${showStartup(startup)}\n${showImports(imports)}\n${bench.peer}\n${showGrowth(imports)}${showLatency(latency)}${showPrinting(printing)}${showLargeState(largeState)}${showTerraformState(terraformState)}${showOwnProgram(ownProgram)}${showSchemaCheck(schemaCheck)}written: .cache/bench.json\n`,
);
// A figure of a run that failed is no figure.
if (imports.some(({ failure }) => failure !== undefined)) process.exitCode = 1;

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`not a positive whole number: ${text}`);
  return number;
}
