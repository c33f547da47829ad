/**
 * Finds the directory of a URL, as Pulumi and its library (gocloud.dev 0.46) do.
 */
import { join, resolve } from "node:path";
import { ImpError } from "../errors.ts";

/** Options that the URL may have; Pulumi refuses others. */
const fileOptions = ["create_dir", "base_url", "secret_key_path", "metadata", "no_tmp_dir", "dir_file_mode"];

/**
 * Returns the absolute directory. `~` is the home directory, and a relative path is relative to `cwd`. Refuses URLs that Pulumi refuses or
 * resolves to another directory. Throws BACKEND_URL.
 */
export function directoryOfUrl(url: string, cwd: string, homeDir: string): string {
  const shown = url.split(/[?#]/)[0] ?? url;
  const refused = (why: string): ImpError => ImpError.of("BACKEND_URL", { url: shown, why });
  const [, typed = "", query = ""] = /^file:\/\/([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const host = /^[^/]*/.exec(typed)?.[0] ?? "";
  // Go takes the first part of a relative path for the name of a host.
  if (/[\p{Cc}]/u.test(url) || /[ %\\^`{}|]/.test(host) || /:(?!\d*$)/.test(host))
    throw refused("Pulumi cannot read it: use file:///DIRECTORY or file://./DIRECTORY, with %20 for a blank");
  for (const [name, value] of new URLSearchParams(query)) {
    if (!fileOptions.includes(name)) throw refused(`Pulumi knows no option ${JSON.stringify(name)} of file`);
    if (name === "metadata" && value !== "" && value !== "skip") throw refused("the option metadata is not skip");
    if (name === "dir_file_mode" && !/^\d*$/.test(value)) throw refused("the option dir_file_mode is no number");
  }
  // Pulumi cuts the two characters `~/`, whatever the second one is.
  const path = typed === "~" ? homeDir : typed.startsWith("~") ? join(homeDir, typed.slice(2)) : typed;
  try {
    // First absolute, then read as a URL: so is what is escaped in the working directory.
    return decodeURIComponent(resolve(cwd, path));
  } catch {
    throw refused('a "%" in it is not followed by two hexadecimal digits');
  }
}
