/** Derives objects of a random type, and checks the class of each of their values with the type's definition. */
import type { Mode } from "../../src/import/search/index.ts";
import { derive } from "./honest.ts";
import { classFaults } from "./judge-classes.ts";
import type { Seen } from "./judge-programs.ts";
import type { JsonObject, ModelObject } from "./model-cloud.ts";
import { randomProvider } from "./random-provider.ts";
import { type Behaviours, sentBySdk } from "./random-type.ts";

/** How many resources were derived, and how many of them could be judged. */
export interface Judged {
  all: number;
  accounted: number;
  unfinished: number;
  refused: number;
  calls: number;
}

export interface AccountingFault {
  readonly fault: string;
  /** The type, program, and classes of the resource as JSON. */
  readonly seen: string;
}

/** Returns the values of each object that imp classified wrongly. @param descriptions provider descriptions, which may be wrong */
export async function accountingFaults(
  model: Behaviours,
  objects: readonly JsonObject[],
  judged: Judged,
  descriptions: readonly object[] = [],
): Promise<readonly AccountingFault[]> {
  const mode: Mode = "minimal";
  const { type, objectTypes } = randomProvider(model);
  const things = objects.map((inputs, index) => thing(model, inputs, index));
  const sent = (program: JsonObject): JsonObject => sentBySdk(model, program);
  const { cloud, derivations, programs } = await derive(type, things, {
    mode,
    objectTypes,
    sent,
    descriptions,
  });
  judged.calls += cloud.calls.length;
  return derivations.flatMap((derivation, index) => {
    judged.all += 1;
    if (derivation.proof.verdict === "failed") return [];
    if (derivation.remarks.some(({ kind }) => kind === "budget")) {
      judged.unfinished += 1;
      return [];
    }
    judged.accounted += 1;
    const notCreatable = derivation.remarks.some(({ kind }) => kind === "not-creatable");
    if (notCreatable) judged.refused += 1;
    const { name = "", outputs = {} } = things[index] ?? {};
    const inputs = objects[index] ?? {};
    const seen: Seen = { cloud, behaviours: model, id: `${name}-id`, inputs, outputs, mode };
    const accounting = { program: programs[index] ?? {}, claims: derivation.accounting ?? [], notCreatable };
    return classFaults(seen, accounting).map((fault) => ({
      fault,
      seen: JSON.stringify({ given: model, objects, index, verdict: derivation.proof.verdict, ...accounting }),
    }));
  });
}

/** Returns an object as Read returns it, with a property that is not in the schema if the type has one. */
export function thing(given: Behaviours, inputs: JsonObject, index: number): ModelObject {
  const read = given.extra ? { ...inputs, extra: "x" } : inputs;
  return { name: `n${index}`, inputs: read, outputs: read };
}
