/**
 * Renders what a conversion lost, for `imp terraform convert`.
 */
import { formatPath, type Path } from "../ir/path.ts";
import { columnsOf, startOf } from "./columns.ts";
import { counted, paint, type Screen, wrap } from "./render.ts";
import { visible } from "./visible.ts";

interface LossFacts {
  readonly kind: string;
  readonly sentence: string;
  readonly losses: readonly { readonly path: Path; readonly detail: string }[];
}

export interface ConversionFacts {
  readonly file: string;
  /** The documents in words: `Pulumi package schema`. */
  readonly from: string;
  readonly to: string;
  /** The converted document. */
  readonly text: string;
  /** The file that has it; absent: stdout has it. */
  readonly out?: string;
  readonly lost: readonly LossFacts[];
}

/** So many places of a kind are shown; `--json` has all. */
const shownPlaces = 3;

export function renderConversion({ file, from, to, out, lost }: ConversionFacts, screen: Screen): string {
  const all = lost.reduce((sum, { losses }) => sum + losses.length, 0);
  const loss = all === 0 ? "Nothing is lost." : `Lost: ${counted(all, "fact")} of ${counted(lost.length, "kind")}.`;
  const head = [
    `${visible(file)}: ${from} to ${to}.`,
    ...(out === undefined ? [] : [`Written to ${visible(out)}.`]),
    loss,
  ]
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
  const places = losses
    .slice(0, shownPlaces)
    .map(({ path }) => paint(clippedPlace(formatPath(path), room - 2), "dim", screen));
  const more = losses.length > shownPlaces ? [`and ${losses.length - shownPlaces} more`] : [];
  return [
    `${count}  ${paint(title, "bold", screen)}:${rest.join(":")}`,
    ...[...places, ...more].map((line) => `${indent}  ${line}`),
  ].join("\n");
}

/** The start of a place that fits, and that there is more of it. */
function clippedPlace(text: string, width: number): string {
  const shown = visible(text);
  return columnsOf(shown) <= width ? shown : `${startOf(shown, width - 1)}…`;
}

/** The document of `--json`: the converted document is part of it, unless a file has it. */
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
