/** Codecs: pairs of a reader and a writer of JSON. */
import {
  type JsonValue,
  listReader,
  type Reader,
  readBoolean,
  readObject,
  readString,
  readTrue,
  refuseJson,
} from "../value/json/read.ts";

/** Converts values to JSON and back. */
export interface Codec<T, Json extends JsonValue | undefined = JsonValue> {
  readonly write: (value: T) => Json;
  /** Throws `Refused` if the JSON does not have the format. */
  readonly read: Reader<T>;
}

/** The codec of a member that can be omitted. Its JSON is then undefined. */
export type OptionalCodec<T> = Codec<T, JsonValue | undefined>;

export const textCodec: Codec<string> = { write: (value) => value, read: readString };
export const booleanCodec: Codec<boolean> = { write: (value) => value, read: readBoolean };
export const trueCodec: Codec<true> = { write: (value) => value, read: readTrue };

export function wordCodec<W extends string>(...words: readonly W[]): Codec<W> {
  return { write: (value) => value, read: (json) => words.find((word) => word === json) ?? refuseJson(words.join()) };
}

export function optionalCodec<T>({ write, read }: Codec<T>): OptionalCodec<T | undefined> {
  return {
    write: (value) => (value === undefined ? undefined : write(value)),
    read: (json) => (json === undefined ? undefined : read(json)),
  };
}

export function listCodec<T>({ write, read }: Codec<T>): Codec<readonly T[]> {
  return { write: (items) => items.map(write), read: listReader(read) };
}

/** Returns the codec of an object. Its JSON has the members in the order of the codecs. */
export function recordCodec<T extends object>(
  members: {
    readonly [K in keyof T]-?: OptionalCodec<T[K]>;
  },
): Codec<T, { readonly [key: string]: JsonValue }> {
  return {
    write(value) {
      const json: Record<string, JsonValue> = {};
      for (const key in members) {
        const member = members[key].write(value[key]);
        if (member !== undefined) json[key] = member;
      }
      return json;
    },
    read(json) {
      const object = readObject(json);
      const value: Partial<T> = {};
      for (const key in members) {
        const member = members[key].read(Object.hasOwn(object, key) ? object[key] : undefined);
        if (member !== undefined) value[key] = member;
      }
      return value as T;
    },
  };
}
