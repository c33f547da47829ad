/** Reads values of parsed JSON strictly. Each reader returns the value if it has the expected type, and throws `Refused` if not. */
import { isJsonObject, type JsonObject } from "./object.ts";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Thrown if a document does not have the expected format. The function that reads the whole document catches it. */
export class Refused extends Error {}

export function refuseJson(what: string): never {
  throw new Refused(what);
}

export type Reader<T> = (value: unknown) => T;

export const readString: Reader<string> = (value) => (typeof value === "string" ? value : refuseJson("string"));

export const readBoolean: Reader<boolean> = (value) => (typeof value === "boolean" ? value : refuseJson("boolean"));

/** Reads a flag that is `true` or omitted. */
export const readTrue: Reader<true> = (value) => value === true || refuseJson("true");

/** Reads a JSON number, or a string that stands for a number without a JSON form: `-0`, `NaN`, `Infinity`, `-Infinity`. */
export const readNumber: Reader<number> = (value) => {
  if (typeof value === "number") return value;
  if (value === "-0" || value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
  return refuseJson("number");
};

export function writeNumber(value: number): JsonValue {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? value : String(value);
}

export function listReader<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => (Array.isArray(value) ? value.map(read) : refuseJson("list"));
}

export const readObject: Reader<JsonObject> = (value) => (isJsonObject(value) ? value : refuseJson("object"));

/** Reads an object. Only its own properties are read, so that a key such as `__proto__` is ordinary data. */
export function readFields(value: unknown): Fields {
  return new Fields(readObject(value));
}

/** An object that is being read. */
export class Fields {
  readonly #object: JsonObject;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  required<T>(key: string, read: Reader<T>): T {
    return Object.hasOwn(this.#object, key) ? read(this.#object[key]) : refuseJson(key);
  }

  /** Returns `{[key]: value}`, or `{}` if the key is missing. Spread the result into an object. */
  optional<K extends string, T>(key: K, read: Reader<T>): { [P in K]?: T } {
    return Object.hasOwn(this.#object, key) ? ({ [key]: read(this.#object[key]) } as { [P in K]?: T }) : {};
  }
}
