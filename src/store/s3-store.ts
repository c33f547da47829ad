import type { PutObjectCommandInput, S3Client, S3ClientConfig, ServerSideEncryption } from "@aws-sdk/client-s3";
import { bucketStore, contentType, loadClient } from "./bucket-store.ts";
import type { Condition, Listed, Store } from "./store.ts";
import { invalid, type StoreUrl, urlFlag } from "./store-url.ts";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Milliseconds without data after which the client sends a request again. It does this at most three times. */
const socketTimeout = 30_000;

interface Bucket {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly url: StoreUrl;
}

/** Opens a bucket in S3 or a compatible service. `address` is the URL as configured. Throws CLIENT_MISSING, BACKEND_URL. */
export async function s3Store(address: string, url: StoreUrl): Promise<Store> {
  const sdk = await loadClient("@aws-sdk/client-s3", "s3", () => import("@aws-sdk/client-s3"));
  const bucket: Bucket = { sdk, client: new sdk.S3Client(s3ClientConfig(url)), url };
  await bucket.client.config.region().catch(() => {
    throw invalid(url.shown, "the region is missing: set the option region, AWS_REGION, or the region of the profile");
  });
  return bucketStore("s3", address, url, {
    read: (key) => readStoredObject(bucket, key),
    list: (prefix, deep) => listObjects(bucket, prefix, deep !== undefined),
    write: (key, bytes, condition) => writeStoredObject(bucket, key, bytes, condition),
    copy: (from, to) => copyObject(bucket, from, to),
    remove: async (key) => {
      await bucket.client.send(new sdk.DeleteObjectCommand(objectAddress(bucket, key)));
    },
  });
}

/** Returns the client's configuration for the options of the URL. Like Pulumi, accepts older names of options. */
function s3ClientConfig(url: StoreUrl): S3ClientConfig {
  const { options, shown } = url;
  if (options.has("role"))
    throw invalid(
      shown,
      "the option role is not supported: use the option profile with a profile that assumes the role",
    );
  const plain = urlFlag(url, "disableSSL") ?? urlFlag(url, "disable_https");
  const endpoint = options.get("endpoint");
  return {
    requestHandler: { connectionTimeout: 10_000, socketTimeout },
    region: options.get("region"),
    profile: options.get("profile"),
    endpoint:
      endpoint === undefined
        ? undefined
        : endpoint.includes("://")
          ? endpoint
          : `${plain === true ? "http" : "https"}://${endpoint}`,
    tls: endpoint === undefined && plain === true ? false : undefined,
    forcePathStyle: urlFlag(url, "s3ForcePathStyle") ?? urlFlag(url, "use_path_style"),
    useAccelerateEndpoint: urlFlag(url, "accelerate") === true ? true : undefined,
    useDualstackEndpoint: urlFlag(url, "dualstack") === true ? true : undefined,
    useFipsEndpoint: urlFlag(url, "fips") === true ? true : undefined,
    signer: urlFlag(url, "anonymous") === true ? { sign: async (request) => request } : undefined,
    requestChecksumCalculation: checksumMode(url),
  };
}

/** Returns when the client sends checksums. Other servers than Amazon's may not support the newer checksums. */
function checksumMode({ options }: StoreUrl): "WHEN_REQUIRED" | "WHEN_SUPPORTED" | undefined {
  const option = options.get("request_checksum_calculation");
  if (option !== undefined) return option.toLowerCase() === "when_required" ? "WHEN_REQUIRED" : "WHEN_SUPPORTED";
  return options.has("endpoint") ? "WHEN_REQUIRED" : undefined;
}

function objectAddress({ url }: Bucket, key: string): { readonly Bucket: string; readonly Key: string } {
  return { Bucket: url.bucket, Key: url.prefix + key };
}

async function readStoredObject(bucket: Bucket, key: string) {
  try {
    const { Body, ETag = "" } = await bucket.client.send(new bucket.sdk.GetObjectCommand(objectAddress(bucket, key)));
    return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), version: ETag };
  } catch (error) {
    if (error instanceof bucket.sdk.NoSuchKey) return undefined;
    throw error;
  }
}

async function listObjects({ sdk, client, url }: Bucket, prefix: string, deep: boolean): Promise<readonly Listed[]> {
  const objects: Listed[] = [];
  const input = { Bucket: url.bucket, Prefix: url.prefix + prefix, ...(deep ? {} : { Delimiter: "/" }) };
  for (let token: string | undefined, more = true; more; ) {
    const page = await client.send(new sdk.ListObjectsV2Command({ ...input, ContinuationToken: token }));
    for (const { Key, LastModified } of page.Contents ?? [])
      objects.push({ key: (Key ?? "").slice(url.prefix.length), modified: LastModified?.getTime() ?? 0 });
    token = page.NextContinuationToken;
    more = token !== undefined;
  }
  return objects;
}

async function writeStoredObject(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array,
  condition: Condition,
): Promise<string | undefined> {
  const input: PutObjectCommandInput = {
    ...objectAddress(bucket, key),
    Body: bytes,
    ...encryptionOf(bucket.url),
    ContentType: contentType(key),
  };
  const headers =
    condition === "always" ? {} : condition === "absent" ? { IfNoneMatch: "*" } : { IfMatch: condition.version };
  try {
    const { ETag } = await bucket.client.send(new bucket.sdk.PutObjectCommand({ ...input, ...headers }));
    return ETag ?? "";
  } catch (error) {
    if (!(error instanceof bucket.sdk.S3ServiceException)) throw error;
    const status = error.$metadata.httpStatusCode;
    // 409 means that another write of this key is in progress. NoSuchKey means that the object to replace does not exist.
    if (condition !== "always" && (status === 412 || status === 409 || error.name === "NoSuchKey")) return undefined;
    if (condition !== "always" && status === 501) return writeCompared(bucket, input, condition);
    throw error;
  }
}

/** Compares the version, then writes. Used for servers without conditional writes. The stack's lock prevents writes in between. */
async function writeCompared(
  bucket: Bucket,
  input: PutObjectCommandInput,
  condition: Exclude<Condition, "always">,
): Promise<string | undefined> {
  const now = await readStoredObject(bucket, (input.Key ?? "").slice(bucket.url.prefix.length));
  if (now?.version !== (condition === "absent" ? undefined : condition.version)) return undefined;
  const { ETag } = await bucket.client.send(new bucket.sdk.PutObjectCommand(input));
  return ETag ?? "";
}

async function copyObject(bucket: Bucket, from: string, to: string): Promise<void> {
  const { Bucket: name, Key } = objectAddress(bucket, from);
  // Some servers do not accept encoded separators.
  const source = [name, ...Key.split("/")].map(encodeURIComponent).join("/");
  const encryption = encryptionOf(bucket.url);
  await bucket.client.send(
    new bucket.sdk.CopyObjectCommand({ ...objectAddress(bucket, to), CopySource: source, ...encryption }),
  );
}

function encryptionOf({ options }: StoreUrl): Pick<PutObjectCommandInput, "ServerSideEncryption" | "SSEKMSKeyId"> {
  return {
    ServerSideEncryption: options.get("ssetype") as ServerSideEncryption | undefined,
    SSEKMSKeyId: options.get("kmskeyid"),
  };
}
