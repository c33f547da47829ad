/** The decisions that apply to rows of a review. */

import type { Urn } from "../../domain/graph.ts";
import { isAcceptable } from "../../domain/outcome.ts";
import type { ReviewAnswer, ReviewRow } from "../../domain/review.ts";

export type Decision =
  | { readonly kind: "answer"; readonly text: string; readonly answer: ReviewAnswer }
  /** A value to type on a separate page. */
  | { readonly kind: "value"; readonly text: string; readonly key: Urn };

/** Returns the decisions that apply to at least one of the rows, in the order of the menu. */
export function decisionsFor(rows: readonly ReviewRow[]): readonly Decision[] {
  const inside = rowKeys(rows, ({ isOut }) => !isOut);
  const outside = rowKeys(rows, ({ isOut }) => isOut);
  const placed = rowKeys(rows, ({ takesPlaceholder }) => takesPlaceholder);
  const assumed = rowKeys(rows, ({ assumable }) => assumable.length > 0);
  const ignorable = rows.filter((row) => row.ignorable.length > 0);
  const replaced = rowKeys(rows, ({ outcome }) => isAcceptable(outcome));
  const paths = [...new Set(ignorable.flatMap((row) => row.ignorable))];
  const hidden = [...new Set(rows.flatMap(({ likelySecrets }) => likelySecrets))];
  const [only] = rows;
  return [
    ...offered("take-out", "Leave out", inside, rows),
    ...offered("take-in", "Put back", outside, rows),
    ...(rows.length === 1 && only !== undefined && only.needs.length > 0
      ? [{ kind: "value" as const, text: "Enter the missing value", key: only.key }]
      : []),
    ...offered("use-placeholder", "Use an encrypted placeholder (if the preview is then clean)", placed, rows),
    ...offered(
      "ignore-changes",
      `Add ignoreChanges: ${JSON.stringify(paths)} (if the preview is then clean)`,
      rowKeys(ignorable),
      rows,
    ),
    ...offered(
      "not-secret",
      `Not secret: ${hidden.join(", ")} (will be plain text)`,
      rowKeys(rows, ({ likelySecrets }) => likelySecrets.length > 0),
      rows,
    ),
    ...offered("assume-defaults", `Assume defaults for ${assumedText(rows)}`, assumed, rows),
    ...offered("accept-replace", "Import anyway, and accept the replacement", replaced, rows),
  ];
}

type Kind = Extract<ReviewAnswer, { readonly keys: readonly Urn[] }>["kind"];

/** Returns the decision, whose text says how many of the rows it applies to. Returns an empty list if it applies to none. */
function offered(kind: Kind, words: string, keys: readonly Urn[], rows: readonly ReviewRow[]): readonly Decision[] {
  if (keys.length === 0) return [];
  const text =
    rows.length === 1 ? words : `${words}: ${keys.length === rows.length ? "all" : `${keys.length} of`} ${rows.length}`;
  return [{ kind: "answer", text, answer: { kind, keys } }];
}

function rowKeys(rows: readonly ReviewRow[], applies: (row: ReviewRow) => boolean = () => true): readonly Urn[] {
  return rows.filter(applies).map(({ key }) => key);
}

function assumedText(rows: readonly ReviewRow[]): string {
  return [...new Set(rows.flatMap(({ assumable }) => assumable))].join(", ");
}
