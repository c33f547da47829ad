/** Describes each read value: whether the program sets it, and if not, why. */

import type { Accounted } from "../../../domain/graph.ts";
import { nameOf } from "../../../domain/urn.ts";
import { grouped } from "../../diagnostics.ts";

/** Returns lines such as `implied (plan): acl, tags`. */
export function accountingLines(accounting: readonly Accounted[]): readonly string[] {
  const labels = accounting.map((accounted) => ({ path: accounted.path, label: classLabel(accounted) }));
  return grouped(labels, ({ label }) => label).map(
    (group) => `${group[0].label}: ${group.map(({ path }) => path).join(", ")}`,
  );
}

function classLabel(accounted: Accounted): string {
  switch (accounted.class) {
    case "set":
      return `set (${accounted.reason})`;
    case "implied":
      return `implied (${accounted.by})`;
    case "owned":
      return `set by ${nameOf(accounted.owner)}`;
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
  if ("claimed" in accounted) return `unsettable (${accounted.claimed}, according to the provider's documentation)`;
  const { answer } = accounted;
  switch (answer.kind) {
    case "refused":
      return `unsettable (rejected by the provider: ${answer.reason})`;
    case "differs":
      return `unsettable (with it, the provider reports ${answer.path === "" ? "a change" : `a change of ${answer.path}`})`;
    case "dropped":
      return "unsettable (the provider ignores it)";
    case "hashed":
      return "unsettable (Read returned a hash of it)";
  }
}
