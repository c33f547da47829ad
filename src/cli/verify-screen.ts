/** The report of `imp verify`. Uses the words and symbols of `pulumi preview`. */
import { nameOf, typeOf } from "../domain/urn.ts";
import { parsePath } from "../value/path.ts";
import { changesSomething, type ProgramDifference } from "../preview/program-differences.ts";
import type { Operation } from "../preview/step.ts";
import type { Problem } from "../preview/step-generator.ts";
import { differenceLines, valueLine } from "./difference-lines.ts";
import { harmless, type Screen } from "./render.ts";

export interface VerifyFacts {
  readonly project: string;
  readonly stack: string;
  /** All steps except those of default providers. */
  readonly steps: readonly ProgramDifference[];
  readonly problems: readonly Problem[];
  /** True if the program ran without errors and nothing changes. */
  readonly isClean: boolean;
}

/** The symbol of each operation, and its text in the summary. The summary does not count operations without a text. */
const stepWords: Readonly<Record<Operation, { readonly sign: string; readonly counted: string | undefined }>> = {
  same: { sign: " ", counted: "unchanged" },
  create: { sign: "+", counted: "to create" },
  update: { sign: "~", counted: "to update" },
  delete: { sign: "-", counted: "to delete" },
  replace: { sign: "+-", counted: "to replace" },
  "create-replacement": { sign: "++", counted: undefined },
  "delete-replaced": { sign: "--", counted: undefined },
  read: { sign: ">", counted: undefined },
  "read-replacement": { sign: ">>", counted: undefined },
  discard: { sign: "<", counted: "to discard" },
  "discard-replaced": { sign: "<<", counted: undefined },
  "remove-pending-replace": { sign: "~", counted: undefined },
  import: { sign: "=", counted: "to import" },
  "import-replacement": { sign: "=>", counted: "to import replacement" },
};

/** Returns the changed resources with their differences, the problems, and a summary. */
export function renderVerified(verified: VerifyFacts, screen: Screen): string {
  const { project, stack, steps, problems } = verified;
  const shown = steps.filter((step) => changesSomething(step) && stepWords[step.op].counted !== undefined);
  return [
    `Verifying ${harmless(`${project} (${stack})`)}`,
    "",
    ...shown.flatMap((step) => stepLines(step, screen)),
    ...(shown.length === 0 ? [] : [""]),
    ...problems.map(({ severity, urn, message }) =>
      harmless(`${severity}: ${urn === undefined ? "" : `${nameOf(urn)}: `}${message}`),
    ),
    ...(problems.length === 0 ? [] : [""]),
    `Resources: ${summary(steps)}`,
    verdictText(verified),
  ].join("\n");
}

function verdictText({ isClean, problems }: VerifyFacts): string {
  if (isClean) return "The program is clean: the next update changes nothing.";
  const hasErrors = problems.some(({ severity }) => severity === "error");
  return hasErrors ? "The program or its preview failed, so the list is incomplete." : "The program is not clean.";
}

function stepLines(step: ProgramDifference, { width }: Screen): readonly string[] {
  const { op, urn, differences, where } = step;
  const place = where === undefined ? "" : `  (${where})`;
  return [
    `  ${stepWords[op].sign} ${typeOf(urn)}  ${nameOf(urn)}${place}`,
    ...[...differenceLines(differences, width - 6), ...inputLines(step, width - 6)].map((line) => `      ${line}`),
  ].map(harmless);
}

/** Returns a line for each input without a difference. Inputs of created and deleted resources have signs, as in `pulumi preview --diff`. */
function inputLines({ op, differences, inputs = {} }: ProgramDifference, width: number): readonly string[] {
  const changed = new Set(differences.map(({ path }) => parsePath(path)?.[0]));
  const unchanged = Object.entries(inputs).filter(([name]) => !changed.has(name));
  if (op === "create")
    return differenceLines(
      unchanged.map(([path, value]) => ({ path, kind: "add", new: value })),
      width,
    );
  if (op === "delete")
    return differenceLines(
      unchanged.map(([path, value]) => ({ path, kind: "delete", old: value })),
      width,
    );
  return unchanged.map(([path, value]) => valueLine(path, value, width));
}

function summary(steps: readonly ProgramDifference[]): string {
  const counts = new Map<string, number>();
  for (const { op } of steps) {
    const { counted } = stepWords[op];
    if (counted !== undefined) counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${count} ${words}`).join(", ");
}

/** Returns the document of `imp verify --json`. */
export function verifyDocument({ project, stack, steps, problems, isClean }: VerifyFacts): object {
  return {
    version: 2,
    project,
    stack,
    isClean,
    steps: steps.map(({ op, urn, differences, replacedBy, where, inputs }) => ({
      op,
      urn,
      where,
      differences,
      replacedBy,
      inputs,
    })),
    problems: problems.map(({ severity, urn, message }) => ({ severity, urn, message })),
  };
}
