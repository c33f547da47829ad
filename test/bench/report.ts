/** Formats the tables of `npm run bench`. */

import type { ConversionFigure } from "./measure-conversion.ts";
import type { Contestant, ImportFigure } from "./measure-imports.ts";
import type { KubernetesFigure } from "./measure-kubernetes.ts";
import type { LargeSchemaFigure } from "./measure-large-schema.ts";
import type { LargeStateFigure } from "./measure-large-state.ts";
import type { LatencyFigure } from "./measure-latency.ts";
import type { OwnProgramFigure } from "./measure-own-program.ts";
import type { PrintingFigure } from "./measure-printing.ts";
import type { ReviewFigure } from "./measure-review.ts";
import type { SchemaCheckFigure } from "./measure-schema-check.ts";
import type { StartupFigure } from "./measure-startup.ts";
import type { TerraformStateFigure } from "./measure-terraform-state.ts";
import type { VerifyFigure } from "./measure-verify.ts";

const fair: Contestant = "pulumi import, checkpoints skipped";

/** Formats the medians of imp and Node.js and their difference in milliseconds, in one line. */
export function showStartup({ help, bare, runs }: StartupFigure): string {
  const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
  return `imp run --help ${ms(help)}, node -e 0 ${ms(bare)}: ${ms(help - bare)} more (medians of ${runs} alternating runs)\n`;
}

/** Formats a line per size and program. The ratio is relative to `pulumi import` without checkpoints. */
export function showImports(figures: readonly ImportFigure[]): string {
  const head = ["resources", "contestant", "seconds", "peak MB", "imp / this"];
  const rows = figures.map((figure) => {
    const seconds = `${figure.capped ? "> " : ""}${figure.medianSeconds.toFixed(2)}`;
    const peak = Math.round(figure.peakBytes / 1024 / 1024).toString();
    const failure = figure.failure === undefined ? "" : "  FAILED";
    return [String(figure.size), figure.contestant, seconds, peak, ratio(figure, figures) + failure];
  });
  const failures = figures.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  return [...table([head, ...rows]), ...failures].join("\n");
}

/** Formats a line per program and cache state. The ratio is relative to `pulumi import` in the same cache state. */
export function showLargeSchema(figures: readonly LargeSchemaFigure[]): string {
  const head = ["60 MB schema", "contestant", "resources", "seconds", "peak MB", "imp / this"];
  const rows = figures.map(({ schema, contestant, resources, medianSeconds, peakBytes }) => {
    const ours = figures.find((other) => other.schema === schema && other.contestant === "imp run");
    const isOurs = ours === undefined || contestant === "imp run";
    const peak = Math.round(peakBytes / 1024 / 1024).toString();
    const ratio = isOurs ? "" : (ours.medianSeconds / medianSeconds).toFixed(2);
    return [schema, contestant, String(resources), medianSeconds.toFixed(2), peak, ratio];
  });
  return `\n${table([head, ...rows]).join("\n")}\n`;
}

export function showKubernetes(figures: readonly KubernetesFigure[]): string {
  const head = ["Kubernetes objects", "contestant", "seconds", "peak MB", "imp / this"];
  const ours = figures.find(({ contestant }) => contestant === "imp run");
  const rows = figures.map(({ resources, contestant, medianSeconds, peakBytes }) => {
    const ratio = ours === undefined || contestant === "imp run" ? "" : (ours.medianSeconds / medianSeconds).toFixed(2);
    const peak = Math.round(peakBytes / 1024 / 1024).toString();
    return [String(resources), contestant, medianSeconds.toFixed(2), peak, ratio];
  });
  return `\n${table([head, ...rows]).join("\n")}\n`;
}

/** Formats how the time of `imp run` grows between sizes, as an exponent. */
export function showGrowth(figures: readonly ImportFigure[]): string {
  const ours = figures.filter(({ contestant }) => contestant === "imp run");
  const lines = ours.slice(1).map((to, index) => {
    const from = ours[index] ?? to;
    const exponent = Math.log(to.medianSeconds / from.medianSeconds) / Math.log(to.size / from.size);
    return `growth of imp run from ${from.size} to ${to.size}: exponent ${exponent.toFixed(2)}\n`;
  });
  return lines.join("");
}

/** Formats a line per latency. The ratio is relative to latency x calls / parallel. */
export function showLatency(figures: readonly LatencyFigure[]): string {
  if (figures.length === 0) return "";
  const head = ["resources", "latency", "parallel", "calls", "seconds", "latency x calls / parallel", "ratio"];
  const rows = figures.map(({ size, latencyMs, parallel, calls, medianSeconds, idealSeconds }) => [
    String(size),
    `${latencyMs} ms`,
    String(parallel),
    String(calls),
    medianSeconds.toFixed(2),
    idealSeconds.toFixed(2),
    (medianSeconds / idealSeconds).toFixed(2),
  ]);
  return `\n${table([head, ...rows]).join("\n")}\n`;
}

