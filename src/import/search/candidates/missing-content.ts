/** Detects objects whose content Read does not return. Their preview is clean, but a new deployment would create an empty object. */
import type { Type } from "../../../ir/type.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import type { PropertySchema, ResourceSchema } from "../../../schema/types.ts";
import { type PropertyMap, stringValue, type Value } from "../../../value/value.ts";
import { isRefusal } from "./candidate.ts";
import { isInputMissing } from "./missing-inputs.ts";
import type { ProviderAnswers } from "./provider-answers.ts";
import type { Subject } from "./subject.ts";

/** Names of inputs that hold content, and of inputs that refer to a file. */
const contentInput = /^(?:file|object)?contents?(?:base64)?$/i;
const sources = /^(?:source(?:file|path)?|file-?name|file-?path)$/i;

/** Returns the inputs that can hold missing content. Returns none if the provider refuses them because another input provides it. */
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
  // Programs of a type that set the same inputs get the same answer.
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
  switch (type.kind) {
    case "asset":
    case "archive":
      return true;
    case "union":
      return type.members.some(takesFile);
    case "string":
    case "any":
    case "integer":
    case "number":
    case "boolean":
    case "enum":
    case "list":
    case "map":
    case "object":
    case "json":
    case "resource":
      return false;
  }
}

async function takesOne(subject: Subject, program: PropertyMap, carriers: readonly PropertySchema[]): Promise<boolean> {
  for (const { name, type } of carriers) {
    if (await isTakenByCheck(subject, new Map([...program, [name, testContent(type)]]))) return true;
  }
  return false;
}

async function isTakenByCheck(subject: Subject, program: PropertyMap): Promise<boolean> {
  try {
    const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
    return (await subject.check(new Map(), sent)).failures.length === 0;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Returns test content of the type. */
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
