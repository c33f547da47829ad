/**
 * Words what the metaschema finds wrong.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Path } from "../../ir/path.ts";
import { isJsonObject } from "../../json/object.ts";
import { quote } from "../../json/quote.ts";
import { jsonKind } from "./decode.ts";

interface Words {
  readonly rule: string;
  readonly why: string;
  readonly hint: string;
}

export const discriminatorWords: Words = {
  rule: "discriminator-name",
  why: "A discriminator names no property.",
  hint: "Write the name of the property that distinguishes the types in `propertyName`.",
};

/** @param value what stands at the path */
export function metaschemaWords(error: ErrorObject, path: Path, value: unknown): Words {
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
        why: "A union of fewer than two types is none.",
        hint: "List two types, or write the type itself.",
      };
    case "minLength":
      return discriminatorWords;
    case "false schema":
      return {
        rule: "type-conflict",
        why: `\`${key}\` does not go with the other keys of this type.`,
        hint: "A type is one of: a `$ref`; `oneOf`; an array with `items`; an object with `additionalProperties`; a primitive.",
      };
    case "type":
      return {
        rule: key === "value" ? "enum-value" : "constant-kind",
        why: `Expected ${allowedTypes(error.params.type)}, found ${jsonKind(value)}.`,
        hint: "Write a constant: true or false, a number or a string.",
      };
    default:
      return {
        rule: `metaschema-${error.keyword}`,
        why: `The value ${error.message}.`,
        hint: "See Pulumi's metaschema.",
      };
  }
}

const patterns: Readonly<Record<string, Words>> = {
  name: {
    rule: "package-name",
    why: "is no name of a package: it begins with a letter, and has letters, digits, - and _.",
    hint: "Write it like `aws` or `azure-native`.",
  },
  version: { rule: "version", why: "is no semantic version.", hint: "Write it like 1.2.3." },
  namespace: {
    rule: "namespace",
    why: "is no namespace: it has lower-case letters and digits, in parts joined by -.",
    hint: "Write it like `my-company`.",
  },
};

function ofPattern(key: string, value: unknown): Words {
  const { rule, why, hint } = patterns[key] ?? { rule: "pattern", why: "has not the form it must have.", hint: "" };
  return { rule, why: `${quote(String(value))} ${why}`, hint };
}

function ofWord(key: string, value: unknown, words: readonly unknown[]): Words {
  const list = words.join(", ");
  const rule = key === "type" ? "type-kind" : "overlay-language";
  const why = `${jsonKind(value).replace(/^the string /, "")} is none of ${list}.`;
  return { rule, why: why.charAt(0).toUpperCase() + why.slice(1), hint: `Write one of ${list}.` };
}

/** The words for a key that must be there. */
export function missingWords(key: string, value?: unknown): Words {
  switch (key) {
    case "items":
      return {
        rule: "array-items",
        why: "An array type has no `items`.",
        hint: "Add the type of its elements as `items`.",
      };
    case "environment":
      return {
        rule: "default-environment",
        why: "`defaultInfo` names no environment variable.",
        hint: "List the variables in `environment`, or remove `defaultInfo`.",
      };
    case "enum":
      return { rule: "enum-values", why: "An enum lists no values.", hint: 'List them in `enum`, as {"value": …}.' };
    case "type": {
      const isTyped = isJsonObject(value) && value.enum !== undefined;
      const why = isTyped ? "An enum has no `type`." : "The type is missing.";
      return { rule: "type-missing", why, hint: "Add `type` or `$ref`." };
    }
    default:
      return { rule: "missing-key", why: `\`${key}\` is missing.`, hint: `Add \`${key}\`.` };
  }
}

/** The types that a rule of the metaschema allows, one or several. */
function allowedTypes(types: unknown): string {
  const names = [types].flat().map(String);
  const [only = ""] = names;
  if (names.length > 1) return `one of ${names.join(", ")}`;
  return `${/^[aeiou]/.test(only) ? "an" : "a"} ${only}`;
}
