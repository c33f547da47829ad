import type { Path } from "../value/path.ts";
import { camelCase } from "./names.ts";

/** Returns the configuration key for a secret: `db` and `password` -> `dbPassword`. Uses only ASCII letters and digits, and starts with a letter. */
export function configKey(resource: string, path: Path): string {
  const key = camelCase([resource, ...path].join(" "));
  return /^[A-Za-z]/.test(key) ? key : camelCase(`secret ${key}`);
}
