/** Temporary. */
import { pluralOf } from "../../package/plural.ts";

export function singularOf(name: string): string {
  const candidates = [
    name.replace(/ies$/, "y"),
    name.replace(/(?<=status|alias|ss|sh|ch|x)es$/, ""),
    name.replace(/ices$/, "ex"),
    name.replace(/s$/, ""),
  ];
  return candidates.find((one) => one !== name && pluralOf(one) === name) ?? name;
}
