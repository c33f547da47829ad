/** Reports as a JSON document. Its structure is part of the public API. */
import type { Diagnostic } from "../../domain/diagnostic.ts";
import type { ImpError } from "../../domain/errors.ts";
import type { Decided, Outcome } from "../../domain/graph.ts";
import { isRefused, verdictCounts } from "../../domain/outcome.ts";
import type { StateFacts } from "../../state/describe-state.ts";
import { noCalls } from "../call-counts.ts";
import type { CheckedFacts } from "../checked-screen.ts";
import { conversionDocument } from "../conversion-screen.ts";
import { discoveryDocument } from "../discovery-screen.ts";
import { fleetDocument } from "../fleet-screen.ts";
import type { GenerateFacts } from "../generate-screen.ts";
import { visible } from "../quote.ts";
import { schemaCheckDocument } from "../schema-check-screen.ts";
import { schemaDiffDocument } from "../schema-diff-screen.ts";
import { memberDocument, packageDocument } from "../schema-document.ts";
import { schemaFindDocument } from "../schema-find-screen.ts";
import { specificationDocument } from "../specification-screen.ts";
import { syncDocument } from "../sync-screen.ts";
import type { RunFacts as RecordedRun, UndoneFacts } from "../undo-screen.ts";
import { classCounts } from "../value-counts.ts";
import { verifyDocument } from "../verify-screen.ts";
import type { DocumentFormat, Report, RunReport } from "./report.ts";

export const jsonFormat: DocumentFormat = {
  name: "json",
  char: "j",
  description: "Print a JSON document to stdout. Disables prompts",
  document: (report) => {
    const document = reportDocument(report);
    return document === undefined ? undefined : visible(JSON.stringify(document));
  },
};

function reportDocument(report: Report): object | undefined {
  switch (report.kind) {
    // The document is printed at the end, without prompts.
    case "plan":
    case "consent":
    case "declined":
      return undefined;
    case "run":
      return runDocument(report);
    case "generated":
      return generatedDocument(report.facts);
    case "verified":
      return verifyDocument(report.facts);
    case "synced":
      return report.stage === "asked" ? undefined : syncDocument(report.facts);
    case "undone":
      return undoneDocument(report.facts, report.stage === "done");
    case "runs":
      return runsDocument(report.runs);
    case "state":
      return stateDocument(report.facts, report.full);
    case "faults":
      return faultsDocument(report);
    case "specification":
      return specificationDocument(report.facts);
    case "schema":
      return schemaCheckDocument(report.facts);
    case "described":
      return report.facts.kind === "package" ? packageDocument(report.facts) : memberDocument(report.facts);
    case "compared":
      return schemaDiffDocument(report.facts);
    case "found":
      return schemaFindDocument(report.facts);
    case "converted":
      return conversionDocument(report.facts);
    case "discovered":
      // If a run follows, only the document of the run is printed.
      return report.facts.isRun ? undefined : discoveryDocument(report.facts);
    case "fleet":
      return fleetDocument(report.facts);
    case "failed": {
      const { code, message, explanation } = report.error;
      const { where, hint } = explanation;
      const error = { code, message, hint, where };
      return { version: 2, resources: [], files: [], calls: noCalls, error };
    }
  }
}

function runDocument(report: RunReport): object {
  const { plan, facts: summary, calls, warnings, afterwards, checks, appended, installed, refused } = report;
  return {
    version: 2,
    ...report.place,
    summary: summaryDocument(plan),
    exitCode: report.exitCode,
    run: report.runId === undefined ? undefined : { id: report.runId },
    resources: plan.outcomes.map(resourceDocument),
    files: summary.files,
    calls,
    warnings: warningDocuments(warnings),
    ...Object.fromEntries(afterwards.map(({ field, document }) => [field, document])),
    checks: checks?.map(checkOf),
    rest: summary.rest,
    saved: summary.saved,
    appended: appended.length > 0 ? appended : undefined,
    installed,
    refused: refused && errorDocument(refused),
    program: report.whole,
  };
}

