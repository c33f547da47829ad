/** Runs `imp generate`: prints a program for a state. Doesn't change the state, and calls providers only for their schemas. */
import { chosenSpecs } from "../choices/chosen-specs.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { openGenerate } from "../from-state/generate/open-generate.ts";
import { openSourceState } from "../from-state/generate/open-source-state.ts";
import type { GenerateOptions } from "../options/generate-options.ts";
import { commitRun } from "../workspace/commit/commit-run.ts";
import { changedFiles, shownFile } from "../workspace/commit/shown-changes.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { openingFacts, withGenerators } from "./import-facts.ts";
import { compileChecks } from "./install.ts";
import { installCommands } from "./install-commands.ts";
import { openProgram } from "./open-program.ts";
import { otherLocation } from "./other-location.ts";
import { withHost } from "./plugins.ts";
import { printedChanges, printedProgram } from "./print.ts";
import { printExpressible } from "./print-expressible.ts";
import { missingWarnings } from "./warnings.ts";
import { withEnvironment } from "./with-environment.ts";

/** Generates a program from the state. Returns the exit code. */
export async function generateProgram(request: GenerateOptions, outside: RunIo, reporter: Reporter): Promise<number> {
  const options = { ...request, stack: await chosenStack(request.stack, outside) };
  const workspace = await openChosenWorkspace(options.stack, outside);
  const io = withEnvironment(outside, workspace);
  const opened = await openProgram(options, io, workspace);
  const { languages, location } = opened;
  const stored = await openSourceState(opened.workspace, options);
  const state = { ...stored, specs: chosenSpecs(stored.specs, options.choices).specs };
  if (location.problem !== undefined) throw location.problem;
  return await withHost(options.plugins, io, opened.workspace, async (host) => {
    const opening = openGenerate({
      ...openingFacts({ ...opened, isNew: options.program.isNew }, host),
      open: state,
      io,
    });
    const { config, schemas, missing, graphWithout } = await withGenerators(opening, languages);
    void host.close();
    const program = { ...opened, workspace: { ...opened.workspace, config } };
    const { plan: generated, printed: source } = await printExpressible(graphWithout, ({ graph }) =>
      printedProgram({ graph, schemas, source: "state" }, program, io),
    );
    const printed = await printedChanges(source, { entries: [], outputs: [] }, program, io);
    if (!options.planOnly) await commitRun(program.workspace, printed.changes, io);
    const other = otherLocation(program, options, io);
    const checks = options.check ? await compileChecks(program, printed.changes, !options.planOnly, io) : [];
    const install = await installCommands(printed.program, { ...program, options, io });
    reporter.end({
      kind: "generated",
      facts: {
        ...generated,
        checks: options.check ? checks : undefined,
        planOnly: options.planOnly,
        leftOut: state.leftOut,
        others: state.others,
        warnings: [...missingWarnings(missing), ...generated.warnings, ...printed.warnings, ...io.logs.warnings()],
        files: changedFiles(printed.changes).map((change) => shownFile(change, io.cwd)),
        otherLocation: other,
        stack: options.stack.stack !== undefined && !options.program.isNew ? options.stack.stack : undefined,
        install: install.map(({ shown }) => shown),
      },
    });
    if (checks.some(({ verdict }) => verdict === "failed")) return 1;
    return generated.failed.size > 0 || generated.unrecorded.length > 0 ? 3 : 0;
  });
}