/** Formats the cost of an import into a large state, relative to plain JSON. */
export function showLargeState(figure: LargeStateFigure): string {
  const { resources, bytes, plain, one, oneIntoEmpty, seven, undo } = figure;
  const shown = (seconds: number) => `${seconds.toFixed(2)} s (${(seconds / plain).toFixed(1)} x)`;
  const size = `${Math.round(bytes / 1e6)} MB, ${resources} resources`;
  return (
    `\nstate (${size}): JSON.parse and JSON.stringify ${plain.toFixed(2)} s; importing one resource ${shown(one)}, ` +
    `seven resources ${shown(seven)}; undoing the import of seven ${shown(undo)}; importing one into an empty state ${oneIntoEmpty.toFixed(2)} s\n`
  );
}

export function showTerraformState({ resources, bytes, parse, mapped }: TerraformStateFigure): string {
  const size = `${Math.round(bytes / 1e6)} MB, ${resources} resources`;
  const ratio = `${mapped.toFixed(2)} s (${(mapped / parse).toFixed(1)} x)`;
  return `Terraform state (${size}): JSON.parse ${parse.toFixed(2)} s; reading and mapping ${ratio}\n`;
}

export function showSchemaCheck({ bytes, parse, checked, opened }: SchemaCheckFigure): string {
  const shown = (seconds: number) => `${seconds.toFixed(2)} s (${(seconds / parse).toFixed(1)} x)`;
  const size = `${Math.round(bytes / 1e6)} MB`;
  return `package schema (${size}): JSON.parse ${parse.toFixed(2)} s; schema check ${shown(checked)}; opening it for a run ${shown(opened)}\n`;
}

/** Formats every time relative to JSON.parse, in one line. */
export function showConversion({ bytes, parse, toSpecification, toSchema, claimed }: ConversionFigure): string {
  const shown = (seconds: number) => `${seconds.toFixed(2)} s (${(seconds / parse).toFixed(1)} x)`;
  const size = `${Math.round(bytes / 1e6)} MB`;
  const converted = `conversion to a specification ${shown(toSpecification)}, and back ${shown(toSchema)}`;
  return `package schema (${size}): JSON.parse ${parse.toFixed(2)} s; ${converted}; reading it as a --schema file ${shown(claimed)}\n`;
}

/** Formats a line per verifier. The ratios are relative to `imp verify`. */
export function showVerify(figures: readonly VerifyFigure[]): string {
  const head = ["resources in the program", "verifier", "seconds", "peak MB", "imp / this"];
  const ours = figures.find(({ verifier }) => verifier === "imp verify");
  const rows = figures.map(({ resources, verifier, medianSeconds, peakBytes }) => {
    const peak = peakBytes === 0 ? "" : Math.round(peakBytes / 1024 / 1024).toString();
    const ratio =
      ours === undefined || verifier === "imp verify" ? "" : (ours.medianSeconds / medianSeconds).toFixed(2);
    return [String(resources), verifier, medianSeconds.toFixed(2), peak, ratio];
  });
  return `\n${table([head, ...rows]).join("\n")}\n`;
}

export function showOwnProgram({ lines, files, first, read, parse }: OwnProgramFigure): string {
  const ratio = `${read.toFixed(2)} s (${(read / parse).toFixed(1)} x of the compiler's parse)`;
  return `user's program (${lines} lines, ${files} files): read in ${ratio}; first read ${first.toFixed(2)} s\n`;
}

/** Formats a line per language. The growth of the time for ten times as many resources is an exponent. */
export function showPrinting(figures: readonly PrintingFigure[]): string {
  const head = [
    "printing",
    "resources",
    "seconds",
    "official parser and generator",
    "official / this",
    "growth for 10 times the size",
  ];
  const rows = figures.map(({ language, size, seconds, officialSeconds, tenfoldSeconds }) => [
    language,
    String(size),
    seconds.toFixed(3),
    officialSeconds?.toFixed(3) ?? "",
    officialSeconds === undefined ? "" : (officialSeconds / seconds).toFixed(1),
    `exponent ${Math.log10(tenfoldSeconds / seconds).toFixed(2)}`,
  ]);
  return `\n${table([head, ...rows]).join("\n")}\n`;
}

export function showReview({ rows, openMs, editMs, keyMs, slowestKeyMs }: ReviewFigure): string {
  const head = ["review", "opens", "after an edit", "a key", "slowest of 100 keys"];
  const row = [`${rows} rows`, ...[openMs, editMs, keyMs, slowestKeyMs].map((ms) => `${ms.toFixed(1)} ms`)];
  return `\n${table([head, row]).join("\n")}\n`;
}

function ratio(figure: ImportFigure, all: readonly ImportFigure[]): string {
  const ours = all.find(({ size, contestant }) => size === figure.size && contestant === "imp run");
  if (ours === undefined || ours === figure) return "";
  const text = (ours.medianSeconds / figure.medianSeconds).toFixed(2);
  const note = figure.contestant === fair ? `; memory ${(ours.peakBytes / figure.peakBytes).toFixed(2)}` : "";
  return `${figure.capped ? "< " : ""}${text}${note}`;
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
