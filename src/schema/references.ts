/**
 * Reads a `$ref` as Pulumi's binder does: a URL of a schema, and what it names there.
 */

export interface Reference {
  readonly section: "types" | "resources" | "functions" | "provider";
  /** Absent: this package. */
  readonly package?: string;
  readonly version?: string;
  readonly token: string;
}

/** A `$ref` that cannot be read, with the reason. */
export interface Unreadable {
  readonly why: string;
}

/** Nearly all references: to a member of this package, as it is written. */
const localReference = /^#\/(types|resources)\/([-\w:]+(?:\/[-\w:]+)*)$/;

/** `[http[s]://host][/]pkg/vX.Y.Z/schema.json#/(types|resources)/<token>` or `…#/provider`; tokens are percent-encoded or not. */
export function parseReference(text: string): Reference | Unreadable {
  const [, own, ownToken] = localReference.exec(text) ?? [];
  if (own !== undefined && ownToken !== undefined) return { section: own as "types" | "resources", token: ownToken };
  const hash = text.indexOf("#");
  const document = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  if (/[\x00-\x1f\x7f]/.test(text)) return { why: "has a control character" };
  if (isBadlyEscaped(document) || isBadlyEscaped(fragment)) return { why: "has a % that escapes nothing" };
  const source = readPackageReference(document);
  if ("why" in source) return source;
  const path = cleanFragment(fragment);
  if (path === "provider") return { section: "provider", ...source, token: `pulumi:providers:${source.package ?? ""}` };
  const slash = path.indexOf("/");
  const section = slash < 0 ? path : path.slice(0, slash);
  const token = slash < 0 ? "" : unescaped(path.slice(slash + 1));
  if (section === "types" || section === "resources" || section === "functions") return { section, ...source, token };
  return { why: "names neither a type, a resource nor the provider" };
}

function readPackageReference(document: string): { readonly package?: string; readonly version?: string } | Unreadable {
  const path = unescaped(document.replace(/^https?:\/\/[^/]*/, "").replace(/\?.*$/, ""));
  if (path === "") return {};
  const parts = /^\/?([-\w]+)\/(v[^/]*)\/schema\.json$/.exec(path);
  const [, name = "", text = ""] = parts ?? [];
  if (parts === null) return { why: "does not lead to a schema" };
  const version = tolerantVersion(text);
  return version === undefined ? { why: `has ${text}, which is no version` } : { package: name, version };
}

/** As Go's semver reads a version tolerantly: a `v` in front, leading zeros and missing parts are allowed. */
export function tolerantVersion(text: string): string | undefined {
  const [core = "", ...rest] = text
    .trim()
    .replace(/^v/, "")
    .split(/(?=[-+])/);
  const numbers = core.split(".");
  if (numbers.length > 3 || numbers.some((number) => !/^\d+$/.test(number))) return undefined;
  if (numbers.length < 3 && rest.length > 0) return undefined;
  const suffix = rest.join("");
  const isSuffix = /^(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(suffix);
  if (!isSuffix) return undefined;
  return [0, 1, 2].map((at) => String(BigInt(numbers[at] ?? "0"))).join(".") + suffix;
}

function isBadlyEscaped(text: string): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/** The text without percent-encoding; the same text where it is badly encoded. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Go's `path.Clean` of a fragment, without the slash in front. */
function cleanFragment(fragment: string): string {
  const kept: string[] = [];
  for (const part of fragment.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return kept.join("/");
}
