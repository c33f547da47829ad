/** Calls the functions of providers to find strings that programs can write as function calls (`--functions`). */
import type { CallLink, Link, Urn } from "../../domain/graph.ts";
import { groupBy } from "../../domain/order/maps.ts";
import { type CalledFunction, callLinks, functionsFor, type NamedText, namedTexts } from "../../links/call-links.ts";
import { inputStrings } from "../../links/input-strings.ts";
import type { FunctionSchema, PackageSchema } from "../../schema/types.ts";
import { emptyMap } from "../../value/value.ts";
import { optionalResult } from "../providers/optional-result.ts";
import type { Derivation, Proven } from "../search/index.ts";

/** Timeout for one function in milliseconds. It is short because the result is optional. */
const limitMs = 5000;

/** Calls a function of a provider. Caches the response. */
export type CallAnswers = (schema: FunctionSchema, proven: Proven) => Promise<CalledFunction | undefined>;

/** Creates the cache of one run. */
export function callAnswers(): CallAnswers {
  const cache = new Map<string, Promise<CalledFunction | undefined>>();
  return (schema, proven) => {
    const key = JSON.stringify([proven.cloud.instance.urn, schema.name.token]);
    const answer = cache.get(key) ?? askFunction(schema, proven);
    cache.set(key, answer);
    return answer;
  };
}

interface Texts {
  readonly derivation: Proven;
  readonly texts: readonly NamedText[];
}

/** Returns the strings that can be function calls, by resource. Skips functions that fail. Throws only if the run was cancelled. */
export async function functionCalls(
  derivations: ReadonlyMap<Urn, Derivation>,
  links: ReadonlyMap<Urn, readonly Link[]>,
  schemas: ReadonlyMap<string, PackageSchema>,
  limit: <T>(task: () => Promise<T>) => Promise<T>,
  answersOf: CallAnswers,
): Promise<ReadonlyMap<Urn, readonly CallLink[]>> {
  const searched = [...derivations.values()].flatMap((derivation): readonly Texts[] => {
    if (derivation.kind !== "proven" || !canAskProvider(derivation)) return [];
    const texts = searchableTexts(derivation, links, schemas);
    return texts.length === 0 ? [] : [{ derivation, texts }];
  });
  const byProvider = groupBy(searched, ({ derivation }) => derivation.cloud.instance.urn);
  const callsByUrn = new Map<Urn, readonly CallLink[]>();
  await Promise.all(
    [...byProvider.values()].map(async (all) => {
      const searchedTexts = all.flatMap(({ texts }) => texts);
      const [{ derivation: first }] = all;
      const functions = functionsFor(first.cloud.schema, searchedTexts);
      const pending = functions.map((schema) => limit(() => answersOf(schema, first)));
      const answers = (await Promise.all(pending)).flatMap((answer) => answer ?? []);
      for (const { derivation, texts } of all) {
        const calls = callLinks(texts, answers);
        if (calls.length > 0) callsByUrn.set(derivation.cloud.request.urn, calls);
      }
    }),
  );
  return callsByUrn;
}

/** Returns whether programs can call functions of the provider without options. Another plugin version or download URL would need an option. */
function canAskProvider({ cloud: { instance, request } }: Proven): boolean {
  return (
    instance.provider !== undefined &&
    instance.versionOption === undefined &&
    request.package.pluginDownloadUrl === undefined
  );
}

function searchableTexts(
  { cloud, proof }: Proven,
  links: ReadonlyMap<Urn, readonly Link[]>,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly NamedText[] {
  const { urn, type, name } = cloud.request;
  const linked = new Set((links.get(urn) ?? []).map(({ path }) => JSON.stringify(path)));
  const program = { urn, type, name, id: cloud.id, inputs: proof.program, outputs: emptyMap, kind: "custom" } as const;
  const strings = inputStrings({ ...program, schema: cloud.resource, consumer: true }, schemas);
  return namedTexts(strings.filter(({ path }) => !linked.has(JSON.stringify(path))));
}

async function askFunction(schema: FunctionSchema, { cloud }: Proven): Promise<CalledFunction | undefined> {
  const { instance, provider } = cloud;
  const { token, package: name } = schema.name;
  const answer = await optionalResult(provider.invoke({ token, arguments: emptyMap, limitMs }));
  if (answer === undefined || answer.failures.length > 0) return undefined;
  const { result } = answer;
  return { schema, call: { token, package: name, result, provider: instance.isDefault ? undefined : instance.urn } };
}
