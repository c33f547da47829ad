import { ImpError } from "../../domain/errors.ts";
import { isJsonObject, type JsonObject, objectAt } from "../../value/json/object.ts";
import { type JudgedSpecification, judgeSpecification } from "../specification/judge.ts";
import type { Specification } from "../specification/model.ts";
import { writeSpecification } from "../specification/write.ts";
import { type DocumentKind, readTerraformDocument } from "./documents.ts";
import type { Converted, Loss } from "./losses.ts";
import { modelOfMapping } from "./to-schema/mapping-model.ts";
import type { Profile, ProviderModel } from "./to-schema/model.ts";
import { packageSchemaOf } from "./to-schema/package.ts";
import { modelOfSpecification } from "./to-schema/specification-model.ts";
import { modelOfProviderSchema } from "./to-schema/wire-model.ts";
import { specificationOfPackage } from "./to-specification/package.ts";
import { specificationOfProvider } from "./to-specification/provider-schemas.ts";

type ConvertedKind = "schema" | "specification";

export interface ConversionRequest {
  /** The kind of the result. Defaults to a specification if the document is a package schema, and to a package schema if it is not. */
  readonly to?: ConvertedKind;
  /** The kind of bridge that will use the package schema. Defaults to `framework` for a specification, and to `dynamic` for other documents. */
  readonly profile?: Profile;
  /** Selects the provider if the document has several: its address, or the last part of the address. */
  readonly provider?: string;
  /** The version of the provider. Needed because provider schemas do not contain it. */
  readonly version?: string;
}

export type Conversion =
  | {
      readonly kind: "converted";
      readonly from: DocumentKind;
      readonly to: ConvertedKind;
      /** The text of the converted document, with a trailing newline. */
      readonly text: string;
      readonly losses: readonly Loss[];
    }
  /** The specification has errors, so it is not converted. */
  | { readonly kind: "faults"; readonly judged: JudgedSpecification };

/** Converts a document for `imp terraform convert`. Throws CONVERSION_SOURCE, CONVERSION_PROVIDER, or SCHEMA_BROKEN. */
export function convertDocument(bytes: Uint8Array, file: string, request: ConversionRequest): Conversion {
  const { kind, json } = readTerraformDocument(bytes, file, unreadableDocument);
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

function unreadableDocument(file: string, message: string): ImpError {
  return ImpError.of("CONVERSION_SOURCE", { file, message });
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
      throw unreadableDocument(file, "The document is already a Pulumi package schema.");
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
      throw unreadableDocument(file, "The document is already a Provider Code Specification.");
    case "mapping":
      throw unreadableDocument(
        file,
        "A response to GetMapping does not contain enough data for a Provider Code Specification.",
      );
  }
}

function chosenProvider(json: JsonObject, file: string, provider: string | undefined) {
  const all = Object.entries(objectAt(json, "provider_schemas"));
  const matches = all.filter(
    ([address]) => provider === undefined || address === provider || address.split("/").at(-1) === provider,
  );
  const [only] = matches;
  if (only === undefined || matches.length > 1) {
    const providers = (matches.length > 1 ? matches : all).map(([address]) => address);
    const isUnknown = provider !== undefined && matches.length === 0;
    throw ImpError.of("CONVERSION_PROVIDER", { file, providers, asked: isUnknown ? provider : undefined });
  }
  const [address, schema] = only;
  return { address, schema: isJsonObject(schema) ? schema : {} };
}
