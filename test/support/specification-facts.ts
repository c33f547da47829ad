/** Lists the fields of a specification by path, based only on its JSON, and the differences between two specifications. */
import type { SpecificationJson, SpecificationObject } from "./random-specifications.ts";

/** The fields of one attribute, block, object member, or resource. */
type Fields = Readonly<Record<string, SpecificationJson | undefined>>;

/** A field that is missing, changed, or added in the second specification. */
export interface Difference {
  /** Example: `resources.tree.status.code`. */
  readonly path: string;
  readonly fact: string;
  readonly before: SpecificationJson | undefined;
  readonly after: SpecificationJson | undefined;
}

/** Returns the fields by path. The fields of an object precede those of its members. */
function factsOf(document: SpecificationObject): ReadonlyMap<string, Fields> {
  const all = new Map<string, Fields>();
  const provider = objectOf(document.provider);
  readSchema(objectOf(provider.schema), "provider", all, provider.schema !== undefined);
  for (const section of ["resources", "datasources"]) {
    for (const item of listOf(document[section])) {
      const { name, schema } = objectOf(item);
      readSchema(objectOf(schema), `${section}.${String(name)}`, all, true);
    }
  }
  return all;
}

function readSchema(schema: SpecificationObject, path: string, all: Map<string, Fields>, isThere: boolean): void {
  const { description, markdown_description, deprecation_message } = schema;
  all.set(path, { isThere, description, markdown: markdown_description, deprecation: deprecation_message });
  readMembers(schema, path, all);
}

function readMembers(holder: SpecificationObject, path: string, all: Map<string, Fields>): void {
  for (const attribute of listOf(holder.attributes)) readMember(objectOf(attribute), "attribute", path, all);
  for (const block of listOf(holder.blocks)) readMember(objectOf(block), "block", path, all);
  for (const type of listOf(holder.attribute_types)) readMember(objectOf(type), "type", path, all);
}

function readMember(item: SpecificationObject, syntax: string, above: string, all: Map<string, Fields>): void {
  const { name, ...kinds } = item;
  const [kind = ""] = Object.keys(kinds);
  const body = objectOf(kinds[kind]);
  const nested = objectOf(body.nested_object);
  const path = `${above}.${String(name)}`;
  const element = elementOf(body.element_type);
  all.set(path, {
    syntax,
    kind,
    elements: element.text,
    elementTypes: element.customTypes,
    requiredness: body.computed_optional_required ?? body.optional_required,
    sensitive: body.sensitive === true ? true : undefined,
    description: body.description,
    deprecation: body.deprecation_message,
    default: body.default,
    validators: body.validators,
    modifiers: body.plan_modifiers,
    customType: body.custom_type,
    externalType: body.associated_external_type,
    objectValidators: nested.validators,
    objectModifiers: nested.plan_modifiers,
    objectCustomType: nested.custom_type,
    objectExternalType: nested.associated_external_type,
  });
  for (const holder of [body, nested, element.object]) readMembers(holder, path, all);
}

/** Unwraps collections. Returns the element types and the members of the innermost type. */
function elementOf(type: SpecificationJson | undefined) {
  let text = "";
  const customTypes: SpecificationJson[] = [];
  let object: SpecificationObject = {};
  for (let innerType = type; innerType !== undefined; ) {
    const [kind = ""] = Object.keys(objectOf(innerType));
    const body: SpecificationObject = objectOf(objectOf(innerType)[kind]);
    text += `<${kind}`;
    if (body.custom_type !== undefined) customTypes.push(body.custom_type);
    object = kind === "object" ? body : {};
    innerType = body.element_type;
  }
  return {
    text: text === "" ? undefined : text,
    customTypes: customTypes.length > 0 ? customTypes : undefined,
    object,
  };
}

function objectOf(value: SpecificationJson | undefined): SpecificationObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function listOf(value: SpecificationJson | undefined): readonly SpecificationJson[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the differences. A missing or added member is one difference. */
export function differencesOf(before: SpecificationObject, after: SpecificationObject): readonly Difference[] {
  const [old, renewed] = [factsOf(before), factsOf(after)];
  const missing = [...old.keys()].filter((path) => !renewed.has(path));
  const added = [...renewed.keys()].filter((path) => !old.has(path));
  const outermost = (paths: readonly string[]) =>
    paths.filter((path) => !paths.some((other) => path.startsWith(`${other}.`)));
  return [
    ...outermost(missing).map((path) => ({ path, fact: "missing", before: true, after: undefined })),
    ...outermost(added).map((path) => ({ path, fact: "added", before: undefined, after: true })),
    ...[...old].flatMap(([path, facts]) => factsThatDiffer(path, facts, renewed.get(path))),
  ];
}

function factsThatDiffer(path: string, before: Fields, after: Fields | undefined): readonly Difference[] {
  if (after === undefined) return [];
  return Object.keys(before).flatMap((fact) => {
    const [one, other] = [before[fact], after[fact]];
    return canonical(one) === canonical(other) ? [] : [{ path, fact, before: one, after: other }];
  });
}

/** Returns JSON with sorted keys. */
function canonical(value: SpecificationJson | undefined): string | undefined {
  return JSON.stringify(value, (_, own: unknown) =>
    typeof own === "object" && own !== null && !Array.isArray(own)
      ? Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
      : own,
  );
}
