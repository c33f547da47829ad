/** Counts the provider calls of an import in the provider's journal. */
import assert from "node:assert/strict";
import type { Estate } from "../../fixtures/simcloud/estate.ts";
import { importEstate } from "./import-estate.ts";

export function isWithin(each: readonly number[], limits: readonly number[]): boolean {
  return each.every((calls, i) => calls <= (limits[i] ?? 0));
}

export async function count(estate: Estate) {
  const { calls, plan } = await importEstate(estate);
  const expected = estate.specs.resources.map(({ name }) => estate.expectedVerdict[name]);
  assert.deepEqual(
    plan.outcomes.map(({ verdict }) => verdict),
    expected,
  );
  const of = (method: string): number => calls.filter((call) => call.method === method).length;
  const resources = estate.specs.resources.filter(({ id }) => id !== undefined).length;
  return { resources, read: of("Read"), check: of("Check"), diff: of("Diff"), create: of("Create") };
}
