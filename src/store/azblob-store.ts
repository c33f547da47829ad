import type { ContainerClient } from "@azure/storage-blob";
import type { EnvironmentVariables } from "../domain/environment.ts";
import { bucketStore, contentType, loadClient } from "./bucket-store.ts";
import type { Condition, Listed, Store, Stored } from "./store.ts";
import { invalid, type StoreUrl, urlFlag } from "./store-url.ts";

type Sdk = typeof import("@azure/storage-blob");

/** Opens an Azure Blob Storage container. `address` is the URL as configured. Throws CLIENT_MISSING, BACKEND_URL. */
export async function azblobStore(address: string, url: StoreUrl, env: EnvironmentVariables): Promise<Store> {
  const sdk = await loadClient("@azure/storage-blob", "azblob", () => import("@azure/storage-blob"));
  const container = await openContainer(sdk, url, env);
  return bucketStore("azblob", address, url, {
    read: (key) => readBlob(container, url.prefix + key),
    list: (prefix, deep) => listBlobs(container, url.prefix, prefix, deep !== undefined),
    write: (key, bytes, condition) => writeBlob(container, url.prefix + key, bytes, condition),
    copy: async (from, to) => {
      const source = container.getBlobClient(url.prefix + from).url;
      await (await container.getBlobClient(url.prefix + to).beginCopyFromURL(source)).pollUntilDone();
    },
    remove: async (key) => {
      await container.getBlobClient(url.prefix + key).deleteIfExists();
    },
  });
}

/** Opens the container with the address and the credentials that Pulumi's library would use. */
async function openContainer(sdk: Sdk, url: StoreUrl, env: EnvironmentVariables): Promise<ContainerClient> {
  const connection = env.AZURE_STORAGE_CONNECTION_STRING || env.AZURE_STORAGEBLOB_CONNECTIONSTRING || "";
  const connected = new Map(connection.split(";").map((part) => splitAtEquals(part)));
  const account = url.options.get("storage_account") || env.AZURE_STORAGE_ACCOUNT || connected.get("AccountName");
  if (account === undefined || account === "")
    throw invalid(
      url.shown,
      "the storage account is missing: set the option storage_account, or AZURE_STORAGE_ACCOUNT",
    );
  const address = `${serviceUrl(url, account, connected, env)}/${url.bucket}`;
  const { AZURE_STORAGE_ACCOUNT: keyed, AZURE_STORAGE_KEY: key, AZURE_STORAGE_SAS_TOKEN: token } = env;
  if (keyed && key) return new sdk.ContainerClient(address, new sdk.StorageSharedKeyCredential(keyed, key));
  if (token) return new sdk.ContainerClient(`${address}?${token.replace(/^\?/, "")}`);
  if (connection !== "") return new sdk.ContainerClient(connection, url.bucket);
  const identity = await loadClient("@azure/identity", "azblob", () => import("@azure/identity"));
  return new sdk.ContainerClient(address, new identity.DefaultAzureCredential());
}

function serviceUrl(
  url: StoreUrl,
  account: string,
  connected: ReadonlyMap<string, string>,
  env: EnvironmentVariables,
): string {
  const domain = url.options.get("domain") || env.AZURE_STORAGE_DOMAIN || "blob.core.windows.net";
  const protocol =
    url.options.get("protocol") || env.AZURE_STORAGE_PROTOCOL || connected.get("DefaultEndpointsProtocol") || "https";
  const yes = ["1", "t", "T", "true", "TRUE", "True"];
  const emulated = urlFlag(url, "localemu") ?? yes.includes(env.AZURE_STORAGE_IS_LOCAL_EMULATOR ?? "");
  const delivered = urlFlag(url, "cdn") ?? yes.includes(env.AZURE_STORAGE_IS_CDN ?? "");
  if (emulated || /^(127\.0\.0\.1|localhost)/.test(domain)) return `${protocol}://${domain}/${account}`;
  return delivered ? `${protocol}://${domain}` : `${protocol}://${account}.${domain}`;
}

function splitAtEquals(part: string): readonly [string, string] {
  const index = part.indexOf("=");
  return index < 0 ? [part, ""] : [part.slice(0, index), part.slice(index + 1)];
}

async function readBlob(container: ContainerClient, name: string): Promise<Stored | undefined> {
  try {
    const client = container.getBlobClient(name);
    const response = await client.download();
    const parts: Uint8Array[] = [];
    for await (const part of response.readableStreamBody ?? []) parts.push(Buffer.from(part));
    return { bytes: Buffer.concat(parts), version: response.etag ?? "" };
  } catch (error) {
    if (blobStatus(error) === 404) return undefined;
    throw error;
  }
}

async function listBlobs(
  container: ContainerClient,
  root: string,
  prefix: string,
  deep: boolean,
): Promise<readonly Listed[]> {
  const blobs: Listed[] = [];
  const options = { prefix: root + prefix };
  const items = deep ? container.listBlobsFlat(options) : container.listBlobsByHierarchy("/", options);
  for await (const item of items) {
    if (!("properties" in item)) continue;
    blobs.push({ key: item.name.slice(root.length), modified: item.properties.lastModified.getTime() });
  }
  return blobs;
}

async function writeBlob(
  container: ContainerClient,
  name: string,
  bytes: Uint8Array,
  condition: Condition,
): Promise<string | undefined> {
  const conditions =
    condition === "always" ? {} : condition === "absent" ? { ifNoneMatch: "*" } : { ifMatch: condition.version };
  try {
    const { etag } = await container.getBlockBlobClient(name).uploadData(Buffer.from(bytes), {
      conditions,
      blobHTTPHeaders: { blobContentType: contentType(name) },
    });
    return etag ?? "";
  } catch (error) {
    // 409 means that the blob exists, although it must be absent. 404 means that the blob to replace does not exist.
    if (condition !== "always" && [404, 409, 412].includes(blobStatus(error))) return undefined;
    throw error;
  }
}

function blobStatus(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 0;
}
