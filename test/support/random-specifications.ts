/** Random valid specifications by seed, with every kind of attribute, block, and type, and with all their fields. */
import { type Draw, drawFrom } from "./mutate.ts";

export type SpecificationJson = null | boolean | number | string | SpecificationJson[] | SpecificationObject;

export interface SpecificationObject {
  [key: string]: SpecificationJson;
}

type Part = "data source" | "provider" | "resource";

const scalarKinds = ["bool", "float64", "int64", "number", "string"] as const;
const collectionKinds = ["list", "map", "set"] as const;
const nestedKinds = ["list_nested", "map_nested", "set_nested"] as const;
const attributeKinds = [
  ...scalarKinds,
  ...scalarKinds,
  ...collectionKinds,
  ...nestedKinds,
  "dynamic",
  "object",
  "single_nested",
] as const;
const blockKinds = ["list_nested", "set_nested", "single_nested"] as const;

const words =
  "name size zone address policy tag status rule key alias index data port access cidr_block vpc_id line_1 _hidden end_ a_b kms count urn".split(
    " ",
  );

/** Returns the JSON of a specification. */
export function randomSpecification(seed: number): SpecificationObject {
  const draw = drawFrom(seed);
  const resources = named(1 + draw(2), draw, (name) => ({ name, schema: schemaOf("resource", draw) }));
  const datasources = named(draw(2), draw, (name) => ({ name, schema: schemaOf("data source", draw) }));
  return {
    ...(datasources.length > 0 && { datasources }),
    provider: {
      name: pick(["orchard", "my_orchard"], draw),
      ...(draw(3) > 0 && { schema: schemaOf("provider", draw) }),
    },
    resources,
    version: "0.1",
  };
}

function named<T>(count: number, draw: Draw, make: (name: string) => T): T[] {
  const names = new Set<string>();
  while (names.size < count) {
    const word = pick(words, draw);
    names.add(draw(2) === 0 ? word : `${pick(words, draw)}_${word}`);
  }
  return [...names].map(make);
}

function pick<T>(list: readonly T[], draw: Draw): T {
  return list[draw(list.length)] as T;
}

function schemaOf(part: Part, draw: Draw): SpecificationObject {
  return {
    attributes: attributesOf(part, 0, draw),
    ...(draw(2) === 0 && { blocks: blocksOf(part, 0, draw) }),
    ...texts(draw),
    ...(draw(5) === 0 && { markdown_description: "Some *words*." }),
  };
}

/** Returns attributes. Their names differ from those of blocks, because both become properties of the same object. */
function attributesOf(part: Part, depth: number, draw: Draw): SpecificationJson[] {
  const ids = depth === 0 && draw(3) === 0 ? [attributeOf("id", part, depth, draw)] : [];
  const end = depth === 0 ? "" : "_in";
  const others = named(1 + draw(depth === 0 ? 6 : 3), draw, (name) => attributeOf(`${name}${end}`, part, depth, draw));
  return [...ids, ...others];
}

function blocksOf(part: Part, depth: number, draw: Draw): SpecificationJson[] {
  return named(1 + draw(3), draw, (name) => blockOf(`${name}_block`, part, depth, draw));
}

function attributeOf(name: string, part: Part, depth: number, draw: Draw): SpecificationJson {
  const kind = depth > 2 ? pick(scalarKinds, draw) : pick(attributeKinds, draw);
  const isNested = nestedKinds.some((one) => one === kind);
  const fields: SpecificationObject = {
    ...requirednessOf(part, draw),
    ...texts(draw),
    ...(draw(5) === 0 && { sensitive: draw(4) > 0 }),
    ...codes(kind, part, draw),
    ...(!isNested && externalType(draw)),
    ...customType(draw),
    ...(part === "resource" && draw(5) === 0 && { default: defaultOf(kind, draw) }),
    ...contentOf(kind, part, depth, draw),
  };
  return { name, [kind]: fields };
}

function requirednessOf(part: Part, draw: Draw): SpecificationObject {
  if (part === "provider") return { optional_required: pick(["optional", "required"], draw) };
  const computed = pick(["computed", "computed_optional", "optional", "required"], draw);
  return { computed_optional_required: computed };
}

function texts(draw: Draw): SpecificationObject {
  return {
    ...(draw(3) === 0 && { description: pick(["Some words.", "Other words,\nin two lines."], draw) }),
    ...(draw(8) === 0 && { deprecation_message: "Use another one." }),
  };
}

function contentOf(kind: (typeof attributeKinds)[number], part: Part, depth: number, draw: Draw): SpecificationObject {
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { element_type: typeOf(depth + 1, draw) };
    case "object":
      return { attribute_types: namedTypes(depth + 1, draw) };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { nested_object: nestedObject("attribute", part, depth + 1, draw) };
    case "single_nested":
      return draw(8) === 0 ? {} : { attributes: attributesOf(part, depth + 1, draw) };
    default:
      return {};
  }
}

