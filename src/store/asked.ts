import { ImpError } from "../errors.ts";

/** Calls a vendor's client. Throws STORE_REFUSED for errors of the service and the network, without the request, which contains signatures. */
export async function askService<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeRefusal(where, error);
  }
}

function storeRefusal(where: string, error: unknown): unknown {
  if (error instanceof ImpError || !(error instanceof Error)) return error;
  const status = httpStatus(error);
  return ImpError.of("STORE_REFUSED", { where, reason: serviceErrorName(error), status });
}

/** Returns the error's name, `AccessDenied` or `ECONNREFUSED`, because messages are not stable. */
function serviceErrorName(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && code !== "") return code;
  const cause = error.cause;
  if (error.name === "Error" && cause instanceof Error) return serviceErrorName(cause);
  // Some clients throw errors without a name.
  return error.name === "Error" ? (error.message.split("\n")[0] ?? "") : error.name;
}

/** Returns the HTTP status, which has another name in each client. */
function httpStatus(error: Error): number | undefined {
  const { $metadata, statusCode, code } = error as {
    readonly $metadata?: { readonly httpStatusCode?: unknown };
    readonly statusCode?: unknown;
    readonly code?: unknown;
  };
  return [$metadata?.httpStatusCode, statusCode, code].find((status) => typeof status === "number");
}
