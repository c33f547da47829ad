/**
 * The start screen of `imp run`: the stack, and where resources come from, where a command line names nothing to import.
 */
import type { FoundImportFile, StartAnswer, StartQuestion, StartSource } from "../domain/questions.ts";
import { chooseStack, openPrompt, type Prompt } from "./prompts.ts";
import { harmless } from "./render.ts";

/** The value of the choice that asks for another path or name. */
const another = "";

/** Asks for the stack, for the kind of source, and for the source. */
export async function askStart(question: StartQuestion, signal: AbortSignal): Promise<StartAnswer> {
  const prompt = await openPrompt(signal);
  const { stacks } = question;
  const stack = stacks === undefined ? undefined : await chooseStack(stacks, prompt);
  // A stack is no source of its own resources.
  const otherStacks = question.otherStacks.filter((name) => name !== stack?.name);
  const source = await askSource({ ...question, otherStacks }, prompt);
  return { stack, source };
}

async function askSource(question: StartQuestion, prompt: Prompt): Promise<StartSource> {
  switch (await askKind(question, prompt)) {
    case "resource":
      return {
        kind: "resource",
        type: await askText("Type, such as aws:s3/bucket:Bucket", prompt),
        name: await askText("Name that the resource gets in the program", prompt),
        id: await askText("Id that the provider knows it by", prompt),
      };
    case "file": {
      const files = question.importFiles.map((file) => ({ name: describedFile(file), value: file.path }));
      return { kind: "file", path: await askOneOf("Import file", files, "another file", prompt) };
    }
    case "cloud": {
      const other = "another: a package (aws), or types of one (aws:s3:Bucket aws:ec2)";
      const words = await askOneOf("Where to look", question.packages.map(nameChoice), other, prompt);
      return { kind: "cloud", words: words.split(/[\s,]+/) };
    }
    case "stack": {
      const stacks = question.otherStacks.map(nameChoice);
      const other = "another: name, project/name, or a file of `pulumi stack export`";
      return { kind: "stack", name: await askOneOf("Stack whose resources move here", stacks, other, prompt) };
    }
    case "terraform": {
      const states = question.terraformStates.map(nameChoice);
      return { kind: "terraform", path: await askOneOf("State of Terraform", states, "another file", prompt) };
    }
  }
}

async function askKind(
  { importFiles, packages, otherStacks, terraformStates }: StartQuestion,
  prompt: Prompt,
): Promise<StartSource["kind"]> {
  const choices = [
    { name: "One resource (type, name, id)", value: "resource" },
    withHint("Import file", "file", importFiles.map(describedFile)),
    withHint("Find in the cloud", "cloud", packages),
    withHint("Another stack", "stack", otherStacks),
    withHint("A Terraform state", "terraform", terraformStates),
  ] as const;
  // The cursor stands on the source that the directory suggests.
  const usual = importFiles.length > 0 ? "file" : "resource";
  const message = "Where do the resources come from?";
  const question = { type: "select", name: "kind", message, choices, default: usual } as const;
  const { kind } = await prompt<{ kind: StartSource["kind"] }>([question]);
  return kind;
}

/** One of those that were found, or what a person types; typed at once where nothing was found. */
async function askOneOf(
  message: string,
  found: readonly { readonly name: string; readonly value: string }[],
  other: string,
  prompt: Prompt,
): Promise<string> {
  if (found.length === 0) return await askText(message, prompt);
  const choices = [...found, { name: other, value: another }];
  const { value } = await prompt<{ value: string }>([{ type: "select", name: "value", message, choices }]);
  return value === another ? await askText(message, prompt) : value;
}

async function askText(message: string, prompt: Prompt): Promise<string> {
  const validate = (text: string): boolean | string => text.trim() !== "" || "It cannot be empty.";
  const { text } = await prompt<{ text: string }>([{ type: "input", name: "text", message, validate }]);
  return text.trim();
}

function nameChoice(name: string): { readonly name: string; readonly value: string } {
  return { name: harmless(name), value: name };
}

/** A choice with the first that was found, and how many more there are; once it is taken, its title is enough. */
function withHint(short: string, value: StartSource["kind"], found: readonly string[]) {
  const [first, ...more] = found;
  const hint = first === undefined ? "" : `${harmless(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  return { name: `${short.padEnd(20)} ${hint}`.trimEnd(), value, short };
}

function describedFile({ path, resources, missingIds }: FoundImportFile): string {
  const ids = missingIds === 0 ? "" : `, ${missingIds} ${missingIds === 1 ? "id" : "ids"} missing`;
  return harmless(`${path} (${resources} ${resources === 1 ? "resource" : "resources"}${ids})`);
}
