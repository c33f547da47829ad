/** Runs the program of a stack against a state, and returns the steps of the next update. Changes no files. */
import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Language } from "../../generators/language.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import { rootStackType } from "../domain/urn.ts";
import { configInputs } from "../import/providers/config-inputs.ts";
import type { GrpcThread, Host } from "../plugin/host.ts";
import { findLanguageHost, type ProgramEnd, runWithLanguageHost } from "../plugin/language-host.ts";
import { patientProvider } from "../plugin/patient-provider.ts";
import { type PreviewServer, servePreview } from "../plugin/preview-server.ts";
import { SecretFilter } from "../plugin/secret-filter.ts";
import { Preview, type PreviewPlan } from "../preview/preview.ts";
import { type Resource, resourceOfState } from "../preview/resource.ts";
import { type ProgramConfig, runProgram } from "../preview/run-program.ts";
import type { Problem } from "../preview/step-generator.ts";
import type { TargetOptions } from "../preview/targets.ts";
import type { Deployment } from "../state/deployment.ts";
import { emptyMap, type PropertyMap, stringValue } from "../value/value.ts";
import { pulumiHome } from "../workspace/backend/backend.ts";
import { statePlace } from "../workspace/backend/read-state.ts";
import { openOtherStack } from "../workspace/open-other-stack.ts";
import { programFiles } from "../workspace/program/program-files.ts";
import type { Environment, Workspace } from "../workspace/workspace.ts";

/** The project, stack, and configuration of a program. The paths may be in a temporary copy of the project. */
export type ProgramWorkspace = Pick<Workspace, "project" | "stack" | "config" | "programDir">;

/**
 * How to run a program: with the language host of its runtime, or with a command that uses the SDK of the program. `nothing` runs no program, which
 * previews a stack without resources.
 */
export type Runner =
  | { readonly kind: "nothing" }
  | { readonly kind: "host"; readonly executable: string }
  | { readonly kind: "command"; readonly runCommand: NonNullable<Language["runCommand"]> };

export interface PreviewedProgram {
  readonly plan: PreviewPlan;
  /** The problems of the preview and the program, without secrets. */
  readonly problems: readonly Problem[];
  /** True if the program or the preview failed. The steps are then incomplete. */
  readonly failed: boolean;
}

/** The limit is high, because programs of large stacks run for minutes. */
const defaultLimitSeconds = 600;

/** Maximum number of characters of a message. Longer messages are cut at the start, because a program prints the error last. */
const longestMessage = 4000;

/** Returns how the project's program is started. Throws VERIFY_RUNTIME if its runtime is not supported here. */
export function findRunner(
  languages: readonly Language[],
  { project }: Pick<ProgramWorkspace, "project">,
  io: Environment,
): Runner {
  const { runtime = "", file = project.root } = project;
  const executable =
    runtime === "" ? undefined : findLanguageHost(runtime, { env: io.env, pulumiHome: pulumiHome(io) });
  if (executable !== undefined) return { kind: "host", executable };
  const runCommand = languageOf(languages, { project })?.runCommand;
  if (runCommand === undefined) throw ImpError.of("VERIFY_RUNTIME", { file, runtime });
  return { kind: "command", runCommand };
}

/** Returns the language of the project's runtime. Returns undefined if imp has none for it. */
export function languageOf(
  languages: readonly Language[],
  { project }: Pick<ProgramWorkspace, "project">,
): Language | undefined {
  return languages.find(({ runtimes }) => runtimes.includes(project.runtime ?? ""));
}

/**
 * Returns the compiled file that runs instead of the source code, relative to the program's directory: the `binary` in the options of the runtime, or
 * the file that the language chooses. Returns undefined if the source code runs.
 */
export function compiledFile(languages: readonly Language[], workspace: ProgramWorkspace): string | undefined {
  const { binary } = workspace.project.runtimeOptions ?? {};
  if (typeof binary === "string" && binary !== "") return binary;
  return languageOf(languages, workspace)?.compiledMain?.(programOf(workspace));
}

