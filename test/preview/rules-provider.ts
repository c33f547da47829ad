/** A provider in memory for previews. A list for each resource type names the inputs whose change replaces a resource. */

import type { DiffRequest, DiffResult, Provider } from "../../src/plugin/provider.ts";
import type { DiffQuestion } from "../../src/preview/resource-plugin.ts";
import { equalValues } from "../../src/value/compare.ts";
import { nullValue } from "../../src/value/value.ts";

/** The inputs whose change replaces a resource, by type. Changes of other inputs update the resource. */
export type ReplacingInputs = Readonly<Record<string, readonly string[]>>;

function notServed(): never {
  throw new Error("this provider does not serve the call");
}

/** Returns the provider. Its Diff adds the name of each compared resource to `compared`. */
export function rulesProvider(replacing: ReplacingInputs, compared: string[] = []): Provider {
  return {
    package: "rules",
    version: "1.0.0",
    supportsPreview: true,
    getSchema: notServed,
    getMappings: notServed,
    checkConfig: async ({ news }) => ({ inputs: news, failures: [] }),
    diffConfig: async () => ({ changes: "none", diffs: [], replaces: [], deleteBeforeReplace: false }),
    configure: async () => {},
    extend: notServed,
    check: async ({ news }) => ({ inputs: news, failures: [] }),
    diff: async (request) => {
      compared.push(request.name);
      return differenceBy(replacing[request.type] ?? [], request);
    },
    read: notServed,
    previewCreate: async ({ news }) => ({
      outputs: new Map([...news, ["output", { kind: "unknown", of: "string" } as const]]),
    }),
    previewUpdate: async ({ news, olds }) => ({
      outputs: new Map([...news, ["output", olds.get("output") ?? nullValue]]),
    }),
    invoke: notServed,
    construct: notServed,
    callMethod: notServed,
    list: notServed,
    cancelCalls: () => {},
    close: async () => {},
  };
}

function differenceBy(replacing: readonly string[], { oldInputs, news }: DiffRequest | DiffQuestion): DiffResult {
  const keys = [...new Set([...oldInputs.keys(), ...news.keys()])];
  const diffs = keys.filter((key) => !equalValues(oldInputs.get(key) ?? nullValue, news.get(key) ?? nullValue));
  const replaces = diffs.filter((key) => replacing.includes(key));
  return { changes: diffs.length > 0 ? "some" : "none", diffs, replaces, deleteBeforeReplace: false };
}
