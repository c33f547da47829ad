/**
 * A failed call of a resource as an error with its remedy, by the class of the failure: code, details and protocol, never text.
 */
import { ImpError } from "../../errors.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { ProviderError } from "../../plugin/provider.ts";
import type { ProviderInstance } from "./providers.ts";

/** Facts of every such error: the object, by its entry, and the provider that was asked for it. */
export function objectFacts(
  request: Pick<ResolvedSpec, "type" | "id" | "name">,
  instance: Pick<ProviderInstance, "label"> | undefined,
) {
  const { type, name, id } = request;
  return { type, name, id: id ?? "", provider: instance?.label };
}

/** Explains it; anything else than a failed call, and the end of the run, is rethrown. */
export function callError(
  error: unknown,
  request: Pick<ResolvedSpec, "type" | "id" | "name">,
  instance: Pick<ProviderInstance, "label"> | undefined,
): ImpError {
  if (error instanceof ImpError) return error;
  if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
  const { method } = error;
  const facts = { ...objectFacts(request, instance), method, reason: error.message };
  switch (error.failure) {
    case "not-found":
      return ImpError.of("RESOURCE_NOT_FOUND", facts);
    case "unimplemented":
      return ImpError.of("NOT_IMPORTABLE", facts);
    case "unauthorised":
      return ImpError.of("CALL_UNAUTHORISED", facts);
    case "throttled":
      return ImpError.of("CALL_THROTTLED", facts);
    case "timeout":
      return ImpError.of("CALL_TIMEOUT", facts);
    case "died":
      return ImpError.of("PLUGIN_DIED", facts);
    case "malformed":
      return ImpError.of("ANSWER_MALFORMED", facts);
    case "invalid":
      // An import sends nothing but the id: that is what Read does not accept.
      return ImpError.of(method === "Read" ? "ID_REFUSED" : "PROVIDER_REFUSED", facts);
    case "other":
      return ImpError.of("PROVIDER_REFUSED", facts);
  }
}
