import { type Bag, bag, type Plain, signatureKey, signatures } from "../../fixtures/simcloud/plain.ts";
import type { PropertyMap, Value } from "../../src/value/value.ts";

/** Converts property values to values of the simulated cloud, with Pulumi's signatures for secrets, assets, and archives. */
export function bagOf(map: PropertyMap): Bag {
  return bag([...map].map(([key, value]) => [key, plainOf(value)]));
}

function plainOf(value: Value): Plain {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
    case "number":
    case "string":
      return value.value;
    case "list":
      return value.items.map(plainOf);
    case "map":
      return bagOf(value.entries);
    case "secret":
      return bag([
        [signatureKey, signatures.secret],
        ["value", plainOf(value.value)],
      ]);
    case "asset":
    case "archive":
      return bag([
        [signatureKey, signatures[value.kind]],
        ["hash", value.hash ?? ""],
      ]);
    case "bytes":
    case "resource":
    case "unknown":
    case "output":
      throw new Error(`unsupported value in a test program: ${value.kind}`);
  }
}
