/** Explains why a key of a Provider Code Specification is in the wrong place. The functions return undefined for unknown keys. */
import { type AttributeKind, attributeKinds, type BlockKind, type Context, type Misplaced } from "./kinds.ts";

const kindsOfAttributes: ReadonlySet<string> = new Set(attributeKinds);

const inKind: ReadonlySet<string> = new Set([
  "associated_external_type",
  "attribute_types",
  "attributes",
  "blocks",
  "computed_optional_required",
  "custom_type",
  "default",
  "deprecation_message",
  "description",
  "element_type",
  "nested_object",
  "optional_required",
  "plan_modifiers",
  "sensitive",
  "validators",
]);

function nextToKind(key: string, noun: string): Misplaced | undefined {
  if (!inKind.has(key)) return undefined;
  return {
    why: `\`${key}\` is next to the kind of the ${noun}, but must be inside the object of the kind.`,
    hint: `Move the key: {"name": …, "string": {"${key}": …}}.`,
  };
}

/** Explains a misplaced key of an attribute. `kind` is undefined if the key is next to the kind, not in its object. */
export function attributeMisplaced(
  key: string,
  kind: AttributeKind | undefined,
  context: Context,
): Misplaced | undefined {
  if (kind === undefined) return nextToKind(key, "attribute");
  return (
    requirednessMisplaced(key, context) ??
    ofResourcesAlone(key, context) ??
    inNestedObject(key, kind, "attribute") ??
    ofOtherKinds(key, kind)
  );
}

function requirednessMisplaced(key: string, context: Context): Misplaced | undefined {
  const isOfProvider = context === "provider";
  if (key === "optional_required" && !isOfProvider) {
    return {
      why: `\`optional_required\` is for attributes of the provider. Attributes of a ${context} must have \`computed_optional_required\`.`,
      hint: "Rename the key.",
      replaces: "computed_optional_required",
    };
  }
  if (key !== "computed_optional_required" || !isOfProvider) return undefined;
  return {
    why: "Attributes of the provider cannot be computed. They must have `optional_required`.",
    hint: "Rename the key, and set it to `optional` or `required`.",
    replaces: "optional_required",
  };
}

function ofResourcesAlone(key: string, context: Context): Misplaced | undefined {
  if (context === "resource" || (key !== "default" && key !== "plan_modifiers")) return undefined;
  return { why: `\`${key}\` is allowed in resources, but not in a ${context}.`, hint: "Remove the key." };
}

function inNestedObject(key: string, kind: string, noun: string): Misplaced | undefined {
  const isCollection = kind !== "single_nested" && kind.endsWith("_nested");
  const isInside = key === "attributes" || key === "blocks" || key === "associated_external_type";
  if (!isCollection || !isInside) return undefined;
  if (key === "blocks" && noun === "attribute") return undefined;
  return {
    why: `The ${noun} is of kind ${kind}, whose \`${key}\` must be in \`nested_object\`.`,
    hint: `Move the key: "nested_object": {"${key}": …}.`,
  };
}

const holders: ReadonlyMap<string, string> = new Map([
  ["element_type", "attributes and types of kind list, map, or set"],
  ["attribute_types", "attributes and types of kind object"],
  [
    "nested_object",
    "attributes of kind list_nested, map_nested, or set_nested, and blocks of kind list_nested or set_nested",
  ],
  ["attributes", "a schema, a nested object, and attributes and blocks of kind single_nested"],
  ["blocks", "a schema, the nested object of a block, and blocks of kind single_nested"],
]);

function ofOtherKinds(key: string, kind: string): Misplaced | undefined {
  const holder = holders.get(key);
  if (holder === undefined) return undefined;
  return {
    why: `\`${key}\` is allowed in ${holder}, but not in the kind ${kind}.`,
    hint: "Remove the key, or change the kind.",
  };
}

/** Explains a misplaced key of a block. `kind` is undefined if the key is next to the kind, not in its object. */
export function blockMisplaced(key: string, kind: BlockKind | undefined, context: Context): Misplaced | undefined {
  if (kind === undefined) {
    if (!kindsOfAttributes.has(key)) return nextToKind(key, "block");
    return {
      why: `There is no block of kind ${key}.`,
      hint: "Blocks are of kind list_nested, set_nested, or single_nested. Move an attribute into `attributes`.",
    };
  }
  if (key === "computed_optional_required" || key === "optional_required" || key === "sensitive") {
    return { why: `\`${key}\` is allowed in attributes, but not in blocks.`, hint: "Remove the key." };
  }
  return ofResourcesAlone(key, context) ?? inNestedObject(key, kind, "block") ?? ofOtherKinds(key, kind);
}

/** Explains a misplaced key of a type. `kind` is undefined if the key is next to the kind, not in its object. */
export function typeMisplaced(key: string, kind: string | undefined): Misplaced | undefined {
  if (kind === undefined && kindsOfAttributes.has(key)) {
    return {
      why: `${key} is a kind of attribute, not an element type.`,
      hint: "Types are bool, float64, int64, list, map, number, object, set, and string. A collection of objects with attributes is an attribute of kind list_nested, map_nested, or set_nested.",
    };
  }
  if (!inKind.has(key)) return undefined;
  const holder = holders.get(key) ?? "attributes and blocks";
  const where = kind === undefined ? "next to the kind of a type" : `in a type of kind ${kind}`;
  return { why: `\`${key}\` is allowed in ${holder}, but not ${where}.`, hint: "Remove or move the key." };
}

export function nestedObjectMisplaced(
  key: string,
  context: Context,
  holder: "attribute" | "block",
): Misplaced | undefined {
  if (key === "blocks" && holder === "attribute") return ofOtherKinds(key, "of an attribute");
  return key === "plan_modifiers" ? ofResourcesAlone(key, context) : undefined;
}

export function defaultMisplaced(key: string, kind: string): Misplaced | undefined {
  if (key !== "static") return undefined;
  return {
    why: `Only bool, float64, int64, and string can have a static default, not ${kind}.`,
    hint: "Write the value as Go code in `custom`.",
  };
}
