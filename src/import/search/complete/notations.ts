/** Finds other notations of a read string, for providers that accept only one of them: a URL without its scheme, JSON with other whitespace. */

import { getThroughSecrets, setAt } from "../../../value/at-path.ts";
import { stringIn } from "../../../value/open-value.ts";
import type { Path } from "../../../value/path.ts";
import { type PropertyMap, secretValue, stringValue } from "../../../value/value.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Leaf } from "./leaves.ts";

const maxNotations = 4;

/** Returns the resource once for each other notation of a value, likeliest first. Returns an empty list if the user requested the value. */
export function otherNotations(subject: Subject, leaf: Leaf): readonly Subject[] {
  const text = stringIn(leaf.value);
  if (text === undefined || subject.requested.some(([name]) => name === leaf.path[0])) return [];
  const stored = stringIn(getThroughSecrets(subject.cloud.outputs, leaf.path));
  const texts = [...(stored === undefined ? [] : [stored]), ...jsonNotations(text), ...urlNotations(text)];
  const others = [...new Set(texts)].filter((other) => other !== text);
  return others.slice(0, maxNotations).map((other) => withText(subject, leaf, other));
}

/** Returns JSON in compact form, indented, and with a space after commas and colons. */
function jsonNotations(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [];
  try {
    const json: unknown = JSON.parse(text);
    const indented = JSON.stringify(json, null, 2);
    // Skips JSON with numbers that JavaScript cannot represent.
    if (withoutSpace(indented) !== withoutSpace(text)) return [];
    return [JSON.stringify(json), indented, indented.replaceAll(/,\n\s*/g, ", ").replaceAll(/\n\s*/g, "")];
  } catch {
    return [];
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** Adds a scheme to a host with or without a path, or removes the scheme of a URL. */
function urlNotations(text: string): readonly string[] {
  const [, rest] = /^https?:\/\/(.+)$/.exec(text) ?? [];
  if (rest !== undefined) return [rest];
  const isHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:[0-9]+)?([/?#].*)?$/i.test(text);
  return isHost ? [`https://${text}`, `http://${text}`] : [];
}

function withText(subject: Subject, { path, value }: Leaf, text: string): Subject {
  const other = value.kind === "secret" ? secretValue(stringValue(text)) : stringValue(text);
  const replaced = (map: PropertyMap): PropertyMap => (hasAt(map, path) ? (setAt(map, path, other) ?? map) : map);
  return {
    ...subject,
    values: replaced(subject.values),
    fallback: replaced(subject.fallback),
    all: replaced(subject.all),
  };
}

function hasAt(map: PropertyMap, path: Path): boolean {
  return getThroughSecrets(map, path) !== undefined;
}
