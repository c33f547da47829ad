/** The report of `imp terraform convert`. */
import { formatPath, type Path } from "../value/path.ts";
import { columnsOf, startOf } from "./columns.ts";
import { visible } from "./quote.ts";
import { counted, paint, type Screen, wrap } from "./render.ts";

interface LossFacts {
  readonly kind: string;
  readonly sentence: string;
  readonly losses: readonly { readonly path: Path; readonly detail: string }[];
}

export interface ConversionFacts {
  readonly file: string;
  /** The kind of document, such as `Pulumi package schema`. */
  readonly from: string;
  readonly to: string;
  /** The converted document. */
  readonly text: string;
  /** The output file. Defaults to stdout. */
  readonly out?: string;
  readonly lost: readonly LossFacts[];
}

/** Maximum number of paths to show per kind of loss. `--json` lists all. */
const pathsShown = 3;

export function renderConversion({ file, from, to, out, lost }: ConversionFacts, screen: Screen): string {
  const all = lost.reduce((sum, { losses }) => sum + losses.length, 0);
  const loss =
    all === 0
      ? "The conversion loses no information."
      : `Lost: ${counted(all, "detail")} of ${counted(lost.length, "kind")}.`;
  const head = [`${visible(file)}: ${from} to ${to}.`, ...(out === undefined ? [] : [`Wrote ${visible(out)}.`]), loss]
    .map((line) => wrap(line, screen.width, ""))
    .join("\n");
  const width = Math.max(...lost.map(({ losses }) => String(losses.length).length), 0);
  return [head, ...lost.map((group) => renderGroup(group, width, screen))].join("\n\n");
}

function renderGroup({ kind, sentence, losses }: LossFacts, width: number, screen: Screen): string {
  const indent = " ".repeat(width + 2);
  const room = Math.max(20, screen.width - indent.length);
  const head = wrap(`${kind}: ${sentence}`, room, indent);
  const [title = "", ...rest] = head.split(":");
  const count = String(losses.length).padStart(width);
  const paths = losses
    .slice(0, pathsShown)
    .map(({ path }) => paint(clippedPath(formatPath(path), room - 2), "dim", screen));
  const more = losses.length > pathsShown ? [`and ${losses.length - pathsShown} more`] : [];
  return [
    `${count}  ${paint(title, "bold", screen)}:${rest.join(":")}`,
    ...[...paths, ...more].map((line) => `${indent}  ${line}`),
  ].join("\n");
}

function clippedPath(text: string, width: number): string {
  const shown = visible(text);
  return columnsOf(shown) <= width ? shown : `${startOf(shown, width - 1)}…`;
}

/** Returns the document of `imp terraform convert --json`. Omits the converted text if it was written to a file. */
export function conversionDocument({ file, from, to, out, text, lost }: ConversionFacts): object {
  return {
    version: 1,
    file,
    from,
    to,
    document: out === undefined ? (JSON.parse(text) as unknown) : undefined,
    out,
    losses: lost.flatMap(({ kind, losses }) =>
      losses.map(({ path, detail }) => ({ kind, path: formatPath(path), detail })),
    ),
  };
}
