/** The parts of a bridged provider's answer to GetMapping that conversions need (pulumi-terraform-bridge `pkg/tfbridge/info/info.go`). */
import { isJsonObject, memberAt } from "../../json/object.ts";

export interface FieldMapping {
  /** The name of the property, if it is not the usual one. */
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

/** Joins the answers of a plugin. Resources are read on demand. Returns undefined if none of the answers is a mapping. */
export function readMappings(answers: readonly Uint8Array[]): ProviderMapping | undefined {
  const mappings = answers.flatMap((bytes) => readMapping(bytes) ?? []);
  const [first] = mappings;
  if (first === undefined) return undefined;
  return {
    name: first.name,
    resource: (type) => mappings.flatMap((mapping) => mapping.resource(type) ?? [])[0],
  };
}

function readMapping(bytes: Uint8Array): ProviderMapping | undefined {
  if (bytes.length === 0) return undefined;
  const json = parseMapping(bytes);
  const name = memberAt(json, "name");
  if (typeof name !== "string" || !isJsonObject(memberAt(json, "resources"))) return undefined;
  return {
    name,
    resource: (type) => {
      const resource = memberAt(json, "resources", type);
      const token = memberAt(resource, "tok");
      if (typeof token !== "string" || token === "") return undefined;
      return { token, fields: readFieldMappings(memberAt(resource, "fields")) };
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

function readFieldMappings(json: unknown): ReadonlyMap<string, FieldMapping> {
  const entries = isJsonObject(json) ? Object.entries(json) : [];
  return new Map(entries.map(([attribute, field]) => [attribute, readField(field)]));
}

function readField(json: unknown): FieldMapping {
  const [name, element] = [memberAt(json, "name"), memberAt(json, "element")];
  return {
    name: typeof name === "string" && name !== "" ? name : undefined,
    fields: readFieldMappings(memberAt(json, "fields")),
    element: isJsonObject(element) ? readField(element) : undefined,
  };
}
