/** The content of a report file, without markup: messages as text, equal messages in groups. */
import type { Diagnostic } from "../../../domain/diagnostic.ts";
import type { ImportPlan, Outcome, Urn } from "../../../domain/graph.ts";
import { isRefused, problemOf } from "../../../domain/outcome.ts";
import { nameOf, typeOf } from "../../../domain/urn.ts";
import { type Verdict, verdicts } from "../../../domain/verdicts.ts";
import { type ConsentFacts, nextUpdate } from "../../consent-screen.ts";
import { grouped, messageGroups } from "../../diagnostics.ts";
import { differenceLines } from "../../difference-lines.ts";
import { nextSteps } from "../../next-steps.ts";
import { visible } from "../../quote.ts";
import { commonReason, reasonKey } from "../../reason-key.ts";
import { remarkDiagnostics } from "../../remarks.ts";
import { counted, verdictsText } from "../../render.ts";
import { valueCountsText } from "../../value-counts.ts";
import type { RunReport } from "../report.ts";
import { accountingLines } from "./accounting.ts";

/** A run and its stack. */
export interface ReportedRun {
  readonly report: RunReport;
  /** The summary of the planned changes. It must be created before the commit. */
  readonly consent: ConsentFacts;
}

/** The content. Control characters are already replaced in texts (`visible`), but texts are not escaped for markup yet. */
export interface RunPage {
  readonly title: string;
  readonly summary: readonly (readonly [label: string, text: string])[];
  readonly written: readonly string[];
  /** The next steps, as in the text report. */
  readonly next: readonly string[];
  /** Resources that are left out come first. */
  readonly problems: readonly ProblemGroup[];
  readonly changes: readonly ChangeGroup[];
  readonly warnings: readonly MessageGroup[];
  readonly notes: readonly MessageGroup[];
  /** In the order of the import file. */
  readonly resources: readonly PageResource[];
}

/** Errors with the same reason. `at` is the index of a resource in `RunPage.resources`. */
export interface ProblemGroup {
  readonly isLeftOut: boolean;
  readonly code: string;
  /** A sentence without a period. */
  readonly failure: string;
  readonly why: string;
  readonly hint: string;
  readonly commands: readonly string[];
  readonly differences: readonly string[];
  readonly resources: readonly { readonly at: number; readonly where?: string }[];
}

interface ChangeGroup {
  readonly effect: "replace" | "update";
  readonly type: string;
  readonly differences: readonly string[];
  readonly resources: readonly number[];
}

export interface MessageGroup {
  readonly message: string;
  /** Types and names of the resources. */
  readonly about: readonly string[];
}

export interface PageResource {
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly verdict: Verdict;
  readonly isLeftOut: boolean;
  /** For example, `14 of 16 values; 2 chosen by the provider`. Empty if imp did not classify the values. */
  readonly values: string;
  /** For example, `implied (plan): acl, tags`. */
  readonly accounting: readonly string[];
  readonly differences: readonly string[];
  readonly edges: readonly PageEdge[];
}

/** An arrow to another resource, on the page or in the state. */
interface PageEdge {
  readonly kind: "refers to" | "child of" | "depends on";
  readonly name: string;
  /** An index in `RunPage.resources`. Omitted if the resource is not on the page. */
  readonly at?: number;
}

export function runPage({ report, consent }: ReportedRun): RunPage {
  const { plan, facts: summary } = report;
  const places = new Map(plan.outcomes.map(({ urn }, at) => [urn, at]));
  const edges = edgesOf(plan, places);
  const diagnostics = [...remarkDiagnostics(plan.outcomes), ...report.warnings];
  const resources = plan.outcomes.map((outcome) => pageResource(outcome, edges.get(outcome.urn) ?? []));
  return {
    title: reportTitle(report, consent),
    summary: summaryRows(report, consent),
    written: summary.files.map(visible),
    next: nextSteps(summary).split("\n").map(visible),
    problems: problemGroups(plan),
    changes: changeGroups(plan),
    warnings: messagesOfLevel(diagnostics, "warning"),
    notes: messagesOfLevel(diagnostics, "note"),
    resources,
  };
}

function reportTitle({ facts }: RunReport, { project, stack, written }: ConsentFacts): string {
  const subject = facts.planOnly ? "Plan of an import" : "Import";
  return visible(`${subject}: ${counted(written, "resource")}, stack ${stack} of project ${project}`);
}

