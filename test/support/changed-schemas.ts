import { changedDocument, type Json } from "./changed-documents.ts";

const words = `
  name version namespace meta moduleFormat supportPack config variables defaults types provider resources functions language
  description properties type required plain isOverlay overlaySupportedLanguages enum value inputProperties requiredInputs
  plainInputs stateInputs listInputs aliases deprecationMessage isComponent methods inputs outputs multiArgumentInputs
  $ref additionalProperties items oneOf discriminator propertyName mapping const default defaultInfo environment secret
  replaceOnChanges willReplaceOnChanges parameterization extensionParameterization baseProvider parameter dependencies
  allowedPackageNames id urn pulumi colour
`
  .trim()
  .split(/\s+/);

const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  1.5,
  3_000_000_000,
  "",
  "string",
  "object",
  "array",
  "banana",
  "#/types/example::Nowhere",
  "#/provider",
  "pulumi.json#/Any",
  "/other/v1.0.0/schema.json#/types/other:index:Thing",
  "not a version",
  "1.2.3",
  {},
  [],
  [{}],
  ["name"],
  { type: "string" },
  { type: "integer", default: 7 },
  { type: "boolean", const: "yes" },
  { type: "array" },
  { type: "object", additionalProperties: { type: "number" } },
  { $ref: "#/types/example::Nowhere" },
  { $ref: "pulumi.json#/Asset" },
  { oneOf: [{ type: "string" }] },
  { oneOf: [{ type: "string" }, { type: "number" }], discriminator: { propertyName: "" } },
  { environment: [] },
  { environment: ["HOME"] },
];

const named = {
  key: "type",
  values: ["string", "integer", "number", "boolean", "array", "object", "banana", "", null, 7] as readonly Json[],
};

/** Returns the changed schema and a description of the changes. */
export function changedSchema(whole: Json, seed: number): { readonly title: string; readonly text: string } {
  return changedDocument(whole, seed, { words, values, named });
}
