/**
 * Validates a decoded schema against Pulumi's metaschema with ajv. The metaschema has alternatives (`oneOf`) for a type. Reports only errors about
 * the alternative that the schema's author intended.
 */
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { isJsonObject, memberAt } from "../../value/json/object.ts";
import type { Path } from "../../value/path.ts";
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

export interface Metaschema {
  /** Reports all errors in a value at the current path. */
  check(part: Part, value: unknown, walk: Walk): void;
  /** Returns true if a value is valid. */
  passes(part: Part, value: unknown): boolean;
  /** Returns true if a key is a token of this kind. */
  isToken(part: "#/$defs/token" | "#/$defs/functionToken", key: string): boolean;
}

/** Compiled once per process, because compiling the metaschema takes longer than validating most schemas. */
let opened: Promise<Metaschema> | undefined;

/** Loads ajv at the first call, because only `imp schema check` needs it. */
export function openMetaschema(): Promise<Metaschema> {
  opened ??= compileMetaschema();
  return opened;
}

async function compileMetaschema(): Promise<Metaschema> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const open = (allErrors: boolean) => {
    // Don't validate formats, because Pulumi's binder doesn't either.
    const ajv = new Ajv2020({ allErrors, strict: false, validateFormats: false });
    ajv.addSchema(metaschema);
    const cache = new Map<Part, ValidateFunction>();
    return (part: Part): ValidateFunction => {
      const validate = cache.get(part) ?? ajv.getSchema(`${metaschema.$id}${part}`);
      if (validate === undefined) throw new Error(`the metaschema has no ${part}`);
      cache.set(part, validate);
      return validate;
    };
  };
  // `first` is fast, because it stops at the first error. `all` runs only for invalid values.
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
  // Pulumi's binder ignores errors at the root of the schema, such as a missing name. It checks the root with its own rules.
  if (path.length === 0 && walk.path.length === 0) return;
  if (isOfOther(error, part, path, root)) return;
  const value = valueAtPath(root, path);
  walk.refuse(metaschemaWords(allTypes(error), path, value), ...path);
}

/** Adds `array` and `object` to the allowed types in the error, because the metaschema allows them in alternatives that the error doesn't mention. */
function allTypes(error: ErrorObject): ErrorObject {
  const isPrimitive = /^#(?:\/\$defs\/typeSpec)?\/oneOf\/0\/properties\/type\/enum$/.test(error.schemaPath);
  if (!isPrimitive) return error;
  return { ...error, params: { allowedValues: [...error.params.allowedValues, "array", "object"] } };
}

/** Returns true if the error is about an alternative (`oneOf`) that the schema's author did not intend. `error.schemaPath` is relative to `part`. */
function isOfOther(error: ErrorObject, part: Part, path: Path, root: unknown): boolean {
  if (part === "#/$defs/complexTypeSpec" && path.length <= 1) {
    const [key = "type"] = path;
    if (key === "type") return isEnumSpec(root) !== (error.keyword !== "const");
  }
  const ofType = /^#(?:\/\$defs\/typeSpec)?\/oneOf\/(\d)\/(.*)$/.exec(error.schemaPath);
  if (ofType === null) return false;
  const owner = path.slice(0, path.length - countSteps(ofType[2] ?? ""));
  const spec = valueAtPath(root, owner);
  if (owner.at(-1) === "outputs" && owner.length === 1 && isJsonObject(spec) && spec.properties !== undefined)
    return true;
  return typeAlternatives[Number(ofType[1])] !== meantAlternative(spec);
}

function isEnumSpec(spec: unknown): boolean {
  const kind = memberAt(spec, "type");
  return memberAt(spec, "enum") !== undefined || ["string", "integer", "number", "boolean"].includes(String(kind));
}

/** Returns how many steps of the value's path correspond to `rest`, the end of a schema path. */
function countSteps(rest: string): number {
  const words = rest.split("/");
  let steps = 0;
  for (let index = 0; index < words.length - 1; index += 1) {
    if (words[index] === "properties") index += 1;
    else if (words[index] !== "additionalProperties" && words[index] !== "items") continue;
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
