/** Checks the inputs of a provider resource, and computes the engine's decision for it (docs/providers.md#checkconfig-and-diffconfig). */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { withoutInternalKey } from "../../plugin/config-quirks.ts";
import type { CheckResult, Provider } from "../../plugin/provider.ts";
import type { PropertyMap } from "../../value/value.ts";
import { type Decision, decideProvider, sameDecision } from "../engine/oracle.ts";

/** A provider resource in the state. */
export interface OldProvider {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

export interface CheckedProvider {
  /** The inputs that CheckConfig returned, without `__internal`. */
  readonly inputs: PropertyMap;
  readonly decision: Decision;
}

/** Calls CheckConfig, and DiffConfig if the state has the provider. Throws PROVIDER_CONFIG_REFUSED or ProviderError. */
export async function checkProvider(
  provider: Provider,
  urn: Urn,
  inputs: PropertyMap,
  existing: OldProvider | undefined,
): Promise<CheckedProvider> {
  const olds = withoutInternalKey(existing?.inputs ?? new Map());
  const news = withoutInternalKey(inputs);
  const check = await provider.checkConfig({ urn, olds, news });
  refuseFailures(urn, check);
  const checked = restoreVersion(check.inputs, news);
  if (existing === undefined) return { inputs: checked, decision: sameDecision };
  const answer = await provider.diffConfig({ urn, oldInputs: olds, olds: existing.outputs, news: checked });
  return { inputs: checked, decision: decideProvider(answer, existing.outputs, checked) };
}

function refuseFailures(urn: Urn, check: CheckResult): void {
  if (check.failures.length === 0) return;
  throw ImpError.of("PROVIDER_CONFIG_REFUSED", { urn, failures: check.failures });
}

function restoreVersion(checked: PropertyMap, news: PropertyMap): PropertyMap {
  const version = news.get("version");
  return version === undefined || checked.has("version") ? checked : new Map([...checked, ["version", version]]);
}