/** Returns false if the packages of the program are not installed. Returns true for a language host, which reports this itself. */
export function isInstalled(runner: Runner, workspace: ProgramWorkspace): boolean {
  if (runner.kind !== "command") return true;
  return runner.runCommand({ ...programOf(workspace), monitorAddress: "", engineAddress: "" }) !== undefined;
}

/** Returns the state that a program is compared with. Throws VERIFY_NO_STATE for a stack without a state, and FILE_UNREADABLE for a missing file. */
export function requiredState({ state, location }: Pick<Workspace, "state" | "location">): Deployment {
  const stored = state();
  if (stored !== undefined) return stored;
  if (location.kind === "file") throw ImpError.of("FILE_UNREADABLE", { path: location.path, reason: "ENOENT" });
  throw ImpError.of("VERIFY_NO_STATE", { file: statePlace(location) });
}

/** Returns the resources of a state with decrypted secrets. Throws the errors of `stateCrypter`. */
export async function resourcesOfState(
  state: Deployment,
  { stateCrypter }: Pick<Workspace, "stateCrypter">,
): Promise<readonly Resource[]> {
  const crypter = state.secretsProvider === undefined ? undefined : await stateCrypter();
  const decrypt = (text: string, where: string): string => crypter?.decrypt(text, where) ?? text;
  return state.resources.map((resource) => resourceOfState(resource, decrypt));
}

/**
 * Runs a program against the resources of a state, and returns the steps of the next update. Throws VERIFY_NOT_INSTALLED, PLUGIN_*.
 *
 * @param targets selects the resources that can change. Omit it if all resources can change
 */
export async function previewProgram(
  workspace: Workspace,
  runner: Runner,
  olds: readonly Resource[],
  host: Host,
  io: RunIo,
  targets?: TargetOptions,
): Promise<PreviewedProgram> {
  const { project, stack, config, programDir } = workspace;
  const logged: Problem[] = [];
  const preview = new Preview({
    stack,
    project: project.name,
    olds,
    launch: async (descriptor) => patientProvider(await host.launch(descriptor), io.patience),
    configOf: (name) => configInputs(name, config),
    programConfig: plainConfig(config),
    stackOutputs: (name) => stackOutputs(name, workspace, io),
    files: programFiles(programDir),
    targets,
  });
  const thread = host.thread();
  const server = await servePreview(thread, preview, host, ({ severity, message, urn }) => {
    if (severity === "error" || severity === "warning")
      logged.push({ severity, message, urn: urn === "" ? undefined : urn });
  });
  try {
    const end = await endOf(runner, workspace, server, thread, io);
    const plan = await preview.finish({ failed: end.kind !== "ended" });
    const reported = [...plan.problems, ...logged];
    const problems = [...reported, ...programProblems(end, reported)];
    const failed = end.kind !== "ended" || problems.some(isError);
    return { plan, problems: withMessages(withoutSecrets(problems, olds, plan, config, io), failed), failed };
  } finally {
    server.close();
  }
}

/** Runs the program until it ends. */
async function endOf(
  runner: Runner,
  workspace: Workspace,
  server: PreviewServer,
  thread: GrpcThread,
  io: RunIo,
): Promise<ProgramEnd> {
  switch (runner.kind) {
    case "nothing":
      return { kind: "ended" };
    case "host":
      return await runWithLanguageHost(
        runner.executable,
        hostedProgram(workspace, server),
        thread,
        hostEnvironment(io),
      );
    case "command":
      return await runWithCommand(runner, workspace, server, io);
  }
}

function hostEnvironment(io: RunIo) {
  return {
    env: io.env,
    signal: io.signal,
    pulumiHome: pulumiHome(io),
    startTimeoutMs: 60_000,
    limitMs: programLimitMs(io),
  };
}

/** Returns the time limit of a program in milliseconds. IMP_PROGRAM_TIMEOUT sets it in seconds. */
function programLimitMs({ env }: Pick<RunIo, "env">): number {
  const seconds = Number(env.IMP_PROGRAM_TIMEOUT);
  return 1000 * (seconds > 0 ? seconds : defaultLimitSeconds);
}

