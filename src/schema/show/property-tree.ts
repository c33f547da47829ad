import type { Token, Type } from "../../ir/type.ts";
import { formatPath, type Path } from "../../value/path.ts";
import { displayToken } from "../tokens.ts";
import type { ObjectShape, PackageSchema, PropertySchema } from "../types.ts";
import { plainDescription } from "./description.ts";
import type { NestedFacts, PropertyFacts } from "./facts.ts";
import { objectTypesIn, shortTypeText, typeFacts, valuesIn } from "./type-facts.ts";

/** The maximum number of nested properties, because some resources reach a very large number of types. The deepest properties are omitted first. */
const mostNested = 1000;

/** A property whose object types may not be expanded yet. */
type Draft = Omit<PropertyFacts, "nested"> & { nested: NestedFacts[] };

/** Returns the properties as a tree, required ones first. Throws SCHEMA_BROKEN if a type is invalid. */
export function propertyTree(schema: PackageSchema, source: ObjectShape): readonly PropertyFacts[] {
  const opened = new Map<string, string>();
  let remaining = mostNested;
  const waiting: { readonly draft: Draft; readonly objects: readonly Token[]; readonly path: Path }[] = [];
  const drafts = (from: ObjectShape, path: Path): readonly Draft[] => {
    const read = readDrafts(from);
    for (const { draft, type } of read) {
      const objects = objectTypesIn(type);
      if (objects.length > 0) waiting.push({ draft, objects, path: [...path, draft.name] });
    }
    return read.map(({ draft }) => draft);
  };
  const open = ({ token, package: owner }: Token, path: Path): NestedFacts["properties"] => {
    const first = opened.get(token);
    if (first !== undefined) return { kind: "as at", path: first };
    const from = owner === schema.name ? schema.objectType(token) : undefined;
    if (from === undefined) return { kind: "not shown", isForeign: owner !== schema.name };
    if (from.properties.size > remaining) return { kind: "not shown", isForeign: false };
    remaining -= from.properties.size;
    opened.set(token, formatPath(path));
    return { kind: "here", list: drafts(from, path) };
  };
  const top = drafts(source, []);
  // `open` adds the next level to `waiting` during the iteration.
  for (const { draft, objects, path } of waiting) {
    draft.nested = objects.map((name) => {
      return { token: name.token, short: displayToken(name), properties: open(name, path) };
    });
  }
  return top;
}

function readDrafts({ properties, required }: ObjectShape): readonly { readonly draft: Draft; readonly type: Type }[] {
  return [...properties.values()]
    .map((property) => ({ draft: propertyDraft(property, required.has(property.name)), type: property.type }))
    .toSorted((a, b) => propertyRank(a.draft) - propertyRank(b.draft) || (a.draft.name < b.draft.name ? -1 : 1));
}

/** Sorts required properties first and deprecated ones last. */
function propertyRank({ required, deprecationMessage }: Draft): number {
  return required ? 0 : deprecationMessage === undefined ? 1 : 2;
}

function propertyDraft(property: PropertySchema, required: boolean): Draft {
  const { name, type, secret, replaceOnChanges, willReplaceOnChanges, plain, environment } = property;
  return {
    name,
    type: typeFacts(type),
    typeText: shortTypeText(type),
    required,
    secret,
    replaceOnChanges,
    willReplaceOnChanges,
    plain,
    constant: property.const,
    default: property.default,
    environment,
    deprecationMessage: plainDescription(property.deprecationMessage),
    description: plainDescription(property.description),
    values: valuesIn(type),
    nested: [],
  };
}
