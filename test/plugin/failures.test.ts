/** Errors of provider calls: their code, their cause, and the requested delay. */
import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { Metadata, status } from "@grpc/grpc-js";
import { ErrorCauseSchema, RetryInfoSchema, StatusSchema } from "../../src/plugin/proto/gen/errors_pb.ts";
import type { ProviderError } from "../../src/plugin/provider.ts";
import { failure, names, raise, withProvider } from "./with-provider.ts";

describe("failures of provider calls", () => {
  const codes: readonly [number, ProviderError["failure"]][] = [
    // Not "cancelled": imp detects a cancelled run by its abort signal, so this code means that the plugin cancelled something itself.
    [status.CANCELLED, "other"],
    [status.UNKNOWN, "other"],
    [status.INVALID_ARGUMENT, "invalid"],
    [status.DEADLINE_EXCEEDED, "timeout"],
    [status.NOT_FOUND, "not-found"],
    [status.PERMISSION_DENIED, "unauthorised"],
    [status.UNAUTHENTICATED, "unauthorised"],
    [status.RESOURCE_EXHAUSTED, "throttled"],
    [status.FAILED_PRECONDITION, "other"],
    [status.ABORTED, "throttled"],
    [status.OUT_OF_RANGE, "invalid"],
    [status.UNIMPLEMENTED, "unimplemented"],
    [status.UNAVAILABLE, "throttled"],
    [status.INTERNAL, "other"],
    [status.DATA_LOSS, "other"],
  ];
  for (const [code, expected] of codes) {
    it(`classifies the gRPC code ${status[code]} as ${expected}`, async () => {
      await withProvider({ read: () => raise(code, "what it says") }, async (provider) => {
        const error = await failure(provider.read({ ...names, id: "i" }));
        assert.equal(error.failure, expected);
        assert.equal(error.method, "Read");
        assert.equal(error.message, "what it says");
      });
    });
  }

  it("adds the cause in the error details to the message", async () => {
    const bytes = toBinary(ErrorCauseSchema, create(ErrorCauseSchema, { message: "disk full" }));
    await withProvider(
      { read: () => raise(status.UNKNOWN, "failed", { type: "ErrorCause", bytes }) },
      async (provider) => {
        assert.equal((await failure(provider.read({ ...names, id: "i" }))).message, "failed: disk full");
      },
    );
  });

  it("does not add the cause in the error details if the message already contains it", async () => {
    const bytes = toBinary(ErrorCauseSchema, create(ErrorCauseSchema, { message: "disk full" }));
    await withProvider(
      { read: () => raise(status.UNKNOWN, "reading failed: disk full", { type: "ErrorCause", bytes }) },
      async (provider) => {
        assert.equal((await failure(provider.read({ ...names, id: "i" }))).message, "reading failed: disk full");
      },
    );
  });

  it("reads the code and the retry delay of an UNKNOWN error from its status details", async () => {
    const details = [
      {
        typeUrl: "type.googleapis.com/google.rpc.RetryInfo",
        value: toBinary(RetryInfoSchema, create(RetryInfoSchema, { retryDelay: { seconds: 2n, nanos: 500_000_000 } })),
      },
    ];
    const packed = (code: number, inside: typeof details): Metadata => {
      const metadata = new Metadata();
      const bytes = toBinary(StatusSchema, create(StatusSchema, { code, message: "m", details: inside }));
      metadata.set("grpc-status-details-bin", Buffer.from(bytes));
      return metadata;
    };
    const answers: readonly (readonly [Metadata, ProviderError["failure"], number])[] = [
      [packed(status.NOT_FOUND, []), "not-found", 0],
      [packed(status.OK, []), "other", 0],
      [packed(status.UNKNOWN, details), "throttled", 2500],
    ];
    for (const [metadata, expected, waits] of answers) {
      const read = (): never => {
        throw Object.assign(new Error("m"), { code: status.UNKNOWN, details: "m", metadata });
      };
      await withProvider({ read }, async (provider) => {
        const error = await failure(provider.read({ ...names, id: "i" }));
        assert.deepEqual([error.failure, error.retryAfterMs], [expected, waits]);
      });
    }
  });

  it("classifies an error with malformed details by its code", async () => {
    const broken = { type: "ErrorResourceInitFailed", bytes: new Uint8Array([10, 99]) };
    await withProvider({ read: () => raise(status.NOT_FOUND, "gone", broken) }, async (provider) => {
      assert.equal((await failure(provider.read({ ...names, id: "i" }))).failure, "not-found");
    });
  });
});
