/**
 * Keeps files in a bucket of S3, or of a compatible service.
 */
import type { PutObjectCommandInput, S3Client, S3ClientConfig, ServerSideEncryption } from "@aws-sdk/client-s3";
import { askService } from "./asked.ts";
import { loadClient } from "./load-client.ts";
import type { Condition, Listed, Store } from "./store.ts";
import { invalid, type StoreUrl, urlFlag } from "./store-url.ts";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Milliseconds without a byte after which a request is repeated, three times at most. */
const silence = 30_000;

interface Bucket {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly url: StoreUrl;
}

/** Throws CLIENT_MISSING, BACKEND_URL. `address` is the URL as it was typed. */
export async function s3Store(address: string, url: StoreUrl): Promise<Store> {
  const sdk = await loadClient("@aws-sdk/client-s3", "s3", () => import("@aws-sdk/client-s3"));
  const bucket: Bucket = { sdk, client: new sdk.S3Client(s3ClientConfig(url)), url };
  await bucket.client.config.region().catch(() => {
    throw invalid(url.shown, "no region is known: name it by the option region, by AWS_REGION or in the profile");
  });
  const shown = (key: string): string => `${url.shown}/${key}`;
  return {
    kind: "s3",
    url: address,
    shown,
    read: (key) => askService(shown(key), () => readStoredObject(bucket, key)),
    list: (prefix, deep) => askService(shown(prefix), () => listObjects(bucket, prefix, deep !== undefined)),
    write: (key, bytes, condition) => askService(shown(key), () => writeStoredObject(bucket, key, bytes, condition)),
    copy: (from, to) => askService(shown(to), () => copy(bucket, from, to)),
    remove: (key) =>
      askService(shown(key), async () => {
        await bucket.client.send(new sdk.DeleteObjectCommand(objectAddress(bucket, key)));
      }),
  };
}

/** Options of the URL as Pulumi reads them, older names included. */
function s3ClientConfig(url: StoreUrl): S3ClientConfig {
  const { options, shown } = url;
  if (options.has("role"))
    throw invalid(
      shown,
      "the option role is not supported: name a profile that takes the role, with the option profile",
    );
  const plain = urlFlag(url, "disableSSL") ?? urlFlag(url, "disable_https");
  const endpoint = options.get("endpoint");
  const style = urlFlag(url, "s3ForcePathStyle") ?? urlFlag(url, "use_path_style");
  const checksum = checksumOf(url);
  const region = options.get("region");
  const profile = options.get("profile");
  return {
    requestHandler: { connectionTimeout: 10_000, socketTimeout: silence },
    region,
    profile,
    endpoint:
      endpoint === undefined
        ? undefined
        : endpoint.includes("://")
          ? endpoint
          : `${plain === true ? "http" : "https"}://${endpoint}`,
    tls: endpoint === undefined && plain === true ? false : undefined,
    forcePathStyle: style,
    useAccelerateEndpoint: urlFlag(url, "accelerate") === true ? true : undefined,
    useDualstackEndpoint: urlFlag(url, "dualstack") === true ? true : undefined,
    useFipsEndpoint: urlFlag(url, "fips") === true ? true : undefined,
    signer: urlFlag(url, "anonymous") === true ? { sign: async (request) => request } : undefined,
    requestChecksumCalculation: checksum,
  };
}

/** Servers that are not Amazon's may not know the newer checksums. */
function checksumOf({ options }: StoreUrl): "WHEN_REQUIRED" | "WHEN_SUPPORTED" | undefined {
  const asked = options.get("request_checksum_calculation");
  if (asked !== undefined) return asked.toLowerCase() === "when_required" ? "WHEN_REQUIRED" : "WHEN_SUPPORTED";
  return options.has("endpoint") ? "WHEN_REQUIRED" : undefined;
}

function objectAddress({ url }: Bucket, key: string): { readonly Bucket: string; readonly Key: string } {
  return { Bucket: url.bucket, Key: url.prefix + key };
}

async function readStoredObject(bucket: Bucket, key: string) {
  try {
    const found = await bucket.client.send(new bucket.sdk.GetObjectCommand(objectAddress(bucket, key)));
    const bytes = (await found.Body?.transformToByteArray()) ?? new Uint8Array();
    return { bytes, version: found.ETag ?? "" };
  } catch (error) {
    if (error instanceof bucket.sdk.NoSuchKey) return undefined;
    throw error;
  }
}

async function listObjects({ sdk, client, url }: Bucket, prefix: string, deep: boolean): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  const delimiter = deep ? {} : { Delimiter: "/" };
  for (let token: string | undefined, more = true; more; ) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({
        Bucket: url.bucket,
        Prefix: url.prefix + prefix,
        ...delimiter,
        ContinuationToken: token,
      }),
    );
    for (const { Key, LastModified } of page.Contents ?? [])
      found.push({ key: (Key ?? "").slice(url.prefix.length), modified: LastModified?.getTime() ?? 0 });
    token = page.NextContinuationToken;
    more = token !== undefined;
  }
  return found;
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
    ...contentType(key),
  };
  const only =
    condition === "always" ? {} : condition === "absent" ? { IfNoneMatch: "*" } : { IfMatch: condition.version };
  try {
    const { ETag } = await bucket.client.send(new bucket.sdk.PutObjectCommand({ ...input, ...only }));
    return ETag ?? "";
  } catch (error) {
    if (!(error instanceof bucket.sdk.S3ServiceException)) throw error;
    const status = error.$metadata.httpStatusCode;
    // 409: another write of this key is under way. 404: what was to be replaced is gone.
    if (condition !== "always" && (status === 412 || status === 409 || error.name === "NoSuchKey")) return undefined;
    if (condition !== "always" && status === 501) return writeCompared(bucket, input, condition);
    throw error;
  }
}

/** For servers without conditional writes: under the stack's lock nobody else writes between the two. */
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

async function copy(bucket: Bucket, from: string, to: string): Promise<void> {
  const { Bucket: name, Key } = objectAddress(bucket, from);
  // Stricter servers want the separators as they are.
  const source = [name, ...Key.split("/")].map(encodeURIComponent).join("/");
  const encryption = encryptionOf(bucket.url);
  await bucket.client.send(
    new bucket.sdk.CopyObjectCommand({ ...objectAddress(bucket, to), CopySource: source, ...encryption }),
  );
}

function encryptionOf({ options }: StoreUrl): Pick<PutObjectCommandInput, "ServerSideEncryption" | "SSEKMSKeyId"> {
  const type = options.get("ssetype");
  const key = options.get("kmskeyid");
  return {
    ServerSideEncryption: type === undefined ? undefined : (type as ServerSideEncryption),
    SSEKMSKeyId: key,
  };
}

/** The type that Pulumi's library finds by looking at the content. */
function contentType(key: string): { readonly ContentType: string } {
  return { ContentType: key.endsWith(".gz") ? "application/x-gzip" : "text/plain; charset=utf-8" };
}
