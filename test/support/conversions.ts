import assert from "node:assert/strict";
import { type Conversion, type ConversionRequest, convertDocument } from "../../src/terraform/index.ts";

/** Converts a document. Fails if the specification is invalid. */
export function convertedFrom(
  document: Uint8Array | string,
  request: ConversionRequest = {},
): Extract<Conversion, { readonly kind: "converted" }> {
  const conversion = convertDocument(Buffer.from(document), "x.json", request);
  assert.equal(conversion.kind, "converted");
  return conversion as Extract<Conversion, { readonly kind: "converted" }>;
}
