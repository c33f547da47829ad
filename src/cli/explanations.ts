/** The output of `--explain`: why each property is or is not in the program. */

import type { Decided, Difference, Ground, ImpliedBy, ImportPlan, Outcome, ProviderAnswer } from "../domain/graph.ts";
import { nameOf } from "../domain/urn.ts";
import { isProvenClean, verdicts } from "../domain/verdicts.ts";
import { columnsOf } from "./columns.ts";
import { harmless, paint, paintedVerdict, type Screen, wrap } from "./render.ts";
import { valueCountsText } from "./value-counts.ts";

/** Maximum number of explanations. The rest is counted. */
const explanationsShown = 100;

const mostNamedResources = 8;

/** Renders each explanation once for all resources of a type that share it. Returns an empty string without `--explain`. */
export function renderExplanations(plan: Pick<ImportPlan, "outcomes">, screen: Screen): string {
  const groups = new Map<string, { readonly first: Outcome; readonly names: string[]; readonly body: string }>();
  for (const outcome of plan.outcomes) {
    if (outcome.explanation === undefined) continue;
    const values = valueCountsText(outcome.accounting ?? []);
    const counts = values === "" ? "" : `  ${wrap(`${values}.`, screen.width - 2, "  ")}\n`;
    const body = counts + explanationBody(outcome, outcome.explanation, screen);
    const key = JSON.stringify([outcome.type, outcome.verdict, body]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: outcome, names: [outcome.name], body });
    else group.names.push(outcome.name);
  }
  if (groups.size === 0) return "";
  const blocks = [...groups.values()].map(
    ({ first, names, body }) => `${explanationHead(first, names, screen)}\n${body}`,
  );
  const rest = blocks.length - explanationsShown;
  const more = rest > 0 ? `\n(${rest} more; use --json to list all)\n` : "";
  return `\nWhy each property is or is not in the program:\n\n${blocks.slice(0, explanationsShown).join("\n")}${more}`;
}

function explanationHead({ type, verdict }: Outcome, names: readonly string[], screen: Screen): string {
  const others = names.length - mostNamedResources;
  const list = `${names.slice(0, mostNamedResources).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
  const text = wrap(harmless(`${type} ${list}`), screen.width - verdict.length - 2, "");
  return `${paint(text, "bold", screen)}  ${paintedVerdict(verdict, verdicts, screen)}`;
}

function explanationBody(outcome: Outcome, decided: readonly Decided[], screen: Screen): string {
  const kept = decided.filter(({ reason }) => reason !== undefined);
  const left = decided.filter(({ reason }) => reason === undefined);
  return (
    reasonTable("in the program", kept, outcome, screen) + reasonTable("not in the program", left, outcome, screen)
  );
}

/** Renders a table with the columns reason, paths, and sentence. Paths with the same reason and sentence share a row. */
function reasonTable(title: string, decided: readonly Decided[], outcome: Outcome, screen: Screen): string {
  if (decided.length === 0) return "";
  const rows = new Map<string, Row>();
  for (const { path, reason = "", ground, pointsTo = [] } of decided) {
    const link = pointsTo.length > 0 ? [`It refers to ${pointsTo.map(nameOf).join(" and ")}.`] : [];
    const sentence = [sentenceOf(path, ground, outcome), ...link].join(" ");
    const key = JSON.stringify([reason, sentence]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { reason, paths: [path], sentence });
    else row.paths.push(path);
  }
  const head = `  ${paint(title, "dim", screen)}\n`;
  return head + [...rows.values()].map((row) => explanationRow(row, screen)).join("");
}

/** Returns the width of the reason column: 0 for omitted properties, which don't have reasons. */
const reasonWidth = (reason: string): number => (reason === "" ? 0 : 10);
const pathWidth = 24;

interface Row {
  readonly reason: string;
  readonly paths: string[];
  readonly sentence: string;
}

function explanationRow({ reason, paths, sentence }: Row, screen: Screen): string {
  const left = wrap(harmless(paths.join(", ")), pathWidth, "").split("\n");
  const right = wrap(harmless(sentence), screen.width - reasonWidth(reason) - pathWidth - 6, "").split("\n");
  // If a path is wider than its column, the sentence starts below the paths.
  const offset = left.some((line) => columnsOf(line) > pathWidth) ? left.length : 0;
  let text = "";
  for (let i = 0; i < Math.max(left.length, right.length + offset); i += 1) {
    const path = left[i] ?? "";
    const label = paint((i === 0 ? reason : "").padEnd(reasonWidth(reason)), "dim", screen);
    const filled = `${paint(path, "cyan", screen)}${" ".repeat(Math.max(0, pathWidth - columnsOf(path)))}`;
    text += `${`    ${label}${filled}  ${right[i - offset] ?? ""}`.trimEnd()}\n`;
  }
  return text;
}

function sentenceOf(property: string, ground: Ground, { verdict }: Outcome): string {
  switch (ground.kind) {
    case "required":
      return "The schema requires it.";
    case "asked":
      return askedText(ground.by);
    case "id":
      return "The value contains the resource's ID. Without it, the program would refer to another resource.";
    case "replaces":
      return ground.by === "schema"
        ? "According to the schema, a later change of the value replaces the resource."
        : "If the value changes later, the provider replaces the resource. The provider reported this for another value.";
    case "placeholder":
      return "A required input that Read does not return. The program uses a placeholder.";
    case "without":
      return `Without it, ${answerText(property, ground.answer)}`;
    case "fresh":
      return `The provider requires it to create the resource: ${ground.reason}`;
    case "taught":
      return `Taken from ${ground.by}, the first resource of this type, and also proven for this resource.`;
    case "recreate":
      return recreateText(ground.plan);
    case "defined":
      return `${nameOf(ground.by)} defines the kind of this resource, so that resource must be created first.`;
    case "implied":
      return impliedText(ground.by);
    case "owned":
      return `Set by another resource: ${nameOf(ground.owner)}.`;
    case "unowned":
      return `Other resources set the rest of this list (${ground.besides.map(nameOf).join(", ")}), but not this element.`;
    case "claimed":
      return `The provider's documentation says that ${ground.as === "computed" ? "the provider sets it" : "it excludes another property"}. The search ended before imp tried this.`;
    case "assigned":
      return assignedText(ground.because);
    case "copy":
      return `A copy: ${ground.of} has the same content.`;
    case "untried":
      return "The search ended before imp tried a program without the property.";
    case "not-an-input":
      return "Read returned the value, but the schema has no such input.";
    case "no-value":
      return "Read returned no value.";
    case "ignored":
      return "The ignoreChanges option hides the difference.";
    case "with":
      return `With it, ${answerText(property, ground.answer)}`;
    case "not-needed":
      return notNeeded(ground.filled, isProvenClean(verdict));
  }
}

