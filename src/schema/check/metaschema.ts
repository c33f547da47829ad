/**
 * Holds a decoded schema against Pulumi's metaschema with ajv, and words what fails by the kind of type that was meant.
 */
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { Path } from "../../ir/path.ts";
import { isJsonObject, memberAt } from "../../json/object.ts";
import type { Walk } from "./faults.ts";
import metaschema from "./metaschema.json" with { type: "json" };
import { metaschemaWords } from "./metaschema-words.ts";

type Part =
  | ""
  | "#/$defs/resourceSpec"
  | "#/$defs/functionSpec"
  | "#/$defs/complexTypeSpec"
  | "#/$defs/token"
  | "#/$defs/functionToken";

/** Holds values against parts of the metaschema. */
export interface Metaschema {
  /** Reports everything that is wrong with a value which stands where the walk is. */
  check(part: Part, value: unknown, walk: Walk): void;
  /** Whether nothing is wrong with a value. */
  passes(part: Part, value: unknown): boolean;
  /** Whether a key is a token of this kind. */
  isToken(part: "#/$defs/token" | "#/$defs/functionToken", key: string): boolean;
}

/** Compiled once in a process: ajv takes longer for the metaschema than for most schemas that are held against it. */
let opened: Promise<Metaschema> | undefined;

/** Loads ajv with the first call: a run without `imp schema check` never needs it. */
export function openMetaschema(): Promise<Metaschema> {
  opened ??= compileMetaschema();
  return opened;
}

async function compileMetaschema(): Promise<Metaschema> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const open = (allErrors: boolean) => {
    // As in Pulumi's binder, formats are not held against values.
    const ajv = new Ajv2020({ allErrors, strict: false, validateFormats: false });
    ajv.addSchema(metaschema);
    const known = new Map<Part, ValidateFunction>();
    return (part: Part): ValidateFunction => {
      const made = known.get(part) ?? ajv.getSchema(`${metaschema.$id}${part}`);
      if (made === undefined) throw new Error(`the metaschema has no ${part}`);
      known.set(part, made);
      return made;
    };
  };
  // The first is quick and stops at the first error; the second only sees what is wrong.
  const [first, all] = [open(false), open(true)];
  return {
    isToken: (part, key) => first(part)(key),
    passes: (part, value) => first(part)(value),
    check: (part, value, walk) => {
      if (first(part)(value)) return;
      const validate = all(part);
      validate(value);
      for (const error of validate.errors ?? []) reportError(error, part, value, walk);
    },
  };
}

/** One of the alternatives of a type in the metaschema. */
const typeAlternatives = ["primitive", "array", "map", "named", "union"] as const;

function meantAlternative(spec: unknown): (typeof typeAlternatives)[number] {
  if (!isJsonObject(spec)) return "primitive";
  if (spec.$ref !== undefined) return "named";
  if (spec.oneOf !== undefined) return "union";
  if (spec.type === "array") return "array";
  return spec.type === "object" ? "map" : "primitive";
}

function reportError(error: ErrorObject, part: Part, root: unknown, walk: Walk): void {
  if (["oneOf", "anyOf", "allOf", "if"].includes(error.keyword)) return;
  const path = pointerPath(error.instancePath, root);
  // Pulumi's binder overlooks what is wrong with the document as a whole, and has rules of its own for it.
  if (path.length === 0 && walk.path.length === 0) return;
  if (isOfOther(error, part, path, root)) return;
  const value = valueAtPath(root, path);
  walk.refuse(metaschemaWords(allTypes(error), path, value), ...path);
}

/** The metaschema has an alternative for each kind of type; a type that is none of the primitive ones may have been another. */
function allTypes(error: ErrorObject): ErrorObject {
  const isPrimitive = /^#(?:\/\$defs\/typeSpec)?\/oneOf\/0\/properties\/type\/enum$/.test(error.schemaPath);
  if (!isPrimitive) return error;
  return { ...error, params: { allowedValues: [...error.params.allowedValues, "array", "object"] } };
}

/** True for an error of an alternative that was not meant. ajv gives places of the schema from the function that it compiled. */
function isOfOther(error: ErrorObject, part: Part, path: Path, root: unknown): boolean {
  if (part === "#/$defs/complexTypeSpec" && path.length <= 1) {
    const [key = "type"] = path;
    if (key === "type") return isEnumSpec(root) !== (error.keyword !== "const");
  }
  const ofType = /^#(?:\/\$defs\/typeSpec)?\/oneOf\/(\d)\/(.*)$/.exec(error.schemaPath);
  if (ofType === null) return false;
  const owner = path.slice(0, path.length - stepsOf(ofType[2] ?? ""));
  const spec = valueAtPath(root, owner);
  if (owner.at(-1) === "outputs" && owner.length === 1 && isJsonObject(spec) && spec.properties !== undefined)
    return true;
  return typeAlternatives[Number(ofType[1])] !== meantAlternative(spec);
}

function isEnumSpec(spec: unknown): boolean {
  const kind = memberAt(spec, "type");
  return memberAt(spec, "enum") !== undefined || ["string", "integer", "number", "boolean"].includes(String(kind));
}

/** How many steps of a value's path the rest of a schema's path makes. */
function stepsOf(rest: string): number {
  const words = rest.split("/");
  let steps = 0;
  for (let at = 0; at < words.length - 1; at += 1) {
    if (words[at] === "properties") at += 1;
    else if (words[at] !== "additionalProperties" && words[at] !== "items") continue;
    steps += 1;
  }
  return steps;
}

function pointerPath(pointer: string, root: unknown): Path {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(key) : key);
    value = valueAtPath(value, path.slice(-1));
  }
  return path;
}

function valueAtPath(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = memberAt(value, String(key));
  }
  return value;
}
