/** Provider functions whose results replace equal values in programs. */
import assert from "node:assert/strict";
import type { Link } from "../../../src/domain/graph.ts";
import { callAnswers, functionCalls } from "../../../src/import/plan/function-calls.ts";
import type { Derivation } from "../../../src/import/search/index.ts";
import { type InvokeRequest, type InvokeResult, ProviderError } from "../../../src/plugin/provider.ts";
import { loadSchema } from "../../../src/schema/load.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { emptyMap, type PropertyMap, secretValue, stringValue } from "../../../src/value/value.ts";
import { ModelCloud, type ModelType, urnOf } from "../model-cloud.ts";

const text = { type: "string" };
const thing: ModelType = { inputProperties: { accountId: text, network: text }, requiredInputs: ["accountId"] };

const token = "model:index/getAccount:getAccount";
const functions = {
  [token]: { outputs: { properties: { accountId: text }, required: ["accountId"] } },
  "model:index/getOther:getOther": { outputs: { properties: { accountId: text }, required: ["accountId"] } },
};
const schema = loadSchema(Buffer.from(JSON.stringify({ name: "model", version: "1.0.0", resources: {}, functions })));

interface FunctionCalls {
  readonly requests: readonly InvokeRequest[];
  /** The tokens of functions in the program, by resource name. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
}

/** Finds function calls for two resources with the ID of an account. @param answer the provider's response to Invoke */
async function ask(
  answer: (request: InvokeRequest) => Promise<InvokeResult>,
  links: ReadonlyMap<string, readonly Link[]> = new Map(),
): Promise<FunctionCalls> {
  const names = ["a", "b"];
  const objects = names.map((name) => ({ name, inputs: { accountId: "account-1", network: "net-1" } }));
  const derived = await new ModelCloud({ Thing: thing }, objects).derive({ mode: "minimal" });
  const requests: InvokeRequest[] = [];
  const answering = (derivation: Derivation): Derivation => {
    if (derivation.kind === "failed") return derivation;
    const provider = {
      ...derivation.cloud.provider,
      invoke: async (request: InvokeRequest) => {
        requests.push(request);
        return await answer(request);
      },
    };
    return { ...derivation, cloud: { ...derivation.cloud, schema, provider } };
  };
  const derivations = new Map([...derived].map(([urn, derivation]) => [urn, answering(derivation)]));
  const found = await functionCalls(derivations, links, new Map([["model", schema]]), (task) => task(), callAnswers());
  const called = names.map((name) => {
    const parts = (found.get(urnOf(name)) ?? []).flatMap((link) => link.parts);
    return [name, parts.map((part) => (part.kind === "call" ? part.call.token : part.text))] as const;
  });
  return { requests, calls: Object.fromEntries(called) };
}

function answered(result: PropertyMap): InvokeResult {
  return { result, failures: [] };
}

describe("values that a provider function returns", () => {
  const right = answered(fromPlainMap({ accountId: "account-1" }));

  it("calls each function once per provider, without arguments, with a time limit", async () => {
    const { requests, calls } = await ask(async () => right);
    assert.deepEqual(calls, { a: [token], b: [token] });
    assert.deepEqual(requests.map((request) => request.token).sort(), Object.keys(functions).sort());
    for (const request of requests) assert.deepEqual([request.arguments, request.limitMs], [emptyMap, 5000]);
  });

  it("ignores a function that fails, and uses the other functions", async () => {
    const failing = async (request: InvokeRequest) => {
      if (request.token === token) throw new ProviderError("timeout", "Invoke", "too slow");
      return right;
    };
    assert.deepEqual((await ask(failing)).calls.a, ["model:index/getOther:getOther"]);
    const refusing = async (request: InvokeRequest): Promise<InvokeResult> =>
      request.token === token ? { result: right.result, failures: [{ property: "", reason: "no" }] } : right;
    assert.deepEqual((await ask(refusing)).calls.a, ["model:index/getOther:getOther"]);
  });

  it("ignores a function result that differs, is secret, or is unknown", async () => {
    const others = [
      stringValue("account-2"),
      secretValue(stringValue("account-1")),
      { kind: "unknown", of: "string" } as const,
    ];
    for (const accountId of others) {
      const { calls } = await ask(async () => answered(new Map([["accountId", accountId]])));
      assert.deepEqual(calls, { a: [], b: [] });
    }
  });

  it("keeps a reference to a resource instead of a function call", async () => {
    const link: Link = { path: ["accountId"], parts: [{ kind: "output", referent: urnOf("b"), property: ["id"] }] };
    const { calls } = await ask(async () => right, new Map([[urnOf("a"), [link]]]));
    assert.deepEqual(calls, { a: [], b: [token] });
  });

  it("fails if the run is cancelled during a function call", async () => {
    await assert.rejects(
      ask(async () => {
        throw new ProviderError("cancelled", "Invoke", "the run was interrupted");
      }),
      /interrupted/,
    );
  });
});
