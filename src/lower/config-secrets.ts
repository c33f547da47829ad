/** Assigns configuration keys to secrets. A secret is never printed as a literal (docs/programs.md#secrets). */
import type { ConfigValue } from "../domain/graph.ts";
import type { ConfigNode } from "../ir/program.ts";
import type { Type } from "../ir/type.ts";
import { parsedJson } from "../value/json/object.ts";
import type { Path } from "../value/path.ts";
import { stringValue, type Value } from "../value/value.ts";
import { configKey } from "./config-key.ts";
import { valueAsJson } from "./json-text.ts";
import { freeVariable } from "./names.ts";

/** The current values of the stack's configuration: key with or without the project's namespace -> plaintext. */
export type ConfigKeys = ReadonlyMap<
  string,
  {
    readonly text: string;
    readonly secret: boolean;
    /** The reason why the plaintext is not known. */
    readonly locked?: unknown;
  }
>;

export interface SecretKeys {
  /**
   * Returns the declaration for the secret at `path`. A string is stored unchanged, other values as JSON. Returns undefined if it can't be text
   * (an asset, bytes, or an unknown value).
   */
  keyFor(resource: string, path: Path, value: Value, type: Type): ConfigNode | undefined;
  /** The declarations of the program, in order of first use. */
  readonly nodes: readonly ConfigNode[];
  /** New values of the stack's configuration, which are strings to encrypt. */
  readonly values: readonly ConfigValue[];
}

/**
 * Creates keys from the resource's name and the path (`db`, `password` -> `dbPassword`). Reuses an existing key only if it is secret and has the same
 * plaintext and name. Otherwise, adds a number.
 *
 * @param taken keys that the program already uses
 */
export function secretKeys(project: string, configKeys: ConfigKeys, taken: Iterable<string>): SecretKeys {
  const used = new Set(taken);
  const nodes: ConfigNode[] = [];
  const values: ConfigValue[] = [];
  const next = new Map<string, number>();
  const stored = (key: string) => configKeys.get(`${project}:${key}`) ?? configKeys.get(key);
  return {
    nodes,
    values,
    keyFor(resource, path, value, type) {
      const text = value.kind === "string" ? value.value : valueAsJson(value);
      if (text === undefined) return undefined;
      const isSame = (key: string) => {
        const existing = stored(key);
        return existing?.secret === true && existing.locked === undefined && existing.text === text;
      };
      const blocked = { has: (key: string) => used.has(key) || (stored(key) !== undefined && !isSame(key)) };
      const preferred = configKey(resource, path);
      // A key that the program already uses is never free. A key that is only in the stack configuration is free for a secret with the same
      // plaintext.
      let number = next.get(preferred) ?? 2;
      while (used.has(`${preferred}${number}`)) number += 1;
      next.set(preferred, number);
      const key = freeVariable([preferred], blocked, new Map([[preferred, number]]));
      used.add(key);
      const isText = value.kind === "string" && isOnlyText(text);
      const node: ConfigNode = {
        key,
        secret: true,
        type: secretConfigType(value, type),
        onlyText: isText ? true : undefined,
      };
      nodes.push(node);
      if (!isSame(key)) values.push({ key: `${project}:${key}`, value: stringValue(text), secret: true });
      return node;
    },
  };
}

/** Returns the declared type. Only strings have the type "string", because the program reads this type with `require`, without parsing. */
function secretConfigType(value: Value, type: Type): Type {
  if (value.kind === "string") return { kind: "string" };
  return type.kind === "string" || type.kind === "enum" ? { kind: "any" } : type;
}

/** Returns true if Pulumi YAML certainly reads the text as a string, not as a number, a boolean, or JSON. */
function isOnlyText(text: string): boolean {
  if (/^0[^.]/s.test(text)) return true;
  if (/^(?:t|f|true|false)$/i.test(text)) return false;
  if (/^[+-]?(?:inf|infinity|nan|[\d._][\w.+-]*)$/i.test(text)) return false;
  return parsedJson(text) === undefined;
}
