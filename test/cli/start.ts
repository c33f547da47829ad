import { stripVTControlCharacters } from "node:util";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { type Answer, runInTerminal } from "../support/run-in-terminal.ts";
import { saltedFiles } from "../support/stable-state.ts";

export const down = "\u001b[B";
export const stack = (answer = "\r"): Answer => ({ seen: "choose a stack", answer });
export const write = (answer: string): Answer => ({ seen: "write \\d files", answer });

/** Creates a project with two stacks and several import files. */
export function makeStartProject(): CliProject {
  const files = {
    ...saltedFiles,
    ".pulumi/stacks/orchard/prod.json": '{"version":0,"checkpoint":{"stack":"organization/orchard/prod"}}',
    "todo.json": specsOf(bucket, { ...record, id: "<PLACEHOLDER>" }),
    "more.yaml": `resources:\n  - type: ${role.type}\n    name: ${role.name}\n    id: ${role.id}\n`,
    "package.json": '{"resources":1}',
    "broken.json": '{"resources": [',
  };
  return makeProject({ specs: JSON.parse(specsOf(bucket)), files });
}

export type StartArguments = [
  answers: readonly Answer[],
  flags?: readonly string[],
  env?: Readonly<Record<string, string>>,
];

/** Runs `imp run` without arguments on a terminal. */
export async function startOnTerminal(
  python: string,
  project: CliProject,
  ...[answers, flags = [], env = {}]: StartArguments
) {
  const command = [process.execPath, main, "run", "--no-review", "--provider", `simcloud=${simcloud}`, ...flags];
  const terminal = { TERM: "xterm-256color", NO_COLOR: "1", ...env };
  const session = await runInTerminal(python, command, answers, {
    cwd: project.directory,
    env: { ...project.env, ...terminal },
  });
  await project.assertTidy();
  return { code: session.code, text: stripVTControlCharacters(session.screen) };
}
