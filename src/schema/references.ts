/** Parses a `$ref` as Pulumi's binder does. */

export interface Reference {
  readonly section: "types" | "resources" | "functions" | "provider";
  /** Omitted for the package of the schema itself. */
  readonly package?: string;
  readonly version?: string;
  readonly token: string;
}

/** The reason why a `$ref` cannot be read. */
export interface Unreadable {
  readonly why: string;
}

/** Matches references to this package that contain no escapes, which is faster than the full parser. Nearly all references are like this. */
const localReference = /^#\/(types|resources)\/([-\w:]+(?:\/[-\w:]+)*)$/;

/** Parses `[http[s]://host][/]pkg/vX.Y.Z/schema.json#/(types|resources)/<token>` or `…#/provider`. Tokens can be percent-encoded. */
export function parseReference(text: string): Reference | Unreadable {
  const [, localSection, localToken] = localReference.exec(text) ?? [];
  if (localSection !== undefined && localToken !== undefined)
    return { section: localSection as "types" | "resources", token: localToken };
  const hash = text.indexOf("#");
  const document = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  if (/[\x00-\x1f\x7f]/.test(text)) return { why: "has a control character" };
  if (isBadlyEscaped(document) || isBadlyEscaped(fragment)) return { why: "has an invalid % escape" };
  const source = readPackageReference(document);
  if ("why" in source) return source;
  const path = cleanFragment(fragment);
  if (path === "provider") return { section: "provider", ...source, token: `pulumi:providers:${source.package ?? ""}` };
  const slash = path.indexOf("/");
  const section = slash < 0 ? path : path.slice(0, slash);
  const token = slash < 0 ? "" : unescaped(path.slice(slash + 1));
  if (section === "types" || section === "resources" || section === "functions") return { section, ...source, token };
  return { why: "names neither a type, a resource, nor the provider" };
}

function readPackageReference(document: string): { readonly package?: string; readonly version?: string } | Unreadable {
  const path = unescaped(document.replace(/^https?:\/\/[^/]*/, "").replace(/\?.*$/, ""));
  if (path === "") return {};
  const parts = /^\/?([-\w]+)\/(v[^/]*)\/schema\.json$/.exec(path);
  const [, name = "", text = ""] = parts ?? [];
  if (parts === null) return { why: "is not the URL of a schema" };
  const version = tolerantVersion(text);
  return version === undefined ? { why: `has the invalid version ${text}` } : { package: name, version };
}

/** Parses a version as tolerantly as Go's semver, which accepts a `v` prefix, leading zeros, and missing parts. */
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
  return [0, 1, 2].map((index) => String(BigInt(numbers[index] ?? "0"))).join(".") + suffix;
}

function isBadlyEscaped(text: string): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(text);
}

/** Decodes percent-encoding. Returns the text unchanged if it is badly encoded. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves `.`, `..`, and empty parts of a fragment as Go's `path.Clean` does. The result has no leading slash. */
function cleanFragment(fragment: string): string {
  const kept: string[] = [];
  for (const part of fragment.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return kept.join("/");
}
