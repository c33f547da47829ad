/** Requests of List, and the stream of its responses. */
import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { type ListRequest, type ListResponse, ListResponseSchema } from "../../src/plugin/proto/gen/provider_pb.ts";
import { ProviderError } from "../../src/plugin/provider.ts";
import { emptyMap, stringValue } from "../../src/value/value.ts";
import { fromWire } from "../../src/value/wire.ts";
import { raise, withProvider } from "./with-provider.ts";

const result = (id: string, name = ""): ListResponse =>
  create(ListResponseSchema, { response: { case: "result", value: { id, name } } });
const continuation = (continuationToken: string): ListResponse =>
  create(ListResponseSchema, { response: { case: "continuation", value: { continuationToken } } });
const request = { type: "base:m:T", query: emptyMap, limit: 0, continuation: "" };

describe("List", () => {
  it("sends type, query, limit, and continuation token to List", async () => {
    let sent: ListRequest | undefined;
    const list = (asked: ListRequest) => {
      sent = asked;
      return [];
    };
    await withProvider({ list }, async (provider) => {
      const query = new Map([["group", stringValue("g")]]);
      await provider.list({ type: "base:m:T", query, limit: 7, continuation: "to 2" });
    });
    assert.ok(sent?.query);
    assert.deepEqual(fromWire(sent.query), new Map([["group", stringValue("g")]]));
    assert.deepEqual([sent.token, sent.limit, sent.pageSize, sent.continuationToken], ["base:m:T", 7n, 100n, "to 2"]);
  });

  it("returns all results of the List stream in order, with the continuation", async () => {
    const many = Array.from({ length: 3000 }, (_, i) => result(`id ${i}`, `name ${i}`));
    await withProvider({ list: () => [...many, continuation("next")] }, async (provider) => {
      const page = await provider.list(request);
      assert.equal(page.continuation, "next");
      assert.deepEqual(
        page.items.map(({ id }) => id),
        many.map((_, i) => `id ${i}`),
      );
    });
  });

  it("returns no continuation if the List stream has none", async () => {
    await withProvider({ list: () => [] }, async (provider) =>
      assert.deepEqual(await provider.list(request), { items: [], continuation: "" }),
    );
    await withProvider({ list: () => [result("a"), continuation("")] }, async (provider) =>
      assert.deepEqual(await provider.list(request), { items: [{ id: "a", name: "" }], continuation: "" }),
    );
  });

  it("fails if the List stream ends early", async () => {
    function* list(): Generator<ListResponse> {
      yield result("a");
      raise(status.UNKNOWN, "broken off");
    }
    await withProvider({ list }, async (provider) => {
      await assert.rejects(
        provider.list(request),
        (error) => error instanceof ProviderError && error.message === "broken off",
      );
      // The connection is still usable.
      await assert.rejects(provider.list(request), ProviderError);
    });
  });

  it("classifies errors of List as unimplemented, invalid, or throttled", async () => {
    const failureOf = (code: number) => async (): Promise<string | undefined> => {
      let failure: string | undefined;
      await withProvider({ list: () => raise(code, "no") }, async (provider) => {
        await provider.list(request).catch((error: unknown) => {
          failure = error instanceof ProviderError ? error.failure : undefined;
        });
      });
      return failure;
    };
    assert.equal(await failureOf(status.UNIMPLEMENTED)(), "unimplemented");
    assert.equal(await failureOf(status.INVALID_ARGUMENT)(), "invalid");
    assert.equal(await failureOf(status.UNAVAILABLE)(), "throttled");
  });

  it("rejects a List response of an unknown kind", async () => {
    const computed = create(ListResponseSchema, { response: { case: "computed", value: {} } });
    await withProvider({ list: () => [computed] }, async (provider) =>
      assert.rejects(
        provider.list(request),
        (error) => error instanceof ProviderError && error.failure === "malformed",
      ),
    );
  });
});
