/**
 * Secrets -> keys of the stack's configuration. A secret never becomes a literal (docs/programs.md#secrets).
 */
import type { ConfigValue } from "../graph.ts";
import type { Path } from "../ir/path.ts";
import type { ConfigNode } from "../ir/program.ts";
import type { Type } from "../ir/type.ts";
import { stringValue, type Value } from "../value/value.ts";
import { configKey } from "./config-key.ts";
import { valueAsJson } from "./json-text.ts";
import { freeVariable } from "./names.ts";
import { isOnlyText } from "./only-text.ts";

/** The values that the stack's configuration has already: key with or without the project's namespace -> plaintext. */
export type ConfigKeys = ReadonlyMap<
  string,
  {
    readonly text: string;
    readonly secret: boolean;
    /** Why the plaintext is not known. */
    readonly locked?: unknown;
  }
>;

/** Hands out configuration keys for the secrets of one program. */
export interface SecretKeys {
  /**
   * The key of the secret at `path` of a resource. `undefined`: the value has no text form (an asset, bytes, an unknown).
   * A string is stored as it is, everything else as JSON.
   */
  keyFor(resource: string, path: Path, value: Value, type: Type): ConfigNode | undefined;
  /** The declarations of the program, in order of first use. */
  readonly nodes: readonly ConfigNode[];
  /** The values that the stack's configuration does not have yet; each is the string to be encrypted. */
  readonly values: readonly ConfigValue[];
}

/**
 * A key is derived from the resource's name and the path (`db`, `password` -> `dbPassword`). A key in the stack's configuration
 * is used again only when it is secret, holds the same plaintext and has the derived name; else a number makes the new one unique.
 *
 * @param taken keys that the program has already
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
        const there = stored(key);
        return there?.secret === true && there.locked === undefined && there.text === text;
      };
      const blocked = { has: (key: string) => used.has(key) || (stored(key) !== undefined && !isSame(key)) };
      const wanted = configKey(resource, path);
      // Numbers that this program uses are not free for any value; those that only the stack uses may be for the next one.
      let number = next.get(wanted) ?? 2;
      while (used.has(`${wanted}${number}`)) number += 1;
      next.set(wanted, number);
      const key = freeVariable([wanted], blocked, new Map([[wanted, number]]));
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

/** A text is read by `require`, so its type is "string" whatever the schema has; nothing else may have that type. */
function secretConfigType(value: Value, type: Type): Type {
  if (value.kind === "string") return { kind: "string" };
  return type.kind === "string" || type.kind === "enum" ? { kind: "any" } : type;
}
