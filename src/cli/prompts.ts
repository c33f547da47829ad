/** Prompts on the terminal. Loads inquirer on demand. */
import { basename } from "node:path";
import { styleText } from "node:util";
import type { Need, Urn } from "../domain/graph.ts";
import type {
  CodePlace,
  CodePlaceQuestion,
  Consent,
  ConsentQuestion,
  IdQuestion,
  PassphraseQuestion,
  StartQuestion,
  Supplied,
  SuppliedValue,
} from "../domain/questions.ts";
import type { SyncChoice } from "../domain/sync-choice.ts";
import { nameOf } from "../domain/urn.ts";
import { formatPath } from "../value/path.ts";
import { differenceLines } from "./difference-lines.ts";
import { counted, harmless } from "./render.ts";

/**
 * Prompts for required inputs that cannot be read, asks about each replacement, and asks once about all assumed defaults. An empty answer skips
 * the resource.
 */
export async function askNeeds(needs: readonly Need[], signal: AbortSignal): Promise<Supplied> {
  const prompt = await openPrompt(signal);
  const values: SuppliedValue[] = [];
  const accepted: Urn[] = [];
  const assumable: NeedOf<"assume">[] = [];
  for (const need of needs) {
    switch (need.kind) {
      case "value":
        values.push(...(await askValue(need, prompt)));
        break;
      case "replace":
        if (await askYes(replaceQuestion(need), signal)) accepted.push(need.urn);
        break;
      case "assume":
        assumable.push(need);
        break;
    }
  }
  const assumes = assumable.length > 0 && (await askYes(assumeQuestion(assumable), signal));
  return { values, accepted, assumed: assumes ? assumable.map(({ urn }) => urn) : [] };
}

/** Prompts for the IDs that are missing in an import file. An empty answer skips the resource. */
export async function askIds(questions: readonly IdQuestion[], signal: AbortSignal): Promise<readonly string[]> {
  const prompt = await openPrompt(signal);
  const ids: string[] = [];
  for (const { type, name, example } of questions) {
    const hint = example === undefined ? "" : `for example ${example}; `;
    const message = harmless(`ID of ${type} ${name} (${hint}leave empty to skip)`);
    const { text } = await prompt<{ text: string }>([{ type: "input", name: "text", message }]);
    ids.push(text.trim());
  }
  return ids;
}

/** Returns the question about provider settings that Read does not return. */
function assumeQuestion(needs: readonly NeedOf<"assume">[]): string {
  const head = "Read does not return these provider settings. The next `pulumi up` would set them to their defaults:";
  const lines = needs.map(({ urn, type, paths }) => `    ${type} ${nameOf(urn)}: ${paths.join(", ")}`);
  return harmless([head, ...lines, "  Assume that they already have the default values?"].join("\n"));
}

/** Prompts for the alternative inputs in turn until the user enters a value. Returns no value if all answers are empty. */
async function askValue(need: NeedOf<"value">, prompt: Prompt): Promise<readonly SuppliedValue[]> {
  for (const [i, { path, secret }] of need.oneOf.entries()) {
    const next = need.oneOf[i + 1];
    const empty = next === undefined ? "leave empty to skip" : `leave empty to set ${formatPath(next.path)} instead`;
    const message = `${formatPath(path)} of ${nameOf(need.urn)} (${empty})`;
    const question = secret
      ? ({ type: "password", name: "text", message, mask: true } as const)
      : ({ type: "input", name: "text", message } as const);
    const { text } = await prompt<{ text: string }>([question]);
    if (text !== "") return [{ urn: need.urn, path, text, secret }];
  }
  return [];
}

type NeedOf<K extends Need["kind"]> = Extract<Need, { readonly kind: K }>;
export type Prompt = Awaited<ReturnType<typeof openPrompt>>;

/** Returns the text that asks whether to import a resource that would be replaced, with the differences that force the replacement. */
function replaceQuestion({ urn, type, differences }: NeedOf<"replace">): string {
  const forcing = differences.filter(({ kind }) => kind.endsWith("-replace"));
  const shown = forcing.length > 0 ? forcing : differences;
  const lines = differenceLines(shown, (process.stdout.columns ?? 80) - 6);
  const head = `The next \`pulumi up\` would replace ${type} ${nameOf(urn)}:`;
  const reasons = lines.length > 0 ? lines : ["the provider did not report the property"];
  return harmless([head, ...reasons.map((line) => `    ${line}`), "  Import it anyway?"].join("\n"));
}

/** Prompts for a passphrase without echo, with the text of Pulumi's prompt. A new passphrase is typed twice. */
export async function askPassphrase({ where, use, fits }: PassphraseQuestion, signal: AbortSignal): Promise<string> {
  const prompt = await openPrompt(signal);
  const question = `Enter your passphrase to ${use} config/secrets of ${basename(where)}`;
  const remember = "(set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to remember)";
  for (;;) {
    const word = await askHidden(prompt, `${question}\n    ${remember}`, fits, "Incorrect passphrase.");
    if (word === undefined) continue;
    if (use === "unlock") return word;
    const isSame = async (again: string): Promise<boolean> => again === word;
    const confirmed = await askHidden(
      prompt,
      "Re-enter your passphrase to confirm",
      isSame,
      "The passphrases do not match.",
    );
    if (confirmed !== undefined) return word;
  }
}

