/**
 * Measures how long each language takes to print a program, compared with Pulumi's generator from PCL (parse, bind, generate). Runs in this process,
 * with loaded modules.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaText } from "../../fixtures/simcloud/provider.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program } from "../../src/ir/program.ts";
import { estateProgram } from "../generators/estate-program.ts";
import { languageNames, loadGenerator } from "../generators/generator-of.ts";
import type { Judges } from "../real/judges.ts";
import { mustRun } from "../real/run-process.ts";
import { median } from "./median.ts";

/** Median times in seconds. */
export interface PrintingFigure {
  readonly language: string;
  readonly size: number;
  readonly seconds: number;
  /** The time of Pulumi's generator. Omitted if the language has none or it was not built. */
  readonly officialSeconds?: number;
  /** The time for ten times as many resources. */
  readonly tenfoldSeconds: number;
}

export interface PrintingOptions {
  readonly size: number;
  readonly runs: number;
  readonly judges?: Judges;
  readonly print: (line: string) => void;
}

/** Alternates the generators, so that the load of the machine affects all of them. */
export async function measurePrinting({
  size,
  runs,
  judges,
  print,
}: PrintingOptions): Promise<readonly PrintingFigure[]> {
  print(`printing ${size} and ${10 * size} resources`);
  const [program, tenfold] = [programOf(size), programOf(10 * size)];
  const [impTimes, tenfolds, officialTimes] = [figures(), figures(), figures()];
  for (const language of languageNames) await timed(language, program);
  const { text: pcl } = await timed("pcl", program);
  for (let run = 0; run < runs; run++) {
    for (const language of languageNames) {
      impTimes.note(language, (await timed(language, program)).seconds);
      tenfolds.note(language, (await timed(language, tenfold)).seconds);
    }
    if (judges === undefined) continue;
    for (const [language, seconds] of Object.entries(await timeOfficial(judges, pcl)))
      officialTimes.note(language, seconds);
  }
  return languageNames.map((language) => {
    const officialSeconds = officialTimes.median(language);
    return {
      language,
      size,
      seconds: impTimes.median(language) ?? 0,
      tenfoldSeconds: tenfolds.median(language) ?? 0,
      ...(officialSeconds !== undefined && { officialSeconds }),
    };
  });
}

/** Returns a program that every language can express: it has no components, and no values that do not match their types. */
function programOf(size: number): Program {
  const program = estateProgram(size);
  const resources = program.resources.flatMap((node) => {
    if (node.kind === "component") return [];
    const { parent, ...options } = node.options;
    return [{ ...node, options, inputs: node.inputs.filter(({ value }) => value.kind !== "null" && fits(value)) }];
  });
  return { ...program, resources };
}

async function timed(language: string, program: Program): Promise<{ readonly seconds: number; readonly text: string }> {
  const generator = await loadGenerator(language);
  const started = process.hrtime.bigint();
  const [file] = await generator.print(program, {});
  return { seconds: Number(process.hrtime.bigint() - started) / 1e9, text: file?.text ?? "" };
}

/** Returns how many seconds the official generator takes, by language. */
async function timeOfficial(judges: Judges, pcl: string): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), "imp-bench-"));
  try {
    const schema = join(folder, "schema.json");
    writeFileSync(schema, schemaText());
    // The first run loads modules that the second run reuses.
    const { stdout } = await mustRun([judges.timePcl, "2", schema], { input: pcl });
    const seconds = JSON.parse(stdout) as Record<string, readonly number[]>;
    return Object.fromEntries(Object.entries(seconds).map(([language, each]) => [language, each.at(-1) ?? 0]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figures() {
  const seconds = new Map<string, number[]>();
  return {
    note: (language: string, figure: number): void => {
      seconds.set(language, [...(seconds.get(language) ?? []), figure]);
    },
    median: (language: string): number | undefined => {
      const noted = seconds.get(language);
      return noted === undefined ? undefined : median(noted);
    },
  };
}
