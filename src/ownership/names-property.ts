/**
 * Whether a statement names the property of the other resource that it is about.
 */
import { type PropertyName, parsePropertyName, parseTypeName } from "../links/name-words.ts";
import { containsWords } from "./names.ts";
import type { Statement } from "./statements.ts";
import type { Subject } from "./subject.ts";

/**
 * - `this`: a required word (`type: "ingress"`), a switch (`egress: true`), or the owner's type (`BucketPolicy` of a bucket) names the
 *   property;
 * - `another`: it names another one, or the switch of this name is off;
 * - `none`.
 */
export type Naming = "this" | "another" | "none";

/** Prepares the answer for each property of the subject. */
export function namingOf(statement: Statement, subject: Subject): (property: PropertyName) => Naming {
  const named = wordsOfStatement(statement);
  const off = switchesOff(statement);
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

/** True when a text is the name of a property. */
export function isPropertyName(text: string, property: PropertyName): boolean {
  return isCalled(parsePropertyName(text).words, property);
}

type Words = readonly string[];

function isCalled(words: Words, property: PropertyName): boolean {
  return words.length > 0 && words.join(" ") === property.words.join(" ");
}

/** Required words of the statement, and its switches that are on. */
function wordsOfStatement({ members }: Statement): readonly Words[] {
  return members.flatMap(({ name, values, isRequired, isReference }) => {
    const [only] = values;
    if (only === undefined || values.length > 1) return [];
    if (only.kind === "boolean") return only.text === "true" ? [name.words] : [];
    return isRequired && !isReference && only.kind === "word" ? [parsePropertyName(only.text).words] : [];
  });
}

/** Switches that are off, or that the schema has and nobody sets. */
function switchesOff({ owner, members }: Statement): readonly Words[] {
  const off = members.filter(({ values }) => values.every(({ kind, text }) => kind === "boolean" && text === "false"));
  const unset = [...(owner.schema?.inputs.values() ?? [])].filter(
    ({ name, type }) => type.kind === "boolean" && !owner.inputs.has(name),
  );
  return [...off.map(({ name }) => name.words), ...unset.map(({ name }) => parsePropertyName(name).words)];
}

/** The words of the owner's type beyond those of the other's: `policy` for the policy of a bucket. */
function extraWords({ owner, about }: Statement): Words {
  const known = parseTypeName(about.type).words;
  return parseTypeName(owner.type).words.filter((word) => !known.includes(word));
}
