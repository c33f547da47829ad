import { join, resolve } from "node:path";
import { ImpError } from "../errors.ts";

/** The options of file URLs that Pulumi supports. */
const fileOptions = ["create_dir", "base_url", "secret_key_path", "metadata", "no_tmp_dir", "dir_file_mode"];

/**
 * Returns the absolute directory of a URL, like Pulumi and its library (gocloud.dev 0.46). `~` is the home directory, and a relative path is
 * relative to `cwd`. Throws BACKEND_URL if Pulumi would reject the URL or resolve it to another directory.
 */
export function directoryOfUrl(url: string, cwd: string, homeDir: string): string {
  const shown = url.split(/[?#]/)[0] ?? url;
  const refused = (why: string): ImpError => ImpError.of("BACKEND_URL", { url: shown, why });
  const [, typed = "", query = ""] = /^file:\/\/([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const host = /^[^/]*/.exec(typed)?.[0] ?? "";
  // Go parses the first part of a relative path as a host name.
  if (/[\p{Cc}]/u.test(url) || /[ %\\^`{}|]/.test(host) || /:(?!\d*$)/.test(host))
    throw refused("Pulumi cannot parse it: use file:///DIRECTORY or file://./DIRECTORY, with %20 for a space");
  for (const [name, value] of new URLSearchParams(query)) {
    if (!fileOptions.includes(name)) throw refused(`Pulumi has no option ${JSON.stringify(name)} for file URLs`);
    if (name === "metadata" && value !== "" && value !== "skip") throw refused("the option metadata can only be skip");
    if (name === "dir_file_mode" && !/^\d*$/.test(value)) throw refused("the option dir_file_mode is not a number");
  }
  // Like Pulumi, drops two characters without checking that the second one is `/`.
  const path = typed === "~" ? homeDir : typed.startsWith("~") ? join(homeDir, typed.slice(2)) : typed;
  try {
    // Decoded last, because Pulumi decodes escapes in the working directory too.
    return decodeURIComponent(resolve(cwd, path));
  } catch {
    throw refused('a "%" in it is not followed by two hexadecimal digits');
  }
}
