import assert from "node:assert/strict";
import type { Decided, Ground, Link } from "../../../src/domain/graph.ts";
import type { ModelType } from "../model-cloud.ts";

const text = { type: "string" };

/** The option that requests explanations, for resources without references. */
export const explained = { explain: new Map<string, readonly Link[]>() };

/** Returns the ground of each property by path. Throws if a path is listed twice. */
export function groundsOf(explanation: readonly Decided[]): Readonly<Record<string, Ground>> {
  assert.equal(new Set(explanation.map(({ path }) => path)).size, explanation.length, "a path is explained twice");
  return Object.fromEntries(explanation.map(({ path, ground }) => [path, ground]));
}

/** A type whose Check adds `kind`, and whose Diff compares the state with the new inputs. */
export const plain: ModelType = {
  inputProperties: { cidr: text, name: text, zone: { ...text, willReplaceOnChanges: true }, kind: text, note: text },
  requiredInputs: ["cidr"],
  check: (_, news) => ({ inputs: { kind: "plain", ...news } }),
};
/** An object of `plain`. */
export const network = { cidr: "10.0.0.0/16", name: "main", zone: "eu", kind: "plain", note: "hello" };
