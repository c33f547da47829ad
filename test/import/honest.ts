/**
 * Derives objects of a model cloud, and compares each verdict with a preview of the model.
 */
import assert from "node:assert/strict";
import type { Derivation, Proof } from "../../src/import/search/index.ts";
import {
  type DeriveOptions,
  type JsonObject,
  ModelCloud,
  type ModelObject,
  type ModelType,
  plainMap,
  preview,
} from "./model-cloud.ts";

export type Proven = Extract<Derivation, { kind: "proven" }>;

export interface Derived {
  readonly cloud: ModelCloud;
  /** The derivations. All lists are in the order of the objects. */
  readonly derivations: readonly Proven[];
  readonly proofs: readonly Proof[];

  readonly programs: readonly JsonObject[];
  /** Calls of Check and Diff for each object, by its name. */
  readonly calls: ReadonlyMap<string, { readonly check: number; readonly diff: number }>;
}

/** Derives objects of one type, `Thing`. Fails if a verdict does not match a preview. */
export async function derive(
  type: ModelType,
  objects: readonly ModelObject[],
  options: DeriveOptions & {
    readonly objectTypes?: Readonly<Record<string, unknown>>;
    /** The inputs that SDKs send for a program. */
    readonly sent?: (program: JsonObject) => JsonObject;
  } = {},
): Promise<Derived> {
  const cloud = new ModelCloud({ Thing: type }, objects, options.objectTypes, options.descriptions);
  const derivations = [...(await cloud.derive(options)).values()];
  const proven = derivations.map((derivation) => {
    assert.equal(derivation.kind, "proven", derivation.kind === "failed" ? derivation.error.message : "");
    return derivation as Proven;
  });
  const proofs = proven.map(({ proof }) => proof);
  const calls = countCalls(cloud);
  for (const derivation of derivations) assertHonest(cloud, derivation, options.sent);
  return { cloud, derivations: proven, proofs, programs: proofs.map(({ program }) => plainMap(program)), calls };
}

/** Derives one object. Returns its proof and program. */
export async function deriveOne(type: ModelType, object: ModelObject, options: Parameters<typeof derive>[2] = {}) {
  const derived = await derive(type, [object], options);
  const [proof] = derived.proofs;
  const [program] = derived.programs;
  assert.ok(proof !== undefined && program !== undefined);
  const { remarks = [], explanation = [] } = derived.derivations[0] ?? {};
  return { ...derived, proof, program, verdict: proof.verdict, remarks, explanation };
}

/** Returns the reason for each property that the program sets. */
export function reasonsOf(proof: Proof): Readonly<Record<string, string>> {
  return Object.fromEntries([...proof.selection].map(([key, { reason }]) => [key, reason]));
}

/** Asserts that the verdict matches a preview of the program with the state, and a second preview after it. */
function assertHonest(cloud: ModelCloud, derivation: Derivation, sent?: (program: JsonObject) => JsonObject): void {
  const shown = preview(cloud, derivation, sent);
  if (derivation.kind === "failed") return;
  const { proof } = derivation;
  switch (proof.verdict) {
    case "clean":
      assert.equal(shown, "same", "the preview of a clean resource shows no changes");
      assert.deepEqual(proof.ignoreChanges, []);
      assert.deepEqual(proof.differences, []);
      break;
    case "assumed":
      assert.equal(shown, "same", "the preview of an assumed resource shows no changes");
      assert.deepEqual(proof.ignoreChanges, []);
      break;
    case "ignored":
      assert.equal(shown, "same", "the preview of an ignored resource shows no changes");
      assert.ok(proof.ignoreChanges.length > 0);
      break;
    case "update":
      assert.ok(
        shown === "update" || proof.cause === "unstable-check",
        `the preview of an updated resource shows ${shown}`,
      );
      break;
    case "replace":
      assert.equal(shown, "replace");
      break;
    case "failed":
      assert.ok(proof.failures.length > 0);
      break;
  }
}

function countCalls(cloud: ModelCloud): Derived["calls"] {
  const counts = new Map<string, { check: number; diff: number }>();
  for (const { method, name } of cloud.calls) {
    const count = counts.get(name) ?? { check: 0, diff: 0 };
    counts.set(name, count);
    if (method === "Check") count.check += 1;
    if (method === "Diff") count.diff += 1;
  }
  return counts;
}
