/** Re-exports the codecs that convert between property values and the messages of the provider protocol (docs/providers.md#values). */
export { fromWire } from "./from-wire.ts";
export { toWire, type WireOptions } from "./to-wire.ts";
export { WireError } from "./wire-error.ts";
