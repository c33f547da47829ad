/**
 * One document -> another: what `imp terraform convert` makes of a file.
 */
import { ImpError } from "../../errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import { type JudgedSpecification, judgeSpecification } from "../specification/judge.ts";
import type { Specification } from "../specification/model.ts";
import { writeSpecification } from "../specification/write.ts";
import { type DocumentKind, readTerraformDocument } from "./documents.ts";
import type { Converted, Loss } from "./losses.ts";
import { refuseDeep } from "./to-schema/depth.ts";
import { modelOfMapping } from "./to-schema/mapping-model.ts";
import type { Profile, ProviderModel } from "./to-schema/model.ts";
import { packageSchemaOf } from "./to-schema/package.ts";
import { modelOfSpecification } from "./to-schema/specification-model.ts";
import { modelOfProviderSchema } from "./to-schema/wire-model.ts";
import { specificationOfPackage } from "./to-specification/package.ts";
import { specificationOfProvider } from "./to-specification/provider-schemas.ts";

type ConvertedKind = "schema" | "specification";

export interface ConversionRequest {
  /** Absent: a package schema becomes a specification, and everything else a package schema. */
  readonly to?: ConvertedKind;
  /** The bridge whose package schema is made; absent: `framework` for a specification, which describes such a provider, else `dynamic`. */
  readonly profile?: Profile;
  /** The provider of a document that has several: its address, or the last word of it. */
  readonly provider?: string;
  /** The version of the provider, which its schema does not have. */
  readonly version?: string;
}

export type Conversion =
  | {
      readonly kind: "converted";
      readonly from: DocumentKind;
      readonly to: ConvertedKind;
      /** The document, with a line feed at its end. */
      readonly text: string;
      readonly losses: readonly Loss[];
    }
  /** The specification has errors, so nothing is made of it. */
  | { readonly kind: "faults"; readonly judged: JudgedSpecification };

/** @throws ImpError CONVERSION_SOURCE, CONVERSION_PROVIDER, SCHEMA_BROKEN */
export function convertDocument(bytes: Uint8Array, file: string, request: ConversionRequest): Conversion {
  const { kind, json } = readTerraformDocument(bytes, file);
  // A specification is judged, and a package schema is followed by its own types: both stop in time.
  if (kind === "providers" || kind === "mapping") refuseDeep(bytes, file);
  const to = request.to ?? (kind === "schema" ? "specification" : "schema");
  if (to === "specification") {
    const { document, losses } = specificationOf(kind, json, file, request);
    return { kind: "converted", from: kind, to, text: writeSpecification(document), losses };
  }
  const judged = kind === "specification" ? judgeSpecification(bytes) : undefined;
  if (judged !== undefined && judged.errors > 0) return { kind: "faults", judged };
  const profile = request.profile ?? (judged === undefined ? "dynamic" : "framework");
  const model =
    judged?.specification === undefined
      ? modelOf(kind, json, file, request)
      : modelOfSpecification(judged.specification, profile);
  const { version } = request;
  const { document, losses } = packageSchemaOf(model.document, { profile, version });
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  return { kind: "converted", from: kind, to, text, losses: [...model.losses, ...losses] };
}

function modelOf(
  kind: DocumentKind,
  json: JsonObject,
  file: string,
  { provider }: ConversionRequest,
): Converted<ProviderModel> {
  switch (kind) {
    case "providers": {
      const { address, schema } = chosenProvider(json, file, provider);
      return modelOfProviderSchema(schema, address);
    }
    case "mapping":
      return modelOfMapping(json);
    case "specification":
    case "schema":
      throw ImpError.of("CONVERSION_SOURCE", { file, message: "It is a package schema already." });
  }
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
    throw ImpError.of("CONVERSION_PROVIDER", { file, providers, asked: isUnknown ? asked : undefined });
  }
  const [address, schema] = only;
  return { address, schema: isJsonObject(schema) ? schema : {} };
}
