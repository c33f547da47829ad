/** Collects the facts that the user confirms before a run writes. */
import { relative } from "node:path";
import { unloaded } from "../cli/appended-screen.ts";
import type { ConsentFacts, ConsentFile } from "../cli/consent-screen.ts";
import type { RunPlace } from "../cli/reports/report.ts";
import type { ImportPlan, Outcome } from "../domain/graph.ts";
import { isImported, isRefused } from "../domain/outcome.ts";
import { stackReferenceType } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import { withoutUrlSecrets } from "../workspace/backend/backend.ts";
import type { FileChange } from "../workspace/commit/changes.ts";
import { changedFiles, changesState, shownState } from "../workspace/commit/shown-changes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { leftParts, type PrintedRun } from "./summary.ts";

/** Returns a summary of the planned changes. Call it before anything is written. */
export function consentFacts({ options, io, program, plan, changes, appended }: PrintedRun): ConsentFacts {
  const { workspace } = program;
  const [first] = unloaded(appended);
  const { location, stack, project } = workspace;
  const written = plan.outcomes.filter(isImported);
  return {
    stack,
    project: project.name,
    ...backendOf(workspace, io.cwd),
    isStateFile: location.kind === "file",
    isNewStack: location.kind === "diy" && location.isNew === true,
    leaves: leftParts(options),
    written: written.length,
    leftOut: plan.outcomes.filter(isRefused).length,
    next: nextUpdates(written),
    files: [
      ...changedFiles(changes).map((change) => consentFile(change, io.cwd)),
      ...(changesState(changes, workspace) ? [stateChange(plan, workspace, io.cwd)] : []),
    ],
    appended: first?.file,
  };
}

/** Returns the stack that a run writes to. */
export function runPlace(workspace: Workspace, cwd: string): RunPlace {
  const { location, stack, project } = workspace;
  const { backend } = backendOf(workspace, cwd);
  const names = { project: project.name, stack };
  return location.kind === "file" ? { ...names, stateFile: backend } : { ...names, backend };
}

function backendOf({ location }: Workspace, cwd: string): Pick<ConsentFacts, "backend"> {
  switch (location.kind) {
    case "diy":
      return { backend: withoutUrlSecrets(location.backend.url) };
    case "cli":
      return { backend: withoutUrlSecrets(location.url) };
    case "file":
      return { backend: relative(cwd, location.path) };
  }
}

/** Counts the written resources that the next `pulumi up` would update or replace. */
export function nextUpdates(written: readonly Outcome[]): ConsentFacts["next"] {
  const updates = written.filter(({ verdict }) => verdicts[verdict].effect === "update").length;
  const replacements = written.filter(({ verdict }) => verdicts[verdict].effect === "replace").length;
  return { unchanged: written.length - updates - replacements, updates, replacements };
}

function consentFile({ path, before, after }: FileChange, cwd: string): ConsentFile {
  const shown = relative(cwd, path) || path;
  if (after === undefined) return { path: shown, how: "removed", amount: "" };
  if (before === undefined) return { path: shown, how: "new", amount: linesText(contentLines(after).length) };
  const [old, now] = [contentLines(before), contentLines(after)];
  const [added, gone] = [missingIn(old, now), missingIn(now, old)];
  const counts = [...(added > 0 ? [`+${added}`] : []), ...(gone > 0 ? [`-${gone}`] : [])];
  return { path: shown, how: "changed", amount: counts.length === 0 ? "" : `${counts.join(" ")} lines` };
}

function linesText(count: number): string {
  return `${count} line${count === 1 ? "" : "s"}`;
}

function contentLines(bytes: Uint8Array): readonly string[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Returns the number of lines that `others` lacks. Counts a repeated line each time. */
function missingIn(others: readonly string[], lines: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  }).length;
}

function stateChange({ graph, entries, outputs }: ImportPlan, workspace: Workspace, cwd: string): ConsentFile {
  const named = new Set(graph.resources.map(({ urn }) => urn));
  const replaced = entries.filter(({ replacedId }) => replacedId !== undefined).length;
  const references = entries.filter(({ type }) => type === stackReferenceType).length;
  const added = entries.filter(({ urn, replacedId }) => named.has(urn) && replacedId === undefined).length - references;
  const defaults = entries.length - added - replaced - references;
  const plural = (count: number, noun: string): string => `+${count} ${noun}${count === 1 ? "" : "s"}`;
  const parts = [
    ...(added > 0 || replaced + outputs.length === 0 ? [plural(added, "resource")] : []),
    ...(replaced > 0 ? [`${replaced} replaced`] : []),
    ...(references > 0 ? [plural(references, "stack reference")] : []),
    ...(outputs.length > 0 ? [plural(outputs.length, "stack output")] : []),
    ...(defaults > 0 ? [plural(defaults, "default provider")] : []),
  ];
  const { stateBytes, location } = workspace;
  const isNew = stateBytes === undefined || (location.kind === "diy" && location.isNew === true);
  const how = isNew ? "new" : "changed";
  return { path: shownState(workspace, cwd), how, amount: parts.join(", ") };
}
