/**
 * Asset hashes: what the engine computes when a program registers an asset, before any provider sees it (provider-protocol.md §4.6).
 */
import { createHash } from "node:crypto";
import type { ArchiveSource, ArchiveValue, AssetSource, AssetValue, PropertyMap, Value } from "../value/value.ts";

/** Bytes of a file by its path; `undefined`: there is none. */
export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>;

/** An asset whose hash cannot be known here. */
export class UnknownHash extends Error {}

/**
 * The inputs with the hash of every asset that has none.
 *
 * @throws UnknownHash for a file that is not there, an address, and an archive that is not one file of a known kind.
 */
export async function withAssetHashes(inputs: PropertyMap, read: ReadAsset): Promise<PropertyMap> {
  const entries = await Promise.all([...inputs].map(async ([key, value]) => [key, await hashed(value, read)] as const));
  return new Map(entries);
}

async function hashed(value: Value, read: ReadAsset): Promise<Value> {
  switch (value.kind) {
    case "asset":
      return await hashedAsset(value, read);
    case "archive":
      return await hashedArchive(value, read);
    case "list":
      return { kind: "list", items: await Promise.all(value.items.map((item) => hashed(item, read))) };
    case "map":
      return { kind: "map", entries: await withAssetHashes(value.entries, read) };
    case "secret":
      return { kind: "secret", value: await hashed(value.value, read) };
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "resource":
    case "unknown":
    case "output":
      return value;
  }
}

async function hashedAsset(asset: AssetValue, read: ReadAsset): Promise<AssetValue> {
  if (asset.hash !== "") return asset;
  return { ...asset, hash: await hashOfAsset(asset.source, read) };
}

async function hashOfAsset(source: AssetSource, read: ReadAsset): Promise<string> {
  switch (source.from) {
    case "text":
      return sha256(Buffer.from(source.text, "utf8"));
    case "path":
      return await hashOfFile(source.path, read);
    case "uri":
      throw new UnknownHash(`${source.uri} would have to be fetched`);
    case "elided":
      return "";
  }
}

async function hashedArchive(archive: ArchiveValue, read: ReadAsset): Promise<ArchiveValue> {
  if (archive.hash !== "") return archive;
  return { ...archive, hash: await hashOfArchive(archive.source, read) };
}

async function hashOfArchive(source: ArchiveSource, read: ReadAsset): Promise<string> {
  switch (source.from) {
    case "path":
      if (/\.(tar|tgz|tar\.gz|zip|jar)$/.test(source.path)) return await hashOfFile(source.path, read);
      throw new UnknownHash(`${source.path} is a directory that would have to be packed`);
    case "assets":
      throw new UnknownHash("an archive of assets would have to be packed");
    case "uri":
      throw new UnknownHash(`${source.uri} would have to be fetched`);
    case "elided":
      return "";
  }
}

async function hashOfFile(path: string, read: ReadAsset): Promise<string> {
  const bytes = await read(path);
  if (bytes === undefined) throw new UnknownHash(`there is no file ${path} beside the program`);
  return sha256(bytes);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
