/**
 * One document -> another: what `imp terraform convert` makes of a file.
 */
import { ImpError } from "../../errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import type { Specification } from "../specification/model.ts";
import { writeSpecification } from "../specification/write.ts";
import { type DocumentKind, readDocument } from "./documents.ts";
import type { Converted, Loss } from "./losses.ts";
import { specificationOfPackage } from "./to-specification/package.ts";
import { specificationOfProvider } from "./to-specification/provider-schemas.ts";

export interface ConversionRequest {
  /** The provider of a document that has several: its address, or the last word of it. */
  readonly provider?: string;
}

export interface Conversion {
  readonly from: DocumentKind;
  readonly to: "specification";
  /** The document, with a line feed at its end. */
  readonly text: string;
  readonly losses: readonly Loss[];
}

/** @throws ImpError CONVERSION_SOURCE, CONVERSION_PROVIDER */
export function convertDocument(bytes: Uint8Array, file: string, request: ConversionRequest): Conversion {
  const { kind, json } = readDocument(bytes, file);
  const { document, losses } = specificationOf(kind, json, file, request);
  return { from: kind, to: "specification", text: writeSpecification(document), losses };
}

function specificationOf(
  kind: DocumentKind,
  json: JsonObject,
  file: string,
  { provider }: ConversionRequest,
): Converted<Specification> {
  switch (kind) {
    case "schema":
      return specificationOfPackage(json);
    case "providers": {
      const { address, schema } = chosenProvider(json, file, provider);
      return specificationOfProvider(schema, address);
    }
    case "specification":
      throw ImpError.of("CONVERSION_SOURCE", { file, message: "It is a Provider Code Specification already." });
    case "mapping":
      throw ImpError.of("CONVERSION_SOURCE", { file, message: "A mapping has too few facts for a specification." });
  }
}

function chosenProvider(json: JsonObject, file: string, asked: string | undefined) {
  const schemas = memberAt(json, "provider_schemas");
  const all = Object.entries(isJsonObject(schemas) ? schemas : {});
  const named = ([address]: readonly [string, unknown]): boolean =>
    asked === undefined || address === asked || address.split("/").at(-1) === asked;
  const found = all.filter(named);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    const providers = (found.length > 1 ? found : all).map(([address]) => address);
    const isUnknown = asked !== undefined && found.length === 0;
    throw ImpError.of("CONVERSION_PROVIDER", { file, providers, ...(isUnknown && { asked }) });
  }
  const [address, schema] = only;
  return { address, schema: isJsonObject(schema) ? schema : {} };
}
