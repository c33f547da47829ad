/** The messages below the table of a run: errors, then warnings, then notes. Resources with the same reason share a message. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ImpError } from "../domain/errors.ts";
import type { ImportPlan, Outcome } from "../domain/graph.ts";
import { isRefused, problemOf } from "../domain/outcome.ts";
import { verdicts } from "../domain/verdicts.ts";
import {
  cut,
  diagnosticBlocks,
  type Group,
  grouped,
  indentedText,
  labelledText,
  outcomeNameLines,
  outcomeNames,
  shownAtMost,
} from "./diagnostics.ts";
import { differenceLines } from "./difference-lines.ts";
import { commonReason, reasonKey } from "./reason-key.ts";
import { remarkDiagnostics } from "./remarks.ts";
import { counted, renderError, type Screen } from "./render.ts";

/** Renders the messages below the table. Returns an empty string if there are none. @param warnings warnings that concern the program */
export function renderReasons(plan: ImportPlan, warnings: readonly Diagnostic[], screen: Screen): string {
  const refused = plan.outcomes.filter(isRefused);
  const written = plan.outcomes.filter((outcome) => !isRefused(outcome));
  const diagnostics = [...remarkDiagnostics(plan.outcomes), ...warnings];
  const parts = [
    problems(refused, screen),
    [
      ...problems(written, screen),
      ...effectLines(written, screen),
      ...diagnosticBlocks(diagnostics, "warning", screen),
    ],
    cut([...ignoredLines(written, screen), ...diagnosticBlocks(diagnostics, "note", screen)], shownAtMost.notes),
  ];
  return parts.map((blocks) => (blocks.length === 0 ? "" : `\n${blocks.join("")}`)).join("");
}

interface Problem {
  readonly outcome: Outcome;
  readonly error: ImpError;
}

/** Errors that follow from an error of another resource. */
const consequences: ReadonlySet<string> = new Set(["PARENT_FAILED", "CHILDREN_FAILED"]);

/** Renders each error once, with all its resources. Errors that follow from another error come last. */
function problems(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  const all = outcomes.flatMap((outcome): readonly Problem[] => {
    const error = problemOf(outcome);
    return error === undefined ? [] : [{ outcome, error }];
  });
  const follows = ({ error }: Problem): boolean => consequences.has(error.code);
  const ordered = [...all.filter((problem) => !follows(problem)), ...all.filter(follows)];
  return grouped(ordered, ({ outcome }) => reasonKey(outcome) ?? "").map((group) => {
    const { code, explanation } = group[0].error;
    const differing = differenceLines(group[0].outcome.differences, screen.width - 8).join("\n");
    const commands = group.flatMap(({ error }) => error.explanation.commands ?? []);
    return renderError(
      code,
      { ...explanation, why: commonReason(group), ...commonLocation(group), commands, diff: differing },
      screen,
    );
  });
}

/**
 * Returns the location that the errors share, or the names of the resources if they share none. `of` contains the names if the location does not
 * contain them.
 */
function commonLocation(group: Group<Problem>): { readonly where: string; readonly of?: string } {
  const [{ outcome, error }, ...others] = group;
  const { where } = error.explanation;
  const isCommon = others.every((other) => other.error.explanation.where === where);
  const outcomes = group.map((problem) => problem.outcome);
  const names = outcomeNames(outcomes, shownAtMost.failedNames).join("\n");
  if (!isCommon || where === undefined) return { where: names };
  return others.length === 0 && where.includes(outcome.name) ? { where } : { where, of: names };
}

/** Renders the updates and replacements of the next `pulumi up`. */
function effectLines(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  return (["replace", "update"] as const).flatMap((effect) => {
    const differing = outcomes.filter(
      (outcome) => verdicts[outcome.verdict].effect === effect && problemOf(outcome) === undefined,
    );
    if (differing.length === 0) return [];
    const head = labelledText(
      "Warning",
      `The next \`pulumi up\` would ${effect} ${counted(differing.length, "resource")}`,
      screen,
    );
    const groups = grouped(differing, (outcome) => JSON.stringify([outcome.type, outcome.differences]));
    return [head + groups.map((group) => outcomeNameLines(group, screen) + changeLines(group[0], screen)).join("")];
  });
}

function changeLines({ differences }: Outcome, screen: Screen): string {
  const indent = "    ";
  const lines = differenceLines(differences, screen.width - indent.length - 2);
  const reported = lines.length === 0 ? ["the provider did not report the property"] : lines;
  return reported.map((line) => indentedText(line, indent, screen)).join("");
}

function ignoredLines(outcomes: readonly Outcome[], screen: Screen): readonly string[] {
  const ignored = outcomes.filter(({ verdict }) => verdicts[verdict].hidesDifferences);
  const pathsOf = ({ differences }: Outcome): string => differences.map(({ path }) => path).join(", ");
  return grouped(ignored, pathsOf).map((group) => {
    const head = `ignoreChanges ${pathsOf(group[0])}: ${counted(group.length, "resource")}`;
    return indentedText(head, "", screen) + outcomeNameLines(group, screen, shownAtMost.names);
  });
}
