/** Prompts of `imp discover`: the types to import, and the next step. */
import type { DiscoveryNext, FoundTypesQuestion } from "../domain/questions.ts";
import { managedLine } from "./discovery-screen.ts";
import { openPrompt } from "./prompts.ts";
import { counted, harmless } from "./render.ts";

/** If there are at least this many types, the user can filter the list before selecting. */
const manyTypes = 15;

/** Shows a checkbox for each type, all checked. Returns the selected types. */
export async function askTypes({ labels, types }: FoundTypesQuestion, signal: AbortSignal): Promise<readonly string[]> {
  const prompt = await openPrompt(signal);
  const [all, managed] = [totalOf(types, "count") + totalOf(types, "managed"), totalOf(types, "managed")];
  const rest = managedLine(types.filter(({ count, managed }) => count === 0 && managed > 0));
  const counts = [...labels, `${all} found, ${managed} already managed`].join(" · ");
  const head = harmless(rest === undefined ? counts : `${counts}\n  ${rest}`);
  const open = types.filter(({ count }) => count > 0);
  if (open.length === 0) return [];
  const shown = open.length < manyTypes ? open : await askFilteredTypes(open, head, prompt);
  const width = Math.max(...shown.map(({ count }) => String(count).length));
  const choices = shown.map(({ type, count }) => ({
    name: `${String(count).padStart(width)}  ${harmless(type)}`,
    value: type,
    short: harmless(type),
    checked: true,
  }));
  const question = {
    type: "checkbox",
    name: "taken",
    message: head,
    choices,
    pageSize: manyTypes,
    loop: false,
  } as const;
  const { taken } = await prompt<{ taken: readonly string[] }>([question]);
  return taken;
}

type OpenTypes = FoundTypesQuestion["types"];

/** Prompts for a text and returns the types that contain it. Repeats until there is a match. */
async function askFilteredTypes(
  types: OpenTypes,
  head: string,
  prompt: Awaited<ReturnType<typeof openPrompt>>,
): Promise<OpenTypes> {
  const matching = (text: string): OpenTypes =>
    types.filter(({ type }) => type.toLowerCase().includes(text.trim().toLowerCase()));
  const message = `${head}\n  ${counted(types.length, "type")}. Show only types that contain (empty: all)`;
  const validate = (text: string): boolean | string => matching(text).length > 0 || "No matching type.";
  const { text } = await prompt<{ text: string }>([{ type: "input", name: "text", message, validate }]);
  return matching(text);
}

/** Asks whether to save the import file, to save it and run the import, or to quit. */
export async function askNext(file: string, resources: number, signal: AbortSignal): Promise<DiscoveryNext> {
  const prompt = await openPrompt(signal);
  const choices = [
    { name: `Save the import file ${harmless(file)}`, value: "save" },
    { name: "Save the import file and start the import", value: "run" },
    { name: "Quit", value: "stop" },
  ] as const;
  const message = `${counted(resources, "resource")} to import`;
  const { next } = await prompt<{ next: DiscoveryNext }>([{ type: "select", name: "next", message, choices }]);
  return next;
}

function totalOf(types: OpenTypes, key: "count" | "managed"): number {
  return types.reduce((total, type) => total + type[key], 0);
}
