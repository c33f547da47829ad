import { memberAt, objectAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { AttributeKind } from "../../specification/kinds.ts";
import type { AttributeBase, Code, Default, Requiredness } from "../../specification/model.ts";
import { type ComparedValue, isCompared, oneOfValidator, requiresReplace } from "./code.ts";
import type { TypeScope } from "./forms.ts";
import { type Members, noMembers, type Pair, pairPaths, sidesOf } from "./members.ts";
import type { ObjectForm, PairForm } from "./pair-forms.ts";
import type { AttributeScope } from "./properties.ts";

/** Returns all data of an attribute except its name and type. */
export function attributeFacts(
  pair: Pair,
  kind: AttributeKind,
  requiredness: Requiredness,
  scope: AttributeScope,
): Omit<AttributeBase, "name"> {
  const fallback = attributeDefault(pair, kind, requiredness, scope);
  loseLanguageFacts(pair, scope);
  return {
    description: sharedText("description", "description", pair, scope),
    deprecationMessage: sharedText("deprecationMessage", "deprecation", pair, scope),
    // In the framework, an attribute with a default must be computed.
    requiredness: fallback === undefined ? requiredness : "computed_optional",
    sensitive: isSecretPair(pair),
    validators: constantValidators(pair, kind, scope),
    planModifiers: replacementModifiers(pair, kind, scope),
    default: fallback,
  };
}

/** Returns the text of the input, or of the output if the input has none. If they differ, the text of the output is lost. */
function sharedText(
  key: "description" | "deprecationMessage",
  kind: "description" | "deprecation",
  pair: Pair,
  { losses }: TypeScope,
): string | undefined {
  const [first, second] = sidesOf(pair).flatMap(({ spec, path }) => {
    const text = memberAt(spec, key);
    return typeof text === "string" ? [{ text, path }] : [];
  });
  if (second !== undefined && second.text !== first?.text)
    losses.add(kind, [...second.path, key], "the text of the output, because the input has another one");
  return first?.text;
}

/** Reports differences between an input and its output that a single attribute cannot express. */
export function loseSides(
  { name, pair }: { readonly name: string; readonly pair: Pair },
  { inputs, outputs }: Members,
  { losses, context }: AttributeScope,
): void {
  const { input, output } = pair;
  if (context === "provider") return;
  if (output === undefined) {
    if (input !== undefined && outputs !== noMembers) losses.add("input-only", input.path, "it is not an output");
    return;
  }
  const isOptional = inputs.properties.has(name) && !inputs.required.has(name);
  if (!isOptional && !outputs.required.has(name)) losses.add("requiredness", output.path, "it can be missing");
  if (input === undefined) return;
  for (const side of [input, output]) {
    if (isSecretPair(pair) && memberAt(side.spec, "secret") !== true)
      losses.add("secret", side.path, "only the other side is secret");
  }
}

function isSecretPair(pair: Pair): boolean {
  return sidesOf(pair).some(({ spec }) => memberAt(spec, "secret") === true);
}

/** Returns the default of an optional property of a resource. Reports all other defaults as lost. */
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
    const sideDefault = memberAt(spec, "default") ?? undefined;
    if (sideDefault !== undefined && !(isTaken && sideDefault === value))
      losses.add("default", [...path, "default"], "its value");
    if (memberAt(spec, "defaultInfo") !== undefined)
      losses.add("environment", [...path, "defaultInfo"], "the environment variables of a default");
  }
  if (!isTaken) return undefined;
  if (requiredness === "optional" && pair.input !== undefined) {
    losses.add("requiredness", pair.input.path, "it becomes computed, because the framework sets the default");
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

/** Returns a validator that accepts only the constant. */
function constantValidators(pair: Pair, kind: AttributeKind, { losses }: TypeScope): readonly Code[] {
  const constants = sidesOf(pair).flatMap(({ spec, path }) => {
    const value = memberAt(spec, "const") ?? undefined;
    return value === undefined ? [] : [{ value, path }];
  });
  for (const { path } of constants)
    losses.add("const", [...path, "const"], "SDKs set it; a validator can only check it");
  const value = constants[0]?.value;
  return isCompared(kind) && fitsKind(value, kind) ? [oneOfValidator(kind, [value as ComparedValue])] : [];
}

function replacementModifiers(pair: Pair, kind: AttributeKind, { losses, context }: AttributeScope): readonly Code[] {
  const paths = sidesOf(pair).flatMap(({ spec, path }) =>
    ["replaceOnChanges", "willReplaceOnChanges"].flatMap((key) =>
      memberAt(spec, key) === true ? [[...path, key]] : [],
    ),
  );
  if (paths.length === 0) return [];
  for (const path of paths) {
    if (context !== "resource") losses.add("replacement", path, `a ${context} is never replaced`);
    else if (path.at(-1) === "replaceOnChanges")
      losses.add("replacement", path, "the engine replaces the resource, not the provider");
  }
  return context === "resource" ? [requiresReplace(kind)] : [];
}

function loseLanguageFacts(pair: Pair, { losses }: TypeScope): void {
  for (const { spec, path } of sidesOf(pair)) {
    if (memberAt(spec, "plain") === true) losses.add("plain", [...path, "plain"], "it cannot be an Output");
    if (Object.keys(objectAt(spec, "language")).length > 0)
      losses.add("language", [...path, "language"], "settings for one language");
  }
}

const textMembers = [
  ["description", "description", "the text"],
  ["deprecationMessage", "deprecation", "the deprecation"],
  ["secret", "secret", "the surrounding value is sensitive instead"],
  ["default", "default", "its value"],
  ["defaultInfo", "environment", "the environment variables of a default"],
  ["const", "const", "its only value"],
  ["replaceOnChanges", "replacement", "a change replaces the resource"],
  ["willReplaceOnChanges", "replacement", "a change replaces the resource"],
] as const;

/** Reports the data of a property that an element type cannot contain: everything except the type. */
export function loseMemberFacts(pair: Pair, requiredness: Requiredness, scope: TypeScope): void {
  const { losses } = scope;
  loseLanguageFacts(pair, scope);
  for (const { spec, path } of sidesOf(pair)) {
    for (const [key, kind, detail] of textMembers) {
      const value = memberAt(spec, key);
      if (value !== undefined && value !== false && value !== null) losses.add(kind, [...path, key], detail);
    }
    if (requiredness !== "optional") losses.add("requiredness", path, `it is ${requiredness.replace("_", " and ")}`);
  }
}

/** Reports the values of an enum as lost. Used if no validator can check them. */
export function loseValues(form: PairForm, pair: Pair, { losses }: TypeScope): void {
  if (!("values" in form) || form.values === undefined) return;
  for (const path of pairPaths(pair)) losses.add("enum", path, "other values are not accepted");
}

/** Reports everything that an object type has besides its properties, such as its name. */
export function loseTypeNames(form: ObjectForm, scope: AttributeScope): void {
  const { losses } = scope;
  loseRequiredInputs(form, scope);
  for (const { spec, path } of sidesOf(form)) {
    losses.add("named-type", path, "the name of an object type, which properties can share");
    for (const key of Object.keys(spec)) {
      const keyPath: Path = [...path, key];
      if (key === "description") losses.add("description", keyPath, "the description of a type");
      else if (!isConvertedKey(key, spec)) losses.add("language", keyPath, "settings for one language");
    }
  }
}

/** Reports the required inputs of an object that is only an output as lost, because all its attributes are computed. */
function loseRequiredInputs({ input, output }: ObjectForm, { losses, context }: AttributeScope): void {
  if (context !== "resource" || input !== undefined || output === undefined) return;
  const required = memberAt(output.spec, "required");
  if (Array.isArray(required) && required.length > 0)
    losses.add("requiredness", [...output.path, "required"], "the required inputs");
}

function isConvertedKey(key: string, spec: object): boolean {
  if (key !== "language") return key === "properties" || key === "required" || key === "type";
  const notes = Object.keys(objectAt(spec, "language", "nodejs"));
  return (
    Object.keys(memberAt(spec, "language") ?? {}).every((name) => name === "nodejs") &&
    notes.every((note) => /^required(In|Out)puts$/.test(note))
  );
}
