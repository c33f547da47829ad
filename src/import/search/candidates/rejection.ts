/** Distinguishes rejections of a program from failures of its provider. */
import { type CheckFailure, type CheckResult, ProviderError } from "../../../plugin/provider.ts";
import { emptyMap, type PropertyMap } from "../../../value/value.ts";
import type { Subject } from "./subject.ts";

/** For each kind of gRPC error, whether it rejects the program. If not, the plugin or its connection failed, or the run was cancelled. */
const rejects: Readonly<Record<ProviderError["failure"], boolean>> = {
  unimplemented: true,
  "not-found": true,
  invalid: true,
  other: true,
  died: false,
  timeout: false,
  cancelled: false,
  unauthorised: false,
  throttled: false,
  malformed: false,
};

/** Returns whether the error is a rejection of the program. */
export function isRejection(error: unknown): error is ProviderError {
  return error instanceof ProviderError && rejects[error.failure];
}

/** Returns the result of a call, or `rejected` if the provider rejected the program. Rethrows all other errors. */
export async function unlessRejected<T, R>(call: Promise<T>, rejected: (failure: CheckFailure) => R): Promise<T | R> {
  try {
    return await call;
  } catch (error) {
    if (isRejection(error)) return rejected({ property: "", reason: error.message });
    throw error;
  }
}

/** Calls Check. Converts a rejected call to a failure without a property. */
export async function checkOrReject(
  { check }: Pick<Subject, "check">,
  olds: PropertyMap,
  news: PropertyMap,
): Promise<CheckResult> {
  return await unlessRejected(check(olds, news), (failure) => ({ inputs: emptyMap, failures: [failure] }));
}

/** Returns the message if a preview of Create or Update crashed, timed out, or returned a malformed response. Returns undefined for other errors. */
export function previewFailureOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderError) || (error.method !== "Create" && error.method !== "Update")) return undefined;
  return ["died", "timeout", "malformed"].includes(error.failure) ? error.message : undefined;
}
