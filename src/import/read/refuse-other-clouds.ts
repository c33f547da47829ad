/**
 * Calls DiffConfig to find out whether the default providers of this stack and of the source stack manage the same cloud. If they do not, an id from
 * the source stack belongs to a different object here.
 */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import { ProviderError } from "../../plugin/provider.ts";
import type { PropertyMap } from "../../value/value.ts";
import { decideProvider } from "../engine/oracle.ts";
import type { ProviderInstance } from "../providers/providers.ts";

/** Adds an error to the provider of each resource that would be read from another cloud. Calls DiffConfig once for each pair of providers. */
export async function refuseOtherClouds(
  request: ResolvedSpecs,
  providers: ReadonlyMap<Urn, ProviderInstance>,
): Promise<ReadonlyMap<Urn, ProviderInstance>> {
  const result = new Map(providers);
  const answers = new Map<string, Promise<ImpError | undefined>>();
  for (const { urn, source } of request.resources) {
    const instance = providers.get(urn);
    const sourceProvider = source?.defaultProvider;
    if (sourceProvider === undefined || instance?.provider === undefined || !instance.isDefault) continue;
    const key = JSON.stringify([instance.urn, sourceProvider.urn]);
    const answer = answers.get(key) ?? compareProviders(instance, sourceProvider);
    answers.set(key, answer);
    const error = await answer;
    if (error !== undefined) result.set(urn, { ...instance, error });
  }
  return result;
}

type Provider = NonNullable<NonNullable<ResolvedSpecs["resources"][number]["source"]>["defaultProvider"]>;

async function compareProviders(instance: ProviderInstance, sourceProvider: Provider): Promise<ImpError | undefined> {
  const { urn, provider } = instance;
  if (provider === undefined || instance.inputs === undefined) return undefined;
  const [oldInputs, olds] = [withoutVersion(sourceProvider.inputs), withoutVersion(sourceProvider.outputs)];
  const news = withoutVersion(instance.inputs);
  try {
    const answer = await provider.diffConfig({ urn, oldInputs, olds, news });
    const decision = decideProvider(answer, olds, news);
    if (decision.kind !== "replace") return undefined;
    const paths = decision.differences.map(({ path }) => path);
    return ImpError.of("OTHER_CONFIGURATION", { urn, there: sourceProvider.urn, paths });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
    const { method, failure, message: reason } = error;
    return ImpError.of("PROVIDER_FAILED", { urn, method, failure, reason });
  }
}

/** Removes the version, because two stacks can use different versions of a plugin. */
function withoutVersion(inputs: PropertyMap): PropertyMap {
  return new Map([...inputs].filter(([key]) => key !== "version"));
}
