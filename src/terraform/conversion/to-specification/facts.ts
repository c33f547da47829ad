/**
 * Facts about a property that an attribute has too, and those that are lost.
 */
import type { Path } from "../../../ir/path.ts";
import { isJsonObject, memberAt } from "../../../json/object.ts";
import type { AttributeKind } from "../../specification/kinds.ts";
import type { AttributeBase, Code, Default, Requiredness } from "../../specification/model.ts";
import { type ComparedValue, isCompared, oneOfValidator, requiresReplace } from "./code.ts";
import type { TypeScope } from "./forms.ts";
import { type Members, noMembers, type Pair, pairPaths, sidesOf } from "./members.ts";
import type { ObjectForm, PairForm } from "./pair-forms.ts";
import type { AttributeScope } from "./properties.ts";

/** All that an attribute has but its name and its type. */
export function attributeFacts(
  pair: Pair,
  kind: AttributeKind,
  requiredness: Requiredness,
  scope: AttributeScope,
): Omit<AttributeBase, "name"> {
  const fallback = attributeDefault(pair, kind, requiredness, scope);
  loseLanguageFacts(pair, scope);
  return {
    ...sharedText("description", "description", pair, scope),
    ...sharedText("deprecationMessage", "deprecation", pair, scope),
    // The framework computes what a default fills in.
    requiredness: fallback === undefined ? requiredness : "computed_optional",
    sensitive: isSecretPair(pair),
    validators: constantOf(pair, kind, scope),
    planModifiers: modifiersOf(pair, kind, scope),
    default: fallback,
  };
}

/** The text of the input, or of the output; the output's is lost where both differ. */
function sharedText<K extends "description" | "deprecationMessage">(
  key: K,
  kind: "description" | "deprecation",
  pair: Pair,
  { losses }: TypeScope,
): { readonly [P in K]?: string } {
  const [own, other] = sidesOf(pair).flatMap(({ spec, path }) => {
    const text = memberAt(spec, key);
    return typeof text === "string" ? [{ text, path }] : [];
  });
  if (own === undefined) return {};
  if (other !== undefined && other.text !== own.text)
    losses.add(kind, [...other.path, key], "the output's, where the input has another");
  return { [key]: own.text } as { readonly [P in K]?: string };
}

/** Reports differences between the sides of a property that one attribute has not. */
export function loseSides(
  { name, pair }: { readonly name: string; readonly pair: Pair },
  { inputs, outputs }: Members,
  { losses, context }: AttributeScope,
): void {
  const { input, output } = pair;
  if (context === "provider") return;
  if (output === undefined) {
    if (input !== undefined && outputs !== noMembers) losses.add("input-only", input.path, "that nothing returns it");
    return;
  }
  const isOptional = inputs.properties.has(name) && !inputs.required.has(name);
  if (!isOptional && !outputs.required.has(name)) losses.add("requiredness", output.path, "that it may be absent");
  if (input === undefined) return;
  for (const side of [input, output]) {
    if (isSecretPair(pair) && memberAt(side.spec, "secret") !== true)
      losses.add("secret", side.path, "its other side is secret");
  }
}

function isSecretPair(pair: Pair): boolean {
  return sidesOf(pair).some(({ spec }) => memberAt(spec, "secret") === true);
}

/** A default of a resource that may be left out; others are lost. */
function attributeDefault(
  pair: Pair,
  kind: AttributeKind,
  requiredness: Requiredness,
  scope: AttributeScope,
): Default | undefined {
  const { losses, context } = scope;
  const value = pair.input === undefined ? undefined : memberAt(pair.input.spec, "default");
  const isTaken = context === "resource" && requiredness !== "required" && fitsKind(value, kind);
  for (const { spec, path } of sidesOf(pair)) {
    const own = memberAt(spec, "default");
    const at = [...path, "default"];
    if (own !== undefined && own !== null && !(isTaken && own === value)) losses.add("default", at, "its value");
    if (memberAt(spec, "defaultInfo") !== undefined)
      losses.add("environment", [...path, "defaultInfo"], "where SDKs look for a default");
  }
  if (!isTaken) return undefined;
  if (requiredness === "optional" && pair.input !== undefined) {
    losses.add("requiredness", pair.input.path, "computed too, for the framework fills in the default");
  }
  return { kind: "static", value };
}

function fitsKind(value: unknown, kind: AttributeKind): value is boolean | number | string {
  switch (kind) {
    case "bool":
      return typeof value === "boolean";
    case "float64":
      return typeof value === "number";
    case "int64":
      return Number.isSafeInteger(value);
    case "string":
      return typeof value === "string";
    default:
      return false;
  }
}

