/** Decides whether a statement names the property that it sets on the other resource. */
import { type PropertyName, parsePropertyName, parseTypeName } from "../name-words.ts";
import { containsWords } from "./names.ts";
import type { Statement } from "./statements.ts";
import type { Subject } from "./subject.ts";

/**
 * Whether a statement names a property of the other resource that it sets:
 *
 * - `this`: a required word (`type: "ingress"`), a boolean (`egress: true`), or the owner's type (`BucketPolicy` of a bucket) names the property;
 * - `another`: the statement names another property, or has a boolean with the property's name that is false or unset;
 * - `none`: the statement names no property.
 */
export type Naming = "this" | "another" | "none";

/** Returns a function that decides whether the statement names a property of the subject. */
export function prepareNaming(statement: Statement, subject: Subject): (property: PropertyName) => Naming {
  const named = requiredWords(statement);
  const off = falseBooleans(statement);
  const extra = extraWords(statement);
  return (property) => {
    if (named.some((words) => isCalled(words, property))) return "this";
    const others = subject.properties.filter(({ words }) => !isCalled(words, property));
    if (named.some((words) => others.some((other) => isCalled(words, other)))) return "another";
    if (off.some((words) => isCalled(words, property))) return "another";
    if (extra.includes(property.stem.at(-1) ?? "")) return "this";
    return others.some(({ stem }) => containsWords(extra, stem)) ? "another" : "none";
  };
}

export function isPropertyName(text: string, property: PropertyName): boolean {
  return isCalled(parsePropertyName(text).words, property);
}

type Words = readonly string[];

function isCalled(words: Words, property: PropertyName): boolean {
  return words.length > 0 && words.join(" ") === property.words.join(" ");
}

/** Returns the required words of the statement and the names of its booleans that are true. */
function requiredWords({ members }: Statement): readonly Words[] {
  return members.flatMap(({ name, values, isRequired, isReference }) => {
    const [only] = values;
    if (only === undefined || values.length > 1) return [];
    if (only.kind === "boolean") return only.text === "true" ? [name.words] : [];
    return isRequired && !isReference && only.kind === "word" ? [parsePropertyName(only.text).words] : [];
  });
}

/** Returns the names of booleans that are false or unset. */
function falseBooleans({ owner, members }: Statement): readonly Words[] {
  const off = members.filter(({ values }) => values.every(({ kind, text }) => kind === "boolean" && text === "false"));
  const unset = [...(owner.schema?.inputs.values() ?? [])].filter(
    ({ name, type }) => type.kind === "boolean" && !owner.inputs.has(name),
  );
  return [...off.map(({ name }) => name.words), ...unset.map(({ name }) => parsePropertyName(name).words)];
}

/** Returns the words of the owner's type that the other type does not have: `policy` for the policy of a bucket. */
function extraWords({ owner, target }: Statement): Words {
  const commonWords = parseTypeName(target.type).words;
  return parseTypeName(owner.type).words.filter((word) => !commonWords.includes(word));
}
