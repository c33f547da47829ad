import type { Accounted } from "../../../../src/domain/graph.ts";
import { deriveOne, type Proven } from "../../honest.ts";
import type { DeriveOptions, ModelObject, ModelType } from "../../model-cloud.ts";

/** Returns how the program treats each read value, by path: `set`, `implied by plan`, `assigned: address`, `copy of tags`, and so on. */
export function classesOf(derivation: Proven | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((derivation?.accounting ?? []).map((one) => [one.path, textOf(one)]));
}

function textOf(accounted: Accounted): string {
  switch (accounted.class) {
    case "set":
      return accounted.reason === "recreate" ? "set" : `set: ${accounted.reason}`;
    case "implied":
      return `implied by ${accounted.by}`;
    case "owned":
      return `owned by ${accounted.owner}`;
    case "assigned":
      return `assigned: ${accounted.because}`;
    case "copy":
      return `copy of ${accounted.of}`;
    case "unsettable":
      if ("claimed" in accounted) return `unsettable by claim: ${accounted.claimed}`;
      return "answer" in accounted
        ? `unsettable: ${accounted.answer.kind}`
        : `unsettable next to ${accounted.besides.join()}`;
  }
}

/** Derives one object. Returns its program and the class of each value. */
export async function completeOne(
  type: ModelType,
  object: ModelObject,
  options: DeriveOptions & { readonly objectTypes?: Readonly<Record<string, unknown>> } = {},
) {
  const derived = await deriveOne(type, object, { mode: "minimal", ...options });
  return { ...derived, classes: classesOf(derived.derivations[0]) };
}