/** A constant is the only value that is taken. */
function constantOf(pair: Pair, kind: AttributeKind, { losses }: TypeScope): readonly Code[] {
  const constants = sidesOf(pair).flatMap(({ spec, path }) => {
    const value = memberAt(spec, "const");
    return value === undefined || value === null ? [] : [{ value, path }];
  });
  for (const { path } of constants)
    losses.add("const", [...path, "const"], "SDKs fill it in; a validator may ask for it");
  const value = constants[0]?.value;
  return isCompared(kind) && fitsKind(value, kind) ? [oneOfValidator(kind, [value as ComparedValue])] : [];
}

function modifiersOf(pair: Pair, kind: AttributeKind, { losses, context }: AttributeScope): readonly Code[] {
  const found = sidesOf(pair).flatMap(({ spec, path }) =>
    ["replaceOnChanges", "willReplaceOnChanges"].flatMap((key) =>
      memberAt(spec, key) === true ? [[...path, key]] : [],
    ),
  );
  if (found.length === 0) return [];
  for (const path of found) {
    if (context !== "resource") losses.add("replacement", path, `a ${context} is not replaced`);
    else if (path.at(-1) === "replaceOnChanges")
      losses.add("replacement", path, "that the engine replaces, not the provider");
  }
  return context === "resource" ? [requiresReplace(kind)] : [];
}

/** Facts for SDKs. */
function loseLanguageFacts(pair: Pair, { losses }: TypeScope): void {
  for (const { spec, path } of sidesOf(pair)) {
    if (memberAt(spec, "plain") === true)
      losses.add("plain", [...path, "plain"], "that it takes no output of a resource");
    if (hasMembers(memberAt(spec, "language"))) losses.add("language", [...path, "language"], "facts for one language");
  }
}

function hasMembers(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

const textMembers = [
  ["description", "description", "its words"],
  ["deprecationMessage", "deprecation", "that it is deprecated"],
  ["secret", "secret", "all that it stands in is sensitive instead"],
  ["default", "default", "its value"],
  ["defaultInfo", "environment", "where SDKs look for a default"],
  ["const", "const", "its only value"],
  ["replaceOnChanges", "replacement", "that its change replaces the resource"],
  ["willReplaceOnChanges", "replacement", "that its change replaces the resource"],
] as const;

/** Reports the facts of a value that is inside of an element type, which has a type alone. */
export function loseMemberFacts(pair: Pair, requiredness: Requiredness, { losses, ...scope }: TypeScope): void {
  loseLanguageFacts(pair, { ...scope, losses });
  for (const { spec, path } of sidesOf(pair)) {
    for (const [key, kind, detail] of textMembers) {
      const value = memberAt(spec, key);
      if (value !== undefined && value !== false && value !== null) losses.add(kind, [...path, key], detail);
    }
    if (requiredness !== "optional")
      losses.add("requiredness", path, `that it is ${requiredness.replace("_", " and ")}`);
  }
}

/** Reports the values of an enum that no validator is made for. */
export function loseValues(form: PairForm, pair: Pair, { losses }: TypeScope): void {
  if (!("values" in form) || form.values === undefined) return;
  for (const path of pairPaths(pair)) losses.add("enum", path, "that no other value is taken");
}

/** Reports what an object type has next to its properties. */
export function loseTypeNames(form: ObjectForm, scope: AttributeScope): void {
  const { losses } = scope;
  loseRequiredInputs(form, scope);
  for (const { spec, path } of sidesOf(form)) {
    losses.add("named-type", path, "the name of an object type, and that others share it");
    for (const key of Object.keys(spec)) {
      const at: Path = [...path, key];
      if (key === "description") losses.add("description", at, "the words of a type");
      else if (!isConvertedKey(key, spec)) losses.add("language", at, "facts for one language");
    }
  }
}

/** Reports the list of required inputs of an object that no input has: in a specification, all of its attributes are computed. */
function loseRequiredInputs({ input, output }: ObjectForm, { losses, context }: AttributeScope): void {
  if (context !== "resource" || input !== undefined || output === undefined) return;
  const required = memberAt(output.spec, "required");
  if (Array.isArray(required) && required.length > 0)
    losses.add("requiredness", [...output.path, "required"], "what is required as an input");
}

function isConvertedKey(key: string, spec: object): boolean {
  if (key !== "language") return key === "properties" || key === "required" || key === "type";
  const language = memberAt(spec, key);
  const node = memberAt(language, "nodejs");
  const notes = Object.keys(isJsonObject(node) ? node : {});
  return (
    Object.keys(language ?? {}).every((name) => name === "nodejs") &&
    notes.every((note) => /^required(In|Out)puts$/.test(note))
  );
}
