/** For slow providers, imp makes few consecutive calls, and derives slow types first. */
import assert from "node:assert/strict";
import type { CloudResource } from "../../../../src/import/read/cloud-resource.ts";
import { type DeriveContext, deriveAll, ProviderAnswers } from "../../../../src/import/search/index.ts";
import { deriveOne } from "../../honest.ts";
import { detailed, type JsonObject, ModelCloud, type ModelType } from "../../model-cloud.ts";

const text = { type: "string" };

/** A type with many optional properties. Check rejects some of them without naming them. */
function hiddenRule(refused: readonly string[]): ModelType {
  return {
    inputProperties: Object.fromEntries(names.map((name) => [name, text])),
    check: (_, news) => {
      const isRefused = refused.some((name) => news[name] !== undefined);
      return { inputs: news, failures: isRefused ? [{ property: "", reason: "The request is not valid." }] : [] };
    },
    // Omitted properties stay unchanged.
    diff: ({ olds, news }) => detailed(olds, { ...olds, ...news }),
    create: (news) => news,
  };
}

const names = Array.from({ length: 40 }, (_, index) => `p${String(index).padStart(2, "0")}`);
const everything: JsonObject = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));

const plain: ModelType = { inputProperties: { name: text, size: text }, create: (news) => news };

describe("the number of consecutive provider calls", () => {
  for (const refused of [["p00"], ["p17"], ["p39"], ["p08", "p31"]]) {
    it(`finds rejected properties that Check does not name in fewer than 30 calls: ${refused.join(" and ")}`, async () => {
      const type = hiddenRule(refused);
      const { program, verdict, calls, remarks } = await deriveOne(type, { inputs: everything }, { mode: "minimal" });
      assert.equal(verdict, "clean");
      assert.deepEqual(
        names.filter((name) => program[name] === undefined),
        refused,
      );
      assert.deepEqual(remarks, [], "the search ends before its limit");
      const { check = 99 } = calls.get("one") ?? {};
      assert.ok(check < 30, String(check));
    });
  }

  it("makes independent calls in parallel", async () => {
    const cloud = new ModelCloud({ Thing: plain }, [{ name: "one", inputs: { name: "one", size: "small" } }]);
    const [read] = await clouds(cloud);
    assert.ok(read);
    let running = 0;
    let most = 0;
    const counted = async <T>(call: Promise<T>): Promise<T> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return await call;
    };
    const { provider } = read;
    const slow: CloudResource = {
      ...read,
      provider: {
        ...provider,
        check: (request) => counted(provider.check(request)),
        diff: (request) => counted(provider.diff(request)),
        previewCreate: (request) => counted(provider.previewCreate(request)),
      },
    };
    await deriveAll([slow], context());
    assert.equal(most, 2);
  });

  it("starts with the types that took longest to read", async () => {
    const types = { Quick: plain, Slow: plain, Slowest: plain };
    const objects = Object.keys(types).map((type) => ({ type, name: type, inputs: { name: type, size: "small" } }));
    const cloud = new ModelCloud(types, objects);
    const took: Readonly<Record<string, number>> = { Quick: 3, Slow: 40, Slowest: 500 };
    const read = (await clouds(cloud)).map((one) => ({
      ...one,
      answer: { ...one.answer, took: took[one.request.name] ?? 0 },
    }));
    for (const order of [read, read.toReversed()]) {
      const begun: string[] = [];
      const derived = await deriveAll(
        order,
        context(({ request }) => begun.push(request.name)),
      );
      assert.deepEqual(begun, ["Slowest", "Slow", "Quick"]);
      assert.deepEqual(
        [...derived.keys()],
        order.map(({ request }) => request.urn),
      );
    }
  });
});

async function clouds(cloud: ModelCloud): Promise<readonly CloudResource[]> {
  return (await cloud.reads()).flatMap((read) => (read.kind === "read" ? [read.cloud] : []));
}

function context(onDeriving: (cloud: CloudResource) => void = () => {}): DeriveContext {
  return {
    env: {},
    mode: "minimal",
    linked: new Map(),
    owned: new Map(),
    placeholders: false,
    assumeDefaults: false,
    importOptions: false,
    seed: () => new Uint8Array(32),
    limit: (task) => task(),
    onDeriving,
    onDerived: () => {},
    answers: new ProviderAnswers(),
  };
}
