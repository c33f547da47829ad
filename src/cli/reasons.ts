/**
 * The reasons below the table of a run: failures first, each of them whole, then what the next `pulumi up` would change and other
 * warnings, then what only informs. Resources with the same reason share a block. Pure.
 */
import type { Diagnostic } from "../diagnostic.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { ImpError } from "../errors.ts";
import type { ImportPlan, Outcome, Remark } from "../graph.ts";
import { differenceLines } from "./difference-lines.ts";
import { isRefused } from "./exit-code.ts";
import { counted, harmless, paint, renderError, type Screen, wrap } from "./render.ts";
import { renderWarnings } from "./warnings.ts";

/** So many blocks that only inform are shown, and so many names in each of them; the rest is counted. */
const most = { blocks: 20, names: 8 };

/** Lines for what is not clean; empty where there is nothing to say. `warnings`: those about the program. */
export function renderReasons(plan: ImportPlan, warnings: readonly Diagnostic[], screen: Screen): string {
  const refused = plan.outcomes.filter(isRefused);
  const written = plan.outcomes.filter((outcome) => !isRefused(outcome));
  const parts = [
    problems(refused, screen),
    [
      ...problems(written, screen),
      ...changes(written, screen),
      ...remarked(plan.outcomes, "Warning", screen),
      ...(warnings.length > 0 ? [renderWarnings(warnings, screen)] : []),
    ],
    cut([...ignoring(written, screen), ...remarked(plan.outcomes, "Note", screen)]),
  ];
  return parts.map((blocks) => (blocks.length === 0 ? "" : `\n${blocks.join("")}`)).join("");
}

interface Problem {
  readonly outcome: Outcome;
  readonly error: ImpError;
}

/** One block for each error, with all resources that have it. */
function problems(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  const all = outcomes.flatMap((outcome): readonly Problem[] =>
    outcome.error === undefined ? [] : [{ outcome, error: outcome.error }],
  );
  const keyOf = ({ error: { code, explanation }, outcome }: Problem) =>
    JSON.stringify([code, explanation.what, explanation.why, explanation.hint, outcome.differences]);
  return grouped(all, keyOf).map((group) => {
    const { code, explanation } = group[0].error;
    const differing = differenceLines(group[0].outcome.differences, screen.width - 8).join("\n");
    const commands = group.flatMap(({ error }) => error.explanation.commands ?? []);
    return renderError(code, { ...explanation, ...placeOf(group), commands, diff: differing }, screen);
  });
}

/** Where the errors are: the place that they have in common, or their resources; a place that is no resource stands beside these. */
function placeOf(group: Group<Problem>): { readonly where: string; readonly of?: string } {
  const [{ outcome, error }, ...others] = group;
  const { where } = error.explanation;
  const isCommon = others.every((other) => other.error.explanation.where === where);
  const names = namesOf(group.map((one) => one.outcome)).join("\n");
  if (!isCommon || where === undefined) return { where: names };
  return others.length === 0 && where.includes(outcome.name) ? { where } : { where, of: names };
}

/** What the next `pulumi up` would do to what is imported. */
function changes(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  return (["replace", "update"] as const).flatMap((verdict) => {
    const differing = outcomes.filter((outcome) => outcome.verdict === verdict && outcome.error === undefined);
    if (differing.length === 0) return [];
    const head = titled(
      "Warning",
      `The next \`pulumi up\` would ${verdict} ${counted(differing.length, "resource")}`,
      screen,
    );
    const groups = grouped(differing, (outcome) => JSON.stringify([outcome.type, outcome.differences]));
    return [head + groups.map((group) => nameLines(group, screen) + changeLines(group[0], screen)).join("")];
  });
}

function changeLines({ differences }: Outcome, screen: Screen): string {
  const indent = "    ";
  const lines = differenceLines(differences, screen.width - indent.length - 2);
  const told = lines.length === 0 ? ["the provider does not name the property"] : lines;
  return told.map((line) => shown(line, indent, screen)).join("");
}

function ignoring(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  const ignored = outcomes.filter(({ verdict }) => verdict === "ignored");
  const pathsOf = ({ differences }: Outcome): string => differences.map(({ path }) => path).join(", ");
  return grouped(ignored, pathsOf).map((group) => {
    const head = `ignoreChanges ${pathsOf(group[0])}: ${counted(group.length, "resource")}`;
    return shown(head, "", screen) + nameLines(group, screen, most.names);
  });
}

