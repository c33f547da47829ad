/**
 * Matches the constructor calls of a program with the resources of a state, by type, name and parent.
 */

import type { StackResource } from "../../own-program.ts";
import type { ConstructedType, Construction } from "./constructions.ts";
import { expressionMeaning, type Reading, withoutParentheses } from "./values.ts";

/** URN -> the only call that constructs the resource. */
export function onlyCalls(calls: ReadonlyMap<string, readonly Construction[]>): ReadonlyMap<string, Construction> {
  return new Map(
    [...calls].flatMap(([urn, [first, ...others]]) => (first === undefined || others.length > 0 ? [] : [[urn, first]])),
  );
}

/** Whether a call may construct the resource, whatever its parent is. */
export function mayConstruct({ name, type }: Construction, resource: StackResource): boolean {
  return name === resource.name && isClassOfType(type, resource.type);
}

/** URN -> the calls that construct the resource. */
export function matchResources(
  constructions: readonly Construction[],
  resources: readonly StackResource[],
  reading: Reading,
): ReadonlyMap<string, readonly Construction[]> {
  const named = new Map<string, StackResource[]>();
  for (const resource of resources) {
    const others = named.get(resource.name);
    if (others === undefined) named.set(resource.name, [resource]);
    else others.push(resource);
  }
  const byVariable = new Map(constructions.flatMap((one) => (holdsItself(one) ? [[one.holder?.variable, one]] : [])));
  const known = new Map<Construction, string | undefined>();
  const urnOf = (construction: Construction): string | undefined => {
    if (known.has(construction)) return known.get(construction);
    known.set(construction, undefined);
    const urn = find(construction);
    known.set(construction, urn);
    return urn;
  };
  const find = (construction: Construction): string | undefined => {
    const typed = (named.get(construction.name) ?? []).filter(({ type }) => isClassOfType(construction.type, type));
    const parent = parentUrn(construction);
    const fitting = parent === "unknown" ? typed : typed.filter((one) => one.parent === parent);
    const closest = fitting.length > 1 ? fitting.filter(({ type }) => isInModule(construction.type, type)) : fitting;
    return closest.length === 1 ? closest[0]?.urn : undefined;
  };
  /** `undefined` is the root stack. */
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
        const other = meaning?.kind === "variable" ? byVariable.get(meaning.node) : undefined;
        return (other && urnOf(other)) ?? "unknown";
      }
    }
  };
  const found = new Map<string, Construction[]>();
  for (const construction of constructions) {
    const urn = urnOf(construction);
    if (urn !== undefined) found.set(urn, [...(found.get(urn) ?? []), construction]);
  }
  return found;
}

function holdsItself({ holder }: Construction): boolean {
  return holder?.members === "";
}

/** Whether a class may be that of a type: `s3.Bucket` of `@pulumi/aws` and `aws:s3/bucket:Bucket`. */
export function isClassOfType(made: ConstructedType, type: string): boolean {
  if (made.kind === "token") return made.token === type;
  const { name, modules, member } = packageClass(made);
  if (type.startsWith("pulumi:providers:"))
    return member === "Provider" && modules.length === 0 && isPackage(name, type.slice("pulumi:providers:".length));
  const [owner = "", , last = ""] = type.split(":");
  return isPackage(name, owner) && last.slice(0, 1).toUpperCase() + last.slice(1) === member;
}

function isPackage(npm: string, name: string): boolean {
  return npm === name || npm === `pulumi-${name}`;
}

/** Of several types with the class's name, the one of its module. */
function isInModule(made: ConstructedType, type: string): boolean {
  if (made.kind === "token") return true;
  const [, module = ""] = type.split(":");
  const [first = ""] = module.split("/");
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return plain(made.path.slice(0, -1).join("")) === plain(first === "index" ? "" : first);
}

/** `@pulumi/aws/s3` and `Bucket`: package `aws`, modules `s3`. */
function packageClass({ from, path }: ConstructedType & { readonly kind: "package" }) {
  const parts = from.split("/");
  const own = from.startsWith("@") ? parts.slice(1) : parts;
  const [name = "", ...folders] = own;
  return { name, modules: [...folders, ...path.slice(0, -1)], member: path.at(-1) ?? "" };
}
