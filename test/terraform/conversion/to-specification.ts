import assert from "node:assert/strict";
import { judgeSpecification } from "../../../src/terraform/index.ts";
import { formatPath } from "../../../src/value/path.ts";
import { convertedFrom } from "../../support/conversions.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Specified {
  readonly provider: { readonly name: string; readonly schema?: { readonly attributes: readonly Json[] } };
  readonly resources?: readonly { readonly name: string; readonly schema: { readonly attributes: readonly Json[] } }[];
  readonly datasources?: Specified["resources"];
}

export function converted(document: Json | string, provider?: string) {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const result = convertedFrom(text, { to: "specification", ...(provider !== undefined && { provider }) });
  assert.deepEqual(judgeSpecification(Buffer.from(result.text)).faults, []);
  const losses = result.losses.map(({ kind, path }) => `${kind} ${formatPath(path)}`);
  return { specification: JSON.parse(result.text) as Specified, losses, text: result.text };
}

export const ref = (name: string): Json => ({ $ref: `#/types/p:index:${name}` });
