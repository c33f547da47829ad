import type { ImpError } from "../../domain/errors.ts";
import { linesOf } from "../../value/json/lines.ts";
import { bytesNestTooDeep, maxJsonDepth } from "../../value/json/nesting.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../value/json/object.ts";
import { parseTree, UnreadableJson } from "../../value/json/tree.ts";

/** `providers` is the output of `terraform providers schema -json`. `mapping` is a bridged provider's response to GetMapping. */
export type DocumentKind = "mapping" | "providers" | "schema" | "specification";

export interface SourceDocument {
  readonly kind: DocumentKind;
  readonly json: JsonObject;
}

/** Creates the error for an unreadable document. `file` can include a line and a column. */
type RefuseDocument = (file: string, message: string) => ImpError;

/**
 * Returns the document and its kind. Throws the error of `refuse` if the file is not JSON or not a document of a supported kind. Also throws it if
 * the document is nested too deeply for recursive functions, except for specifications and package schemas, because their conversion limits the
 * depth.
 */
export function readTerraformDocument(bytes: Uint8Array, file: string, refuse: RefuseDocument): SourceDocument {
  const text = new TextDecoder().decode(bytes);
  const json = parseDocument(text, file, refuse);
  if (isJsonObject(json) && isMappingAlone(json)) {
    throw refuse(
      file,
      "The response to GetMapping contains no provider schema. It only maps Terraform types to Pulumi tokens.",
    );
  }
  const kind = isJsonObject(json) ? detectKind(json) : undefined;
  if (kind === undefined || !isJsonObject(json)) {
    throw refuse(file, "The document does not describe a provider.");
  }
  if ((kind === "providers" || kind === "mapping") && bytesNestTooDeep(bytes)) {
    throw refuse(file, `It is nested deeper than ${maxJsonDepth} levels.`);
  }
  return { kind, json };
}

function parseDocument(text: string, file: string, refuse: RefuseDocument): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = linesOf(text).place(syntaxErrorAt(text));
    throw refuse(`${file}:${line}:${column}`, "Invalid JSON.");
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

/** Returns true for a mapping that has only tokens of types, but no fields. Native providers return such mappings. */
function isMappingAlone(json: JsonObject): boolean {
  const [provider, resources] = [memberAt(json, "provider"), memberAt(json, "resources")];
  if (!isJsonObject(provider) || !isJsonObject(resources) || detectKind(json) !== "schema") return false;
  return Object.values(resources).some((resource) => typeof memberAt(resource, "tok") === "string");
}

function detectKind(json: JsonObject): DocumentKind | undefined {
  const [name, provider] = [memberAt(json, "name"), memberAt(json, "provider")];
  if (isJsonObject(memberAt(json, "provider_schemas"))) return "providers";
  const lists = [memberAt(json, "resources"), memberAt(json, "datasources")];
  const isNamed = name === undefined && typeof memberAt(provider, "name") === "string";
  // Distinguish this from a Terraform state, which also has a list of resources, but neither a provider name nor a string as its version.
  if (isNamed || (typeof memberAt(json, "version") === "string" && lists.some(Array.isArray))) return "specification";
  if (typeof name !== "string" || name === "") return undefined;
  return isJsonObject(memberAt(provider, "schema")) || isJsonObject(memberAt(provider, "resources"))
    ? "mapping"
    : "schema";
}
