/** Explains failed calls to a provider by the kind of failure, never by the message. */
import { ImpError } from "../../domain/errors.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { ProviderError } from "../../plugin/provider.ts";
import type { ProviderInstance } from "./providers.ts";

/** Returns the fields that identify a resource in errors of provider calls. */
export function objectFacts(
  request: Pick<ResolvedSpec, "type" | "id" | "name">,
  instance: Pick<ProviderInstance, "label"> | undefined,
) {
  const { type, name, id } = request;
  return { type, name, id: id ?? "", provider: instance?.label };
}

/** Converts a failed provider call to an ImpError. Rethrows cancellation, and errors that do not come from a provider. */
export function callError(
  error: unknown,
  request: Pick<ResolvedSpec, "type" | "id" | "name">,
  instance: Pick<ProviderInstance, "label"> | undefined,
): ImpError {
  if (error instanceof ImpError) return error;
  if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
  const { method } = error;
  const details = { ...objectFacts(request, instance), method, reason: error.message };
  switch (error.failure) {
    case "not-found":
      return ImpError.of("RESOURCE_NOT_FOUND", details);
    case "unimplemented":
      return ImpError.of("NOT_IMPORTABLE", details);
    case "unauthorised":
      return ImpError.of("CALL_UNAUTHORISED", details);
    case "throttled":
      return ImpError.of("CALL_THROTTLED", details);
    case "timeout":
      return ImpError.of("CALL_TIMEOUT", details);
    case "died":
      return ImpError.of("PLUGIN_DIED", details);
    case "malformed":
      return ImpError.of("ANSWER_MALFORMED", details);
    case "invalid":
      // For an import, Read gets only the id, so the id is invalid.
      return ImpError.of(method === "Read" ? "ID_REFUSED" : "PROVIDER_REFUSED", details);
    case "other":
      return ImpError.of("PROVIDER_REFUSED", details);
  }
}
