import type { Store } from "./store.ts";
import { type ObjectScheme, readStoreUrl } from "./store-url.ts";

/** Opens a store with the vendor's client. Sends no request to the service. Throws BACKEND_URL, CLIENT_MISSING. */
export async function openStore(
  scheme: ObjectScheme,
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Store> {
  const parsed = readStoreUrl(scheme, url);
  switch (scheme) {
    case "s3":
      return (await import("./s3-store.ts")).s3Store(url, parsed);
    case "gs":
      return (await import("./gs-store.ts")).gsStore(url, parsed, env);
    case "azblob":
      return (await import("./azblob-store.ts")).azblobStore(url, parsed, env);
  }
}
