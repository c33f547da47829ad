/**
 * Type tokens, as short as the runtime reads them (docs/programs.md#yaml): `aws:s3/bucket:Bucket` is `aws:s3:Bucket`, and the
 * module `index` goes without saying.
 */
import type { Token } from "../../src/ir/type.ts";

/**
 * The runtime looks for the token as it stands before it makes a long one of it, so a module keeps its last part where the schema does not
 * take that off: such a schema may have both.
 */
export function shortToken({ token, module, member }: Token): string {
  const [name = "", middle = ""] = token.split(":");
  const isTwice = middle.toLowerCase() === `${module === "" ? "index" : module}/${member}`.toLowerCase();
  const said = isTwice ? module : middle;
  return said === "" || said === "index" ? `${name}:${member}` : `${name}:${said}:${member}`;
}
