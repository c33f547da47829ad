/** Reads the names and tokens in a bridged provider's response to GetMapping (pulumi-terraform-bridge `pkg/tfbridge/info/info.go`). */
import { isJsonObject, memberAt, objectAt, textAt } from "../../value/json/object.ts";

export interface FieldMapping {
  /** The name of the property. Omitted if the bridge's rules produce the name. */
  readonly name?: string;
  readonly fields: ReadonlyMap<string, FieldMapping>;
  readonly element?: FieldMapping;
}

interface ResourceMapping {
  readonly token: string;
  readonly fields: ReadonlyMap<string, FieldMapping>;
}

export interface ProviderMapping {
  readonly name: string;
  resource(type: string): ResourceMapping | undefined;
}

/** Joins the GetMapping responses of a plugin to a single mapping. Reads resources on demand. Returns undefined if no response is a mapping. */
export function readMappings(responses: readonly Uint8Array[]): ProviderMapping | undefined {
  const mappings = responses.flatMap((bytes) => readMapping(bytes) ?? []);
  const [first] = mappings;
  if (first === undefined) return undefined;
  return { name: first.name, resource: (type) => mappings.flatMap((mapping) => mapping.resource(type) ?? [])[0] };
}

function readMapping(bytes: Uint8Array): ProviderMapping | undefined {
  if (bytes.length === 0) return undefined;
  const json = parseMapping(bytes);
  const name = memberAt(json, "name");
  if (typeof name !== "string" || !isJsonObject(memberAt(json, "resources"))) return undefined;
  return {
    name,
    resource: (type) => {
      const token = textAt(json, "resources", type, "tok");
      return token === undefined ? undefined : { token, fields: readFieldMappings(json, "resources", type, "fields") };
    },
  };
}

function parseMapping(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

function readFieldMappings(json: unknown, ...keys: readonly string[]): ReadonlyMap<string, FieldMapping> {
  const entries = Object.entries(objectAt(json, ...keys));
  return new Map(entries.map(([attribute, field]) => [attribute, readField(field)]));
}

function readField(json: unknown): FieldMapping {
  const element = memberAt(json, "element");
  return {
    name: textAt(json, "name"),
    fields: readFieldMappings(json, "fields"),
    element: isJsonObject(element) ? readField(element) : undefined,
  };
}
