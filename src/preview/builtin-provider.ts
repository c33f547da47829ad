/**
 * Implements the `pulumi` package, which the engine serves itself: stashes, stack references, and references to resources
 * (pulumi `pkg/resource/deploy/builtins.go`).
 */

import type { Urn } from "../domain/graph.ts";
import { stackReferenceType, typeOf } from "../domain/urn.ts";
import type { CheckResult, DiffResult, InvokeResult, Provider, ReadResult } from "../plugin/provider.ts";
import { equalValues } from "../value/compare.ts";
import { emptyMap, listValue, mapValue, nullValue, type PropertyMap, stringValue, type Value } from "../value/value.ts";
import { PreviewError } from "./preview-error.ts";
import type { Resource } from "./resource.ts";

/** The data for stack references and resource references. */
export interface BuiltinSources {
  /** Returns the outputs of another stack. Throws if it cannot be read. */
  readonly stackOutputs: (name: string) => Promise<PropertyMap>;
  /** Returns a resource that the program registered or read. */
  readonly registered: (urn: Urn) => Resource | undefined;
}

const noDifference: DiffResult = { changes: "none", diffs: [], replaces: [], deleteBeforeReplace: false };

export function builtinProvider({ stackOutputs, registered }: BuiltinSources): Provider {
  return {
    package: "pulumi",
    version: undefined,
    supportsPreview: true,
    checkConfig: async () => ({ inputs: emptyMap, failures: [] }),
    diffConfig: async () => noDifference,
    configure: async () => {},
    extend: async ({ name }) => unsupported(`the extension ${name}`),
    check: async ({ type, news }) => checked(type, news),
    diff: async ({ type, oldInputs, news }) => difference(type, oldInputs, news),
    previewCreate: async ({ type, news }) => ({
      outputs:
        type === stackReferenceType
          ? await referenceOutputs(news, stackOutputs)
          : entries({ input: news.get("input"), output: news.get("input") }),
    }),
    previewUpdate: async ({ news, olds }) => ({
      outputs: entries({ input: news.get("input"), output: olds.get("output") }),
    }),
    read: async ({ urn, id, last }): Promise<ReadResult> => ({
      id,
      inputs: last?.inputs,
      outputs:
        typeOf(urn) === stackReferenceType
          ? await referenceOutputs(last?.inputs ?? emptyMap, stackOutputs)
          : last?.outputs,
      initErrors: [],
      refreshBeforeUpdate: false,
    }),
    invoke: async ({ token, arguments: args }): Promise<InvokeResult> => {
      const result =
        token === "pulumi:pulumi:readStackOutputs"
          ? await referenceOutputs(args, stackOutputs)
          : token === "pulumi:pulumi:getResource"
            ? resourceState(args, registered)
            : unsupported(`the function ${token}`);
      return { result, failures: [] };
    },
    construct: async ({ registration: { type } }) => unsupported(`the component ${type}`),
    callMethod: async ({ token }) => unsupported(`the method ${token}`),
    getSchema: async () => unsupported("a schema of the package"),
    getMappings: async () => [],
    list: async () => unsupported("a list of objects"),
    cancelCalls: () => {},
    close: async () => {},
  };
}

function checked(type: string, news: PropertyMap): CheckResult {
  const required = type === stackReferenceType ? "name" : "input";
  const extra = [...news.keys()].find((key) => key !== required);
  if (extra !== undefined)
    return { inputs: news, failures: [{ property: extra, reason: `unknown property "${extra}"` }] };
  if (!news.has(required))
    return { inputs: news, failures: [{ property: required, reason: `missing required property "${required}"` }] };
  return { inputs: news, failures: [] };
}

function difference(type: string, olds: PropertyMap, news: PropertyMap): DiffResult {
  const key = type === stackReferenceType ? "name" : "input";
  if (equalValues(olds.get(key) ?? nullValue, news.get(key) ?? nullValue)) return noDifference;
  const keys = { diffs: [key], replaces: type === stackReferenceType ? [key] : [] };
  return { ...noDifference, changes: "some", ...keys };
}

async function referenceOutputs(
  inputs: PropertyMap,
  stackOutputs: BuiltinSources["stackOutputs"],
): Promise<PropertyMap> {
  const name = inputs.get("name");
  if (name?.kind !== "string") throw new PreviewError("a stack reference needs the name of a stack");
  const outputs = await stackOutputs(name.value);
  const secretNames = [...outputs].filter(([, value]) => hasSecret(value)).map(([key]) => key);
  return entries({
    name,
    outputs: mapValue(outputs),
    secretOutputNames: listValue(secretNames.sort().map(stringValue)),
  });
}

function resourceState(args: PropertyMap, registered: BuiltinSources["registered"]): PropertyMap {
  const urn = args.get("urn");
  const resource = urn?.kind === "string" ? registered(urn.value) : undefined;
  if (urn === undefined || resource === undefined)
    throw new PreviewError(`unknown resource ${urn?.kind === "string" ? urn.value : ""}`);
  const { id, provider = "", outputs } = resource;
  return entries({ urn, id: stringValue(id), provider: stringValue(provider), state: mapValue(outputs) });
}

function hasSecret(value: Value): boolean {
  switch (value.kind) {
    case "secret":
      return true;
    case "list":
      return value.items.some(hasSecret);
    case "map":
      return [...value.entries.values()].some(hasSecret);
    default:
      return false;
  }
}

function entries(values: Readonly<Record<string, Value | undefined>>): PropertyMap {
  return new Map(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

function unsupported(what: string): never {
  throw new PreviewError(`imp does not support ${what} of the pulumi package`);
}
