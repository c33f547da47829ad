/**
 * Words the class of each value that Read returned: paths of the same class share a line. Pure.
 */
import { nameOf } from "../../../domain/urn.ts";
import type { Accounted } from "../../../graph.ts";
import { grouped } from "../../diagnostics.ts";

/** For example `implied by the provider's plan: acl, tags`. */
export function accountingLines(accounting: readonly Accounted[]): readonly string[] {
  const fates = accounting.map((accounted) => ({ path: accounted.path, fate: fateOf(accounted) }));
  return grouped(fates, ({ fate }) => fate).map(
    (group) => `${group[0].fate}: ${group.map(({ path }) => path).join(", ")}`,
  );
}

function fateOf(accounted: Accounted): string {
  switch (accounted.class) {
    case "set":
      return `set (${accounted.reason})`;
    case "implied":
      return `implied (${accounted.by})`;
    case "owned":
      return `owned by ${nameOf(accounted.owner)}`;
    case "assigned":
      return `assigned (${accounted.because})`;
    case "copy":
      return `a copy of ${accounted.of}`;
    case "unsettable":
      return unsettable(accounted);
  }
}

function unsettable(accounted: Extract<Accounted, { readonly class: "unsettable" }>): string {
  if ("besides" in accounted)
    return `unsettable (${accounted.besides.map(nameOf).join(", ")} set the rest of the list)`;
  if ("claimed" in accounted) return `unsettable (${accounted.claimed}, by the description of the provider)`;
  const { answer } = accounted;
  switch (answer.kind) {
    case "refused":
      return `unsettable (the provider: ${answer.reason})`;
    case "differs":
      return `unsettable (with it the provider sees ${answer.path === "" ? "a change" : answer.path} differ)`;
    case "dropped":
      return "unsettable (the provider ignores it)";
    case "hashed":
      return "unsettable (Read returned a hash of it)";
  }
}
