/**
 * Reads test resources in YAML, written by hand: types in a short notation, and resources as Read returns them. A type is a name (`string`, `number`,
 * `boolean`, `any`, `map` of strings), `[element]`, or an object. A property name may end with `!` (required input), `=` (optional input that is
 * always an output), `-` (input that is never an output), or `^` (a change replaces the resource). A description follows a type after a colon:
 * `"string: The role that owns it"`.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { LinkableResource } from "../../src/links/linkable-resource.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema, ResourceSchema } from "../../src/schema/types.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";

type Notation = string | readonly [Notation] | { readonly [property: string]: Notation };
type Properties = Readonly<Record<string, Notation>>;
type Bag = Readonly<Record<string, Plain>>;

interface DescribedResource {
  readonly type: string;
  readonly id: string;
  readonly in?: Bag;
  readonly out?: Bag;
  readonly parent?: string;
  readonly provider?: string;
  /** False if the program already has the resource. Other resources can refer to it, but it gets no references itself. */
  readonly consumer?: boolean;
}

interface EstateFile {
  readonly types: Readonly<Record<string, { readonly in?: Properties; readonly out?: Properties }>>;
  readonly resources: Readonly<Record<string, DescribedResource>>;
}

export interface DescribedEstate {
  /** The resources in the order of the file, with its names. */
  readonly resources: readonly LinkableResource[];
  readonly schemas: ReadonlyMap<string, PackageSchema>;
}

/**
 * Reads test resources from files in `fixtures`. `change` edits the text of the files first. Throws if a resource sets or returns a property that its
 * type lacks.
 */
export function readEstate<More = object>(
  paths: readonly string[],
  change: (text: string) => string = (text) => text,
): DescribedEstate & { readonly file: EstateFile & More } {
  const files = paths.map((path) => parse(change(readFixture(path))) as EstateFile & More);
  const [first] = files;
  if (first === undefined) throw new Error("an estate has a file");
  const types = Object.assign({}, ...files.map((one) => one.types)) as EstateFile["types"];
  const all = Object.assign({}, ...files.map((one) => one.resources)) as EstateFile["resources"];
  const file = { ...first, types, resources: all };
  const schemas = schemasOf(file.types);
  const urns = new Map(Object.entries(file.resources).map(([name, { type }]) => [name, urnOf(type, name)]));
  const resources = Object.entries(file.resources).map(([name, described]) =>
    resourceOf(name, described, schemas, urns),
  );
  return { file, resources, schemas };
}

/** Reads a file of `fixtures`. */
export function readFixture(path: string): string {
  return readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), "utf8");
}

function urnOf(type: string, name: string): string {
  return `urn:pulumi:test::estate::${type}::${name}`;
}

function resourceOf(
  name: string,
  { type, id, in: inputs = {}, out = {}, parent, provider, consumer = true }: DescribedResource,
  schemas: DescribedEstate["schemas"],
  urns: ReadonlyMap<string, string>,
): LinkableResource {
  const schema = schemas.get(type.split(":")[0] ?? "")?.resource(type);
  if (schema === undefined) throw new Error(`${name}: no type ${type}`);
  for (const key of Object.keys(inputs)) if (!schema.inputs.has(key)) throw new Error(`${name}: no input ${key}`);
  for (const key of Object.keys(out)) if (!schema.outputs.has(key)) throw new Error(`${name}: no output ${key}`);
  for (const key of schema.requiredInputs) if (!(key in inputs)) throw new Error(`${name}: without ${key}`);
  const urn = (other: string): string => urns.get(other) ?? `no ${other}`;
  return {
    urn: urnOf(type, name),
    type,
    name,
    id,
    kind: "custom",
    consumer,
    schema,
    inputs: consumer ? fromPlainMap(inputs) : new Map(),
    outputs: fromPlainMap({ ...repeatedBy(schema, inputs), ...out }),
    ...(parent !== undefined && { parent: urn(parent) }),
    ...(provider !== undefined && { provider: urn(provider) }),
  };
}

function repeatedBy({ outputs }: ResourceSchema, inputs: Bag): Bag {
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => outputs.has(key)));
}

function schemasOf(types: EstateFile["types"]): ReadonlyMap<string, PackageSchema> {
  const packages = new Map<string, { resources: Record<string, object>; types: Record<string, object> }>();
  for (const [token, type] of Object.entries(types)) {
    const name = token.split(":")[0] ?? "";
    const definitions = packages.get(name) ?? { resources: {}, types: {} };
    packages.set(name, definitions);
    const describe = (properties: Properties) =>
      propertiesOf(properties, `${name}:index:${token.replace(/\W/g, "_")}`, definitions.types);
    const inputs = describe(type.in ?? {});
    const outputs = describe(type.out ?? {});
    const repeated = Object.entries(inputs.properties).filter(([key]) => !inputs.withheld.includes(key));
    definitions.resources[token] = {
      inputProperties: inputs.properties,
      requiredInputs: inputs.required,
      properties: { ...Object.fromEntries(repeated), ...outputs.properties },
      required: [...inputs.promised, ...Object.keys(outputs.properties)],
    };
  }
  return new Map(
    [...packages].map(([name, own]) => {
      const text = JSON.stringify({ name, version: "1.0.0", ...own });
      return [name, loadSchema(new TextEncoder().encode(text))];
    }),
  );
}

function propertiesOf(properties: Properties, name: string, types: Record<string, object>) {
  const described: Record<string, object> = {};
  const required: string[] = [];
  const promised: string[] = [];
  const withheld: string[] = [];
  for (const [marked, notation] of Object.entries(properties)) {
    const key = marked.replace(/[!=^-]+$/, "");
    const marks = marked.slice(key.length);
    const shape = shapeOf(notation, `${name}_${key}`, types);
    described[key] = marks.includes("^") ? { ...shape, willReplaceOnChanges: true } : shape;
    if (marks.includes("!")) required.push(key);
    if (marks.includes("-")) withheld.push(key);
    else if (/[!=]/.test(marks)) promised.push(key);
  }
  return { properties: described, required, promised, withheld };
}

function shapeOf(notation: Notation, name: string, types: Record<string, object>): object {
  if (typeof notation === "string") {
    const [type = "", ...description] = notation.split(": ");
    if (description.length > 0) return { ...shapeOf(type, name, types), description: description.join(": ") };
    if (notation === "any") return { $ref: "pulumi.json#/Any" };
    return notation === "map" ? { type: "object", additionalProperties: { type: "string" } } : { type: notation };
  }
  if (isList(notation)) return { type: "array", items: shapeOf(notation[0], name, types) };
  const { properties, required } = propertiesOf(notation, name, types);
  types[name] = { type: "object", properties, required };
  return { $ref: `#/types/${name}` };
}

function isList(notation: Notation): notation is readonly [Notation] {
  return Array.isArray(notation);
}
