import { ImpError } from "../domain/errors.ts";

import type { Store } from "./store.ts";
import type { ObjectScheme, StoreUrl } from "./store-url.ts";

type Requests = Pick<Store, "read" | "list" | "write" | "copy" | "remove">;

/** Returns the store of a bucket. `address` is the URL as configured. Errors of `requests` become STORE_REFUSED. */
export function bucketStore(kind: ObjectScheme, address: string, url: StoreUrl, requests: Requests): Store {
  const shown = (key: string): string => `${url.shown}/${key}`;
  return {
    kind,
    url: address,
    shown,
    read: (key) => askService(shown(key), () => requests.read(key)),
    list: (prefix, deep) => askService(shown(prefix), () => requests.list(prefix, deep)),
    write: (key, bytes, condition) => askService(shown(key), () => requests.write(key, bytes, condition)),
    copy: (from, to) => askService(shown(to), () => requests.copy(from, to)),
    remove: (key) => askService(shown(key), () => requests.remove(key)),
  };
}

/** Returns the content type that Pulumi's library would detect. */
export function contentType(key: string): string {
  return key.endsWith(".gz") ? "application/x-gzip" : "text/plain; charset=utf-8";
}

/** Loads the optional client of a backend. Throws CLIENT_MISSING if the package is not installed. */
export async function loadClient<T>(name: string, scheme: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw ImpError.of("CLIENT_MISSING", { name, scheme });
    throw error;
  }
}

/**
 * Calls a vendor's client. Throws STORE_REFUSED for errors of the service and the network. The error omits the request, which contains signatures.
 */
async function askService<T>(where: string, work: () => Promise<T>): Promise<T> {
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

/** Returns the name of an error, for example `AccessDenied` or `ECONNREFUSED`. Unlike messages, names are stable. */
function serviceErrorName(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string" && code !== "") return code;
  const cause = error.cause;
  if (error.name === "Error" && cause instanceof Error) return serviceErrorName(cause);
  // Some clients throw errors without a name.
  return error.name === "Error" ? (error.message.split("\n")[0] ?? "") : error.name;
}

/** Returns the HTTP status of an error, which each client stores under a different name. */
function httpStatus(error: Error): number | undefined {
  const { $metadata, statusCode, code } = error as {
    readonly $metadata?: { readonly httpStatusCode?: unknown };
    readonly statusCode?: unknown;
    readonly code?: unknown;
  };
  return [$metadata?.httpStatusCode, statusCode, code].find((status) => typeof status === "number");
}
