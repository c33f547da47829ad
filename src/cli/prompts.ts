/**
 * Questions to a person, by inquirer, which is loaded only when there is one to ask.
 */
import { basename } from "node:path";
import { styleText } from "node:util";
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
import { nameOf } from "../domain/urn.ts";
import type { Need, Urn } from "../graph.ts";
import { formatPath } from "../ir/path.ts";
import { differenceLines } from "./difference-lines.ts";
import { counted, harmless } from "./render.ts";

/** Asks for each required input that cannot be read (where the answer is empty the resource fails), about each replacement, and once about all assumed defaults. */
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

/** Asks for each id that an import file leaves open; where the answer is empty the resource fails. */
export async function askIds(questions: readonly IdQuestion[], signal: AbortSignal): Promise<readonly string[]> {
  const prompt = await openPrompt(signal);
  const ids: string[] = [];
  for (const { type, name, example } of questions) {
    const such = example === undefined ? "" : `such as ${example}; `;
    const message = harmless(`id of ${type} ${name} (${such}empty: not imported)`);
    const { text } = await prompt<{ text: string }>([{ type: "input", name: "text", message }]);
    ids.push(text.trim());
  }
  return ids;
}

/** Names each resource with the settings that Read does not return. */
function assumeQuestion(needs: readonly NeedOf<"assume">[]): string {
  const head =
    "Read returns nothing for settings that only the provider knows; the next `pulumi up` would set their defaults:";
  const lines = needs.map(({ urn, type, paths }) => `    ${type} ${nameOf(urn)}: ${paths.join(", ")}`);
  return harmless([head, ...lines, "  Assume that they have their defaults?"].join("\n"));
}

/** The first of its values that the person gives; none where every answer is empty. */
async function askValue(need: NeedOf<"value">, prompt: Prompt): Promise<readonly SuppliedValue[]> {
  for (const [i, { path, secret }] of need.oneOf.entries()) {
    const next = need.oneOf[i + 1];
    const empty = next === undefined ? "not imported" : `give ${formatPath(next.path)} instead`;
    const message = `${formatPath(path)} of ${nameOf(need.urn)} (empty: ${empty})`;
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

/** Names the resource and the differences that force the replacement. */
function replaceQuestion({ urn, type, differences }: NeedOf<"replace">): string {
  const forcing = differences.filter(({ kind }) => kind.endsWith("-replace"));
  const shown = forcing.length > 0 ? forcing : differences;
  const lines = differenceLines(shown, (process.stdout.columns ?? 80) - 6);
  const head = `${type} ${nameOf(urn)} would be replaced by the next \`pulumi up\`:`;
  const reasons = lines.length > 0 ? lines : ["the provider does not name the property"];
  return harmless([head, ...reasons.map((line) => `    ${line}`), "  Import it all the same?"].join("\n"));
}

/** Asks for a passphrase in Pulumi's words, without showing how long it is; one that is to protect is typed twice. */
export async function askPassphrase({ where, use, fits }: PassphraseQuestion, signal: AbortSignal): Promise<string> {
  const prompt = await openPrompt(signal);
  const question = `Enter your passphrase to ${use} config/secrets of ${basename(where)}`;
  const remember = "(set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to remember)";
  for (;;) {
    const word = await askHidden(prompt, `${question}\n    ${remember}`, fits, "That passphrase is wrong.");
    if (word === undefined) continue;
    if (use === "unlock") return word;
    const isSame = async (again: string): Promise<boolean> => again === word;
    const confirmed = await askHidden(prompt, "Re-enter your passphrase to confirm", isSame, "The two differ.");
    if (confirmed !== undefined) return word;
  }
}

/** One answer that nobody sees; one that does not fit is crossed out with the reason, and is none. */
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
  // The prompt reads its theme anew each time that it draws; it keeps a refused answer in its line, so none is refused to it.
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
  /** It is to be made. */
  readonly isNew: boolean;
}

/** Asks which of a project's stacks is meant, or what a new one is to be called, as Pulumi does. `isName`: absent: none can be made. */
export async function askStack(
  names: readonly string[],
  isName: ((text: string) => boolean) | undefined,
  signal: AbortSignal,
): Promise<ChosenStack> {
  return await chooseStack({ names, isName }, await openPrompt(signal));
}

/** As `askStack`; the cursor stands on the stack that is selected. */
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
  const message = names.length === 0 ? "The project has no stack yet. Name of the new stack" : "Stack name";
  const validate = (text: string): boolean | string =>
    isName?.(text) === true || "Letters, digits, `_`, `.` and `-`, at most 100 of them.";
  const question = { type: "input", name: "name", message, default: "dev", validate } as const;
  const { name } = await prompt<{ name: string }>([question]);
  return { name, isNew: true };
}

/** Asks where code goes in a person's program; the first choice is the default. */
export async function askCodePlace({ file, offersState }: CodePlaceQuestion, signal: AbortSignal): Promise<CodePlace> {
  const prompt = await openPrompt(signal);
  const choices = [
    { name: `insert into ${file} (shown as a diff first)`, value: "into" },
    { name: "a file next to it, which it loads", value: "next" },
    ...(offersState ? [{ name: "only the state", value: "state" }] : []),
    { name: "stop", value: "stop" },
  ] as const;
  const message = harmless(`${file} is a program of your own. Where does the code of the new resources go?`);
  const { kind } = await prompt<{ kind: CodePlace["kind"] }>([{ type: "select", name: "kind", message, choices }]);
  if (kind !== "next") return { kind };
  const validate = (text: string): boolean | string => /^[\w.-]+$/.test(text) || "The name of a file, without a path.";
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

/** Asks after a review, to which a person may return; no is the default. */
export async function askConsent({ text: message, edits }: ConsentQuestion, signal: AbortSignal): Promise<Consent> {
  const prompt = await openPrompt(signal);
  const choices = [
    {
      name: `No, write nothing${edits === 0 ? "" : `, and give up ${counted(edits, "edit")}`}`,
      value: "no",
      short: "No",
    },
    { name: "Yes", value: "yes" },
    { name: "Back to the review", value: "back" },
  ] as const;
  const { consent } = await prompt<{ consent: Consent }>([{ type: "select", name: "consent", message, choices }]);
  return consent;
}

/** Questions that a signal ends. */
export async function openPrompt(signal: AbortSignal) {
  const { default: inquirer } = await import("inquirer");
  return inquirer.createPromptModule({ signal });
}
