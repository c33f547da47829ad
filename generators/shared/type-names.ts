/** Names of classes and modules in SDKs. For some names in a schema, the SDK generator produces code that does not compile. */
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Token } from "../../src/ir/type.ts";
import { tokens } from "../../src/ir/walk.ts";
import { cannotExpress } from "./cannot-express.ts";
import { type IdentifierSyntax, isIdentifier } from "./identifiers.ts";

/** The SDK name of a type, or of its module. */
export interface SdkTypeName {
  readonly token: Token;
  readonly what: "class" | "package" | "namespace" | "file";
  readonly name: string;
  /** False if the language does not allow the name, or programs cannot use it. */
  readonly isPossible: boolean;
}

/**
 * Returns the tokens that a resource names in a program: its type, and the types and functions of its inputs. All providers have the class name
 * `Provider`.
 */
export function namedTokens(node: ResourceNode): readonly Token[] {
  const hasClass = node.kind !== "provider" && node.isOpen !== true;
  return tokens(node).filter((token) => hasClass || token !== node.resource);
}

/** Throws GENERATOR_CANNOT_EXPRESS if `isPossible` is false for a name. @param title the display name of the language */
export function refuseImpossible(
  names: readonly SdkTypeName[],
  node: ResourceNode,
  { language, title }: { readonly language: string; readonly title: string },
): void {
  const impossible = names.find(({ isPossible }) => !isPossible);
  if (impossible === undefined) return;
  const { token, what, name } = impossible;
  cannotExpress(
    language,
    node,
    [],
    `uses ${token.token}, and an SDK of ${title} cannot have a ${what} called "${name}"`,
  );
}

/** Throws GENERATOR_CANNOT_EXPRESS if a class name is not an identifier, in languages whose class names come from `upperCamel`. */
export function refuseImpossibleClasses(
  node: ResourceNode,
  identifiers: IdentifierSyntax,
  language: { readonly language: string; readonly title: string },
): void {
  const names = namedTokens(node).map((token): SdkTypeName => {
    const name = upperCamel(token.member);
    return { token, what: "class", name, isPossible: isIdentifier(name, identifiers) };
  });
  refuseImpossible(names, node, language);
}

/** Converts a token member to the class name in TypeScript and Python SDKs: `foo-bar` -> `FooBar`. */
export function upperCamel(member: string): string {
  return member.split("-").map(sdkUpperFirst).join("");
}

/** Returns the word with its first letter in upper case, as the SDK generators of Go and Java do. */
export function sdkUpperFirst(word: string): string {
  const [first = ""] = word;
  const upper = first.toUpperCase();
  // Go's `unicode.ToUpper` returns one character, so a letter whose capital has two (`ß`) stays the same.
  return [...upper].length === 1 ? upper + word.slice(first.length) : word;
}
