/**
 * The text of a package schema, for what describes it: every part as it stands there, parsed when it is asked for.
 */
import type { Token, Type } from "../ir/type.ts";
import type { JsonObject } from "../json/object.ts";
import type { IndexedPart, Section } from "./schema-index.ts";

export interface SchemaText {
  /** Where all resources, functions and types lie, by token. */
  readonly members: Readonly<Record<IndexedPart, Section>>;
  /** A member of the schema itself; `undefined`: it is absent or null. */
  part(key: string): unknown;
  /** A resource, function or type; `undefined`: there is none with exactly this token. @throws ImpError SCHEMA_BROKEN */
  spec(section: IndexedPart, token: string): JsonObject | undefined;
  /** @throws ImpError SCHEMA_BROKEN */
  type(spec: JsonObject, place: string): Type;
  token(token: string): Token;
}
