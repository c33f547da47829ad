/** Runs `imp verify`: runs the program of a stack, and reports the changes of the next update. Changes no files. */
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { VerifyOptions } from "../options/verify-options.ts";
import type { PluginDescriptor } from "../plugin/host.ts";
import { changesSomething, programDifferences } from "../preview/program-differences.ts";
import { refreshedResources } from "../preview/refresh.ts";
import type { Resource } from "../preview/resource.ts";
import { isInternalStep } from "../preview/step.ts";
import { Targets } from "../preview/targets.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { withHost } from "./plugins.ts";
import { findRunner, previewProgram, requiredState, resourcesOfState } from "./preview-program.ts";
import { withEnvironment } from "./with-environment.ts";

/** Runs the program and reports the next update. Returns the exit code: 0 if nothing changes, 1 if the program fails, 3 if something changes. */
export async function verifyProgram(options: VerifyOptions, outside: RunIo, reporter: Reporter): Promise<number> {
  const stack = await chosenStack(options.stack, outside);
  const workspace = await openChosenWorkspace(stack, outside);
  const io = withEnvironment(outside, workspace);
  const runner = findRunner(options.languages, workspace, io);
  await workspace.unlock();
  const state = requiredState(workspace);
  const olds = await resourcesOfState(state, workspace);
  return await withHost(options.plugins, io, workspace, async (host) => {
    const launch = (descriptor: PluginDescriptor) => host.launch(descriptor);
    const current = options.refresh ? await refreshedResources(olds, launch, isRefreshed(options, olds)) : olds;
    const { plan, problems, failed } = await previewProgram(workspace, runner, current, host, io, options.targets);
    const steps = programDifferences(
      plan.steps.filter((step) => !isInternalStep(step)),
      workspace.project.root,
      options.diff,
    );
    const isClean = !failed && !steps.some(changesSomething);
    const { project, stack: name } = workspace;
    reporter.end({ kind: "verified", facts: { project: project.name, stack: name, steps, problems, isClean } });
    return failed ? 1 : isClean ? 0 : 3;
  });
}

/** Returns a function that selects the resources to refresh, which are those that can change. */
function isRefreshed({ targets: options }: VerifyOptions, olds: readonly Resource[]): (resource: Resource) => boolean {
  if (options === undefined) return () => true;
  const targets = new Targets(options);
  const dependents = options.dependents ? targets.withDependents(olds) : new Set();
  return ({ urn }) => targets.includes(urn) || dependents.has(urn);
}
