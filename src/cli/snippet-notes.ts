/** The report of `imp snippet`, on stderr. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ConfigValue, ImportPlan } from "../domain/graph.ts";
import { shellQuote } from "./quote.ts";
import { renderReasons } from "./reasons.ts";
import { renderOutcomes, type Screen } from "./render.ts";

export interface SnippetFacts {
  readonly plan: ImportPlan;
  /** Secrets that the code reads from the configuration. */
  readonly config: readonly ConfigValue[];
  readonly warnings: readonly Diagnostic[];
}

export function renderSnippetNotes({ plan, config, warnings }: SnippetFacts, screen: Screen): string {
  const lines = [renderOutcomes(plan, screen) + renderReasons(plan, warnings, screen)];
  if (config.length > 0) {
    lines.push("The code reads these secrets from the stack's configuration:");
    lines.push(...config.map(({ key }) => `  pulumi config set --secret ${shellQuote(key)}`));
  }
  return lines.join("\n");
}
