/**
 * Names of a schema -> names of Java SDKs (docs/programs.md#java), exactly as the SDKs have them.
 */

import type { PackageNode } from "../../src/ir/program.ts";
import type { EnumMember } from "../../src/ir/type.ts";
import { textAt } from "../../src/json/object.ts";
import { characterName } from "../shared/character-names.ts";
import { sdkUpperFirst } from "../shared/type-names.ts";

const javaKeywordList =
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for " +
  "goto if implements import instanceof int interface long native new package private protected public return short static strictfp " +
  "super switch synchronized this throw throws transient try void volatile while _ false null true var";

/** Words that no variable is called by. */
export const reserved: ReadonlySet<string> = new Set(javaKeywordList.split(" "));

/** Methods of every object and of every builder: setters and getters of these names get `_` behind them. */
const javaMethods: ReadonlySet<string> = new Set(
  "notify notifyAll toString clone equals hashCode getClass wait finalize builder".split(" "),
);

/** Methods that resources have in addition. */
const resourceMethods: ReadonlySet<string> = new Set(
  (
    "getResourceType getResourceName getChildResources getUrn getId urn id " +
    "pulumiResourceType pulumiResourceName pulumiChildResources"
  ).split(" "),
);

/** The method of a builder that sets a property, and of a nested output that gives it. */
export function methodName(property: string): string {
  const name = identifier(property);
  return javaMethods.has(name) ? `${name}_` : name;
}

/** The method of a resource that gives an output. */
export function outputName(property: string): string {
  const name = methodName(property);
  return resourceMethods.has(name) ? `${name}_` : name;
}

/** `some-resource` -> `Someresource`. */
export function sdkClassName(member: string): string {
  return identifier(sdkUpperFirst(member));
}

/** The Java package of a module. */
export function javaPackageOf(node: PackageNode, module: string): string {
  const base = textAt(node.language, "java", "basePackage") ?? mavenGroup(node);
  const called = (name: string) => textAt(node.language, "java", "packages", name) ?? name;
  const whole = `${base.endsWith(".") ? base : `${base}.`}${called(node.name)}${module === "" ? "" : `.${called(module)}`}`;
  return whole.split(".").map(identifier).join(".");
}

/** The group of a package's SDK in Maven's registry. */
export function mavenGroup(node: PackageNode): string {
  const { namespace } = node;
  return namespace === undefined ? "com.pulumi" : `com.${namespace.replaceAll("-", "").replaceAll("/", "_")}`;
}

/** The constant of a member: `It's` -> `It_s`, `16` -> `_16`. `undefined`: SDKs have none. */
export function javaConstant({ name, value }: EnumMember): string | undefined {
  if (typeof value === "boolean") return undefined;
  const expanded = characterName(name === undefined || name === "" ? String(value) : name);
  if (expanded === "" || (expanded.length === 1 && !isStart(expanded))) return undefined;
  const capital = identifier(expanded).replace(
    /(^|\$)(\p{L})/gu,
    (_, before: string, letter: string) => before + sdkUpperFirst(letter),
  );
  return capital.replace(/_+/g, "_");
}

/** Replaces illegal characters by `_`, drops hyphens, and puts `_` before an illegal first character and behind a keyword. */
export function identifier(name: string): string {
  // Most names are legal.
  if (/^[A-Za-z_]\w*$/.test(name)) return reserved.has(name) ? `${name}_` : name;
  const characters = [...name].map((character, index) => {
    if (character === "-" || (index === 0 && character === "$")) return character === "-" ? "" : character;
    if (!/[\p{L}\p{Nd}_$]/u.test(character)) return "_";
    return index === 0 && !isStart(character) ? `_${character}` : character;
  });
  const legal = characters.join("");
  return reserved.has(legal) ? `${legal}_` : legal;
}

function isStart(character: string): boolean {
  return /[\p{L}_$]/u.test(character);
}
