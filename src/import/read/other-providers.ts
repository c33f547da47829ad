/** If a resource's provider does not find an object or cannot access it, calls Read of the run's other providers. */

import { ImpError } from "../../domain/errors.ts";
import { nameOf } from "../../domain/urn.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { objectFacts } from "../providers/call-error.ts";
import { optionalResult } from "../providers/optional-result.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import type { AccessWatch } from "./access-watch.ts";

const maxOtherProviders = 8;

/** Looks for the object with other providers of the package. Returns WRONG_PROVIDER if one has it. Adds the tried providers to RESOURCE_NOT_FOUND. */
export async function askOtherProviders(
  error: ImpError,
  request: ResolvedSpec,
  instance: ProviderInstance,
  all: readonly { readonly instance: ProviderInstance; readonly watch: AccessWatch }[],
): Promise<ImpError> {
  if (error.code !== "RESOURCE_NOT_FOUND" && error.code !== "CALL_UNAUTHORISED") return error;
  const isAlternative = ({ urn, package: { name }, provider }: ProviderInstance): boolean =>
    urn !== instance.urn && name === instance.package.name && provider !== undefined;
  const alternatives = all
    .filter((other) => isAlternative(other.instance) && !other.watch.isLost)
    .slice(0, maxOtherProviders);
  if (alternatives.length === 0) return error;
  const objectDetails = objectFacts(request, instance);
  for (const { instance: other, watch } of alternatives) {
    if (!(await providerHasObject(watch, request))) continue;
    const use = other.isDefault ? {} : { use: nameOf(other.urn) };
    return ImpError.of("WRONG_PROVIDER", { ...objectDetails, found: other.label, ...use });
  }
  if (error.code === "CALL_UNAUTHORISED") return error;
  return ImpError.of("RESOURCE_NOT_FOUND", {
    ...objectDetails,
    others: alternatives.map((other) => other.instance.label),
  });
}

async function providerHasObject(watch: AccessWatch, request: ResolvedSpec): Promise<boolean> {
  const { urn, name, type, id = "" } = request;
  return (await optionalResult(watch.read({ urn, name, type, id })))?.outputs !== undefined;
}
