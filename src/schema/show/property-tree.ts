/**
 * Properties of a resource, function or type as a tree: required ones first, object types opened.
 */
import { formatPath, type Path } from "../../ir/path.ts";
import type { Token, Type } from "../../ir/type.ts";
import type { JsonObject } from "../../json/object.ts";
import { asObject, constantField, flagField, objectField, own, textField, textsField } from "../fields.ts";
import type { SchemaText } from "../schema-text.ts";
import { displayToken } from "../tokens.ts";
import { plainDescription } from "./description.ts";
import type { EnumValueFacts, NestedFacts, PropertyFacts } from "./facts.ts";
import { objectsIn, typeFacts, typeText, valuesIn } from "./type-facts.ts";

/** An object whose properties are shown. */
export interface PropertySource {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** JSON pointer of the properties. */
  readonly place: string;
}

/** So many properties of object types a tree has, those that are nested least first: some resources have types without number. */
const mostNested = 1000;

/** The facts of a property while its object types are being opened. */
type Draft = Omit<PropertyFacts, "nested"> & { nested: NestedFacts[] };

/** @throws ImpError SCHEMA_BROKEN */
export function propertyTree(text: SchemaText, source: PropertySource, packageName: string): readonly PropertyFacts[] {
  const opened = new Map<string, string>();
  let left = mostNested;
  const waiting: { readonly draft: Draft; readonly objects: readonly Token[]; readonly path: Path }[] = [];
  const drafts = (from: PropertySource, path: Path): readonly Draft[] => {
    const read = draftsOf(text, from);
    for (const { draft, type } of read) {
      const objects = objectsIn(type);
      if (objects.length > 0) waiting.push({ draft, objects, path: [...path, draft.name] });
    }
    return read.map(({ draft }) => draft);
  };
  const open = ({ token, package: owner }: Token, path: Path): NestedFacts["properties"] => {
    const first = opened.get(token);
    if (first !== undefined) return { kind: "as at", path: first };
    const spec = owner === packageName ? text.spec("types", token) : undefined;
    if (spec === undefined) return { kind: "not shown", isForeign: owner !== packageName };
    const from = objectSource(spec, `#/types/${token}`);
    const size = Object.keys(from.properties).length;
    if (size > left) return { kind: "not shown", isForeign: false };
    left -= size;
    opened.set(token, formatPath(path));
    return { kind: "here", list: drafts(from, path) };
  };
  const top = drafts(source, []);
  // The list grows while it is walked: level after level.
  for (const { draft, objects, path } of waiting) {
    draft.nested = objects.map((name) => ({
      token: name.token,
      short: displayToken(name),
      properties: open(name, path),
    }));
  }
  return top;
}

/** The properties of an object type, or of a function's inputs and outputs. */
export function objectSource(spec: JsonObject, place: string): PropertySource {
  return {
    properties: objectField(spec, "properties", place),
    required: textsField(spec, "required", place),
    place: `${place}/properties`,
  };
}

function draftsOf(
  text: SchemaText,
  { properties, required, place }: PropertySource,
): readonly { readonly draft: Draft; readonly type: Type }[] {
  const isRequired = new Set(required);
  return Object.keys(properties)
    .map((name) => {
      const at = `${place}/${name}`;
      const spec = asObject(own(properties, name), at);
      const type = text.type(spec, at);
      return { draft: draftOf(name, spec, type, isRequired.has(name), at), type };
    })
    .toSorted((a, b) => rankOf(a.draft) - rankOf(b.draft) || (a.draft.name < b.draft.name ? -1 : 1));
}

/** Required first, deprecated last. */
function rankOf({ required, deprecationMessage }: Draft): number {
  return required ? 0 : deprecationMessage === undefined ? 1 : 2;
}

function draftOf(name: string, spec: JsonObject, type: Type, required: boolean, place: string): Draft {
  const constant = constantField(spec, "const");
  const fallback = constantField(spec, "default");
  const deprecationMessage = plainDescription(textField(spec, "deprecationMessage", place));
  const description = plainDescription(textField(spec, "description", place));
  const info = objectField(spec, "defaultInfo", place);
  return {
    name,
    type: typeFacts(type),
    typeText: typeText(type),
    required,
    secret: flagField(spec, "secret", place),
    replaceOnChanges: flagField(spec, "replaceOnChanges", place),
    willReplaceOnChanges: flagField(spec, "willReplaceOnChanges", place),
    plain: flagField(spec, "plain", place),
    ...(constant !== undefined && { constant }),
    ...(fallback !== undefined && { default: fallback }),
    environment: textsField(info, "environment", `${place}/defaultInfo`),
    ...(deprecationMessage !== undefined && { deprecationMessage }),
    ...(description !== undefined && { description }),
    values: valuesIn(type).map(asValue),
    nested: [],
  };
}

function asValue({ value, name, deprecationMessage }: EnumValueFacts): EnumValueFacts {
  return { value, ...(name !== undefined && { name }), ...(deprecationMessage && { deprecationMessage }) };
}
