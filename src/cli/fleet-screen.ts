/** The report of `imp fleet`, as text and as a JSON document, and the matrices for other tools. */
import type { FleetTarget } from "../fleet/fleet-file.ts";
import { type FleetFacts, fleetExitCode, isGood, type TargetFacts, type TargetStatus } from "../fleet/results.ts";
import { counted, harmless, paint, type Screen, wrap } from "./render.ts";

/** The words of each status in the report. */
export const statusWords: Readonly<Record<TargetStatus, string>> = {
  imported: "imported",
  unchanged: "unchanged",
  empty: "nothing to import",
  planned: "would be imported",
  partial: "imported in part",
  failed: "failed",
  missing: "not run",
};

/** The maximum number of errors per target. */
const mostErrors = 5;

/** The maximum number of characters of a message. */
const longestMessage = 1000;

export function renderFleet(facts: FleetFacts, screen: Screen): string {
  const { targets } = facts;
  const width = Math.max(0, ...targets.map(({ name }) => name.length));
  return [
    ...targets.flatMap((target) => [targetLine(target, width, screen), ...errorLines(target, screen)]),
    fleetSummary(facts),
  ].join("\n");
}

/** Returns a line such as `40 targets: 38 imported, 1 failed, 1 not run`. */
export function fleetSummary({ targets }: FleetFacts): string {
  const counts = (Object.keys(statusWords) as TargetStatus[]).flatMap((status) => {
    const count = targets.filter((target) => target.status === status).length;
    return count === 0 ? [] : [`${count} ${statusWords[status]}`];
  });
  const resources = targets.reduce((sum, { imported }) => sum + imported, 0);
  return `${counted(targets.length, "target")}: ${counts.join(", ")} (${counted(resources, "resource")})`;
}

function targetLine(
  { name, status, resources, imported, seconds }: TargetFacts,
  width: number,
  screen: Screen,
): string {
  const word = paint(statusWords[status].padEnd(17), isGood({ status }) ? "green" : "red", screen);
  const count =
    imported === resources ? counted(resources, "resource") : `${imported} of ${counted(resources, "resource")}`;
  const time = seconds === undefined ? "" : `  ${seconds.toFixed(1)} s`;
  return `  ${harmless(name).padEnd(width)}  ${word}  ${status === "missing" ? "" : `${count}${time}`}`.trimEnd();
}

function errorLines({ errors }: TargetFacts, screen: Screen): readonly string[] {
  const lines = errors.slice(0, mostErrors).map(({ resource, code, message }) => {
    const where = resource === undefined ? "" : `${resource}: `;
    const text = `${where}${message.slice(0, longestMessage).trim().replaceAll(/\s+/g, " ")}${code === undefined ? "" : ` (${code})`}`;
    return `    ${wrap(harmless(text), screen.width - 4, "").replaceAll("\n", "\n    ")}`;
  });
  const more = errors.length - mostErrors;
  return more > 0 ? [...lines, `    and ${counted(more, "more error")}; use --json to list all`] : lines;
}

/** Returns the document of `imp fleet run --json` and `imp fleet report --json`. */
export function fleetDocument(facts: FleetFacts): object {
  return { version: 1, file: facts.file, exitCode: fleetExitCode(facts), targets: facts.targets };
}

export const matrixFormats = ["github", "gitlab", "names", "count"] as const;

export type MatrixFormat = (typeof matrixFormats)[number];

/** Returns the targets as a matrix of another tool, so that its jobs run one target each. */
export function fleetMatrix(targets: readonly FleetTarget[], format: MatrixFormat): string {
  switch (format) {
    case "github":
      return JSON.stringify({
        include: targets.map(({ name, directory, stack }, index) => ({ index, name, directory, stack })),
      });
    case "gitlab": {
      const indexes = targets.map((_, index) => JSON.stringify(String(index)));
      return [
        "import:",
        "  extends: .import",
        "  parallel:",
        "    matrix:",
        `      - INDEX: [${indexes.join(", ")}]`,
      ].join("\n");
    }
    case "names":
      return targets.map(({ name }) => name).join("\n");
    case "count":
      return String(targets.length);
  }
}
