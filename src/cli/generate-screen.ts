/** The report of `imp generate`. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ImpError } from "../domain/errors.ts";
import type { ResourceGraph, Urn } from "../domain/graph.ts";
import type { OtherLocation } from "../domain/other-location.ts";
import type { LeftOut } from "../domain/removal.ts";
import { type CheckedFacts, renderChecked } from "./checked-screen.ts";
import { diagnosticBlocks } from "./diagnostics.ts";
import { commandWithRemark, otherLocationStep } from "./next-steps.ts";
import { shellQuote, visible } from "./quote.ts";
import { counted, renderError, type Screen } from "./render.ts";

export interface GenerateFacts {
  readonly graph: ResourceGraph;
  /** Display paths of the changed files, relative to the working directory. */
  readonly files: readonly string[];
  /** `--plan-only`: nothing is written. */
  readonly planOnly: boolean;
  readonly leftOut: readonly LeftOut[];
  /** Resources that the program cannot express, with the reason. */
  readonly failed: ReadonlyMap<Urn, ImpError>;
  /** Resources that a plugin created for a remote component. They are missing because the program does not contain this component. */
  readonly lost: readonly LeftOut[];
  readonly omitted: readonly { readonly urn: Urn; readonly paths: readonly string[] }[];
  readonly withoutOptions: readonly { readonly urn: Urn; readonly options: readonly string[] }[];
  /** Remote components, and the resources that their plugins create. */
  readonly constructed: readonly { readonly urn: Urn; readonly resources: readonly Urn[] }[];
  /** All warnings: of the state, the generators, and the plugins. */
  readonly warnings: readonly Diagnostic[];
  /** Number of resources in the state that were not selected. */
  readonly others: number;
  /** Commands that install packages for the program. */
  readonly install: readonly string[];
  /** Set if the program is not in the project's program directory. */
  readonly otherLocation?: OtherLocation;
  /** `--stack`. */
  readonly stack?: string;
  /** The results of the compilers. Omitted without `--check`. */
  readonly checks?: readonly CheckedFacts[];
}

export function renderGenerated(report: GenerateFacts, screen: Screen): string {
  const {
    graph,
    files,
    leftOut,
    lost,
    omitted,
    withoutOptions,
    constructed,
    warnings,
    others,
    install,
    otherLocation,
    stack,
  } = report;
  const count = graph.resources.length;
  const lines = [
    `Generated ${count} resource${count === 1 ? "" : "s"} of stack ${graph.stack}. The state was not changed.`,
  ];
  for (const { urn, why } of [...leftOut, ...lost]) lines.push(`Skipped ${visible(urn)}: ${why}.`);
  for (const { urn, paths } of omitted) {
    lines.push(
      `Not in the program: ${paths.map(visible).join(", ")} of ${visible(urn)}, because the schema has no such input.`,
    );
  }
  for (const { urn, options } of withoutOptions) {
    lines.push(
      `Not in the program: ${options.join(", ")} of ${visible(urn)}. The next \`pulumi up\` removes this from the state.`,
    );
  }
  for (const { urn, resources } of constructed) {
    const children = resources.length === 1 ? "its child resource is" : `its ${resources.length} child resources are`;
    if (resources.length > 0)
      lines.push(
        `Remote component ${visible(urn)}: ${children} not in the program, because the plugin seems to create ${resources.length === 1 ? "it" : "them"}.`,
      );
  }
  lines.push(...failures(report, screen));
  lines.push(...diagnosticBlocks(warnings, "warning", screen).map((block) => block.trimEnd()));
  if (others > 0)
    lines.push(`Warning: \`pulumi up\` with this program would delete the ${others} other resources of the stack.`);
  if (report.checks !== undefined && report.checks.length > 0) lines.push(renderChecked(report.checks));
  if (files.length === 0) return [...lines, "No changes: the program is up to date."].join("\n");
  if (report.planOnly) {
    const paths = files.map((file) => `  ${file}`);
    return [...lines, "Nothing was written (--plan-only). These files would be written:", ...paths].join("\n");
  }
  const stackFlag = stack === undefined ? "" : ` --stack ${shellQuote(stack)}`;
  const next = [
    ...install.map((step) => `  ${step}`),
    ...(otherLocation === undefined ? [] : [otherLocationStep(otherLocation)]),
  ];
  return [
    ...lines,
    "Wrote:",
    ...files.map((file) => `  ${file}`),
    "",
    "Next steps:",
    ...next,
    ...commandWithRemark(`pulumi preview${stackFlag}`, "checks the program with the providers"),
  ].join("\n");
}

/** Returns all failures, and a warning about the next update. */
function failures({ failed, lost }: GenerateFacts, screen: Screen): readonly string[] {
  if (failed.size === 0) return [];
  const all = [...failed].map(([urn, { code, explanation }]) =>
    renderError(code, { ...explanation, where: urn }, screen).trimEnd(),
  );
  const count = `${counted(failed.size + lost.length, "resource")} of the state`;
  return [...all, `Warning: \`pulumi up\` with this program would delete ${count} that the program does not contain.`];
}