/** Counts the resources by verdict. `imported` are the resources that are, or will be, in the state. */
function summaryDocument({ outcomes }: RunReport["plan"]): object {
  const verdicts = Object.fromEntries(verdictCounts(outcomes));
  const leftOut = outcomes.filter(isRefused).length;
  return { resources: outcomes.length, imported: outcomes.length - leftOut, leftOut, verdicts };
}

function resourceDocument(outcome: Outcome): object {
  const { remarks, accounting, explanation } = outcome;
  return {
    name: outcome.name,
    type: outcome.type,
    id: outcome.id,
    urn: outcome.urn,
    verdict: outcome.verdict,
    differences: outcome.differences,
    inputs: Object.fromEntries(outcome.reasons),
    read: outcome.read,
    remarks: remarks.length > 0 ? remarks : undefined,
    values: accounting && classCounts(accounting),
    accounting,
    explain: explanation?.map(decidedDocument),
    ...problemDocument(outcome),
  };
}

function problemDocument(outcome: Outcome): object {
  switch (outcome.kind) {
    case "imported":
      return outcome.warning === undefined ? {} : { warning: errorDocument(outcome.warning) };
    case "refused":
      return { error: errorDocument(outcome.error) };
    case "present":
      return {};
  }
}

/** Returns the document of an explanation. The key for `by` is `said`, which is part of the public format. */
function decidedDocument(decided: Decided): object {
  const { ground } = decided;
  return ground.kind === "replaces" ? { ...decided, ground: { kind: ground.kind, said: ground.by } } : decided;
}

function errorDocument({ code, message, explanation: { where, hint, commands } }: ImpError): object {
  return { code, where, message, hint, commands };
}

function warningDocuments(warnings: readonly Diagnostic[]): readonly object[] {
  return warnings.map(({ severity: _, ...warning }) => warning);
}

function generatedDocument(generated: GenerateFacts): object {
  const { graph, files, leftOut, lost, failed, omitted, withoutOptions, constructed, warnings, checks } = generated;
  const resources = graph.resources.map(({ urn, type, name, id }) => ({ name, type, id, urn }));
  return {
    version: 2,
    resources,
    files,
    calls: noCalls,
    written: generated.planOnly ? false : undefined,
    leftOut: [...leftOut, ...lost],
    failed: failed.size > 0 ? [...failed].map(([urn, error]) => ({ urn, error: errorDocument(error) })) : undefined,
    unsaid: omitted,
    withoutOptions,
    constructed,
    warnings: warningDocuments(warnings),
    checks: checks?.map(checkOf),
  };
}

function undoneDocument(
  { run, forgotten, putBack, missing, left, files, state, program }: UndoneFacts,
  written: boolean,
): object {
  const { id, time, stack } = run;
  return {
    version: 2,
    run: { id, time, stack },
    resources: forgotten,
    putBack: putBack.length > 0 ? putBack : undefined,
    missing,
    left,
    files,
    state,
    program,
    written,
    calls: noCalls,
  };
}

function runsDocument(runs: readonly RecordedRun[]): object {
  return {
    version: 2,
    runs: runs.map(({ id, time, stack, resources, registered, files }) => ({
      id,
      time,
      stack,
      registered,
      resources: resources.map(({ urn }) => urn),
      files: files.map(({ path }) => path),
    })),
  };
}

/** Returns the document of `imp state show --json`: all resources in short form, or the requested resources in full. */
function stateDocument({ version, resources, ...facts }: StateFacts, full: readonly object[] | undefined): object {
  return { version: 1, schema: version, ...facts, resources: full ?? resources };
}

function faultsDocument({ file, resources, faults }: Extract<Report, { readonly kind: "faults" }>): object {
  const sound = faults.every(({ severity }) => severity !== "error");
  return {
    version: 1,
    file,
    sound,
    resources,
    faults: faults.map(({ position, ...fault }) => ({ ...fault, ...position })),
  };
}

/** Returns the document of a compiler result. The key for `output` is `said`, which is part of the public format. */
function checkOf({ output, ...check }: CheckedFacts) {
  return { ...check, said: output };
}
