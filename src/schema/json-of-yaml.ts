/**
 * A package schema in YAML -> in JSON, which is what is indexed.
 */
import { ImpError } from "../errors.ts";

/** @throws ImpError SCHEMA_BROKEN for a text that is no YAML document. */
export async function jsonOfYaml(bytes: Uint8Array): Promise<Uint8Array> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(new TextDecoder().decode(bytes), { prettyErrors: true });
  const [error] = document.errors;
  const at = error?.linePos?.[0];
  if (error !== undefined) {
    const place = at === undefined ? "its start" : `line ${at.line}, column ${at.col}`;
    throw ImpError.of("SCHEMA_BROKEN", { place, message: "the text is not YAML" });
  }
  try {
    return new TextEncoder().encode(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
  } catch {
    throw ImpError.of("SCHEMA_BROKEN", { place: "its start", message: "the text has aliases without end" });
  }
}
