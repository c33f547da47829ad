/** Computes the inputs that a generated Node.js SDK sends for the inputs in a program. The rules are in docs/programs.md#inputs-that-sdks-send. */
import type { EnvironmentVariables } from "../domain/environment.ts";
import type { Type } from "../ir/type.ts";
import { booleanValue, numberValue, type PropertyMap, secretValue, stringValue, type Value } from "../value/value.ts";
import { constantValue } from "./constant-value.ts";
import { sentAsSet } from "./sent-as-set.ts";
import { sentWithAllDefaults } from "./sent-with-all-defaults.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

/**
 * Returns the inputs that the engine receives for program inputs, in schema order:
 *
 * - Only declared properties are sent. A `const` of the resource is always set.
 * - A missing or null input becomes the value of the first non-empty environment variable, or `default`. `default` also replaces an environment value
 *   of false or 0. Defaults also apply to properties of nested named types, but not inside lists, maps, and unions.
 * - If the schema marks the input as secret, the program's value is wrapped, but the default is not. A value that is falsy in JavaScript (`false`,
 *   `0`, `""`) is dropped.
 * - Every provider argument that is not a string becomes JSON text.
 *
 * Runtimes without SDKs follow other rules.
 */
export function applySdkDefaults(
  inputs: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
  env: EnvironmentVariables,
): PropertyMap {
  switch (schema.sends) {
    case "as-set":
      return sentAsSet(inputs, resource);
    case "all-defaults":
      return sentWithAllDefaults(inputs, resource, schema, env);
    case undefined:
      return sentBySdk(inputs, resource, schema, env);
  }
}

function sentBySdk(
  inputs: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
  env: EnvironmentVariables,
): PropertyMap {
  const isProvider = resource.name.token.startsWith("pulumi:providers:");
  const sent = new Map<string, Value>();
  for (const property of resource.inputs.values()) {
    if (property.const !== undefined) {
      sent.set(property.name, constantValue(property.const));
      continue;
    }
    const value = argument(property, inputs.get(property.name), schema, env);
    if (value !== undefined)
      sent.set(property.name, isProvider && !isTextType(property.type) ? toJsonText(value) : value);
  }
  return sent;
}

function argument(
  property: PropertySchema,
  input: Value | undefined,
  schema: PackageSchema,
  env: EnvironmentVariables,
): Value | undefined {
  const value = input === undefined ? undefined : withNestedDefaults(input, property.type, schema, env);
  const wrapped = property.secret && value !== undefined ? (isFalsy(value) ? undefined : secretValue(value)) : value;
  return wrapped === undefined || wrapped.kind === "null" ? (sdkDefault(property, env) ?? wrapped) : wrapped;
}

/** Adds defaults to a nested object, as the generated `…ProvideDefaults` functions do. Does not add constants or wrap secrets. */
function withNestedDefaults(value: Value, type: Type, schema: PackageSchema, env: EnvironmentVariables): Value {
  if (value.kind === "secret") return secretValue(withNestedDefaults(value.value, type, schema, env));
  const object = type.kind === "object" && value.kind === "map" ? schema.objectType(type.name.token) : undefined;
  if (object === undefined || value.kind !== "map") return value;
  const entries = new Map(value.entries);
  for (const property of object.properties.values()) {
    const present = entries.get(property.name);
    const missing = present === undefined || present.kind === "null";
    const filled = missing ? sdkDefault(property, env) : withNestedDefaults(present, property.type, schema, env);
    if (filled !== undefined) entries.set(property.name, filled);
  }
  return { kind: "map", entries };
}

/** Returns the default as the SDK's expression `(getEnv…(…) || default)` computes it. If the environment value is falsy, `default` replaces it. */
function sdkDefault(property: PropertySchema, env: EnvironmentVariables): Value | undefined {
  const fallback = property.default === undefined ? undefined : constantValue(property.default);
  const text = property.environment.map((name) => env[name]).find((found) => found !== undefined && found !== "");
  if (text === undefined) return fallback;
  const value = fromEnvironment(text, property.type);
  if (value === undefined || fallback === undefined) return value ?? fallback;
  return isFalsy(value) ? fallback : value;
}

function fromEnvironment(text: string, type: Type): Value | undefined {
  switch (type.kind) {
    case "boolean":
      if (["1", "t", "T", "true", "TRUE", "True"].includes(text)) return booleanValue(true);
      return ["0", "f", "F", "false", "FALSE", "False"].includes(text) ? booleanValue(false) : undefined;
    case "integer":
    case "number": {
      const number = Number.parseFloat(text);
      return Number.isNaN(number) ? undefined : numberValue(number);
    }
    case "string":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "list":
    case "map":
    case "object":
    case "enum":
    case "union":
    case "resource":
      return stringValue(text);
  }
}

/** Returns true for values that are falsy in JavaScript. A secret never is, because it is an Output object. */
function isFalsy(value: Value): boolean {
  if (value.kind === "null") return true;
  if (value.kind === "number") return value.value === 0 || Number.isNaN(value.value);
  return (value.kind === "boolean" || value.kind === "string") && !value.value;
}

/** Returns true for types that the Node.js SDK sends as strings: strings, string enums, and unions whose last member is one of these. */
function isTextType(type: Type): boolean {
  if (type.kind === "union") {
    const last = type.members.at(-1);
    return last !== undefined && isTextType(last);
  }
  return type.kind === "string" || (type.kind === "enum" && type.element === "string");
}

/** Converts a value to JSON text. A secret inside makes the whole text secret. */
function toJsonText(value: Value): Value {
  const seen = { secret: false };
  const plain = toPlain(value, seen);
  if (plain === undefined) return value;
  const text = stringValue(JSON.stringify(plain));
  return seen.secret ? secretValue(text) : text;
}

/** Returns undefined for values that the SDK sends unchanged: assets, resource references, and unknown values. */
function toPlain(value: Value, seen: { secret: boolean }): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
    case "number":
    case "string":
      return value.value;
    case "secret":
      seen.secret = true;
      return toPlain(value.value, seen);
    case "list":
      return value.items.map((item) => toPlain(item, seen));
    case "map": {
      const object: Record<string, unknown> = Object.create(null);
      for (const [key, item] of value.entries) {
        Object.defineProperty(object, key, { value: toPlain(item, seen), enumerable: true });
      }
      return object;
    }
    case "output":
      seen.secret ||= value.secret;
      return value.value === undefined ? undefined : toPlain(value.value, seen);
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
      return undefined;
  }
}
