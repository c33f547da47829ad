/** Figures -> the tables of `npm run bench`. */
import type { Contestant, ImportFigure } from "./measure-imports.ts";
import type { StartupFigure } from "./measure-startup.ts";

const fair: Contestant = "pulumi import, checkpoints skipped";

/** One line: both medians and their difference, milliseconds. */
export function showStartup({ help, bare, runs }: StartupFigure): string {
  const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
  return `imp run --help ${ms(help)}, node -e 0 ${ms(bare)}: ${ms(help - bare)} more (medians of ${runs}, in turns)\n`;
}

/** A line a size and contestant; the ratio is to the peer with checkpoints skipped. */
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
