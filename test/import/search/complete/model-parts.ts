/** Property schemas, Create previews, and rejections for the types of test clouds. */
import type { JsonObject, ModelCheck } from "../../model-cloud.ts";

export const text = { type: "string" };
export const number = { type: "number" };
export const flag = { type: "boolean" };
export const old = { ...text, deprecationMessage: "Use another." };
export const list = (items: unknown) => ({ type: "array", items });
export const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

/** Returns a Create preview with these values for omitted properties. */
export const planning = (defaults: JsonObject) => (news: JsonObject) => ({ ...defaults, ...news });

export const refusing = (property: string, reason: string): ModelCheck => ({ failures: [{ property, reason }] });
