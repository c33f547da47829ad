/** Finds the selected stack and reads its state, in any backend. */

import { ImpError } from "../../domain/errors.ts";
import { parseUrn } from "../../domain/urn.ts";
import type { Deployment } from "../../state/deployment.ts";
import { cliStack } from "../../store/pulumi-cli.ts";
import { workingDirectoryOf } from "../project/new-project.ts";
import { checkOrganization, type StackReference } from "../settings/names.ts";
import type { Backend, CliLocation, DiyLocation, Environment, Project, WorkspaceFlags } from "../workspace.ts";
import {
  type ChosenBackend,
  chooseBackend,
  findCheckpoint,
  isReached,
  openBackend,
  withoutUrlSecrets,
} from "./backend.ts";
import { stackKeys, wantsGzip } from "./backend-layout.ts";
import { shownCli } from "./cli-state.ts";
import { readState } from "./read-state.ts";
import { selectedStack } from "./selected-stack.ts";

/** An existing stack, or a new one. */
export interface PlacedStack {
  readonly location: DiyLocation | CliLocation;
  readonly stack: string;
  readonly json: Uint8Array;
  readonly file: string;
}

/**
 * Finds the stack and reads its state.
 *
 * @throws STACK_NOT_SELECTED, PROJECT_MISMATCH, NAME_INVALID, and the errors of `openBackend` and `readState`
 */
export async function placeInBackend(
  flags: Pick<WorkspaceFlags, "cwd" | "stack" | "createStack">,
  environment: Environment,
  project: Project,
): Promise<PlacedStack> {
  const chosen = await chooseBackend(project, flags.cwd, environment);
  const reference = await selectedStack(flags, environment, project, chosen.url);
  if (reference === undefined)
    throw ImpError.of("STACK_NOT_SELECTED", { project: project.name, where: project.file ?? project.root });
  if (reference.project !== undefined && reference.project !== project.name)
    throw ImpError.of("PROJECT_MISMATCH", {
      expected: project.name,
      found: reference.project,
      where: reference.text,
      hint: `Pass a stack of project ${project.name}, or use --cwd DIR with the directory of the other project.`,
    });
  if (!isReached(chosen.url))
    return await placeByCli(chosen, reference, environment, workingDirectoryOf(project, flags.cwd));
  checkOrganization(reference);
  const backend = await openBackend(chosen, flags.cwd, environment);
  const checkpoint = await findCheckpoint(backend, project.name, reference.stack);
  if (checkpoint === undefined) {
    if (flags.createStack === true) return newStack(backend, project.name, reference.stack, environment);
    const details = { project: project.name, stack: reference.stack, backend: withoutUrlSecrets(backend.url) };
    throw ImpError.of("STACK_NOT_FOUND", details);
  }
  const stored = await readState(checkpoint);
  const file = backend.store.shown(checkpoint.checkpoint);
  if (stored === undefined)
    throw ImpError.of("STACK_NOT_FOUND", { project: project.name, stack: reference.stack, backend: file });
  return { location: { ...checkpoint, gzip: stored.gzip }, stack: reference.stack, json: stored.json, file };
}

/** Returns a new stack with the checkpoint that `pulumi stack init` writes. */
function newStack(backend: Backend, project: string, stack: string, environment: Environment): PlacedStack {
  const keys = stackKeys(backend.layout, project, stack);
  const gzip = wantsGzip(environment);
  const checkpoint = `${keys.base}.json${gzip ? ".gz" : ""}`;
  const json = Buffer.from(JSON.stringify({ version: 0, checkpoint: { stack: keys.qualified } }), "utf8");
  const location: DiyLocation = { kind: "diy", backend, keys, checkpoint, gzip, stack, isNew: true };
  return { location, stack, json, file: backend.store.shown(checkpoint) };
}

/** Throws PROJECT_MISMATCH if the state belongs to another project, which is possible in the old layout. */
export function checkProject(state: Deployment | undefined, { name: expected }: Project, where: string): void {
  const [first] = state?.resources ?? [];
  const actual = first === undefined ? expected : (parseUrn(first.urn)?.project ?? expected);
  if (actual === expected) return;
  const hint =
    "Pass a stack of the current project with --stack, or use --cwd DIR with the directory of the other project.";
  throw ImpError.of("PROJECT_MISMATCH", { expected, found: actual, where, hint });
}

/** Reads the state through the command. */
async function placeByCli(
  chosen: ChosenBackend,
  reference: StackReference,
  environment: Environment,
  root: string,
): Promise<PlacedStack> {
  const location = cliLocation(chosen, reference, environment, root);
  const stored = await readState(location);
  return { location, stack: reference.stack, json: stored.json, file: shownCli(location) };
}

/** Returns a stack of a backend that only the command can access. The command finds the same backend and login in the directory. */
export function cliLocation(
  { url: typed }: ChosenBackend,
  { text, stack, organization }: StackReference,
  { env }: Environment,
  directory: string,
): CliLocation {
  const url = withoutUrlSecrets(typed);
  const cli = cliStack(text, shownCli({ reference: text, url }), { cwd: directory, env });
  return { kind: "cli", url, reference: text, organization, stack, cli };
}
