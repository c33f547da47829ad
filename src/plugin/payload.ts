/** Encodes and decodes the property bags of calls, depending on the forms that the plugin accepts (docs/providers.md#values-of-each-call). */

import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";
import { fromWire, toWire, WireError, type WireOptions } from "../value/wire.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import { ProviderError } from "./provider.ts";

/** The forms of values that a plugin accepts, from Handshake or Configure. */
export type Accepts = Pick<WireOptions, "secrets" | "resources" | "bytes" | "outputs">;

export interface Sending {
  /** When secrets and resource references are sent with their marks: if the plugin accepts them, always, or never. */
  readonly typed: "as-accepted" | "always" | "never";
  readonly unknowns: "keep" | "reject" | "drop";
  readonly elideAssets: boolean;
  /** True to send output values if the plugin accepts them. Defaults to false. */
  readonly outputs?: boolean;
}

export const sending = {
  config: { typed: "never", unknowns: "keep", elideAssets: false },
  configure: { typed: "always", unknowns: "reject", elideAssets: false },
  check: { typed: "as-accepted", unknowns: "keep", elideAssets: false },
  diff: { typed: "as-accepted", unknowns: "keep", elideAssets: true },
  invoke: { typed: "as-accepted", unknowns: "drop", elideAssets: false },
  construct: { typed: "as-accepted", unknowns: "keep", elideAssets: false, outputs: true },
  call: { typed: "always", unknowns: "keep", elideAssets: false, outputs: true },
} as const satisfies Record<string, Sending>;

/** Encodes a bag, and calls `onSecret` for every secret in it. Throws ProviderError "invalid" if a value cannot be sent. */
export function encodeBag(
  method: string,
  map: PropertyMap,
  how: Sending,
  accepts: Accepts,
  onSecret: (value: Value) => void,
): Struct {
  const typed = (accepted: boolean): boolean => how.typed === "always" || (how.typed === "as-accepted" && accepted);
  try {
    return toWire(map, {
      unknowns: how.unknowns,
      secrets: typed(accepts.secrets),
      resources: typed(accepts.resources),
      outputs: accepts.outputs && how.outputs === true,
      bytes: accepts.bytes && how.typed !== "never",
      elideAssets: how.elideAssets,
      onSecret,
    });
  } catch (error) {
    throw error instanceof WireError ? new ProviderError("invalid", method, error.message) : error;
  }
}

/** Decodes a bag. Throws ProviderError "malformed" if the bag is invalid or contains a rejected unknown. */
export function receive(
  method: string,
  struct: Struct,
  unknowns: "keep" | "reject",
  outputs: "keep" | "unwrap" = "unwrap",
): PropertyMap {
  try {
    return fromWire(struct, { unknowns, outputs: outputs === "keep" });
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new ProviderError("malformed", method, `in the plugin's response to ${method}, ${error.message}`);
  }
}

/** Decodes a bag and keeps its unknowns. Returns an empty map if the bag is missing. Throws the same errors as `receive`. */
export function received(method: string, bag: Struct | undefined): PropertyMap {
  return bag === undefined ? emptyMap : receive(method, bag, "keep");
}

/** Decodes a bag like `received`, but also keeps its output values. */
export function receivedWithOutputs(method: string, bag: Struct | undefined): PropertyMap {
  return bag === undefined ? emptyMap : receive(method, bag, "keep", "keep");
}
