/** Parts of the types of a model cloud: property schemas, fresh plans, refusals. */
import type { JsonObject, ModelCheck } from "../../model-cloud.ts";

export const text = { type: "string" };
export const number = { type: "number" };
export const flag = { type: "boolean" };
export const old = { ...text, deprecationMessage: "Use another." };
export const list = (items: unknown) => ({ type: "array", items });
export const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });

/** A fresh plan with these values for omitted properties. */
export const planning = (defaults: JsonObject) => (news: JsonObject) => ({ ...defaults, ...news });

export const refusing = (property: string, reason: string): ModelCheck => ({ failures: [{ property, reason }] });
