/**
 * A resource's name and a path -> the key of the stack's configuration that the secret there gets.
 */
import type { Path } from "../ir/path.ts";
import { camelCase } from "./names.ts";

/** `db` and `password` give `dbPassword`: letters and digits of ASCII, a letter first. */
export function configKey(resource: string, path: Path): string {
  const key = camelCase([resource, ...path].join(" "));
  return /^[A-Za-z]/.test(key) ? key : camelCase(`secret ${key}`);
}
