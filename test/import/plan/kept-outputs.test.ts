/** Outputs of an updated resource that the provider's Update preview returns unchanged. */
import assert from "node:assert/strict";
import type { Link } from "../../../src/domain/graph.ts";
import { keptOutputs, updatePreviews } from "../../../src/import/plan/kept-outputs.ts";
import type { Derivation } from "../../../src/import/search/index.ts";
import { type PreviewUpdateRequest, ProviderError } from "../../../src/plugin/provider.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { type PropertyMap, secretValue, stringValue, type Value } from "../../../src/value/value.ts";
import { ModelCloud, type ModelObject, type ModelType, urnOf } from "../model-cloud.ts";

const text = { type: "string" };

/** A resource whose input `state` is "new" is always updated. */
const thing: ModelType = {
  inputProperties: { state: text, network: text },
  requiredInputs: ["state"],
  diff: ({ olds }) =>
    olds.state === "new"
      ? { changes: "some", detailed: new Map([["hash", { kind: "update", inputDiff: false }]]) }
      : { changes: "none" },
};

const unknown: Value = { kind: "unknown", of: "string" };
const outputs = { state: "new", arn: "arn:of:net", version: "7", url: "https://net", nested: { name: "net" } };

function through(...properties: string[]): readonly Link[] {
  return properties.map((property) => ({
    path: ["network"],
    parts: [{ kind: "output", referent: urnOf("net"), property: [property] }],
  }));
}

interface KeptOutputs {
  readonly requests: readonly PreviewUpdateRequest[];
  readonly keeps: (...path: string[]) => boolean | undefined;
}

/** Finds the outputs of an updated network that stay the same for its two subnets. @param answer returns the response of the Update preview */
async function ask(
  links: readonly Link[],
  answer: () => PropertyMap,
  more: { readonly supportsPreview?: boolean; readonly net?: Partial<ModelObject> } = {},
): Promise<KeptOutputs> {
  const net: ModelObject = { name: "net", inputs: { state: "new" }, outputs, ...more.net };
  const subnets = ["a", "b"].map((name) => ({ name, inputs: { state: "ok", network: "arn:of:net" } }));
  const derived = await new ModelCloud({ Thing: thing }, [net, ...subnets]).derive({
    mode: "minimal",
    linked: new Map(subnets.map(({ name }) => [urnOf(name), [["network"]]])),
  });
  const requests: PreviewUpdateRequest[] = [];
  const previewing = (derivation: Derivation): Derivation => {
    if (derivation.kind === "failed") return derivation;
    const provider = {
      ...derivation.cloud.provider,
      supportsPreview: more.supportsPreview ?? true,
      previewUpdate: async (request: PreviewUpdateRequest) => {
        requests.push(request);
        return { outputs: answer() };
      },
    };
    return { ...derivation, cloud: { ...derivation.cloud, provider } };
  };
  const all = new Map([...derived].map(([urn, derivation]) => [urn, previewing(derivation)]));
  const kept = await keptOutputs(
    all,
    new Map(subnets.map(({ name }) => [urnOf(name), links])),
    (task) => task(),
    updatePreviews(),
  );
  return { requests, keeps: (...path) => kept.get(urnOf("net"))?.(path) };
}

describe("outputs that the preview of an update shows as unchanged", () => {
  const same = (): PropertyMap => fromPlainMap(outputs);

  it("keeps references to outputs that the Update preview returns unchanged", async () => {
    const answer = new Map([
      ...fromPlainMap({ ...outputs, url: "https://other" }),
      ["version", unknown] as const,
      ["arn", secretValue(stringValue("arn:of:net"))] as const,
    ]);
    answer.delete("state");
    const { requests, keeps } = await ask(through("arn"), () => answer);
    assert.equal(requests.length, 1);
    const [request] = requests;
    assert.deepEqual(request?.olds, fromPlainMap(outputs));
    assert.deepEqual(request?.oldInputs, fromPlainMap({ state: "new" }));
    assert.deepEqual(request?.news, fromPlainMap({ state: "new" }));
    assert.equal(keeps("arn"), true, "an output that is equal except for its secret mark is known");
    assert.equal(keeps("nested", "name"), true);
    assert.equal(keeps("version"), false, "unknown in the preview");
    assert.equal(keeps("url"), false, "a different value");
    assert.equal(keeps("state"), false, "missing in the preview");
  });

  it("requests no Update preview if the provider has none, or if only the ID is referenced", async () => {
    assert.deepEqual((await ask(through("arn"), same, { supportsPreview: false })).requests, []);
    assert.deepEqual((await ask(through("id"), same)).requests, []);
    assert.equal((await ask(through("id", "arn"), same)).requests.length, 1);
  });

  it("requests no Update preview for a clean resource", async () => {
    const clean = { inputs: { state: "ok" }, outputs: { ...outputs, state: "ok" } };
    assert.deepEqual((await ask(through("arn"), same, { net: clean })).requests, []);
  });

  it("keeps no references if the Update preview fails, and ends the run if it was cancelled", async () => {
    const failing = (failure: "other" | "timeout" | "cancelled") => () => {
      throw new ProviderError(failure, "Update", "no");
    };
    for (const failure of ["other", "timeout"] as const) {
      const { requests, keeps } = await ask(through("arn"), failing(failure));
      assert.equal(requests.length, 1);
      assert.equal(keeps("arn"), undefined);
    }
    await assert.rejects(ask(through("arn"), failing("cancelled")), { failure: "cancelled" });
  });
});
