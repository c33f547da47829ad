/**
 * Re-exports the codecs between property values and the provider protocol (docs/providers.md#values), with the types of
 * `src/plugin/proto/struct.proto`.
 */
export { fromWire } from "./from-wire.ts";
export { toWire, type WireOptions } from "./to-wire.ts";
export { WireError } from "./wire-error.ts";
