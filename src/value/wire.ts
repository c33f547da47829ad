/**
 * Joins the codecs between property values and the provider protocol (docs/providers.md#values). The shapes are those of
 * `src/plugin/proto/struct.proto`.
 */
export { fromWire, fromWireValue, type ReceiveOptions } from "./from-wire.ts";
export { toWire, toWireValue, type WireOptions } from "./to-wire.ts";
export { WireError, type WireProblem, wireDepth } from "./wire-error.ts";
