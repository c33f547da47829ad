/**
 * Renders the end of `imp generate`.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { OtherLocation } from "../domain/other-location.ts";
import type { LeftOut } from "../domain/removal.ts";
import type { ImpError } from "../errors.ts";
import type { ResourceGraph, Urn } from "../graph.ts";
import { type CheckedFacts, renderChecked } from "./checked-screen.ts";
import { diagnosticBlocks } from "./diagnostics.ts";
import { otherLocationStep } from "./next-steps.ts";
import { shellQuote } from "./quote.ts";
import { counted, renderError, type Screen } from "./render.ts";
import { visible } from "./visible.ts";

export interface GenerateFacts {
  readonly graph: ResourceGraph;
  /** Shown paths, relative to where the command was run; of those that were changed. */
  readonly files: readonly string[];
  /** Nothing was written. */
  readonly planOnly: boolean;
  readonly leftOut: readonly LeftOut[];
  /** Resources that the program cannot have, each with the reason. */
  readonly failed: ReadonlyMap<Urn, ImpError>;
  /** Resources below a remote component that the program does not have. */
  readonly lost: readonly LeftOut[];
  readonly omitted: readonly { readonly urn: Urn; readonly paths: readonly string[] }[];
  readonly withoutOptions: readonly { readonly urn: Urn; readonly options: readonly string[] }[];
  /** Remote components, and what their plugins make of them. */
  readonly constructed: readonly { readonly urn: Urn; readonly resources: readonly Urn[] }[];
  /** All of them: of the state, of generators and of plugins. */
  readonly warnings: readonly Diagnostic[];
  /** Resources of the state that were not asked for. */
  readonly others: number;
  /** Commands that install what the program needs. */
  readonly install: readonly string[];
  /** Of a program that is not where the project's is (`RunFacts`). */
  readonly otherLocation?: OtherLocation;
  /** `--stack`. */
  readonly stack?: string;
  /** The results of compilers; absent: they were not asked. */
  readonly checks?: readonly CheckedFacts[];
}

export function renderGenerated(facts: GenerateFacts, screen: Screen): string {
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
  } = facts;
  const count = graph.resources.length;
  const lines = [`${count} resource${count === 1 ? "" : "s"} of stack ${graph.stack}; the state is as it was.`];
  for (const { urn, why } of [...leftOut, ...lost]) lines.push(`Left out: ${visible(urn)}: ${why}.`);
  for (const { urn, paths } of omitted) {
    lines.push(`Not in the program: ${paths.map(visible).join(", ")} of ${visible(urn)}: no input in the schema.`);
  }
  for (const { urn, options } of withoutOptions) {
    lines.push(
      `Not in the program: ${options.join(", ")} of ${visible(urn)}: the next \`pulumi up\` takes that out of the state.`,
    );
  }
  for (const { urn, resources } of constructed) {
    const made = resources.length === 1 ? "resource below it counts" : `${resources.length} resources below it count`;
    if (resources.length > 0)
      lines.push(`Remote component: ${visible(urn)}: the ${made} as its plugin's: only Construct could prove it.`);
  }
  lines.push(...failures(facts, screen));
  lines.push(...diagnosticBlocks(warnings, "warning", screen).map((block) => block.trimEnd()));
  if (others > 0) lines.push(`Warning: \`pulumi up\` of this program would delete the stack's other ${others}.`);
  if (facts.checks !== undefined && facts.checks.length > 0) lines.push(renderChecked(facts.checks));
  if (files.length === 0) return [...lines, "Nothing changed: the program says this already."].join("\n");
  if (facts.planOnly) {
    const would = files.map((file) => `  ${file}`);
    return [...lines, "Nothing was written (--plan-only). It would write:", ...would].join("\n");
  }
  const at = stack === undefined ? "" : ` --stack ${shellQuote(stack)}`;
  const next = [
    ...install.map((step) => `  ${step}`),
    ...(otherLocation === undefined ? [] : [otherLocationStep(otherLocation)]),
  ];
  return [
    ...lines,
    "Written:",
    ...files.map((file) => `  ${file}`),
    "",
    "Next:",
    ...next,
    `  pulumi preview${at}    says whether the provider sees it so too`,
  ].join("\n");
}

/** Each failure whole, and what an update of the program would do. */
function failures({ failed, lost }: GenerateFacts, screen: Screen): readonly string[] {
  if (failed.size === 0) return [];
  const all = [...failed].map(([urn, { code, explanation }]) =>
    renderError(code, { ...explanation, where: urn }, screen).trimEnd(),
  );
  const what = `${counted(failed.size + lost.length, "resource")} of the state`;
  return [...all, `Warning: \`pulumi up\` of this program would delete ${what}, which it does not have.`];
}
