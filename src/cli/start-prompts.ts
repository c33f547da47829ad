/** The start screen of `imp run` without a source: prompts for the stack and the source. */
import type { FoundImportFile, StartAnswer, StartQuestion, StartSource } from "../domain/questions.ts";
import { chooseStack, openPrompt, type Prompt } from "./prompts.ts";
import { harmless } from "./render.ts";

/** The value of the choice "Other …". */
const another = "";

/** Prompts for the stack, the kind of source, and the source. */
export async function askStart(question: StartQuestion, signal: AbortSignal): Promise<StartAnswer> {
  const prompt = await openPrompt(signal);
  const { stacks } = question;
  const stack = stacks === undefined ? undefined : await chooseStack(stacks, prompt);
  // Resources cannot be moved from a stack to itself.
  const otherStacks = question.otherStacks.filter((name) => name !== stack?.name);
  const source = await askSource({ ...question, otherStacks }, prompt);
  return { stack, source };
}

async function askSource(question: StartQuestion, prompt: Prompt): Promise<StartSource> {
  switch (await askKind(question, prompt)) {
    case "resource":
      return {
        kind: "resource",
        type: await askText("Type, for example aws:s3/bucket:Bucket", prompt),
        name: await askText("Name of the resource in the program", prompt),
        id: await askText("ID of the resource", prompt),
      };
    case "file": {
      const files = question.importFiles.map((file) => ({ name: describedFile(file), value: file.path }));
      return { kind: "file", path: await askOneOf("Import file", files, "Other file", prompt) };
    }
    case "cloud": {
      const other = "Other: a package (aws), or types (aws:s3:Bucket aws:ec2)";
      const words = await askOneOf("Package to search", question.packages.map(nameChoice), other, prompt);
      return { kind: "cloud", words: words.split(/[\s,]+/) };
    }
    case "stack": {
      const stacks = question.otherStacks.map(nameChoice);
      const other = "Other: a stack name, project/name, or a file from `pulumi stack export`";
      return { kind: "stack", name: await askOneOf("Stack to move resources from", stacks, other, prompt) };
    }
    case "terraform": {
      const states = question.terraformStates.map(nameChoice);
      return { kind: "terraform", path: await askOneOf("Terraform state", states, "Other file", prompt) };
    }
  }
}

async function askKind(
  { importFiles, packages, otherStacks, terraformStates }: StartQuestion,
  prompt: Prompt,
): Promise<StartSource["kind"]> {
  const choices = [
    { name: "One resource (type, name, ID)", value: "resource" },
    withHint("Import file", "file", importFiles.map(describedFile)),
    withHint("Search the cloud", "cloud", packages),
    withHint("Another stack", "stack", otherStacks),
    withHint("Terraform state", "terraform", terraformStates),
  ] as const;
  // Default to an import file if the directory has one.
  const usual = importFiles.length > 0 ? "file" : "resource";
  const message = "Where do the resources come from?";
  const question = { type: "select", name: "kind", message, choices, default: usual } as const;
  const { kind } = await prompt<{ kind: StartSource["kind"] }>([question]);
  return kind;
}

/** Prompts for one of the suggestions or another text. Without suggestions, prompts for a text. */
async function askOneOf(
  message: string,
  suggestions: readonly { readonly name: string; readonly value: string }[],
  other: string,
  prompt: Prompt,
): Promise<string> {
  if (suggestions.length === 0) return await askText(message, prompt);
  const choices = [...suggestions, { name: other, value: another }];
  const { value } = await prompt<{ value: string }>([{ type: "select", name: "value", message, choices }]);
  return value === another ? await askText(message, prompt) : value;
}

async function askText(message: string, prompt: Prompt): Promise<string> {
  const validate = (text: string): boolean | string => text.trim() !== "" || "Enter a value.";
  const { text } = await prompt<{ text: string }>([{ type: "input", name: "text", message, validate }]);
  return text.trim();
}

function nameChoice(name: string): { readonly name: string; readonly value: string } {
  return { name: harmless(name), value: name };
}

/** Returns a choice with the first suggestion next to it, such as `Search the cloud  aws and 2 more`. */
function withHint(short: string, value: StartSource["kind"], suggestions: readonly string[]) {
  const [first, ...more] = suggestions;
  const hint = first === undefined ? "" : `${harmless(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  return { name: `${short.padEnd(20)} ${hint}`.trimEnd(), value, short };
}

function describedFile({ path, resources, missingIds }: FoundImportFile): string {
  const ids = missingIds === 0 ? "" : `, ${missingIds} ${missingIds === 1 ? "ID" : "IDs"} missing`;
  return harmless(`${path} (${resources} ${resources === 1 ? "resource" : "resources"}${ids})`);
}