/** Prompts once without echo. If the answer is not accepted, shows the reason and returns undefined. */
async function askHidden(
  prompt: Prompt,
  message: string,
  fits: (text: string) => Promise<boolean>,
  refusal: string,
): Promise<string | undefined> {
  let isRight = true;
  const validate = async (text: string): Promise<boolean> => {
    isRight = await fits(text);
    return true;
  };
  // inquirer would keep a rejected answer in the input line, so accept every answer and show the reason through the theme.
  const theme = {
    prefix: {
      get done(): string {
        return isRight ? styleText("green", "✔") : styleText("red", "✖");
      },
    },
    style: {
      message: (text: string): string =>
        isRight ? styleText("bold", text) : `${styleText("bold", text)}\n  ${styleText("red", refusal)}`,
    },
  };
  const { text } = await prompt<{ text: string }>([
    { type: "password", name: "text", message, mask: false, validate, theme },
  ]);
  return isRight ? text : undefined;
}

export interface ChosenStack {
  readonly name: string;
  /** True if the stack must be created. */
  readonly isNew: boolean;
}

/** Prompts for a stack with the text of Pulumi's prompt. If `isName` is defined, the user can also enter a new name that `isName` accepts. */
export async function askStack(
  names: readonly string[],
  isName: ((text: string) => boolean) | undefined,
  signal: AbortSignal,
): Promise<ChosenStack> {
  return await chooseStack({ names, isName }, await openPrompt(signal));
}

/** Prompts like `askStack`. The default answer is the stack that is currently selected. */
export async function chooseStack(
  { names, isName, selected }: NonNullable<StartQuestion["stacks"]>,
  prompt: Prompt,
): Promise<ChosenStack> {
  if (names.length > 0) {
    const fresh = isName === undefined ? [] : [{ name: "<create a new stack>", value: "" }];
    const choices = [...names.map((name) => ({ name, value: name })), ...fresh];
    const message = isName === undefined ? "Please choose a stack" : "Please choose a stack, or create a new one";
    const question = { type: "select", name: "name", message, choices, default: selected } as const;
    const { name } = await prompt<{ name: string }>([question]);
    if (name !== "") return { name, isNew: false };
  }
  const message = names.length === 0 ? "The project has no stacks yet. Name of the new stack" : "Stack name";
  const validate = (text: string): boolean | string =>
    isName?.(text) === true || "Use at most 100 letters, digits, `_`, `.`, and `-`.";
  const question = { type: "input", name: "name", message, default: "dev", validate } as const;
  const { name } = await prompt<{ name: string }>([question]);
  return { name, isNew: true };
}

/** Asks where to write the code: into a file of the user's program, into a separate file, or nowhere. */
export async function askCodePlace({ file, offersState }: CodePlaceQuestion, signal: AbortSignal): Promise<CodePlace> {
  const prompt = await openPrompt(signal);
  const choices = [
    { name: `Insert into ${file} (shows a diff first)`, value: "into" },
    { name: "Write a separate file next to it", value: "next" },
    ...(offersState ? [{ name: "Write only the state", value: "state" }] : []),
    { name: "Quit", value: "stop" },
  ] as const;
  const message = harmless(`imp did not write ${file}. Where should the code of the new resources go?`);
  const { kind } = await prompt<{ kind: CodePlace["kind"] }>([{ type: "select", name: "kind", message, choices }]);
  if (kind !== "next") return { kind };
  const validate = (text: string): boolean | string => /^[\w.-]+$/.test(text) || "Enter a file name without a path.";
  const question = {
    type: "input",
    name: "name",
    message: "Name of the file",
    default: "imported.ts",
    validate,
  } as const;
  const { name } = await prompt<{ name: string }>([question]);
  return { kind, name };
}

export async function askYes(message: string, signal: AbortSignal): Promise<boolean> {
  const prompt = await openPrompt(signal);
  const { yes } = await prompt<{ yes: boolean }>([{ type: "confirm", name: "yes", message, default: false }]);
  return yes;
}

/** Asks whether to write the reviewed import. The default answer is no. */
export async function askConsent({ text: message, edits }: ConsentQuestion, signal: AbortSignal): Promise<Consent> {
  const prompt = await openPrompt(signal);
  const choices = [
    {
      name: `No, write nothing${edits === 0 ? "" : `, and discard ${counted(edits, "edit")}`}`,
      value: "no",
      short: "No",
    },
    { name: "Yes", value: "yes" },
    { name: "Back to the review", value: "back" },
  ] as const;
  const { consent } = await prompt<{ consent: Consent }>([{ type: "select", name: "consent", message, choices }]);
  return consent;
}

/** Asks what to do with a resource that was changed in the cloud. Returns undefined to leave the resource as it is. */
export async function askSync(offered: readonly SyncChoice[], signal: AbortSignal): Promise<SyncChoice | undefined> {
  const prompt = await openPrompt(signal);
  const choices = [
    ...offered.map((value) => ({ name: syncChoiceNames[value], value })),
    // A value of undefined would be the default of the prompt.
    { name: "Leave it as it is", value: "leave" as const },
  ];
  const message = "What should happen with this resource?";
  const { choice } = await prompt<{ choice: SyncChoice | "leave" }>([
    { type: "select", name: "choice", message, choices },
  ]);
  return choice === "leave" ? undefined : choice;
}

const syncChoiceNames: Readonly<Record<SyncChoice, string>> = {
  cloud: "Take the cloud's values: change the program",
  program: "Keep the program: the next update changes the resource back",
  ignore: "Ignore these changes: add them to ignoreChanges",
};

/** Loads inquirer. Its prompts reject when the signal is aborted. */
export async function openPrompt(signal: AbortSignal) {
  const { default: inquirer } = await import("inquirer");
  return inquirer.createPromptModule({ signal });
}
