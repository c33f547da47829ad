/** Serves a provider with a few handlers for one test, and returns the errors of its calls. */
import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { Metadata, status } from "@grpc/grpc-js";
import { AnySchema, StatusSchema } from "../../src/plugin/proto/gen/errors_pb.ts";
import { ProviderHandshakeResponseSchema } from "../../src/plugin/proto/gen/provider_pb.ts";
import { ProviderError } from "../../src/plugin/provider.ts";
import { type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { toWire } from "../../src/value/wire.ts";
import { type Handlers, type Served, serveProvider } from "./serve-provider.ts";

const all = {
  unknowns: "keep",
  secrets: true,
  resources: true,
  outputs: true,
  bytes: true,
  elideAssets: false,
} as const;
export const wire = (map: PropertyMap) => toWire(map, all);
export const names = { urn: "urn:pulumi:s::p::base:index:T::n", name: "n", type: "base:index:T" };
export const secret = (text: string): Value => secretValue(stringValue(text));
export const acceptsAll = create(ProviderHandshakeResponseSchema, {
  acceptSecrets: true,
  acceptResources: true,
  acceptsByteString: true,
});

/** Runs a test with a provider that accepts all features in Handshake, unless `handlers` has a Handshake. */
export async function withProvider(
  handlers: Handlers,
  run: (provider: Served["provider"]) => Promise<void>,
): Promise<void> {
  const served = await serveProvider({ handshake: () => acceptsAll, ...handlers });
  try {
    await run(served.provider);
  } finally {
    await served.close();
  }
}

export const unimplemented = { handshake: () => raise(status.UNIMPLEMENTED, "no") };

export function raise(
  code: number,
  details: string,
  detail?: { readonly type: string; readonly bytes: Uint8Array },
): never {
  const metadata = new Metadata();
  if (detail !== undefined) {
    const any = create(AnySchema, { typeUrl: `type.googleapis.com/pulumirpc.${detail.type}`, value: detail.bytes });
    metadata.set(
      "grpc-status-details-bin",
      Buffer.from(toBinary(StatusSchema, create(StatusSchema, { details: [any] }))),
    );
  }
  throw Object.assign(new Error(details), { code, details, metadata });
}

export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => assert.fail("The call succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderError, String(error));
  return error;
}
