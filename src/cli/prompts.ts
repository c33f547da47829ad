/**
 * Questions to a person, by inquirer, which is loaded only when there is one to ask.
 */
import { basename } from "node:path";
import type { Need, Urn } from "../graph.ts";
import { formatPath, type Path } from "../ir/path.ts";

/** An answer to a need for a value; the text is a secret when the need says so. */
export interface Answer {
  readonly urn: Urn;
  readonly path: Path;
  readonly text: string;
  readonly secret: boolean;
}

/** Asks for each value that a provider demands and Read cannot return; an empty answer leaves the resource out. */
export async function askNeeds(needs: readonly Need[], signal: AbortSignal): Promise<readonly Answer[]> {
  const prompt = await openPrompt(signal);
  const answers: Answer[] = [];
  for (const need of needs) {
    if (need.kind !== "value") continue;
    for (const [i, { path, secret }] of need.oneOf.entries()) {
      const next = need.oneOf[i + 1];
      const empty = next === undefined ? "leave it out" : `give ${formatPath(next.path)} instead`;
      const message = `${formatPath(path)} of ${need.urn.slice(need.urn.lastIndexOf("::") + 2)} (empty: ${empty})`;
      const question = secret
        ? ({ type: "password", name: "text", message, mask: true } as const)
        : ({ type: "input", name: "text", message } as const);
      const { text } = await prompt<{ text: string }>([question]);
      if (text === "") continue;
      answers.push({ urn: need.urn, path, text, secret });
      break;
    }
  }
  return answers;
}

export interface PassphraseQuestion {
  /** The file whose secrets it is about. */
  readonly where: string;
  /** Of secrets that are there, or of those that are to come. */
  readonly use: "unlock" | "protect";
  /** The last answer was wrong. */
  readonly isAgain: boolean;
}

/** Asks for a passphrase in Pulumi's words, without showing how long it is; one that is to protect is typed twice. */
export async function askPassphrase({ where, use, isAgain }: PassphraseQuestion, signal: AbortSignal): Promise<string> {
  const prompt = await openPrompt(signal);
  const type = async (message: string): Promise<string> =>
    (await prompt<{ text: string }>([{ type: "password", name: "text", message, mask: false }])).text;
  const remember = "(set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to remember)";
  for (let head = isAgain ? "That passphrase is wrong.\n  " : ""; ; head = "The two differ.\n  ") {
    const question = `${head}Enter your passphrase to ${use} config/secrets of ${basename(where)}`;
    const word = await type(`${question}\n    ${remember}`);
    if (use === "unlock" || (await type("Re-enter your passphrase to confirm")) === word) return word;
  }
}

/** Asks which of a project's stacks is meant, as Pulumi does. */
export async function askStack(names: readonly string[], signal: AbortSignal): Promise<string> {
  const prompt = await openPrompt(signal);
  const message = "Please choose a stack";
  const { stack } = await prompt<{ stack: string }>([{ type: "select", name: "stack", message, choices: [...names] }]);
  return stack;
}

/** Asks before anything is written; what that is stands on the screen. */
export async function askToWrite(resources: number, files: number, signal: AbortSignal): Promise<boolean> {
  const plural = (count: number): string => (count === 1 ? "" : "s");
  return await askYes(
    `Import ${resources} resource${plural(resources)} and write ${files} file${plural(files)}?`,
    signal,
  );
}

export async function askYes(message: string, signal: AbortSignal): Promise<boolean> {
  const prompt = await openPrompt(signal);
  const { yes } = await prompt<{ yes: boolean }>([{ type: "confirm", name: "yes", message, default: false }]);
  return yes;
}

/** Questions that a signal ends. */
async function openPrompt(signal: AbortSignal) {
  const { default: inquirer } = await import("inquirer");
  return inquirer.createPromptModule({ signal });
}
