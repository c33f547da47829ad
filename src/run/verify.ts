/**
 * The story of `imp verify`: runs the program of a stack, and reports the changes of the next update. Changes no files.
 */
import { relative, resolve } from "node:path";
import type { Language } from "../../generators/language.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import { rootStackType } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import { configInputs } from "../import/providers/config-inputs.ts";
import type { VerifyOptions } from "../options/verify-options.ts";
import type { Host } from "../plugin/host.ts";
import { startGrpcThread } from "../plugin/host.ts";
import { servePreview } from "../plugin/preview-server.ts";
import { SecretFilter } from "../plugin/secret-filter.ts";
import { Preview, type PreviewPlan } from "../preview/preview.ts";
import { changesSomething, programDifferences } from "../preview/program-differences.ts";
import { type Resource, resourceOfState } from "../preview/resource.ts";
import { type ProgramConfig, type ProgramEnd, runProgram } from "../preview/run-program.ts";
import { isInternalStep } from "../preview/step.ts";
import type { Problem } from "../preview/step-generator.ts";
import { emptyMap, type PropertyMap, stringValue } from "../value/value.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { openOtherStack } from "../workspace/open-other-stack.ts";
import { programFiles } from "../workspace/program/program-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { withHost } from "./plugins.ts";

/** Returns the exit code: 0 if nothing changes, 1 if the program fails, 3 if something changes. */
export async function verifyProgram(options: VerifyOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const stack = await chosenStack(options.stack, io);
  const workspace = await openChosenWorkspace(stack, io);
  const language = runnableLanguage(options.languages, workspace);
  await workspace.unlock();
  const olds = await resourcesOfState(workspace);
  return await withHost(options.plugins, io, workspace, async (host) => {
    const { plan, end, logged } = await previewProgram(olds, language, workspace, host, io);
    const steps = programDifferences(
      plan.steps.filter((step) => !isInternalStep(step)),
      workspace.project.root,
    );
    const secrets = secretFilter(olds, plan, workspace.config);
    const problems = [...plan.problems, ...logged, ...programProblems(end)].map((problem) => ({
      ...problem,
      message: secrets.redact(problem.message),
    }));
    const failed = end.kind !== "ended" || problems.some(({ severity }) => severity === "error");
    const isClean = !failed && !steps.some(changesSomething);
    reporter.end({
      kind: "verified",
      facts: { project: workspace.project.name, stack: workspace.stack, steps, problems, isClean },
    });
    return failed ? 1 : isClean ? 0 : 3;
  });
}

/** Returns the outputs of another stack. Throws as `openOtherStack`. */
async function stackOutputs(name: string, workspace: Workspace, io: RunIo): Promise<PropertyMap> {
  const { state, crypter: open } = await openOtherStack(name, io.cwd, workspace, io, io);
  const crypter = state.secretsProvider === undefined ? undefined : await open();
  const root = state.resources.find(({ type, delete: isDeleted }) => type === rootStackType && !isDeleted);
  return root?.outputs((text, where) => crypter?.decrypt(text, where) ?? text) ?? emptyMap;
}

async function resourcesOfState(workspace: Workspace): Promise<readonly Resource[]> {
  const state = workspace.state();
  if (state === undefined) throw ImpError.of("VERIFY_NO_STATE", { file: statePlace(workspace.location) });
  const crypter = state.secretsProvider === undefined ? undefined : await workspace.stateCrypter();
  const decrypt = (text: string, where: string): string => crypter?.decrypt(text, where) ?? text;
  return state.resources.map((resource) => resourceOfState(resource, decrypt));
}

interface Previewed {
  readonly plan: PreviewPlan;
  readonly end: ProgramEnd;
  /** Warnings and errors that the program logged. */
  readonly logged: readonly Problem[];
}

async function previewProgram(
  olds: readonly Resource[],
  language: RunnableLanguage,
  workspace: Workspace,
  host: Host,
  io: RunIo,
): Promise<Previewed> {
  const { project, stack, config, programDir } = workspace;
  const logged: Problem[] = [];
  const preview = new Preview({
    stack,
    project: project.name,
    olds,
    launch: (descriptor) => host.launch(descriptor),
    configOf: (name) => configInputs(name, config),
    files: programFiles(programDir),
    stackOutputs: (name) => stackOutputs(name, workspace, io),
  });
  const thread = startGrpcThread(io.patience.atOnce);
  try {
    const server = await servePreview(thread, preview, ({ severity, message, urn }) => {
      if (severity === "error" || severity === "warning")
        logged.push({ severity, message, urn: urn === "" ? undefined : urn });
    });
    const command = language.runCommand({ ...programOf(workspace), ...server });
    if (command === undefined) throw ImpError.of("VERIFY_NOT_INSTALLED", { directory: programDir });
    const end = await runProgram(command, plainConfig(config), programDir, io);
    server.close();
    return { plan: preview.finish(), end, logged };
  } finally {
    thread.close();
  }
}

type RunnableLanguage = Language & Required<Pick<Language, "runCommand">>;

/** Returns the language of the project's runtime. Throws VERIFY_RUNTIME if imp cannot run it. */
function runnableLanguage(languages: readonly Language[], { project }: Workspace): RunnableLanguage {
  const { runtime = "", file = project.root } = project;
  const language = languages.find(({ runtimes }) => runtimes.includes(runtime));
  if (language?.runCommand === undefined) throw ImpError.of("VERIFY_RUNTIME", { file, runtime });
  return { ...language, runCommand: language.runCommand };
}

/** Returns a filter for messages of the program and of its providers, which can contain any value that they know. */
function secretFilter(olds: readonly Resource[], { steps }: PreviewPlan, config: StackConfig): SecretFilter {
  const filter = new SecretFilter();
  for (const { inputs, outputs } of [...olds, ...steps.flatMap(({ new: registered }) => registered ?? [])]) {
    filter.addSecretsIn(inputs);
    filter.addSecretsIn(outputs);
  }
  for (const { text, secret } of config.values()) if (secret) filter.add(stringValue(text));
  return filter;
}

function programProblems(end: ProgramEnd): readonly Problem[] {
  return end.kind === "failed" ? [{ severity: "error", urn: undefined, message: end.output }] : [];
}

function programOf({ project, programDir, stack }: Workspace) {
  const main = project.main === undefined ? "" : relative(programDir, resolve(project.root, project.main));
  return {
    project: project.name,
    stack,
    root: project.root,
    directory: programDir,
    main: main === "" ? "." : main,
  };
}

function plainConfig(config: StackConfig): ProgramConfig {
  const values = [...config].map(([key, { text, locked }]) => {
    if (locked !== undefined) throw locked;
    return [key, text] as const;
  });
  return { values: new Map(values), secretKeys: [...config].flatMap(([key, { secret }]) => (secret ? [key] : [])) };
}
