/** Finds readable secrets in files and directories: plain, JSON-escaped, URL-encoded, base64, hexadecimal, or in pieces. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Leak {
  readonly file: string;
  readonly secret: string;
  /** `piece`: a long word of the secret that no language escapes. */
  readonly form: "plain" | "json" | "url" | "base64" | "hex" | "piece";
}

/** Searches files and texts for all forms of the secrets. Doesn't follow links. @param texts captured output, by name */
export function findLeaks(
  paths: readonly string[],
  secrets: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): readonly Leak[] {
  const needles = secrets.flatMap((secret) => forms(secret).map(([form, bytes]) => ({ secret, form, bytes })));
  const leaks: Leak[] = [];
  const search = (file: string, content: Buffer) => {
    for (const { secret, form, bytes } of needles) if (content.includes(bytes)) leaks.push({ file, secret, form });
  };
  for (const path of paths) for (const file of filesBelow(path)) search(file, readFileSync(file));
  for (const [name, text] of texts) search(name, Buffer.from(text));
  return leaks;
}

/** Returns the encodings of a secret. Base64 depends on the offset, so there are three, without the ends that depend on surrounding bytes. */
function forms(secret: string): readonly (readonly [Leak["form"], Buffer])[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const ascii = escaped.replace(/[^ -~]/gu, (c) => [...c].map(unicodeEscapes).join(""));
  const base64 = [0, 1, 2].flatMap((shift) => alignedBase64(secret, shift));
  const all: readonly (readonly [Leak["form"], string])[] = [
    ["plain", secret],
    ...[...new Set([escaped, JSON.stringify(escaped).slice(1, -1), ascii])]
      .filter((text) => text !== secret)
      .map((text) => ["json", text] as const),
    ...urlForms(secret)
      .filter((text) => text !== secret)
      .map((text) => ["url", text] as const),
    ...base64.map((text) => ["base64", text] as const),
    ["hex", Buffer.from(secret).toString("hex")],
    ...(secret.match(/[A-Za-z0-9]{12,}/g) ?? []).map((word) => ["piece", word] as const),
  ];
  return all.filter(([, text]) => text.length >= 6).map(([form, text]) => [form, Buffer.from(text)] as const);
}

function urlForms(secret: string): readonly string[] {
  if (/\p{Surrogate}/u.test(secret)) return [];
  return [encodeURI(secret), encodeURIComponent(secret), new URLSearchParams({ "": secret }).toString().slice(1)];
}

function unicodeEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function alignedBase64(secret: string, shift: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
  const text = bytes.toString("base64").replace(/=+$/, "");
  const first = shift === 0 ? 0 : 4;
  const last = bytes.length % 3 === 0 ? text.length : text.length - (text.length % 4);
  const core = text.slice(first, last);
  return [...new Set([core, core.replaceAll("+", "-").replaceAll("/", "_")])];
}

function filesBelow(path: string): readonly string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new Error(`${path} does not exist, so it cannot be searched for secrets`);
  if (stat.isFile()) return [path];
  if (!stat.isDirectory()) return [];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}