function recreateText(plan: Extract<Ground, { readonly kind: "recreate" }>["plan"]): string {
  switch (plan) {
    case "unknown":
      return "Without it, the cloud would choose a value for a new deployment.";
    case "other":
      return "Without it, a new deployment would have a different value.";
    case "absent":
      return "Without it, a new deployment would have no value.";
    case "not-asked":
      return "Read returned the value, and imp did not request a preview without it.";
  }
}

function impliedText(by: ImpliedBy): string {
  switch (by) {
    case "plan":
      return "Implied: without it, a new deployment gets the same value.";
    case "check":
      return "Implied: the provider sets the same value for a new resource.";
    case "description":
      return "Implied: the schema documents this value as the default.";
    case "exclusion":
      return "Implied: the provider accepts no other value with the other inputs of the program.";
  }
}

function assignedText(because: Extract<Ground, { readonly kind: "assigned" }>["because"]): string {
  switch (because) {
    case "identifier":
      return "Assigned: it contains the identifier that the cloud assigned to this resource.";
    case "address":
      return "Assigned: an address that the cloud chose.";
    case "generated":
      return "Assigned: a generated value that does not refer to an imported resource.";
    case "reserved":
      return "Assigned: a name that the cloud reserves for its defaults.";
  }
}

function askedText(by: "properties" | "inputs" | "mode"): string {
  switch (by) {
    case "properties":
      return 'Requested by "properties" in the import file.';
    case "inputs":
      return 'Set by "inputs" in the import file.';
    case "mode":
      return "Mode lossless sets everything that Read returned.";
  }
}

function answerText(property: string, answer: ProviderAnswer): string {
  switch (answer.kind) {
    case "refused":
      return `the provider rejects the program: ${answer.property === "" || answer.property === property ? "" : `${answer.property}: `}${answer.reason}`;
    case "differs":
      return answer.path === ""
        ? "the provider reports a change, without a path."
        : `the provider reports ${answer.path === property ? "it" : answer.path} as ${differenceWord(answer.difference)}.`;
    case "dropped":
      return "the provider ignores it: the result is the same without it.";
    case "hashed":
      return "the value would be wrong, because Read returned a hash of it.";
  }
}

function differenceWord(kind: Difference["kind"]): string {
  switch (kind) {
    case "add":
      return "added";
    case "delete":
      return "removed";
    case "update":
      return "changed";
    case "add-replace":
      return "added, with a replacement";
    case "delete-replace":
      return "removed, with a replacement";
    case "update-replace":
      return "changed, with a replacement";
  }
}

function notNeeded(filled: "sdk" | "check" | undefined, clean: boolean): string {
  switch (filled) {
    case "sdk":
      return "Not needed: the SDK sends the same value by default.";
    case "check":
      return "Not needed: the provider sets the same value.";
    case undefined:
      return clean
        ? "Not needed: without it, the provider reports no change."
        : "No response of the provider requires it.";
  }
}
