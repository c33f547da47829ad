/** Reports as text. */
import { renderAppended } from "../appended-screen.ts";
import { renderChecked } from "../checked-screen.ts";
import { renderConsent } from "../consent-screen.ts";
import { renderConversion } from "../conversion-screen.ts";
import { renderDiscovery } from "../discovery-screen.ts";
import { renderExplanations } from "../explanations.ts";
import { renderDiff } from "../file-diff.ts";
import { renderFleet } from "../fleet-screen.ts";
import { renderGenerated } from "../generate-screen.ts";
import { renderInstalled } from "../installed-screen.ts";
import { nextSteps } from "../next-steps.ts";
import { renderReasons } from "../reasons.ts";
import { harmless, renderError, renderOutcomes, type Screen } from "../render.ts";
import { savedLines } from "../rest-screen.ts";
import { renderSchemaCheck } from "../schema-check-screen.ts";
import { renderSchemaDiff } from "../schema-diff-screen.ts";
import { renderSchemaFind } from "../schema-find-screen.ts";
import { renderMember, renderPackage } from "../schema-screen.ts";
import { renderSpecification } from "../specification-screen.ts";
import { renderFaults, renderFull, renderState } from "../state-screen.ts";
import { renderSynced } from "../sync-screen.ts";
import { renderRuns, renderUndone } from "../undo-screen.ts";
import { renderVerified } from "../verify-screen.ts";
import type { Report, RunReport } from "./report.ts";

/** Returns the text for stdout. Returns undefined for a failure, because its error goes to stderr. */
export function textReport(report: Report, screen: Screen): string | undefined {
  switch (report.kind) {
    case "plan":
      return planText(report, screen);
    case "consent":
      return renderConsent(report.facts, screen);
    case "declined":
      return report.saved === undefined
        ? "Nothing was written."
        : ["Nothing was written except the plan.", ...savedLines(report.saved)].join("\n");
    case "run":
      return runText(report, screen);
    case "generated":
      return renderGenerated(report.facts, screen);
    case "verified":
      return renderVerified(report.facts, screen);
    case "synced":
      return renderSynced(report.facts, report.stage, screen);
    case "undone":
      return renderUndone(report.facts, report.stage, screen);
    case "runs":
      return renderRuns(report.runs, screen);
    case "state":
      return report.full === undefined ? renderState(report.facts, screen) : renderFull(report.full);
    case "faults":
      return renderFaults(report.file, report.resources, report.faults, screen);
    case "specification":
      return renderSpecification(report.facts, screen);
    case "schema":
      return renderSchemaCheck(report.facts, screen);
    case "compared":
      return renderSchemaDiff(report.facts, screen);
    case "found":
      return renderSchemaFind(report.facts, screen);
    case "described": {
      const { facts, subject } = report;
      return facts.kind === "package" ? renderPackage(facts, subject, screen) : renderMember(facts, subject, screen);
    }
    case "converted":
      return renderConversion(report.facts, screen);
    case "discovered":
      return renderDiscovery(report.facts, screen);
    case "fleet":
      return renderFleet(report.facts, screen);
    case "failed":
      return undefined;
  }
}

function planText(report: Extract<Report, { kind: "plan" }>, screen: Screen): string {
  const { plan, warnings } = report;
  const diffs = report.diffs.map((diff) => renderDiff(diff, screen)).join("");
  if (report.isReviewed) return renderReasons({ ...plan, outcomes: [] }, warnings, screen) + diffs;
  return (
    renderOutcomes(plan, screen) + renderReasons(plan, warnings, screen) + renderExplanations(plan, screen) + diffs
  );
}

function wholeProgramLines({ whole }: RunReport): readonly string[] {
  if (whole === undefined) return [];
  if (!whole.verified) return [harmless(`imp did not verify the program as a whole: ${whole.reason}.`), ""];
  const { resources, pending } = whole;
  if (pending === 0) return [`Verified: the next update changes nothing else (${resources} resources).`, ""];
  return [
    `Verified: the import causes no other changes (${resources} resources).`,
    `The next update changes ${pending === 1 ? "1 resource that was" : `${pending} resources that were`} not imported: run \`imp verify\`.`,
    "",
  ];
}

function runText(report: RunReport, screen: Screen): string {
  const { facts: summary, refused, installed = [], checks = [], appended, protection } = report;
  const last =
    summary.files.length > 0
      ? renderAppended(appended, summary.leaves, protection, report.plan.graph.resources, screen)
      : "";
  return [
    ...(refused === undefined ? [] : [`A run would fail:\n${renderError(refused.code, refused.explanation, screen)}`]),
    ...(installed.length > 0 ? [renderInstalled(installed), ""] : []),
    ...(checks.length > 0 ? [renderChecked(checks), ""] : []),
    ...wholeProgramLines(report),
    nextSteps(summary),
    ...(last === "" ? [] : ["", last]),
  ].join("\n");
}
