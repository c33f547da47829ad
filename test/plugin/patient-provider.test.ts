/** imp repeats calls that the cloud throttles, but no other calls. */
import assert from "node:assert/strict";
import { patientProvider } from "../../src/plugin/patient-provider.ts";
import { type Provider, ProviderError, type ProviderFailure } from "../../src/plugin/provider.ts";

describe("a provider that throttles calls", () => {
  const request = { urn: "u", name: "n", type: "t", id: "i" };

  it("repeats a throttled call after increasing waits, with jitter", async () => {
    const run = failing("throttled", 3);
    await run.provider.read(request);
    assert.equal(run.calls(), 4);
    assert.deepEqual(run.waits, [75, 150, 300]);
  });
  it("gives up after the maximum number of retries", async () => {
    const run = failing("throttled", 9);
    await assert.rejects(run.provider.read(request), { failure: "throttled" });
    assert.equal(run.calls(), 6);
  });
  it("does not repeat a call that is not throttled", async () => {
    const run = failing("not-found", 1);
    await assert.rejects(run.provider.read(request), { failure: "not-found" });
    assert.equal(run.calls(), 1);
  });

  it("waits as long as the response requests before a retry, up to a limit", async () => {
    const run = failing("throttled", 2, [3000, 3_600_000]);
    await run.provider.read(request);
    assert.deepEqual(run.waits, [3000, 60_000]);
  });

  it("stops repeating throttled calls if all retries failed, until a call succeeds", async () => {
    const run = failing("throttled", 8);
    await assert.rejects(run.provider.read(request));
    await assert.rejects(run.provider.read(request));
    assert.equal(run.calls(), 7, "the second read is not retried");
    await assert.rejects(run.provider.read(request));
    await run.provider.read(request);
    assert.equal(run.calls(), 9);
    run.failAgain(2);
    await run.provider.read(request);
    assert.equal(run.calls(), 12, "after a success, failed calls are repeated again");
  });

  it("does not retry calls that are cancelled while they wait", async () => {
    let calls = 0;
    const read: Provider["read"] = async () => {
      calls += 1;
      throw new ProviderError("throttled", "Read", "rate exceeded");
    };
    const wait = (): Promise<void> => new Promise(() => {});
    const patience = { retries: 5, atOnce: 4, wait, jitter: () => 0.5 };
    const provider = patientProvider({ read, cancelCalls: () => {} } as Partial<Provider> as Provider, patience);
    const waiting = provider.read(request);
    await new Promise((resolve) => setImmediate(resolve));
    provider.cancelCalls();
    await assert.rejects(waiting, { failure: "throttled" });
    assert.equal(calls, 1);
    const later = provider.read(request);
    const first = await Promise.race([later, new Promise((resolve) => setImmediate(() => resolve("waits")))]);
    assert.equal(first, "waits");
    assert.equal(calls, 2);
  });

  function failing(failure: ProviderFailure, first: number, delays: readonly number[] = []) {
    let times = first;
    let calls = 0;
    const waits: number[] = [];
    const read: Provider["read"] = async () => {
      calls += 1;
      const retryAfterMs = delays[calls - 1] ?? 0;
      if (calls <= times) throw new ProviderError(failure, "Read", "rate exceeded", { retryAfterMs });
      return { id: "i", outputs: new Map(), inputs: new Map(), initErrors: [], refreshBeforeUpdate: false };
    };
    const wait = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
    };
    const patience = { retries: 5, atOnce: 4, wait, jitter: () => 0.5 };
    const provider = patientProvider({ read } as Provider, patience);
    const failAgain = (more: number): void => {
      times = calls + more;
    };
    return { provider, waits, calls: () => calls, failAgain };
  }
});
