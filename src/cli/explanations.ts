/**
 * Text of `--explain`: for every resource why each property is in its program or not, in words. Pure.
 */
import { nameOf } from "../domain/urn.ts";
import { isProvenClean, verdicts } from "../domain/verdicts.ts";
import type { Decided, Difference, Ground, ImpliedBy, ImportPlan, Outcome, ProviderAnswer } from "../graph.ts";
import { columnsOf } from "./columns.ts";
import { harmless, paint, paintedVerdict, type Screen, wrap } from "./render.ts";
import { valueCountsText } from "./value-counts.ts";

/** So many different explanations are shown; the rest is counted. */
const explanationsShown = 100;

/** So many resources that are explained alike are named. */
const mostNamedResources = 8;

/** Resources of a type that are explained alike are reported together. Empty when nothing is explained. */
export function renderExplanations(plan: Pick<ImportPlan, "outcomes">, screen: Screen): string {
  const groups = new Map<string, { readonly first: Outcome; readonly names: string[]; readonly body: string }>();
  for (const outcome of plan.outcomes) {
    if (outcome.explanation === undefined) continue;
    const values = valueCountsText(outcome.accounting ?? []);
    const counts = values === "" ? "" : `  ${wrap(`${values}.`, screen.width - 2, "  ")}\n`;
    const body = counts + explanationBody(outcome, outcome.explanation, screen);
    const key = JSON.stringify([outcome.type, outcome.verdict, body]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: outcome, names: [outcome.name], body });
    else known.names.push(outcome.name);
  }
  if (groups.size === 0) return "";
  const blocks = [...groups.values()].map(
    ({ first, names, body }) => `${explanationHead(first, names, screen)}\n${body}`,
  );
  const rest = blocks.length - explanationsShown;
  const more = rest > 0 ? `\n(${rest} more: --json shows all)\n` : "";
  return `\nWhy each property is in the program, or is not:\n\n${blocks.slice(0, explanationsShown).join("\n")}${more}`;
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
  return reasonTable("in the program", kept, outcome, screen) + reasonTable("left out", left, outcome, screen);
}

/** Three columns: reason, paths, sentence. Paths with the same reason and sentence stand together. */
function reasonTable(title: string, decided: readonly Decided[], outcome: Outcome, screen: Screen): string {
  if (decided.length === 0) return "";
  const rows = new Map<string, Row>();
  for (const { path, reason = "", ground, pointsTo = [] } of decided) {
    const link = pointsTo.length > 0 ? [`It refers to ${pointsTo.map(nameOf).join(" and ")}.`] : [];
    const sentence = [sentenceOf(path, ground, outcome), ...link].join(" ");
    const key = JSON.stringify([reason, sentence]);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { reason, paths: [path], sentence });
    else known.paths.push(path);
  }
  const head = `  ${paint(title, "dim", screen)}\n`;
  return head + [...rows.values()].map((row) => explanationRow(row, screen)).join("");
}

/** Nothing has a reason to be left out: that section has two columns. */
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
  // The sentence stands under paths that are longer than their column.
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
      return "Its value is the resource's id, or the end of it: without it the program would mean another resource.";
    case "replaces":
      return ground.by === "schema"
        ? "It cannot be changed later without replacing the resource: the schema says so."
        : "It cannot be changed later without replacing the resource: the provider answered so for another value.";
    case "placeholder":
      return "A required input that Read does not return and nobody gave: a placeholder stands for it.";
    case "without":
      return `Without it ${answerText(property, ground.answer)}`;
    case "fresh":
      return `To create the resource anew the provider requires it: ${ground.reason}`;
    case "taught":
      return `Learned from ${ground.by}, the first of this type; the program with it was proven for this one too.`;
    case "recreate":
      return recreateText(ground.plan);
    case "defined":
      return `${nameOf(ground.by)} defines the kind of this resource: the cluster takes it only after that.`;
    case "implied":
      return impliedText(ground.by);
    case "owned":
      return `Owned: ${nameOf(ground.owner)} sets it.`;
    case "unowned":
      return `Other resources set the rest of this list (${ground.besides.map(nameOf).join(", ")}); none sets this element.`;
    case "claimed":
      return `The description of the provider says that ${ground.as === "computed" ? "the provider alone sets it" : "it excludes another property"}; the search was over before the provider was asked.`;
    case "assigned":
      return assignedText(ground.because);
    case "copy":
      return `A copy: ${ground.of} has the same content.`;
    case "untried":
      return "The search was over before a program without it was tried.";
    case "not-an-input":
      return "Read returned it, but the schema has no such input: a program cannot say it.";
    case "no-value":
      return "Read returned no value.";
    case "ignored":
      return "It is hidden by ignoreChanges.";
    case "with":
      return `With it ${answerText(property, ground.answer)}`;
    case "not-needed":
      return notNeeded(ground.filled, isProvenClean(verdict));
  }
}

function recreateText(plan: Extract<Ground, { readonly kind: "recreate" }>["plan"]): string {
  switch (plan) {
    case "unknown":
      return "Without it the cloud would choose a value for a new deployment.";
    case "other":
      return "Without it a new deployment would have another value.";
    case "absent":
      return "Without it a new deployment would have no value.";
    case "not-asked":
      return "Read returned it, and no plan of the provider gives it otherwise.";
  }
}

function impliedText(by: ImpliedBy): string {
  switch (by) {
    case "plan":
      return "Implied: a new deployment gives the same value without it.";
    case "check":
      return "Implied: the provider fills in the same value for a new resource.";
    case "description":
      return "Implied: the schema describes this value as the default.";
    case "exclusion":
      return "Implied: the provider takes no other value next to what the program sets.";
  }
}

function assignedText(because: Extract<Ground, { readonly kind: "assigned" }>["because"]): string {
  switch (because) {
    case "identifier":
      return "Assigned: it holds the identifier that the cloud gave to this resource.";
    case "address":
      return "Assigned: an address that the cloud chose.";
    case "generated":
      return "Assigned: a generated value that names no resource here.";
    case "reserved":
      return "Assigned: a name that the cloud reserves for its defaults.";
  }
}

function askedText(by: "properties" | "inputs" | "mode"): string {
  switch (by) {
    case "properties":
      return 'The import file asks for it in "properties".';
    case "inputs":
      return 'The import file gives it in "inputs".';
    case "mode":
      return "Mode lossless says everything that Read returned.";
  }
}

function answerText(property: string, answer: ProviderAnswer): string {
  switch (answer.kind) {
    case "refused":
      return `the provider refuses the program: ${answer.property === "" || answer.property === property ? "" : `${answer.property}: `}${answer.reason}`;
    case "differs":
      return answer.path === ""
        ? "the provider sees a change, and does not say of what."
        : `the provider sees ${answer.path === property ? "it" : answer.path} ${differenceWord(answer.difference)}.`;
    case "dropped":
      return "the provider ignores it, and answers the same without it.";
    case "hashed":
      return "the value would be another one: Read returned a hash of it.";
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
      return "Not needed: the SDK sends the same value by itself.";
    case "check":
      return "Not needed: the provider fills in the same value.";
    case undefined:
      return clean
        ? "Not needed: the provider sees no change without it."
        : "Nothing that the provider answers asks for it.";
  }
}