function remarked(outcomes: readonly Outcome[], level: Level, screen: Screen): readonly string[] {
  const all = outcomes.flatMap((outcome) => outcome.remarks.map((remark) => ({ outcome, remark })));
  const meant = all.filter(({ remark }) => levelOf(remark) === level);
  return grouped(meant, ({ remark }) => remarkText(remark)).map((group) => {
    const names = nameLines(
      group.map(({ outcome }) => outcome),
      screen,
      level === "Note" ? most.names : undefined,
    );
    return titled(level, remarkText(group[0].remark), screen) + names;
  });
}

type Level = "Warning" | "Note";

/** A warning wants that somebody looks or does something. */
function levelOf(remark: Remark): Level {
  switch (remark.kind) {
    case "placeholder":
    case "assumable":
    case "unowned":
    case "managed-twice":
    case "not-creatable":
    case "not-reproduced":
    case "not-returned":
    case "empty":
    case "managed-elsewhere":
      return "Warning";
    case "budget":
    case "adopted":
      return "Note";
  }
}

function remarkText(remark: Remark): string {
  switch (remark.kind) {
    case "budget":
      return "The search ended at its limit: this is the best program that was found, not always the smallest";
    case "adopted": {
      const paths = remark.differences.map(({ path }) => path || "a property that the provider does not name");
      return `A preview is clean, though Read returned another value than the program sets in ${paths.join(", ")}: the state takes the program's`;
    }
    case "unowned":
      return `Nothing in the program sets ${remark.paths.join(", ")}: ${remark.besides.map(nameOf).join(", ")} set the rest of the list. To have it in the program, import it as ${[...new Set(remark.besides.map(typeOf))].join(" or ")}`;
    case "managed-twice":
      return `The program sets ${remark.paths.join(", ")} here and in ${remark.owners.map(nameOf).join(", ")}: without it the preview is not clean. A new deployment may refuse one of them`;
    case "assumable":
      return `Read returns nothing for ${remark.paths.join(", ")}, settings of the provider only: with --assume-defaults the state takes their defaults, and the preview is clean`;
    case "not-creatable":
      return `The provider would not create the resource from this program: ${remark.reasons.join("; ")}`;
    case "placeholder":
      return `A placeholder stands for ${remark.paths.join(", ")}, a required input that cannot be read; ignoreChanges keeps it from the cloud`;
    case "not-reproduced":
      return `The program sets ${remark.paths.join(", ")} as Read returned it, and the provider still reports a change: Read may return a hash of the value. Give the real value in "inputs"`;
    case "not-returned":
      return `"properties" names ${remark.paths.join(", ")}, which Read did not return. Give a value in "inputs" to set it in the program`;
    case "empty":
      return 'Read returned nothing but the id: such a provider may take any id without looking. Make sure that the object exists, and give what the program is to set in "inputs"';
    case "managed-elsewhere":
      return `Also managed by ${remark.stacks.map((stack) => `stack ${stack}`).join(" and ")}, if that is the same account and region: two stacks would change and delete one object. --from-stack moves it`;
  }
}

function titled(level: Level, text: string, screen: Screen): string {
  const indent = " ".repeat(level.length + 2);
  const label = paint(`${level}:`, level === "Warning" ? ["yellow", "bold"] : ["bold"], screen);
  return `${label} ${wrap(harmless(text), screen.width - indent.length, indent)}\n`;
}

/** Names by type, a type on each line: all of them, or `limit` and the number of the others. */
function nameLines(outcomes: readonly Outcome[], screen: Screen, limit?: number): string {
  return namesOf(outcomes, limit)
    .map((line) => shown(line, "  ", screen))
    .join("");
}

function namesOf(outcomes: readonly Outcome[], limit = outcomes.length): readonly string[] {
  const named = outcomes.slice(0, limit);
  const lines = grouped(named, ({ type }) => type).map(
    (group) => `${group[0].type} ${group.map(({ name }) => name).join(", ")}`,
  );
  const more = outcomes.length - named.length;
  return more > 0 ? [...lines.slice(0, -1), `${lines.at(-1)} and ${more} more`] : lines;
}

function shown(text: string, indent: string, screen: Screen): string {
  return `${indent}${wrap(harmless(text), screen.width - indent.length - 2, `${indent}  `)}\n`;
}

function cut(blocks: readonly string[]): readonly string[] {
  const rest = blocks.length - most.blocks;
  return rest > 0 ? [...blocks.slice(0, most.blocks), `(${rest} more: --json has all)\n`] : blocks;
}

type Group<T> = readonly [T, ...T[]];

/** Items with the same key, in the order of the first of each. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
