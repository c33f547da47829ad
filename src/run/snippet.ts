/** Runs `imp snippet`: prints code for resources whose preview was checked, without writing files or state. */
import { chosenSpecs } from "../choices/chosen-specs.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { SnippetFacts } from "../cli/snippet-notes.ts";
import { exitCodeOf, problemOf } from "../domain/outcome.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";
import { verdicts } from "../domain/verdicts.ts";
import { derivePlan, planWithout } from "../import/derive-plan.ts";
import { type LinkedImport, linkImport } from "../import/link-import.ts";
import { readImport } from "../import/read-import.ts";
import { type ImportContext, resolveImport } from "../import/resolve-import.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { onlyLanguage } from "../options/languages.ts";
import type { SnippetOptions } from "../options/snippet-options.ts";
import { decryptedSpecs } from "../sources/import-files.ts";
import { descriptionWarnings, readDescriptions } from "../sources/provider-descriptions.ts";
import { snippetSpecs } from "../sources/snippet-words.ts";
import { readKnownState } from "../workspace/known.ts";
import { openChosenThrowaway } from "../workspace/open-chosen.ts";
import { namedVariables, urnsIn } from "./held-resources.ts";
import { importFacts, withGenerators } from "./import-facts.ts";
import { chosenProgram } from "./open-program.ts";
import { unaskedPlanOptions } from "./plan-options.ts";
import { withHost } from "./plugins.ts";
import { pastedCode } from "./print.ts";
import { type Inexpressible, printExpressible } from "./print-expressible.ts";
import { schemaWarnings, typeWarnings, unfitWarnings } from "./warnings.ts";
import { withEnvironment } from "./with-environment.ts";
import { withoutVariables } from "./without-variables.ts";

export interface Snippet extends SnippetFacts {
  /** Empty if no code could be generated. */
  readonly code: string;
  /** The name of the grammar for syntax highlighting. */
  readonly grammar: string | undefined;
  readonly exitCode: number;
}

export async function printSnippet(options: SnippetOptions, outside: RunIo): Promise<Snippet> {
  const typedSpecs = await unlessAborted(snippetSpecs(options.words, outside), outside.signal);
  const read = { ...typedSpecs, specs: chosenSpecs(typedSpecs.specs, options.choices).specs };
  const { schemas, protect } = options.derivation;
  const overlay = await unlessAborted(readDescriptions(schemas, read.specs, outside), outside.signal);
  const chosenIo = withoutVariables(outside, read.specs);
  const workspace = await openChosenThrowaway(options.stack, chosenIo, urnsIn(read.specs));
  const io = withEnvironment(chosenIo, workspace);
  const specs = await decryptedSpecs(read, workspace, outside);
  const chosen = chosenProgram(options.program, io, workspace);
  const language = onlyLanguage(chosen.languages);
  const held = namedVariables(specs, workspace.state());
  const knownState = await readKnownState(workspace, new Set(held.keys()));
  return await withHost(options.plugins, io, workspace, async (host) => {
    const context = { known: knownState, otherStacks: [], protect, overlay };
    const target = { ...chosen, workspace, isNew: false };
    const open = await withGenerators(linkedSnippet(specs, importFacts(context, target, host, io)), chosen.languages);
    const derived = await derivePlan(open, unaskedPlanOptions(options.derivation, new Set(held.keys()), io));
    // The plugins stop while the code is printed.
    void host.close();
    const without = (inexpressible: Inexpressible) => planWithout(derived, inexpressible);
    const { plan, printed } = await printExpressible(without, ({ graph }) =>
      pastedCode({ graph, schemas: open.schemas }, { ...workspace, held, config: open.config }, language, io),
    );
    const { text, config, warnings } = printed;
    io.logs.showErrors(plan.outcomes.flatMap((outcome) => problemOf(outcome)?.explanation.why ?? []));
    return {
      plan,
      code: plan.graph.resources.length > 0 ? text : "",
      grammar: language.grammar,
      config,
      warnings: [
        ...unfitWarnings(open),
        ...schemaWarnings(open),
        ...typeWarnings(open, [language]),
        ...warnings,
        ...descriptionWarnings(overlay),
      ],
      exitCode: exitCodeOf(plan.outcomes, verdicts),
    };
  });
}

async function linkedSnippet(specs: ImportSpecs, facts: ImportContext): Promise<LinkedImport> {
  const resolved = await resolveImport(specs, facts);
  return await linkImport(await readImport(resolved, false));
}
