/**
 * The bytes of a file -> the document that they are: one of four, told apart by the keys that only it has.
 */
import { ImpError } from "../../errors.ts";
import { linesOf } from "../../json/lines.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import { parseTree, UnreadableJson } from "../../json/tree.ts";

/** `providers` is what `terraform providers schema -json` prints, `mapping` what a bridged provider answers to GetMapping. */
export type DocumentKind = "mapping" | "providers" | "schema" | "specification";

export interface SourceDocument {
  readonly kind: DocumentKind;
  readonly json: JsonObject;
}

/** The error for a document that cannot be read as one. @param file with line and column, where there is a place. */
export type RefuseDocument = (file: string, message: string) => ImpError;

export const refuseConversion: RefuseDocument = (file, message) => ImpError.of("CONVERSION_SOURCE", { file, message });

/** @throws what `refuse` makes for what is no JSON, or another document. */
export function readTerraformDocument(
  bytes: Uint8Array,
  file: string,
  refuse: RefuseDocument = refuseConversion,
): SourceDocument {
  const text = new TextDecoder().decode(bytes);
  const json = parseDocument(text, file, refuse);
  if (isJsonObject(json) && isMappingAlone(json)) {
    throw refuse(file, "This answer to GetMapping has no schema of the provider: it only maps types to tokens.");
  }
  const kind = isJsonObject(json) ? documentKindOf(json) : undefined;
  if (kind === undefined || !isJsonObject(json)) {
    throw refuse(file, "It is none of the documents that describe a provider.");
  }
  return { kind, json };
}

function parseDocument(text: string, file: string, refuse: RefuseDocument): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = linesOf(text).place(syntaxErrorAt(text));
    throw refuse(`${file}:${line}:${column}`, "It stops being JSON here.");
  }
}

function syntaxErrorAt(text: string): number {
  try {
    parseTree(text, { depth: 1_000, values: 100_000_000 });
    return 0;
  } catch (error) {
    if (error instanceof UnreadableJson) return error.offset;
    throw error;
  }
}

/** Native providers answer with tokens for the types of Terraform, and nothing about their fields. */
function isMappingAlone(json: JsonObject): boolean {
  const [provider, resources] = [memberAt(json, "provider"), memberAt(json, "resources")];
  if (!isJsonObject(provider) || !isJsonObject(resources) || documentKindOf(json) !== "schema") return false;
  return Object.values(resources).some((resource) => typeof memberAt(resource, "tok") === "string");
}

function documentKindOf(json: JsonObject): DocumentKind | undefined {
  const [name, provider] = [memberAt(json, "name"), memberAt(json, "provider")];
  if (isJsonObject(memberAt(json, "provider_schemas"))) return "providers";
  const lists = [memberAt(json, "resources"), memberAt(json, "datasources")];
  const isNamed = name === undefined && typeof memberAt(provider, "name") === "string";
  // A state of Terraform has a list of resources too, but neither.
  if (isNamed || (typeof memberAt(json, "version") === "string" && lists.some(Array.isArray))) return "specification";
  if (typeof name !== "string" || name === "") return undefined;
  return isJsonObject(memberAt(provider, "schema")) || isJsonObject(memberAt(provider, "resources"))
    ? "mapping"
    : "schema";
}
