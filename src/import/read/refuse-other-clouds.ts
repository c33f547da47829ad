/**
 * The same id under another configuration may be another object: whether a default provider here manages what the one of the other
 * stack does, its DiffConfig decides. "Replace" means that it cannot manage resources of the old configuration.
 */
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import { ProviderError } from "../../plugin/provider.ts";
import type { PropertyMap } from "../../value/value.ts";
import { decideProvider } from "../engine/oracle.ts";
import type { ProviderInstance } from "../providers/providers.ts";

/** The providers, with an error for each resource that would be looked for in the wrong place. One call for each pair of providers. */
export async function refuseOtherClouds(
  request: ResolvedSpecs,
  providers: ReadonlyMap<Urn, ProviderInstance>,
): Promise<ReadonlyMap<Urn, ProviderInstance>> {
  const result = new Map(providers);
  const answers = new Map<string, Promise<ImpError | undefined>>();
  for (const { urn, source } of request.resources) {
    const instance = providers.get(urn);
    const there = source?.defaultProvider;
    if (there === undefined || instance?.provider === undefined || !instance.isDefault) continue;
    const key = JSON.stringify([instance.urn, there.urn]);
    const answer = answers.get(key) ?? compareProviders(instance, there);
    answers.set(key, answer);
    const error = await answer;
    if (error !== undefined) result.set(urn, { ...instance, error });
  }
  return result;
}

type Provider = NonNullable<NonNullable<ResolvedSpecs["resources"][number]["source"]>["defaultProvider"]>;

async function compareProviders(instance: ProviderInstance, there: Provider): Promise<ImpError | undefined> {
  const { urn, provider } = instance;
  if (provider === undefined || instance.inputs === undefined) return undefined;
  const [oldInputs, olds] = [withoutVersion(there.inputs), withoutVersion(there.outputs)];
  const news = withoutVersion(instance.inputs);
  try {
    const answer = await provider.diffConfig({ urn, oldInputs, olds, news });
    const decision = decideProvider(answer, olds, news);
    if (decision.kind !== "replace") return undefined;
    const paths = decision.differences.map(({ path }) => path);
    return ImpError.of("OTHER_CONFIGURATION", { urn, there: there.urn, paths });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
    const { method, failure, message: reason } = error;
    return ImpError.of("PROVIDER_FAILED", { urn, method, failure, reason });
  }
}

/** Two stacks may well use two versions of a plugin. */
function withoutVersion(inputs: PropertyMap): PropertyMap {
  return new Map([...inputs].filter(([key]) => key !== "version"));
}
