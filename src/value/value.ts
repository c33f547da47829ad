/** Property values as a closed union. Codecs convert them to and from the provider protocol and the state. */

/** The properties of a resource or nested object. This is a Map, so that keys such as `__proto__` are ordinary data. */
export type PropertyMap = ReadonlyMap<string, Value>;

export type Value =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** An IEEE 754 double, including NaN, infinities, and -0. */
  | { readonly kind: "number"; readonly value: number }
  /** Unicode text without lone surrogates. */
  | { readonly kind: "string"; readonly value: string }
  /** A string that is not valid UTF-8. */
  | { readonly kind: "bytes"; readonly value: Uint8Array }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "map"; readonly entries: PropertyMap }
  | { readonly kind: "secret"; readonly value: Value }
  | AssetValue
  | ArchiveValue
  /** A resource reference. `id` is omitted for a component, and `{ unknown: true }` for a custom resource whose ID is not known yet. */
  | {
      readonly kind: "resource";
      readonly urn: string;
      readonly id?: string | { readonly unknown: true };
      readonly packageVersion: string;
    }
  | UnknownValue
  /** An output value, which occurs only on the wire. `value` is omitted if it is unknown. */
  | {
      readonly kind: "output";
      readonly value?: Value;
      readonly secret: boolean;
      readonly dependencies: readonly string[];
    };

/** The content of an asset. If it is `elided`, only the hash is available. */
export type AssetSource =
  | { readonly from: "text"; readonly text: string }
  | { readonly from: "path"; readonly path: string }
  | { readonly from: "uri"; readonly uri: string }
  | { readonly from: "elided" };

export interface AssetValue {
  readonly kind: "asset";
  readonly source: AssetSource;
  /** The lower-case hex SHA-256 of the content, or `""` if it is unknown. */
  readonly hash: string;
}

export type ArchiveSource =
  | { readonly from: "assets"; readonly assets: ReadonlyMap<string, AssetValue | ArchiveValue> }
  | { readonly from: "path"; readonly path: string }
  | { readonly from: "uri"; readonly uri: string }
  | { readonly from: "elided" };

export interface ArchiveValue {
  readonly kind: "archive";
  readonly source: ArchiveSource;
  readonly hash: string;
}

/** The kinds of the seven unknown sentinels (docs/providers.md#unknown-values). */
export interface UnknownValue {
  readonly kind: "unknown";
  readonly of: "boolean" | "number" | "string" | "list" | "asset" | "archive" | "map";
}

export const nullValue: Value = { kind: "null" };
export const emptyMap: PropertyMap = new Map();

export function stringValue(value: string): Value {
  return { kind: "string", value };
}

export function numberValue(value: number): Value {
  return { kind: "number", value };
}

export function booleanValue(value: boolean): Value {
  return { kind: "boolean", value };
}

export function listValue(items: readonly Value[]): Value {
  return { kind: "list", items };
}

export function mapValue(entries: PropertyMap | Iterable<readonly [string, Value]>): Value {
  return { kind: "map", entries: entries instanceof Map ? entries : new Map(entries) };
}

export function secretValue(value: Value): Value {
  return value.kind === "secret" ? value : { kind: "secret", value };
}

/** Returns the items of a list or the values of a map. Returns none for other values, including secrets and outputs. */
export function membersOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.items;
  return value.kind === "map" ? [...value.entries.values()] : [];
}

export function isContainer({ kind }: Value): boolean {
  return kind === "map" || kind === "list";
}
