/**
 * Takes out of a provider's message what differs from resource to resource and from call to call, so that one cause has one message. Pure.
 */

/** The words by which a message may name the resource that it is about. */
export interface MessageSubject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
}

/** Replaces URNs, the resource's type, id, and name, paths of URLs, request ids, times, and ports of clients by placeholders. */
export function sharedMessage(text: string, { type, name, id = "" }: MessageSubject): string {
  const words: readonly (readonly [word: string, placeholder: string])[] = [
    [id, "<id>"],
    [encodeURIComponent(id), "<id>"],
    [type, "<type>"],
    [name, "<name>"],
  ];
  // An id may be a URL, and a URL may hold an id.
  const named = words.reduce(
    (message, [word, placeholder]) => withoutWord(message, word, placeholder),
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

/** A word is replaced only where it is one: an id may be a single letter. */
function withoutWord(message: string, word: string, placeholder: string): string {
  if (word === "" || !message.includes(word)) return message;
  const literal = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return message.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_<])${literal}(?![\\p{L}\\p{N}_>])`, "gu"), placeholder);
}
