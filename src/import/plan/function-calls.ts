/** Asks providers for values that programs can write as function calls (`--functions`). */
import type { CallLink, Link, Urn } from "../../graph.ts";
import { type CalledFunction, callLinks, functionsFor, type NamedText, namedTexts } from "../../links/call-links.ts";
import { inputStrings } from "../../links/input-strings.ts";
import { ProviderError } from "../../plugin/provider.ts";
import type { FunctionSchema, PackageSchema } from "../../schema/types.ts";
import { emptyMap } from "../../value/value.ts";
import type { Derivation } from "../search/index.ts";

/** Timeout for one function in milliseconds. It is short because the result is optional. */
const limitMs = 5000;

type Proven = Extract<Derivation, { kind: "proven" }>;

/** Calls each function once per provider and caches the answer. */
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

/** Returns the strings of each program that can be written as function calls. Ignores functions that fail. Throws only if the run was cancelled. */
export async function functionCalls(
  derivations: ReadonlyMap<Urn, Derivation>,
  links: ReadonlyMap<Urn, readonly Link[]>,
  schemas: ReadonlyMap<string, PackageSchema>,
  limit: <T>(task: () => Promise<T>) => Promise<T>,
  answersOf: CallAnswers,
): Promise<ReadonlyMap<Urn, readonly CallLink[]>> {
  const byProvider = new Map<Urn, Texts[]>();
  for (const derivation of derivations.values()) {
    if (derivation.kind !== "proven" || !canAskProvider(derivation)) continue;
    const { urn } = derivation.cloud.instance;
    const texts = searchableTexts(derivation, links, schemas);
    if (texts.length === 0) continue;
    const existing = byProvider.get(urn);
    if (existing === undefined) byProvider.set(urn, [{ derivation, texts }]);
    else existing.push({ derivation, texts });
  }
  const callsByUrn = new Map<Urn, readonly CallLink[]>();
  await Promise.all(
    [...byProvider.values()].map(async (all) => {
      const answers = await ask(all, limit, answersOf);
      for (const { derivation, texts } of all) {
        const calls = callLinks(texts, answers);
        if (calls.length > 0) callsByUrn.set(derivation.cloud.request.urn, calls);
      }
    }),
  );
  return callsByUrn;
}

/** Returns whether the provider can be asked. With a different plugin version than the SDK's, the call would need a version option. */
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

async function ask(
  all: readonly Texts[],
  limit: <T>(task: () => Promise<T>) => Promise<T>,
  answersOf: CallAnswers,
): Promise<readonly CalledFunction[]> {
  const [first] = all;
  if (first === undefined) return [];
  const { cloud } = first.derivation;
  const functions = functionsFor(
    cloud.schema,
    all.flatMap(({ texts }) => texts),
  );
  const pending = functions.map((schema) => limit(() => answersOf(schema, first.derivation)));
  return (await Promise.all(pending)).flatMap((answer) => answer ?? []);
}

async function askFunction(schema: FunctionSchema, { cloud }: Proven): Promise<CalledFunction | undefined> {
  const { instance, provider } = cloud;
  const { token, package: name } = schema.name;
  try {
    const { result, failures } = await provider.invoke({ token, arguments: emptyMap, limitMs });
    if (failures.length > 0) return undefined;
    const call = { token, package: name, result, provider: instance.isDefault ? undefined : instance.urn };
    return { schema, call };
  } catch (error) {
    if (error instanceof ProviderError && error.failure !== "cancelled") return undefined;
    throw error;
  }
}
