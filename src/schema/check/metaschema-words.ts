import type { ErrorObject } from "ajv/dist/2020.js";
import { isJsonObject } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import type { Path } from "../../value/path.ts";
import { jsonKind } from "./decode.ts";
import type { FaultText } from "./faults.ts";

export const discriminatorWords: FaultText = {
  rule: "discriminator-name",
  why: "The discriminator has no property name.",
  hint: "Set `propertyName` to the name of the property that distinguishes the types.",
};

/** Describes an error about the value at the path. */
export function metaschemaWords(error: ErrorObject, path: Path, value: unknown): FaultText {
  const key = String(path.at(-1) ?? "");
  switch (error.keyword) {
    case "pattern":
      return ofPattern(key, value);
    case "enum":
    case "const":
      return ofWord(key, value, error.params.allowedValues ?? [error.params.allowedValue]);
    case "required":
      return missingWords(String(error.params.missingProperty), value);
    case "minItems":
      return {
        rule: "union-members",
        why: "A union needs at least two types.",
        hint: "Add a type to `oneOf`, or replace the union with its only type.",
      };
    case "minLength":
      return discriminatorWords;
    case "false schema":
      return {
        rule: "type-conflict",
        why: `\`${key}\` cannot be combined with the other keys of this type.`,
        hint: "A type must be one of: a `$ref`; `oneOf`; an array with `items`; an object with `additionalProperties`; a primitive.",
      };
    case "type":
      return {
        rule: key === "value" ? "enum-value" : "constant-kind",
        why: `Expected ${allowedTypes(error.params.type)}, found ${jsonKind(value)}.`,
        hint: "Change the value to true, false, a number, or a string.",
      };
    default:
      return {
        rule: `metaschema-${error.keyword}`,
        why: `The value ${error.message}.`,
        hint: "Correct the value according to Pulumi's metaschema.",
      };
  }
}

const patterns: Readonly<Record<string, FaultText>> = {
  name: {
    rule: "package-name",
    why: "is not a package name. A name begins with a letter and has letters, digits, -, and _.",
    hint: "Use a name such as `aws` or `azure-native`.",
  },
  version: { rule: "version", why: "is not a semantic version.", hint: "Use a version such as 1.2.3." },
  namespace: {
    rule: "namespace",
    why: "is not a namespace. A namespace has lowercase letters and digits, in parts joined by -.",
    hint: "Use a namespace such as `my-company`.",
  },
};

function ofPattern(key: string, value: unknown): FaultText {
  const { rule, why, hint } = patterns[key] ?? {
    rule: "pattern",
    why: "does not match the required pattern.",
    hint: "",
  };
  return { rule, why: `${quote(String(value))} ${why}`, hint };
}

function ofWord(key: string, value: unknown, words: readonly unknown[]): FaultText {
  const list = words.join(", ");
  const rule = key === "type" ? "type-kind" : "overlay-language";
  const why = `${jsonKind(value).replace(/^the string /, "")} is not one of ${list}.`;
  return { rule, why: why.charAt(0).toUpperCase() + why.slice(1), hint: `Change the value to one of ${list}.` };
}

/** Describes a missing key. */
export function missingWords(key: string, value?: unknown): FaultText {
  switch (key) {
    case "items":
      return {
        rule: "array-items",
        why: "An array type has no `items`.",
        hint: "Add `items` with the type of the elements.",
      };
    case "environment":
      return {
        rule: "default-environment",
        why: "`defaultInfo` names no environment variable.",
        hint: "List the variables in `environment`, or remove `defaultInfo`.",
      };
    case "enum":
      return {
        rule: "enum-values",
        why: "An enum lists no values.",
        hint: 'Add the values to `enum`, as {"value": …}.',
      };
    case "type": {
      const isTyped = isJsonObject(value) && value.enum !== undefined;
      const why = isTyped ? "An enum has no `type`." : "The type is missing.";
      return { rule: "type-missing", why, hint: "Add `type` or `$ref`." };
    }
    default:
      return { rule: "missing-key", why: `\`${key}\` is missing.`, hint: `Add \`${key}\`.` };
  }
}

/** Formats the types that a rule of the metaschema allows. */
function allowedTypes(types: unknown): string {
  const names = [types].flat().map(String);
  const [only = ""] = names;
  if (names.length > 1) return `one of ${names.join(", ")}`;
  return `${/^[aeiou]/.test(only) ? "an" : "a"} ${only}`;
}
