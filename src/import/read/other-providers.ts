/**
 * Asks the other providers of the run for an object that its own does not find, or may not see.
 */

import { nameOf } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { ProviderError } from "../../plugin/provider.ts";
import { objectFacts } from "../providers/call-error.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import type { AccessWatch } from "./access-watch.ts";

/** So many others are asked at most. */
const providersAskedAtMost = 8;

/**
 * Asks the others for an object that was not found.
 *
 * @param error what the resource failed with.
 * @param all every provider of the run, and the watch that asks it.
 * @returns WRONG_PROVIDER with the one that has it; RESOURCE_NOT_FOUND names who was asked in vain.
 */
export async function askOtherProviders(
  error: ImpError,
  request: ResolvedSpec,
  instance: ProviderInstance,
  all: readonly { readonly instance: ProviderInstance; readonly watch: AccessWatch }[],
): Promise<ImpError> {
  if (error.code !== "RESOURCE_NOT_FOUND" && error.code !== "CALL_UNAUTHORISED") return error;
  const others = all
    .filter((other) => other.instance.urn !== instance.urn && isLike(other.instance, instance) && !other.watch.isLost)
    .slice(0, providersAskedAtMost);
  if (others.length === 0) return error;
  const facts = objectFacts(request, instance);
  for (const { instance: other, watch } of others) {
    if (!(await providerHasObject(watch, request))) continue;
    const use = other.isDefault ? {} : { use: nameOf(other.urn) };
    return ImpError.of("WRONG_PROVIDER", { ...facts, found: other.label, ...use });
  }
  if (error.code === "CALL_UNAUTHORISED") return error;
  return ImpError.of("RESOURCE_NOT_FOUND", { ...facts, others: others.map((other) => other.instance.label) });
}

/** Another configuration of the same package that is ready. */
function isLike(other: ProviderInstance, instance: ProviderInstance): boolean {
  return other.package.name === instance.package.name && other.provider !== undefined;
}

async function providerHasObject(watch: AccessWatch, request: ResolvedSpec): Promise<boolean> {
  const { urn, name, type, id = "" } = request;
  try {
    return (await watch.read({ urn, name, type, id })).outputs !== undefined;
  } catch (error) {
    if (error instanceof ImpError) return false;
    if (error instanceof ProviderError && error.failure !== "cancelled") return false;
    throw error;
  }
}
