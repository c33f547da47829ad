import { shortTypeText } from "../show/type-facts.ts";
import type { ObjectShape, PropertySchema } from "../types.ts";
import type { Change, MemberKind } from "./changes.ts";
import type { TypeComparison } from "./same-type.ts";

export interface PropertyContext {
  readonly owner: Pick<Change, "of" | "token">;
  readonly kind: MemberKind;
  readonly types: TypeComparison;
  /** Returns true if programs set the properties. If they don't, new required properties and new causes of replacement don't matter. */
  isSet(): boolean;
}

/** Returns the changes, and the number of new optional properties. */
export function compareProperties(
  old: ObjectShape,
  now: ObjectShape,
  context: PropertyContext,
): { readonly changes: readonly Change[]; readonly added: number } {
  const changes: Change[] = [];
  for (const [name, before] of old.properties) {
    const after = now.properties.get(name);
    const part = { ...context.owner, part: { kind: context.kind, name } };
    if (after === undefined) changes.push({ ...part, change: "removed" });
    else changes.push(...compareProperty(before, after, context, part));
  }
  for (const name of now.required) {
    const isNew = now.properties.has(name) && !old.required.has(name);
    if (isNew && context.isSet())
      changes.push({ ...context.owner, part: { kind: context.kind, name }, change: "required" });
  }
  const added = [...now.properties.keys()].filter(
    (name) => !old.properties.has(name) && !(now.required.has(name) && context.isSet()),
  );
  return { changes, added: added.length };
}

function compareProperty(
  old: PropertySchema,
  now: PropertySchema,
  { types, isSet }: PropertyContext,
  part: Pick<Change, "of" | "token" | "part">,
): readonly Change[] {
  // A new or changed constant rules out values that were valid before. Removing a constant does not.
  const isSame = types.isSame(old.type, now.type) && (now.const === undefined || now.const === old.const);
  const replaces = causesReplacement(now) && !causesReplacement(old);
  const message = old.deprecationMessage === undefined ? now.deprecationMessage : undefined;
  return [
    ...(isSame ? [] : [{ ...part, change: "retyped" as const, from: shownType(old), to: shownType(now) }]),
    ...(replaces && isSet() ? [{ ...part, change: "replaces" as const }] : []),
    ...(now.secret && !old.secret ? [{ ...part, change: "secret" as const }] : []),
    ...(message === undefined ? [] : [{ ...part, change: "deprecated" as const, message }]),
  ];
}

function causesReplacement({ replaceOnChanges, willReplaceOnChanges }: PropertySchema): boolean {
  return replaceOnChanges || willReplaceOnChanges;
}

function shownType(property: PropertySchema): string {
  const text = shortTypeText(property.type);
  return property.const === undefined ? text : `${text} ${JSON.stringify(property.const)}`;
}
