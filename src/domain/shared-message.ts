import { literalPattern } from "./literal-pattern.ts";

/** The names of a resource that may be in a message about it. */
export interface MessageSubject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
}

/**
 * Replaces variable parts of a provider's message with placeholders, so that equal causes have equal messages. Replaces URNs, the resource's type,
 * id, and name, URL paths, request ids, times, and client ports.
 */
export function sharedMessage(text: string, { type, name, id = "" }: MessageSubject): string {
  const words: readonly (readonly [word: string, placeholder: string])[] = [
    [id, "<id>"],
    [encodeURIComponent(id), "<id>"],
    [type, "<type>"],
    [name, "<name>"],
  ];
  // Replace ids before URLs: an id can be a URL, and a URL can contain an id.
  const named = words.reduce(
    (message, [word, placeholder]) => replaceWord(message, word, placeholder),
    text.replaceAll(anyUrn, "<URN>"),
  );
  return shapes.reduce((message, [shape, placeholder]) => message.replaceAll(shape, placeholder), named);
}

const anyUrn = /urn:pulumi:[^\s"'`]*[^\s"'`.,:;)\]]/g;

const shapes: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^/\s"'`?#]+)[/?#][^\s"'`]*[^\s"'`.,:;)\]]/gi, "$1/<path>"],
  [/\b((?:request|host|trace|correlation)[ _-]?id\b["']?\s*[:=]?\s*["']?)[\w+/=.-]*[\w+/=-]/gi, "$1<id>"],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/:\d+(?=->)/g, ":<port>"],
];

/** Replaces whole words only, because an id can be a single letter. */
function replaceWord(message: string, word: string, placeholder: string): string {
  if (word === "" || !message.includes(word)) return message;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_<])${literalPattern(word)}(?![\\p{L}\\p{N}_>])`, "gu");
  return message.replaceAll(pattern, placeholder);
}
