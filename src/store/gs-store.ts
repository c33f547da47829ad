import type { Bucket, Storage, StorageOptions } from "@google-cloud/storage";
import type { EnvironmentVariables } from "../domain/environment.ts";
import { bucketStore, contentType, loadClient } from "./bucket-store.ts";
import type { Condition, Listed, Store, Stored } from "./store.ts";
import { invalid, type StoreUrl, urlFlag } from "./store-url.ts";

/** Opens a Google Cloud Storage bucket. `address` is the URL as configured. Throws CLIENT_MISSING, BACKEND_URL. */
export async function gsStore(address: string, url: StoreUrl, env: EnvironmentVariables): Promise<Store> {
  const sdk = await loadClient("@google-cloud/storage", "gs", () => import("@google-cloud/storage"));
  const storage: Storage = new sdk.Storage(await storageOptions(url, env));
  const bucket = storage.bucket(url.bucket);
  return bucketStore("gs", address, url, {
    read: (key) => readStoredFile(bucket, url.prefix + key),
    list: (prefix, deep) => listStoredFiles(bucket, url.prefix, prefix, deep !== undefined),
    write: (key, bytes, condition) => writeStoredFile(bucket, url.prefix + key, bytes, condition),
    copy: async (from, to) => {
      await bucket.file(url.prefix + from).copy(bucket.file(url.prefix + to));
    },
    remove: async (key) => {
      await bucket.file(url.prefix + key).delete({ ignoreNotFound: true });
    },
  });
}

/** Returns the client options. As in Pulumi, credentials come from the URL, from two environment variables, or from the client's defaults. */
async function storageOptions(url: StoreUrl, env: EnvironmentVariables): Promise<StorageOptions> {
  const common = { universeDomain: url.options.get("universe_domain") };
  const { GOOGLE_CREDENTIALS: json, GOOGLE_OAUTH_ACCESS_TOKEN: token } = env;
  if (urlFlag(url, "anonymous") === true || url.options.get("access_id") === "-") {
    const { OAuth2Client } = await loadClient("google-auth-library", "gs", () => import("google-auth-library"));
    const unauthenticated = new OAuth2Client();
    unauthenticated.getRequestHeaders = async () => ({});
    return { ...common, authClient: unauthenticated };
  }
  if (json !== undefined && json !== "") return { ...common, credentials: parseCredentials(json, url) };
  if (token === undefined || token === "") return common;
  const { OAuth2Client } = await loadClient("google-auth-library", "gs", () => import("google-auth-library"));
  const client = new OAuth2Client();
  client.setCredentials({ access_token: token });
  return { ...common, authClient: client };
}

function parseCredentials(json: string, url: StoreUrl): Record<string, string> {
  try {
    return JSON.parse(json) as Record<string, string>;
  } catch {
    throw invalid(url.shown, "GOOGLE_CREDENTIALS is not valid JSON");
  }
}

async function readStoredFile(bucket: Bucket, name: string): Promise<Stored | undefined> {
  try {
    // Download exactly this generation, because another process may write a newer one in the meantime.
    const [metadata] = await bucket.file(name).getMetadata();
    const version = String(metadata.generation);
    const [bytes] = await bucket.file(name, { generation: version }).download({ decompress: false });
    return { bytes, version };
  } catch (error) {
    if (storageCode(error) === 404) return undefined;
    throw error;
  }
}

async function listStoredFiles(
  bucket: Bucket,
  root: string,
  prefix: string,
  deep: boolean,
): Promise<readonly Listed[]> {
  const [files] = await bucket.getFiles(deep ? { prefix: root + prefix } : { prefix: root + prefix, delimiter: "/" });
  return files.map(({ name, metadata }) => ({
    key: name.slice(root.length),
    modified: Date.parse(String(metadata.updated ?? metadata.timeCreated)) || 0,
  }));
}

async function writeStoredFile(
  bucket: Bucket,
  name: string,
  bytes: Uint8Array,
  condition: Condition,
): Promise<string | undefined> {
  const generation = condition === "always" ? undefined : condition === "absent" ? 0 : condition.version;
  const file = bucket.file(name);
  try {
    await file.save(Buffer.from(bytes), {
      resumable: false,
      contentType: contentType(name),
      preconditionOpts: generation === undefined ? undefined : { ifGenerationMatch: generation },
    });
    return String(file.metadata.generation);
  } catch (error) {
    if (generation !== undefined && storageCode(error) === 412) return undefined;
    throw error;
  }
}

function storageCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
