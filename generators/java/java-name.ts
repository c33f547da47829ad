/** Converts schema names to the names in Java SDKs (docs/programs.md#java). */

import type { PackageNode } from "../../src/ir/program.ts";
import type { EnumMember } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import { characterName } from "../shared/character-names.ts";
import { sdkUpperFirst } from "../shared/type-names.ts";

const javaKeywordList =
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for " +
  "goto if implements import instanceof int interface long native new package private protected public return short static strictfp " +
  "super switch synchronized this throw throws transient try void volatile while _ false null true var";

/** Words that variables must not use. */
export const javaReserved: ReadonlySet<string> = new Set(javaKeywordList.split(" "));

/** The methods of all objects and builders. SDKs add `_` to setters and getters with these names. */
const javaMethods: ReadonlySet<string> = new Set(
  "notify notifyAll toString clone equals hashCode getClass wait finalize builder".split(" "),
);

/** The methods that only resources have. SDKs add `_` to getters of outputs with these names. */
const resourceMethods: ReadonlySet<string> = new Set(
  (
    "getResourceType getResourceName getChildResources getUrn getId urn id " +
    "pulumiResourceType pulumiResourceName pulumiChildResources"
  ).split(" "),
);

/** Returns the builder method that sets a property, and the getter of a nested output. */
export function methodName(property: string): string {
  const name = javaIdentifier(property);
  return javaMethods.has(name) ? `${name}_` : name;
}

/** Returns the getter of a resource's output. */
export function outputName(property: string): string {
  const name = methodName(property);
  return resourceMethods.has(name) ? `${name}_` : name;
}

/** Returns the class of a token member: `some-resource` -> `Someresource`. */
export function sdkClassName(member: string): string {
  return javaIdentifier(sdkUpperFirst(member));
}

/** Returns the Java package of a module. */
export function javaPackageOf(node: PackageNode, module: string): string {
  const base = textAt(node.language, "java", "basePackage") ?? mavenGroup(node);
  const called = (name: string) => textAt(node.language, "java", "packages", name) ?? name;
  const whole = `${base.endsWith(".") ? base : `${base}.`}${called(node.name)}${module === "" ? "" : `.${called(module)}`}`;
  return whole.split(".").map(javaIdentifier).join(".");
}

/** Returns the Maven group of a package's SDK. */
export function mavenGroup(node: PackageNode): string {
  const { namespace } = node;
  return namespace === undefined ? "com.pulumi" : `com.${namespace.replaceAll("-", "").replaceAll("/", "_")}`;
}

/** Returns the constant of an enum member: `It's` -> `It_s`, `16` -> `_16`. Returns undefined if SDKs don't declare it. */
export function javaConstant({ name, value }: EnumMember): string | undefined {
  if (typeof value === "boolean") return undefined;
  const expanded = characterName(name === undefined || name === "" ? String(value) : name);
  if (expanded === "" || (expanded.length === 1 && !isStart(expanded))) return undefined;
  const capital = javaIdentifier(expanded).replace(
    /(^|\$)(\p{L})/gu,
    (_, before: string, letter: string) => before + sdkUpperFirst(letter),
  );
  return capital.replace(/_+/g, "_");
}

/** Replaces invalid characters with `_`, removes hyphens, prefixes an invalid first character with `_`, and adds `_` to a keyword. */
export function javaIdentifier(name: string): string {
  // A fast path, because most names are valid.
  if (/^[A-Za-z_]\w*$/.test(name)) return javaReserved.has(name) ? `${name}_` : name;
  const characters = [...name].map((character, index) => {
    if (character === "-" || (index === 0 && character === "$")) return character === "-" ? "" : character;
    if (!/[\p{L}\p{Nd}_$]/u.test(character)) return "_";
    return index === 0 && !isStart(character) ? `_${character}` : character;
  });
  const legal = characters.join("");
  return javaReserved.has(legal) ? `${legal}_` : legal;
}

function isStart(character: string): boolean {
  return /[\p{L}_$]/u.test(character);
}
