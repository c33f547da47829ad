/** Objects that have more members in the read outputs than in the read inputs. The provider rejects the additional members. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import type { JsonObject, ModelType } from "../../model-cloud.ts";
import { list, number, ref, text } from "./model-parts.ts";

interface Rule {
  readonly name?: string;
  readonly port?: number;
  readonly notes?: readonly string[];
  readonly hosts?: readonly { readonly name?: string; readonly rank?: number }[];
}

/** A type that rejects empty lists, and ports and ranks, because the cloud chooses them. Changed rules replace the resource. */
const firewall: ModelType = {
  inputProperties: { name: text, rules: list(ref("Rule")) },
  check: (_, news) => {
    const rules = (news.rules ?? []) as readonly Rule[];
    const reasons = rules.flatMap((rule, index) => [
      ...(rule.port === undefined ? [] : [`rules.${index}.port is decided automatically`]),
      ...(rule.hosts?.some(({ rank }) => rank !== undefined)
        ? [`rules.${index}.hosts.0.rank is decided automatically`]
        : []),
      ...(rule.notes?.length === 0 ? [`rules.${index}.notes requires 1 item minimum`] : []),
      ...(rule.hosts?.length === 0 ? [`rules.${index}.hosts requires 1 item minimum`] : []),
    ]);
    return { inputs: news, failures: reasons.map((reason) => ({ property: "", reason })) };
  },
  diff: ({ olds, news }) =>
    JSON.stringify(settable(olds.rules)) === JSON.stringify(settable(news.rules))
      ? { changes: "none" }
      : { changes: "some", diffs: ["rules"], replaces: ["rules"] },
};

/** Returns the rules without the values that only the cloud sets. */
function settable(rules: unknown): unknown {
  return ((rules ?? []) as readonly Rule[]).map(({ name, notes = [], hosts = [] }) => [
    name,
    notes,
    hosts.map((host) => host.name),
  ]);
}

const objectTypes = {
  Rule: {
    properties: { name: text, port: number, notes: list(text), hosts: list(ref("Host")) },
    required: ["name"],
  },
  Host: { properties: { name: text, rank: number }, required: ["name"] },
};

/** Derives the program of a firewall with these rules. */
async function programOf(inputs: readonly Rule[], outputs: readonly Rule[]): Promise<unknown> {
  const object = (rules: readonly Rule[]) => ({ name: "f", rules }) as unknown as JsonObject;
  const given = { name: "f", inputs: object(inputs), outputs: object(outputs) };
  const { programs } = await derive(firewall, [given], { mode: "minimal", objectTypes });
  return programs[0];
}

describe("list elements whose outputs have more members than their inputs", () => {
  it("sets only the inputs of list elements if the outputs of every element have more members", async () => {
    const inputs = ["a", "b", "c"].map((name) => ({ name, notes: [name], hosts: [{ name }] }));
    const outputs = inputs.map((rule, index) => ({ ...rule, port: index, hosts: [{ name: rule.name, rank: index }] }));
    assert.deepEqual(await programOf(inputs, outputs), { name: "f", rules: inputs });
  });

  it("does not set an empty list in one list element, even if the list in another element has values", async () => {
    const inputs = [{ name: "a", notes: ["x"], hosts: [{ name: "h" }] }, { name: "b" }];
    const outputs = [inputs[0] ?? {}, { name: "b", notes: [], hosts: [] }];
    assert.deepEqual(await programOf(inputs, outputs), { name: "f", rules: inputs });
  });

  it("sets only the inputs of list elements with different additional outputs", async () => {
    const inputs = [{ name: "a", notes: ["x"], hosts: [{ name: "h" }] }, { name: "b" }, { name: "c", notes: ["y"] }];
    const outputs = [
      { name: "a", port: 1, notes: ["x"], hosts: [{ name: "h", rank: 1 }] },
      { name: "b", port: 2, notes: [], hosts: [] },
      { name: "c", notes: ["y"], hosts: [] },
    ];
    assert.deepEqual(await programOf(inputs, outputs), { name: "f", rules: inputs });
  });
});
