/** Compares types of two schema versions by their structure. A type with a new name but the same members counts as the same type. */
import { type Type, unionMembers } from "../../ir/type.ts";
import type { EnumSchema, ObjectSchema, PackageSchema } from "../types.ts";

export interface Versions {
  readonly old: PackageSchema;
  readonly new: PackageSchema;
}

/** Compares types. Caches compared pairs, so that the recursion ends for circular types. */
export interface TypeComparison {
  /** Returns true if values of the old type fit the new type, and programs see the same type. */
  isSame(old: Type, now: Type): boolean;
  /** Returns the new tokens of types that were renamed without other changes, by old token. */
  renamed(): ReadonlyMap<string, string>;
}

type Named = Type & { readonly kind: "object" | "enum" };

export function compareTypes(versions: Versions): TypeComparison {
  const renamed = new Map<string, string>();
  const compared = new Map<string, boolean>();
  const [oldTokens, newTokens] = [versions.old, versions.new].map((schema) => new Set(schema.typeTokens()));

  const isSameNamed = (old: Named, now: Named): boolean => {
    const [from, to] = [old.name.token, now.name.token];
    // Don't compare the members of types that keep their token. `compareSchemas` does this, and types of other packages have no members here.
    if (from === to) return true;
    const key = JSON.stringify([from, to]);
    const cached = compared.get(key);
    if (cached !== undefined) return cached;
    // A circular type counts as the same until a member differs.
    compared.set(key, true);
    const result = haveSameMembers(old, now);
    compared.set(key, result);
    if (result && !newTokens?.has(from) && !oldTokens?.has(to)) renamed.set(from, to);
    return result;
  };

  const haveSameMembers = (old: Named, now: Named): boolean => {
    if (old.kind === "enum" || now.kind === "enum") {
      if (old.kind !== now.kind) return false;
      const values = new Set(now.kind === "enum" ? now.members.map(({ value }) => value) : []);
      return old.kind === "enum" && old.members.every(({ value }) => values.has(value));
    }
    const before = versions.old.objectType(old.name.token);
    const after = versions.new.objectType(now.name.token);
    return before !== undefined && after !== undefined && haveSameProperties(before, after);
  };

  const haveSameProperties = (old: ObjectSchema, now: ObjectSchema): boolean =>
    [...now.required].every((name) => old.required.has(name)) &&
    [...old.properties].every(([name, property]) => {
      const counterpart = now.properties.get(name);
      return counterpart !== undefined && isSame(property.type, counterpart.type);
    });

  const isSame = (old: Type, now: Type): boolean => {
    if (now.kind === "any") return true;
    if (old.kind === "union" || now.kind === "union") {
      const members = now.kind === "union" ? now.members : [now];
      return unionMembers(old).every((member) => members.some((other) => isSame(member, other)));
    }
    switch (old.kind) {
      case "list":
      case "map":
        return now.kind === old.kind && isSame(old.element, now.element);
      case "object":
        return now.kind === "object" && isSameNamed(old, now);
      case "enum":
        return now.kind === "enum" ? isSameNamed(old, now) : now.kind === old.element;
      case "resource":
        return now.kind === "resource" && isSameResource(versions, old.name.token, now.name.token);
      default:
        return now.kind === old.kind;
    }
  };
  return { isSame, renamed: () => renamed };
}

function isSameResource({ new: now }: Versions, from: string, to: string): boolean {
  return from === to || now.resource(from)?.name.token === to;
}

/** Returns the enum values that the new version removed. */
export function removedValues(old: EnumSchema, now: EnumSchema): readonly (string | number | boolean)[] {
  const values = new Set(now.members.map(({ value }) => value));
  return old.members.flatMap(({ value }) => (values.has(value) ? [] : [value]));
}
