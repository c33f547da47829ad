/** Short type tokens (docs/programs.md#yaml): `aws:s3/bucket:Bucket` -> `aws:s3:Bucket`. The module `index` is omitted. */
import type { Token } from "../../src/ir/type.ts";

/**
 * Returns the short token. The runtime looks up the short token before the long one, so a module keeps its last part unless `moduleFormat` removes
 * it: such a schema could contain both tokens.
 */
export function shortToken({ token, module, member }: Token): string {
  const [name = "", middle = ""] = token.split(":");
  const isRepeated = middle.toLowerCase() === `${module === "" ? "index" : module}/${member}`.toLowerCase();
  const shown = isRepeated ? module : middle;
  return shown === "" || shown === "index" ? `${name}:${member}` : `${name}:${shown}:${member}`;
}
