import { posix, win32 } from "node:path";
import { ImpError } from "../domain/errors.ts";

export interface StoreUrl {
  readonly scheme: ObjectScheme;
  readonly bucket: string;
  /** The prefix of all keys. It is empty or ends with `/`. */
  readonly prefix: string;
  readonly options: ReadonlyMap<string, string>;
  /** The URL for messages, without options and user, because these may be secret. */
  readonly shown: string;
}

export type ObjectScheme = "s3" | "gs" | "azblob";

/** The options that Pulumi supports. */
const storeOptions: Readonly<Record<ObjectScheme, readonly string[]>> = {
  s3: [
    "region",
    "profile",
    "role",
    "endpoint",
    "hostname_immutable",
    "dualstack",
    "fips",
    "anonymous",
    "awssdk",
    "rate_limiter_capacity",
    "request_checksum_calculation",
    "response_checksum_validation",
    "ssetype",
    "kmskeyid",
    "accelerate",
    "use_path_style",
    "s3ForcePathStyle",
    "disable_https",
    "disableSSL",
  ],
  gs: ["access_id", "private_key_path", "anonymous", "universe_domain"],
  azblob: ["storage_account", "domain", "protocol", "cdn", "localemu"],
};

/** Returns the scheme of an object store's URL, or undefined for other backends. */
export function objectScheme(url: string): ObjectScheme | undefined {
  const scheme = /^([a-z0-9]+):\/\//.exec(url)?.[1];
  return scheme === "s3" || scheme === "gs" || scheme === "azblob" ? scheme : undefined;
}

/** Parses the URL of a bucket like Pulumi's library (gocloud.dev 0.46). Throws BACKEND_URL. */
export function readStoreUrl(scheme: ObjectScheme, url: string): StoreUrl {
  const shown = url.split(/[?#]/)[0]?.replace(/\/\/.*@/, "//") ?? url;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // Don't take the path from the parsed URL, because parsing changes `a/../b` to `b`.
  const path = decodedPath(/^[a-z0-9]+:\/\/[^/?#]*\/*([^?#]*)/.exec(url)?.[1] ?? "");
  if (parsed === undefined || parsed.host === "" || path === undefined)
    throw invalid(shown, "it is not the URL of a bucket");
  if (/(^|\/)\.\.(\/|$)|\/\/|\p{Cc}/u.test(path))
    throw invalid(shown, 'its path has an empty part, "..", or a control character');
  if (parsed.username !== "" || parsed.password !== "")
    throw invalid(shown, "it contains a user name, which Pulumi would ignore");
  const options = new Map<string, string>();
  for (const [name, value] of parsed.searchParams) {
    if (!storeOptions[scheme].includes(name))
      throw invalid(shown, `Pulumi has no option ${JSON.stringify(name)} for ${scheme} URLs`);
    options.set(name, value);
  }
  const prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
  return { scheme, bucket: decodeURIComponent(parsed.host), prefix, options, shown: shown.replace(/\/+$/, "") };
}

/** Parses a boolean option like Go. Returns undefined if the URL does not have the option. Throws BACKEND_URL. */
export function urlFlag({ options, shown }: StoreUrl, name: string): boolean | undefined {
  const text = options.get(name);
  if (text === undefined || text === "") return undefined;
  if (["1", "t", "T", "true", "TRUE", "True"].includes(text)) return true;
  if (["0", "f", "F", "false", "FALSE", "False"].includes(text)) return false;
  throw invalid(shown, `the option ${name} must be true or false`);
}

export function invalid(url: string, why: string): ImpError {
  return ImpError.of("BACKEND_URL", { url, why });
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The options of file URLs that Pulumi supports. */
const fileOptions = ["create_dir", "base_url", "secret_key_path", "metadata", "no_tmp_dir", "dir_file_mode"];

/**
 * Returns the absolute directory of a URL, like Pulumi and its library (gocloud.dev 0.46). `~` is the home directory, and a relative path is
 * relative to `cwd`. On Windows, `file://C:/states` and `file:///C:/states` are the same directory. Throws BACKEND_URL if Pulumi would reject the
 * URL or resolve it to another directory.
 */
export function directoryOfUrl(url: string, cwd: string, homeDir: string, platform: NodeJS.Platform): string {
  const { join, resolve } = platform === "win32" ? win32 : posix;
  const shown = url.split(/[?#]/)[0] ?? url;
  const refused = (why: string): ImpError => ImpError.of("BACKEND_URL", { url: shown, why });
  const [, typed = "", query = ""] = /^file:\/\/([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const host = /^[^/]*/.exec(typed)?.[0] ?? "";
  // Check the first part, because Go parses the first part of a relative path as a host name.
  if (/[\p{Cc}]/u.test(url) || /[ %\\^`{}|]/.test(host) || /:(?!\d*$)/.test(host))
    throw refused("Pulumi cannot parse it: use file:///DIRECTORY or file://./DIRECTORY, with %20 for a space");
  for (const [name, value] of new URLSearchParams(query)) {
    if (!fileOptions.includes(name)) throw refused(`Pulumi has no option ${JSON.stringify(name)} for file URLs`);
    if (name === "metadata" && value !== "" && value !== "skip") throw refused("the option metadata can only be skip");
    if (name === "dir_file_mode" && !/^\d*$/.test(value)) throw refused("the option dir_file_mode is not a number");
  }
  // Like Pulumi, drop two characters after checking only the first one (`~`). The second one need not be `/`.
  const home = typed === "~" ? homeDir : typed.startsWith("~") ? join(homeDir, typed.slice(2)) : typed;
  const path = platform === "win32" ? home.replace(/^\/(?=[A-Za-z]:)/, "") : home;
  try {
    // Decode last, because Pulumi also decodes escapes in the path of the working directory.
    return decodeURIComponent(resolve(cwd, path));
  } catch {
    throw refused('a "%" in it is not followed by two hexadecimal digits');
  }
}
