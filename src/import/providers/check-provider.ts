/**
 * A provider resource over what the state has of it: its checked inputs, and what the engine will do with it
 * (docs/providers.md#checkconfig-and-diffconfig).
 */
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import type { CheckResult, Provider } from "../../plugin/provider.ts";
import type { PropertyMap } from "../../value/value.ts";
import { type Decision, decideProvider, same } from "../engine/oracle.ts";

/** A provider resource as the state has it. */
export interface OldProvider {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

export interface CheckedProvider {
  /** The inputs that CheckConfig answered, without `__internal`. */
  readonly inputs: PropertyMap;
  readonly decision: Decision;
}

/**
 * CheckConfig, and DiffConfig where the state has an older one.
 *
 * @throws PROVIDER_CONFIG_REFUSED; ProviderError.
 */
export async function checkProvider(
  provider: Provider,
  urn: Urn,
  inputs: PropertyMap,
  known: OldProvider | undefined,
): Promise<CheckedProvider> {
  const olds = withoutInternal(known?.inputs ?? new Map());
  const news = withoutInternal(inputs);
  const check = await provider.checkConfig({ urn, olds, news });
  refuseFailures(urn, check);
  const checked = restoreVersion(check.inputs, news);
  if (known === undefined) return { inputs: checked, decision: same };
  const answer = await provider.diffConfig({ urn, oldInputs: olds, olds: known.outputs, news: checked });
  return { inputs: checked, decision: decideProvider(answer, known.outputs, checked) };
}

/** Provider inputs as the plugin sees them: `__internal` is the engine's own. */
export function withoutInternal(inputs: PropertyMap): PropertyMap {
  return inputs.has("__internal") ? new Map([...inputs].filter(([key]) => key !== "__internal")) : inputs;
}

function refuseFailures(urn: Urn, check: CheckResult): void {
  if (check.failures.length === 0) return;
  throw ImpError.of("PROVIDER_CONFIG_REFUSED", { urn, failures: check.failures });
}

function restoreVersion(checked: PropertyMap, news: PropertyMap): PropertyMap {
  const version = news.get("version");
  return version === undefined || checked.has("version") ? checked : new Map([...checked, ["version", version]]);
}
