/**
 * Calls a vendor's client and converts its errors to ones with reason and location, without the request (which holds signatures).
 */
import { ImpError } from "../errors.ts";

/** Throws STORE_REFUSED for refusals of the service and of the network. */
export async function askService<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeRefusal(where, error);
  }
}

/** Errors of imp pass unchanged. */
function storeRefusal(where: string, error: unknown): unknown {
  if (error instanceof ImpError || !(error instanceof Error)) return error;
  const status = httpStatus(error);
  return ImpError.of("STORE_REFUSED", { where, reason: serviceErrorName(error), status });
}

/** `AccessDenied`, `ECONNREFUSED`: names are stable, messages are not. */
function serviceErrorName(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && code !== "") return code;
  const cause = error.cause;
  if (error.name === "Error" && cause instanceof Error) return serviceErrorName(cause);
  // Only where a client has no name for it.
  return error.name === "Error" ? (error.message.split("\n")[0] ?? "") : error.name;
}

/** Reads the status, which each client names differently. */
function httpStatus(error: Error): number | undefined {
  const facts = error as {
    readonly $metadata?: { readonly httpStatusCode?: unknown };
    readonly statusCode?: unknown;
    readonly code?: unknown;
  };
  return [facts.$metadata?.httpStatusCode, facts.statusCode, facts.code].find((each) => typeof each === "number");
}
