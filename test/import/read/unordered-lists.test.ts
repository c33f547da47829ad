/** imp calls Diff with another order of a list to find out whether the provider ignores the order. */
import assert from "node:assert/strict";
import type { Link } from "../../../src/domain/graph.ts";
import type { CloudResource } from "../../../src/import/read/cloud-resource.ts";
import type { ReadOutcome } from "../../../src/import/read/read-all.ts";
import { findUnordered, type Referents, withSortedLists } from "../../../src/import/read/unordered-lists.ts";
import type { DiffRequest, DiffResult } from "../../../src/plugin/provider.ts";
import { ProviderError } from "../../../src/plugin/provider.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { plainMap } from "../model-cloud.ts";

type Answer = (request: DiffRequest) => DiffResult["changes"];

const requests: DiffRequest[] = [];

function read(
  name: string,
  ids: readonly string[],
  answer: Answer,
  fileInputs: Readonly<Record<string, string>> = {},
): ReadOutcome {
  const provider = {
    diff: async (request: DiffRequest) => {
      requests.push(request);
      return { changes: answer(request), replaces: [], diffs: [], deleteBeforeReplace: false };
    },
  };
  const request = { urn: urnOf(name), name, type: "sim:lb:Balancer", inputs: fromPlainMap(fileInputs) };
  const projected = fromPlainMap({ inside: { subnets: ids } });
  const cloud = { request, provider, id: name, projected, projectedOutputs: new Map(), outputs: new Map() };
  return { kind: "read", cloud: cloud as unknown as CloudResource };
}

function urnOf(name: string): string {
  return `urn:pulumi:dev::shop::sim:lb:Balancer::${name}`;
}

function linksTo(...names: readonly string[]): readonly Link[] {
  return names.map((name, index) => ({
    path: ["inside", "subnets", index],
    parts: [{ kind: "output", referent: urnOf(name), property: ["id"] }],
  }));
}

function referents(links: Readonly<Record<string, readonly Link[]>>): Referents {
  const byUrn = new Map(Object.entries(links).map(([name, own]) => [urnOf(name), own]));
  return { links: byUrn, nameOf: (urn) => urn.split("::").at(-1) ?? urn };
}

async function sortedIds(
  reads: readonly ReadOutcome[],
  links: Readonly<Record<string, readonly Link[]>>,
): Promise<unknown> {
  requests.length = 0;
  const all = referents(links);
  const found = await findUnordered(reads, all, (task) => task());
  return withSortedLists(reads, found, all).map((one) =>
    one.kind === "read"
      ? (plainMap(one.cloud.projected) as { readonly inside: { readonly subnets: unknown } }).inside.subnets
      : [],
  );
}

describe("lists of references whose order the provider ignores", () => {
  const same: Answer = () => "none";

  it("sorts references by name after one Diff per type shows that order is ignored", async () => {
    const reads = [read("one", ["2", "1"], same), read("two", ["3", "2", "1"], same)];
    const links = { one: linksTo("b", "a"), two: linksTo("c", "b", "a") };
    assert.deepEqual(await sortedIds(reads, links), [
      ["1", "2"],
      ["1", "2", "3"],
    ]);
    assert.equal(requests.length, 1);
  });

  it("keeps the order of a list if Diff fails, or does not say that nothing changes", async () => {
    const refusing: Answer = () => {
      throw new ProviderError("other", "Diff", "no");
    };
    const answers: readonly Answer[] = [() => "some", () => "unknown", refusing];
    for (const answer of answers)
      assert.deepEqual(await sortedIds([read("one", ["2", "1"], answer)], { one: linksTo("b", "a") }), [["2", "1"]]);
  });

  it("does not call Diff for a list that is sorted, has literals, or is set in the import file", async () => {
    assert.deepEqual(await sortedIds([read("one", ["1", "2"], same)], { one: linksTo("a", "b") }), [["1", "2"]]);
    assert.deepEqual(await sortedIds([read("one", ["2", "1"], same)], { one: linksTo("b") }), [["2", "1"]]);
    const given = read("one", ["2", "1"], same, { inside: "given" });
    assert.deepEqual(await sortedIds([given], { one: linksTo("b", "a") }), [["2", "1"]]);
    assert.equal(requests.length, 0);
  });
});
