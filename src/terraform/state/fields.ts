/** Reads the fields of an object in a state, and reports fields with a wrong type. */
import type { TextLocation } from "../../import-file/import-specs.ts";
import { isJsonObject, type JsonObject } from "../../value/json/object.ts";
import type { JsonPath } from "./locations.ts";
import type { InstanceKey } from "./model.ts";
import type { Problems } from "./problems.ts";

export class StateFields {
  readonly path: JsonPath;
  readonly #object: JsonObject;
  readonly #problems: Problems;

  constructor(object: JsonObject, path: JsonPath, problems: Problems) {
    this.path = path;
    this.#object = object;
    this.#problems = problems;
  }

  /** The location of the object. Its line and column are computed when they are first read. */
  get where(): TextLocation {
    return this.#problems.locations.at(this.path);
  }

  /** Returns the field. Null counts as missing. */
  get(key: string): unknown {
    return Object.hasOwn(this.#object, key) ? (this.#object[key] ?? undefined) : undefined;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  report(key: string, message: string): void {
    this.#problems.add([...this.path, key], message);
  }

  reportObject(message: string): void {
    this.#problems.add(this.path, message);
  }

  text(key: string): string | undefined {
    return this.#of(key, (value) => typeof value === "string", "a string");
  }

  /** Returns a string. Reports a problem if it is missing or empty. */
  name(key: string): string {
    const text = this.text(key);
    if (text === undefined && !this.has(key)) this.report(key, `\`${key}\` is missing.`);
    if (text === "") this.report(key, `\`${key}\` is empty.`);
    return text ?? "";
  }

  object(key: string): JsonObject | undefined {
    return this.#of(key, isJsonObject, "an object");
  }

  /** Returns a non-negative integer. Defaults to 0. */
  count(key: string): number {
    return this.#of(key, isCount, "a non-negative integer") ?? 0;
  }

  key(key: string): InstanceKey | undefined {
    const isKey = (value: unknown): value is InstanceKey => typeof value === "string" || isCount(value);
    return this.#of(key, isKey, "a string or a non-negative integer");
  }

  texts(key: string): readonly string[] {
    const isTexts = (value: unknown): value is readonly string[] =>
      Array.isArray(value) && value.every((item) => typeof item === "string");
    return this.#of(key, isTexts, "a list of strings") ?? [];
  }

  fields(key: string): StateFields | undefined {
    const object = this.object(key);
    return object && new StateFields(object, [...this.path, key], this.#problems);
  }

  /** Returns the fields of each object in a list. Defaults to an empty list. */
  items(key: string): readonly StateFields[] {
    const items = this.#of(key, (value): value is readonly unknown[] => Array.isArray(value), "a list") ?? [];
    return items.flatMap((item, index) => {
      const path = [...this.path, key, index];
      if (isJsonObject(item)) return [new StateFields(item, path, this.#problems)];
      this.#problems.add(path, "Expected an object.");
      return [];
    });
  }

  #of<T>(key: string, isType: (value: unknown) => value is T, expected: string): T | undefined {
    const value = this.get(key);
    if (value === undefined || isType(value)) return value;
    this.report(key, `\`${key}\` is not ${expected}.`);
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