function summaryRows({ plan, facts: summary, refused, runId }: RunReport, consent: ConsentFacts): RunPage["summary"] {
  const wrote = summary.files.length > 0;
  const rows: readonly (readonly [string, string])[] = [
    ["Project", consent.project],
    ["Stack", consent.stack],
    [consent.isStateFile ? "State file" : "Backend", consent.backend],
    ["Resources", `${plan.outcomes.length}: ${verdictsText(plan)}`],
    ["Left out", String(consent.leftOut)],
    ["Values", valueCountsText(plan.outcomes.flatMap(({ accounting = [] }) => accounting))],
    ["Written", wrote ? counted(summary.files.length, "file") : "nothing"],
    ...(refused === undefined
      ? []
      : [["A run would fail", `${refused.explanation.what}: ${refused.explanation.why}`] as const]),
    ["Next update", nextUpdate(consent)],
    ["Undo", runId === undefined ? "" : `imp undo ${runId}`],
  ];
  return rows.filter(([, text]) => text !== "").map(([label, text]) => [label, visible(text)]);
}

function problemGroups({ outcomes }: ImportPlan): readonly ProblemGroup[] {
  const all = outcomes.flatMap((outcome, at) => {
    const error = problemOf(outcome);
    return error === undefined ? [] : [{ at, outcome, error, isLeftOut: isRefused(outcome) }];
  });
  const groupKey = ({ outcome, isLeftOut }: (typeof all)[number]): string => `${isLeftOut} ${reasonKey(outcome)}`;
  const groups = grouped(all, groupKey).map((group): ProblemGroup => {
    const [{ error, outcome, isLeftOut }] = group;
    const { code, explanation } = error;
    return {
      isLeftOut,
      code,
      failure: visible(explanation.what),
      why: inOneLine(commonReason(group)),
      hint: inOneLine(explanation.hint),
      commands: group.flatMap((problem) => problem.error.explanation.commands ?? []).map(visible),
      differences: visibleDifferences(outcome),
      resources: group.map(
        ({
          at,
          error: {
            explanation: { where },
          },
        }) => ({ at, where: where === undefined ? undefined : visible(where) }),
      ),
    };
  });
  return groups.toSorted((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut));
}

/** Groups the changes of the next `pulumi up`. */
function changeGroups({ outcomes }: ImportPlan): readonly ChangeGroup[] {
  const placed = outcomes.map((outcome, at) => ({ outcome, at }));
  return (["replace", "update"] as const).flatMap((effect) => {
    const differing = placed.filter(
      ({ outcome }) => verdicts[outcome.verdict].effect === effect && !isRefused(outcome),
    );
    const groupKey = ({ outcome }: (typeof placed)[number]): string =>
      JSON.stringify([outcome.type, outcome.differences]);
    return grouped(differing, groupKey).map((group) => ({
      effect,
      type: visible(group[0].outcome.type),
      differences: visibleDifferences(group[0].outcome),
      resources: group.map(({ at }) => at),
    }));
  });
}

function messagesOfLevel(diagnostics: readonly Diagnostic[], level: "warning" | "note"): readonly MessageGroup[] {
  const own = diagnostics.filter(({ severity }) => (severity === "note") === (level === "note"));
  return messageGroups(own).map(({ message, about }) => ({
    message: inOneLine(message),
    about: about.map(({ resource, details }) => {
      const name = resource.startsWith("urn:") ? `${typeOf(resource)} ${nameOf(resource)}` : resource;
      return visible(details.length === 0 ? name : `${name}: ${details.join(", ")}`);
    }),
  }));
}

function pageResource(outcome: Outcome, edges: readonly PageEdge[]): PageResource {
  const { type, name, id, verdict, accounting = [] } = outcome;
  return {
    type: visible(type),
    name: visible(name),
    id: id === undefined ? undefined : visible(id),
    verdict,
    isLeftOut: isRefused(outcome),
    values: valueCountsText(accounting),
    accounting: accountingLines(accounting).map(visible),
    differences: visibleDifferences(outcome),
    edges,
  };
}

function visibleDifferences({ differences }: Outcome): readonly string[] {
  return differenceLines(differences, Number.POSITIVE_INFINITY).map(visible);
}

/** Returns the arrows of the written resources. imp does not know the inputs of other resources. */
function edgesOf({ graph }: ImportPlan, places: ReadonlyMap<Urn, number>): ReadonlyMap<Urn, readonly PageEdge[]> {
  const edge = (kind: PageEdge["kind"], urn: Urn): PageEdge => {
    const at = places.get(urn);
    return { kind, name: visible(nameOf(urn)), at };
  };
  return new Map(
    graph.resources.map(({ urn, links, parent, options }) => {
      const referents = links.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === "output" ? [part.referent] : [])),
      );
      return [
        urn,
        [
          ...[...new Set(referents)].map((to) => edge("refers to", to)),
          ...(parent === undefined ? [] : [edge("child of", parent)]),
          ...[...new Set(options.dependsOn)].map((to) => edge("depends on", to)),
        ],
      ] as const;
    }),
  );
}

function inOneLine(text: string): string {
  return text.split("\n").map(visible).join(" ");
}

export interface ReportFormat {
  /** The file extension that selects the format. */
  readonly ending: `.${string}`;
  readonly name: string;
  /** Returns the text of the report. @param seal must occur once near the start, because imp uses it to detect edits */
  text(page: RunPage, seal: string): string;
}
