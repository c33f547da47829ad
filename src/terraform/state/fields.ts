/**
 * Reads members of a state that have a form, and reports those that have another.
 */
import { isJsonObject, type JsonObject } from "../../json/object.ts";
import type { InstanceKey } from "./model.ts";
import type { JsonPath } from "./places.ts";
import type { Problems } from "./problems.ts";

/** One object of the file at its path. */
export class StateFields {
  readonly #object: JsonObject;
  readonly #path: JsonPath;
  readonly #problems: Problems;

  constructor(object: JsonObject, path: JsonPath, problems: Problems) {
    this.#object = object;
    this.#path = path;
    this.#problems = problems;
  }

  /** The member; null counts as absent. */
  own(key: string): unknown {
    return Object.hasOwn(this.#object, key) ? (this.#object[key] ?? undefined) : undefined;
  }

  has(key: string): boolean {
    return this.own(key) !== undefined;
  }

  report(key: string, message: string): void {
    this.#problems.add([...this.#path, key], message);
  }

  text(key: string): string | undefined {
    return this.#of(key, (value) => typeof value === "string", "a text");
  }

  /** A text that must be there and not be empty. */
  name(key: string): string {
    const text = this.text(key);
    if (text === undefined && !this.has(key)) this.report(key, `\`${key}\` is missing.`);
    if (text === "") this.report(key, `\`${key}\` is empty.`);
    return text ?? "";
  }

  object(key: string): JsonObject | undefined {
    return this.#of(key, isJsonObject, "an object");
  }

  /** A whole number of at least 0. Absent: 0. */
  count(key: string): number {
    return this.#of(key, isCount, "a whole number") ?? 0;
  }

  key(key: string): InstanceKey | undefined {
    const isKey = (value: unknown): value is InstanceKey => typeof value === "string" || isCount(value);
    return this.#of(key, isKey, "a text or a whole number");
  }

  texts(key: string): readonly string[] {
    const isTexts = (value: unknown): value is readonly string[] =>
      Array.isArray(value) && value.every((item) => typeof item === "string");
    return this.#of(key, isTexts, "a list of texts") ?? [];
  }

  /** The objects of a list, each with its own path. Absent: none. */
  objects(key: string): readonly { readonly object: JsonObject; readonly path: JsonPath }[] {
    const items = this.#of(key, (value): value is readonly unknown[] => Array.isArray(value), "a list") ?? [];
    return items.flatMap((item, index) => {
      const path = [...this.#path, key, index];
      if (isJsonObject(item)) return [{ object: item, path }];
      this.#problems.add(path, "This is no object.");
      return [];
    });
  }

  #of<T>(key: string, isOne: (value: unknown) => value is T, what: string): T | undefined {
    const value = this.own(key);
    if (value === undefined || isOne(value)) return value;
    this.report(key, `\`${key}\` is not ${what}.`);
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
