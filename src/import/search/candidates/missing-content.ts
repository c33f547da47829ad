/** Detects objects whose content Read does not return. Their preview is clean, but a new deployment would create an empty object. */
import type { Type } from "../../../ir/type.ts";
import type { PropertySchema, ResourceSchema } from "../../../schema/types.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../../../value/value.ts";
import { isInputMissing } from "./missing-inputs.ts";
import type { ProviderAnswers } from "./provider-answers.ts";
import { checkOrReject } from "./rejection.ts";
import { type Subject, sentInputs } from "./subject.ts";

/** Names of inputs that hold content, and of inputs that refer to a file. */
const contentInput = /^(?:file|object)?contents?(?:base64)?$/i;
const sources = /^(?:source(?:file|path)?|file-?name|file-?path)$/i;

/** Returns the inputs that can hold the missing content. Returns none if Check rejects all of them, because another input then has the content. */
export async function missingContent(
  subject: Subject,
  program: PropertyMap,
  answers: ProviderAnswers,
): Promise<readonly string[]> {
  const carriers = contentInputs(subject.resource);
  const names = carriers.map(({ name }) => name);
  const isHashed = (subject.cloud.hashes ?? []).some(([name]) => names.includes(String(name)));
  const isThere = names.some((name) => !isInputMissing(subject, name) || program.has(name));
  if (carriers.length === 0 || isThere || isHashed) return [];
  // Programs of a type that set the same inputs get the same response.
  const question = [subject.cloud.request.type, ...[...program.keys()].sort()];
  return (await answers.ofType(question, () => takesOne(subject, program, carriers))) ? names : [];
}

/** Returns the inputs that can hold content (files, archives, strings) and, if there are any, inputs that refer to a file. */
function contentInputs({ inputs }: ResourceSchema): readonly PropertySchema[] {
  const all = [...inputs.values()].filter(({ deprecationMessage }) => deprecationMessage === undefined);
  const direct = all.filter(({ name, type }) => takesFile(type) || (type.kind === "string" && contentInput.test(name)));
  const named = all.filter(({ name, type }) => type.kind === "string" && sources.test(name));
  return direct.length === 0 ? [] : [...direct, ...named];
}

function takesFile(type: Type): boolean {
  return type.kind === "asset" || type.kind === "archive" || (type.kind === "union" && type.members.some(takesFile));
}

async function takesOne(subject: Subject, program: PropertyMap, carriers: readonly PropertySchema[]): Promise<boolean> {
  for (const { name, type } of carriers) {
    const sent = sentInputs(subject, new Map([...program, [name, testContent(type)]]));
    if ((await checkOrReject(subject, emptyMap, sent)).failures.length === 0) return true;
  }
  return false;
}

function testContent(type: Type): Value {
  const text = { kind: "asset", source: { from: "text", text: "content" }, hash: "" } as const;
  if (type.kind === "string") return stringValue("content");
  return holdsArchive(type)
    ? { kind: "archive", source: { from: "assets", assets: new Map([["content", text]]) }, hash: "" }
    : text;
}

function holdsArchive(type: Type): boolean {
  return type.kind === "archive" || (type.kind === "union" && type.members.some(holdsArchive));
}