function hostedProgram(workspace: ProgramWorkspace, server: PreviewServer) {
  const { runtime = "" } = workspace.project;
  const { values, secretKeys } = plainConfig(workspace.config);
  const options = { runtime, config: Object.fromEntries(values), secretKeys };
  return { ...programOf(workspace), ...server, ...options };
}

async function runWithCommand(
  { runCommand }: Runner & { readonly kind: "command" },
  workspace: ProgramWorkspace,
  server: PreviewServer,
  io: RunIo,
): Promise<ProgramEnd> {
  const { programDir, config } = workspace;
  const command = runCommand({ ...programOf(workspace), ...server });
  if (command === undefined) throw ImpError.of("VERIFY_NOT_INSTALLED", { directory: programDir });
  return await runProgram(command, plainConfig(config), {
    env: io.env,
    signal: io.signal,
    cwd: programDir,
    limitMs: programLimitMs(io),
  });
}

function programOf({ project, programDir, stack }: ProgramWorkspace) {
  const main = project.main === undefined ? "" : relative(programDir, resolve(project.root, project.main));
  return {
    project: project.name,
    stack,
    root: project.root,
    directory: programDir,
    main: main === "" ? "." : main,
    options: project.runtimeOptions ?? {},
  };
}

function plainConfig(config: StackConfig): ProgramConfig {
  const values = [...config].map(([key, { text, locked }]) => {
    if (locked !== undefined) throw locked;
    return [key, text] as const;
  });
  return { values: new Map(values), secretKeys: [...config].flatMap(([key, { secret }]) => (secret ? [key] : [])) };
}

/** Returns the outputs of another stack. Throws the errors of `openOtherStack`. */
async function stackOutputs(name: string, workspace: Workspace, io: RunIo): Promise<PropertyMap> {
  const { state, crypter: open } = await openOtherStack(name, io.cwd, workspace, io, io);
  const crypter = state.secretsProvider === undefined ? undefined : await open();
  const root = state.resources.find(({ type, delete: isDeleted }) => type === rootStackType && !isDeleted);
  return root?.outputs((text, where) => crypter?.decrypt(text, where) ?? text) ?? emptyMap;
}

/** Returns the output of a failed program. If the program reported an error, returns its output only if the error was not received. */
function programProblems(end: ProgramEnd, reported: readonly Problem[]): readonly Problem[] {
  if (end.kind === "ended" || (end.kind === "reported" && reported.some(isError))) return [];
  return [{ severity: "error", urn: undefined, message: end.output }];
}

/** Removes problems without a message. Adds an error if a failed program has none, because it may exit without logging its error. */
function withMessages(problems: readonly Problem[], failed: boolean): readonly Problem[] {
  const described = problems.filter(({ message }) => message.trim() !== "");
  if (!failed || described.some(isError)) return described;
  return [...described, { severity: "error", urn: undefined, message: "The program ended without an error message." }];
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

/** Shortens messages and redacts secrets in them, because programs and providers may print any value. */
function withoutSecrets(
  problems: readonly Problem[],
  olds: readonly Resource[],
  { steps }: PreviewPlan,
  config: StackConfig,
  { env, secretVariables = new Set() }: Pick<RunIo, "env" | "secretVariables">,
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const filter = new SecretFilter();
  for (const name of secretVariables) filter.add(stringValue(env[name] ?? ""));
  for (const { inputs, outputs } of [...olds, ...steps.flatMap(({ new: registered }) => registered ?? [])]) {
    filter.addSecretsIn(inputs);
    filter.addSecretsIn(outputs);
  }
  for (const { text, secret } of config.values()) if (secret) filter.add(stringValue(text));
  // The Node.js SDK colors errors even without a terminal.
  const shown = (message: string): string => shortened(filter.redact(stripVTControlCharacters(message)));
  return problems.map((problem) => ({ ...problem, message: shown(problem.message) }));
}

function shortened(message: string): string {
  return message.length > longestMessage ? `…${message.slice(-longestMessage)}` : message;
}
