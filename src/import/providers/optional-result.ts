import { ImpError } from "../../domain/errors.ts";
import { ProviderError } from "../../plugin/provider.ts";

/** Returns the result of a call that the run does not depend on, or undefined if the call fails. Throws if the run was cancelled. */
export async function optionalResult<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ImpError || (error instanceof ProviderError && error.failure !== "cancelled"))
      return undefined;
    throw error;
  }
}
