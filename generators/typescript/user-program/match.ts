/** Matches the constructor calls of a program with the resources of a state, by type, name, and parent. */

import type { StackResource } from "../../user-program.ts";
import type { ConstructedType, Construction } from "./constructions.ts";
import { expressionMeaning, type Reading, withoutParentheses } from "./values.ts";

/** Returns the constructor call of each resource that exactly one call constructs, by URN. */
export function onlyCalls(calls: ReadonlyMap<string, readonly Construction[]>): ReadonlyMap<string, Construction> {
  return new Map(
    [...calls].flatMap(([urn, [first, ...others]]) => (first === undefined || others.length > 0 ? [] : [[urn, first]])),
  );
}

/** Returns true if the call has the name and the type of the resource. Ignores the parent. */
export function mayConstruct({ name, type }: Construction, resource: StackResource): boolean {
  return name === resource.name && isClassOfType(type, resource.type);
}

/** Returns the calls that construct each resource, by URN. */
export function matchResources(
  constructions: readonly Construction[],
  resources: readonly StackResource[],
  reading: Reading,
): ReadonlyMap<string, readonly Construction[]> {
  const named = new Map<string, StackResource[]>();
  for (const resource of resources) {
    const namesakes = named.get(resource.name);
    if (namesakes === undefined) named.set(resource.name, [resource]);
    else namesakes.push(resource);
  }
  const byVariable = new Map(
    constructions.flatMap((call) => (holdsItself(call) ? [[call.holder?.variable, call]] : [])),
  );
  const urns = new Map<Construction, string | undefined>();
  const urnOf = (construction: Construction): string | undefined => {
    if (urns.has(construction)) return urns.get(construction);
    urns.set(construction, undefined);
    const urn = find(construction);
    urns.set(construction, urn);
    return urn;
  };
  const find = (construction: Construction): string | undefined => {
    const typed = (named.get(construction.name) ?? []).filter(({ type }) => isClassOfType(construction.type, type));
    const parent = parentUrn(construction);
    const fitting = parent === "unknown" ? typed : typed.filter((one) => one.parent === parent);
    const closest = fitting.length > 1 ? fitting.filter(({ type }) => isInModule(construction.type, type)) : fitting;
    return closest.length === 1 ? closest[0]?.urn : undefined;
  };
  /** Returns the URN of the parent. Returns undefined for the root stack, and "unknown" if the code does not show the parent. */
  const parentUrn = ({ parent, file }: Construction): string | undefined => {
    switch (parent.kind) {
      case "root":
        return undefined;
      case "unknown":
        return "unknown";
      case "construction":
        return urnOf(parent.of) ?? "unknown";
      case "expression": {
        const meaning = expressionMeaning(withoutParentheses(parent.node), file, reading);
        const parentCall = meaning?.kind === "variable" ? byVariable.get(meaning.node) : undefined;
        return (parentCall && urnOf(parentCall)) ?? "unknown";
      }
    }
  };
  const matches = new Map<string, Construction[]>();
  for (const construction of constructions) {
    const urn = urnOf(construction);
    if (urn !== undefined) matches.set(urn, [...(matches.get(urn) ?? []), construction]);
  }
  return matches;
}

function holdsItself({ holder }: Construction): boolean {
  return holder?.members === "";
}

/** Returns true if a class can have the type: `s3.Bucket` of `@pulumi/aws` and `aws:s3/bucket:Bucket`. */
export function isClassOfType(constructed: ConstructedType, type: string): boolean {
  if (constructed.kind === "token") return constructed.token === type;
  const { name, modules, member } = packageClass(constructed);
  if (type.startsWith("pulumi:providers:"))
    return member === "Provider" && modules.length === 0 && isPackage(name, type.slice("pulumi:providers:".length));
  const [owner = "", , last = ""] = type.split(":");
  return isPackage(name, owner) && last.slice(0, 1).toUpperCase() + last.slice(1) === member;
}

function isPackage(npm: string, name: string): boolean {
  return npm === name || npm === `pulumi-${name}`;
}

/** Returns true if the class's module matches the type's module. */
function isInModule(constructed: ConstructedType, type: string): boolean {
  if (constructed.kind === "token") return true;
  const [, module = ""] = type.split(":");
  const [first = ""] = module.split("/");
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return plain(constructed.path.slice(0, -1).join("")) === plain(first === "index" ? "" : first);
}

/** Splits a class: `@pulumi/aws/s3` and `Bucket` -> package `aws`, modules `s3`. */
function packageClass({ from, path }: ConstructedType & { readonly kind: "package" }) {
  const parts = from.split("/");
  const pathParts = from.startsWith("@") ? parts.slice(1) : parts;
  const [name = "", ...folders] = pathParts;
  return { name, modules: [...folders, ...path.slice(0, -1)], member: path.at(-1) ?? "" };
}
