/**
 * Type tokens, as short as the runtime reads them (docs/programs.md#yaml): `aws:s3/bucket:Bucket` is `aws:s3:Bucket`, and the module
 * `index` is left out.
 */
import type { Token } from "../../src/ir/type.ts";

/**
 * The runtime looks for the short token before it derives a long one. So a module keeps its last part where `moduleFormat` does not cut it
 * off: such a schema may have both tokens.
 */
export function shortToken({ token, module, member }: Token): string {
  const [name = "", middle = ""] = token.split(":");
  const isTwice = middle.toLowerCase() === `${module === "" ? "index" : module}/${member}`.toLowerCase();
  const shown = isTwice ? module : middle;
  return shown === "" || shown === "index" ? `${name}:${member}` : `${name}:${shown}:${member}`;
}
