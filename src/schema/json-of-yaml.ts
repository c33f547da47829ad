import { ImpError } from "../errors.ts";

/** Converts a package schema from YAML to JSON. Throws SCHEMA_BROKEN if the text is not a YAML document. */
export async function jsonOfYaml(bytes: Uint8Array): Promise<Uint8Array> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(new TextDecoder().decode(bytes), { prettyErrors: true });
  const [error] = document.errors;
  const position = error?.linePos?.[0];
  if (error !== undefined) {
    const location = position === undefined ? "its start" : `line ${position.line}, column ${position.col}`;
    throw ImpError.of("SCHEMA_BROKEN", { place: location, message: "invalid YAML" });
  }
  try {
    return new TextEncoder().encode(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
  } catch {
    throw ImpError.of("SCHEMA_BROKEN", { place: "its start", message: "the text has too many aliases" });
  }
}