function nestedObject(holder: "attribute" | "block", part: Part, depth: number, draw: Draw): SpecificationObject {
  return {
    ...(draw(10) > 0 && { attributes: attributesOf(part, depth, draw) }),
    ...(holder === "block" && depth < 3 && draw(3) === 0 && { blocks: blocksOf(part, depth, draw) }),
    ...externalType(draw),
    ...customType(draw),
    ...codes("single_nested", part, draw),
  };
}

function blockOf(name: string, part: Part, depth: number, draw: Draw): SpecificationJson {
  const kind = pick(blockKinds, draw);
  const content: SpecificationObject =
    kind === "single_nested"
      ? {
          attributes: attributesOf(part, depth + 1, draw),
          ...(depth < 2 && draw(3) === 0 && { blocks: blocksOf(part, depth + 1, draw) }),
          ...externalType(draw),
        }
      : { nested_object: nestedObject("block", part, depth + 1, draw) };
  const base = { ...texts(draw), ...codes(kind, part, draw), ...customType(draw), ...content };
  return {
    name,
    [kind]: part === "resource" && draw(8) === 0 ? { ...base, default: { custom: code("defaults.Block()") } } : base,
  };
}

function typeOf(depth: number, draw: Draw): SpecificationObject {
  const kinds = depth > 2 ? scalarKinds : ([...scalarKinds, ...collectionKinds, "object"] as const);
  return typeBody(pick(kinds, draw), depth, draw);
}

function typeBody(kind: string, depth: number, draw: Draw): SpecificationObject {
  const content: SpecificationObject =
    kind === "object"
      ? draw(10) === 0
        ? {}
        : { attribute_types: namedTypes(depth + 1, draw) }
      : collectionKinds.some((one) => one === kind)
        ? { element_type: typeOf(depth + 1, draw) }
        : {};
  return { [kind]: { ...content, ...customType(draw) } };
}

function namedTypes(depth: number, draw: Draw): SpecificationJson[] {
  return named(1 + draw(3), draw, (name) => ({
    name,
    ...(draw(8) === 0 ? typeBody("dynamic", depth, draw) : typeOf(depth, draw)),
  }));
}

/** Returns an expression with the package of its import. */
function code(definition: string): SpecificationObject {
  const [name = ""] = definition.split(".");
  const path = name.endsWith("planmodifier")
    ? `github.com/hashicorp/terraform-plugin-framework/resource/schema/${name}`
    : `github.com/hashicorp/terraform-plugin-framework-validators/${name}`;
  return { imports: [{ path }], schema_definition: definition };
}

/** Returns expressions with and without an equivalent in package schemas. */
function codes(kind: string, part: Part, draw: Draw): SpecificationObject {
  const word = kind === "single_nested" ? "object" : kind.replace("_nested", "");
  const validators = ["IsRequired()", "SizeAtMost(1)", "SizeBetween(1, 3)", "Fits()"].map(
    (call) => `${word}validator.${call}`,
  );
  const values = `${word}validator.OneOf(\n${kind === "string" ? '"red",\n"green",\n' : "1,\n2,\n"})`;
  const offered = ["string", "int64", "float64"].includes(kind) ? [values, ...validators] : validators;
  const modifiers = ["RequiresReplace()", "UseStateForUnknown()", "RequiresReplaceIfConfigured()"].map(
    (call) => `${word}planmodifier.${call}`,
  );
  modifiers.push("ownmodifiers.RequiresReplace()");
  const customs = (list: readonly string[]): SpecificationJson[] =>
    [...new Set(Array.from({ length: 1 + draw(2) }, () => pick(list, draw)))].map((definition) => ({
      custom: code(definition),
    }));
  return {
    ...(draw(4) === 0 && { validators: customs(offered) }),
    ...(part === "resource" && draw(4) === 0 && { plan_modifiers: customs(modifiers) }),
  };
}

function customType(draw: Draw): SpecificationObject {
  if (draw(10) > 0) return {};
  return {
    custom_type: {
      import: { alias: "own", path: "example.com/orchard/types" },
      type: "own.TreeType",
      value_type: "own.Tree",
    },
  };
}

function externalType(draw: Draw): SpecificationObject {
  return draw(10) > 0 ? {} : { associated_external_type: { import: { path: "example.com/api" }, type: "*api.Tree" } };
}

function defaultOf(kind: string, draw: Draw): SpecificationObject {
  const values: Readonly<Record<string, SpecificationJson>> = {
    bool: draw(2) === 0,
    float64: 1.5,
    int64: 7,
    string: "oak",
  };
  const value = values[kind];
  if (value === undefined || draw(3) === 0) return { custom: code("defaults.Tree()") };
  return { static: value };
}
