/** Names of types and attributes, as the runtime derives them from the package schema (pulumi-hcl `pkg/hcl/packages` and `pkg/hcl/transform`). */
import type { LanguageData, Token } from "../../src/ir/type.ts";
import { memberAt, textAt } from "../../src/value/json/object.ts";

/** A property of the schema: its name, and the names that the provider's Terraform mapping gives it (`language.hcl`). */
interface NamedProperty {
  readonly name: string;
  readonly language: LanguageData;
}

/** Returns the name of a property in HCL: the name in the provider's Terraform schema, or the name in snake case. */
export function attributeName({ name, language }: NamedProperty): string {
  return textAt(language, "hcl", "name") ?? snakeCase(name);
}

/** Returns true if Terraform's schema has a list where the package schema has its only item. */
export function isOnlyItem(language: LanguageData): boolean {
  return memberAt(language, "hcl", "isOnlyItem") === true;
}

/** Returns true if Terraform's schema has a set, whose items have no index. */
export function isSet(language: LanguageData): boolean {
  return memberAt(language, "hcl", "isSet") === true;
}

/** Returns true if Terraform's schema has a block where the package schema has an object. */
export function isTerraformBlock(language: LanguageData): boolean {
  return memberAt(language, "hcl", "isBlock") === true;
}

/** Returns the type of a resource in HCL: `aws_ec2_vpc` for `aws:ec2/vpc:Vpc`. */
export function resourceTypeName(token: Token, language: LanguageData): string {
  return textAt(language, "hcl", "type") ?? typeName(token, token.member);
}

/** Returns the type of the data source that calls a function: `aws_caller_identity` for `aws:index/getCallerIdentity:getCallerIdentity`. */
export function dataTypeName(token: Token): string {
  return typeName(token, token.member.replace(/^get(?=[A-Z])/, ""));
}

function typeName({ token, module }: Token, member: string): string {
  const packageName = token.slice(0, token.indexOf(":"));
  const words = module === "" || module === "index" ? [member] : [module, member];
  return [packageName, ...words.map(typeWords)].join("_");
}

/** Converts a module or member to snake case. Each capital letter starts a word (`camelToSnake` in `pkg/hcl/packages/suggest.go`). */
function typeWords(name: string): string {
  return name
    .replace(/(?<=[^_/])\p{Lu}/gu, "_$&")
    .replaceAll("/", "_")
    .toLowerCase();
}

/** Converts a property name to snake case. Capital letters in a row are one word (`snakeCaseFromCamelCase` in `pkg/hcl/transform/transform.go`). */
export function snakeCase(name: string): string {
  const letters = [...name];
  const isCapital = (letter: string | undefined): boolean => letter !== undefined && /^\p{Lu}$/u.test(letter);
  let text = "";
  let isInCapitals = false;
  for (const [index, letter] of letters.entries()) {
    if (!isCapital(letter)) {
      text += letter;
      isInCapitals = false;
      continue;
    }
    const next = letters[index + 1];
    const continues = isInCapitals && (next === undefined || isCapital(next) || /^\p{N}$/u.test(next));
    text += (text === "" || continues ? "" : "_") + letter.toLowerCase();
    isInCapitals = true;
  }
  return text;
}
