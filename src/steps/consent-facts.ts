/**
 * A plan and what a commit would write for it -> what a person is asked to agree to.
 */
import { relative } from "node:path";
import { unloaded } from "../cli/appended-screen.ts";
import type { ConsentFacts, ConsentFile } from "../cli/consent-screen.ts";
import { isRefused } from "../cli/report.ts";
import type { ImportPlan, Outcome } from "../graph.ts";
import { type FileChange, isShown, type RunChanges } from "../workspace/commit/changes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type PrintedRun, summaryOf } from "./run-summary.ts";
import { isSame, stateFile } from "./told-files.ts";

export function consentFacts(plan: ImportPlan, changes: RunChanges, run: PrintedRun): ConsentFacts {
  const { workspace, io } = run;
  const { leaves, appended } = summaryOf(plan, [], run);
  const [first] = unloaded(appended);
  const { target, stack, project, stateBytes } = workspace;
  const written = plan.outcomes.filter((outcome) => outcome.verdict !== "unchanged" && !isRefused(outcome));
  const files = changes.files.filter((change) => isShown(change) && !isSame(change.before, change.after));
  const withState = changes.state !== undefined && !isSame(stateBytes, changes.state);
  return {
    stack,
    project: project.name,
    ...backendOf(workspace, io.cwd),
    isStateFile: target.kind === "file",
    isNewStack: target.kind === "diy" && target.isNew === true,
    leaves,
    written: written.length,
    leftOut: plan.outcomes.filter(isRefused).length,
    next: nextOf(written),
    files: [
      ...files.map((change) => consentFile(change, io.cwd)),
      ...(withState ? [stateChange(plan, workspace, io.cwd)] : []),
    ],
    ...(first !== undefined && { appended: first.file }),
  };
}

function backendOf({ target }: Workspace, cwd: string): Pick<ConsentFacts, "backend"> {
  switch (target.kind) {
    case "diy":
      return { backend: target.backend.url };
    case "cli":
      return { backend: target.url };
    case "file":
      return { backend: relative(cwd, target.path) };
  }
}

function nextOf(written: readonly Outcome[]): ConsentFacts["next"] {
  const updates = written.filter(({ verdict }) => verdict === "update").length;
  const replacements = written.filter(({ verdict }) => verdict === "replace").length;
  return { unchanged: written.length - updates - replacements, updates, replacements };
}

function consentFile({ path, before, after }: FileChange, cwd: string): ConsentFile {
  const shown = relative(cwd, path) || path;
  if (after === undefined) return { path: shown, how: "removed", amount: "" };
  if (before === undefined) return { path: shown, how: "new", amount: linesText(linesOf(after).length) };
  const [old, now] = [linesOf(before), linesOf(after)];
  const [added, gone] = [missingIn(old, now), missingIn(now, old)];
  const counts = [...(added > 0 ? [`+${added}`] : []), ...(gone > 0 ? [`-${gone}`] : [])];
  return { path: shown, how: "changed", amount: counts.length === 0 ? "" : `${counts.join(" ")} lines` };
}

function linesText(count: number): string {
  return `${count} line${count === 1 ? "" : "s"}`;
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** How many of the lines the others do not have, where each of them stands for one. */
function missingIn(others: readonly string[], lines: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  }).length;
}

function stateChange({ graph, entries }: ImportPlan, workspace: Workspace, cwd: string): ConsentFile {
  const named = new Set(graph.resources.map(({ urn }) => urn));
  const own = entries.filter(({ urn }) => named.has(urn)).length;
  const defaults = entries.length - own;
  const parts = [
    `+${own} resource${own === 1 ? "" : "s"}`,
    ...(defaults > 0 ? [`+${defaults} default provider${defaults === 1 ? "" : "s"}`] : []),
  ];
  const { stateBytes, target } = workspace;
  const isNew = stateBytes === undefined || (target.kind === "diy" && target.isNew === true);
  const how = isNew ? "new" : "changed";
  return { path: stateFile(workspace, cwd), how, amount: parts.join(", ") };
}
