/** Computes asset hashes as the engine does when a program registers an asset, before Check (docs/providers.md#assets-and-archives). */
import { sha256 } from "../../domain/sha256.ts";
import { mapEntries, mapInside } from "../../value/map-inside.ts";
import type { ArchiveSource, ArchiveValue, AssetSource, AssetValue, PropertyMap, Value } from "../../value/value.ts";
import { hashOfAssets, hashOfDirectory } from "./archive-hash.ts";
import { type AssetFiles, isArchiveFile, UnknownHash } from "./asset-files.ts";

/** Adds missing hashes of assets. Throws UnknownHash for missing or remote files, and for an archive file inside another archive. */
export async function withAssetHashes(inputs: PropertyMap, files: AssetFiles): Promise<PropertyMap> {
  const entries = await Promise.all(
    [...inputs].map(async ([key, value]) => [key, await withHash(value, files)] as const),
  );
  return new Map(entries);
}

/** Recomputes the hashes of local files, even if there are hashes. Throws like `withAssetHashes`. */
export async function withFileHashes(inputs: PropertyMap, files: AssetFiles): Promise<PropertyMap> {
  return await withAssetHashes(mapEntries(inputs, withoutFileHashes), files);
}

function withoutFileHashes(value: Value): Value {
  if (value.kind === "asset") return withoutAssetHash(value);
  if (value.kind === "archive") return withoutArchiveHash(value);
  return mapInside(value, withoutFileHashes);
}

function withoutAssetHash(asset: AssetValue): AssetValue {
  return asset.source.from === "path" ? { ...asset, hash: "" } : asset;
}

function withoutArchiveHash(archive: ArchiveValue): ArchiveValue {
  const { source } = archive;
  if (source.from === "path") return { ...archive, hash: "" };
  if (source.from !== "assets") return archive;
  const members = [...source.assets].map(
    ([name, member]) =>
      [name, member.kind === "asset" ? withoutAssetHash(member) : withoutArchiveHash(member)] as const,
  );
  return { ...archive, hash: "", source: { from: "assets", assets: new Map(members) } };
}

async function withHash(value: Value, files: AssetFiles): Promise<Value> {
  switch (value.kind) {
    case "asset":
      return await hashedAsset(value, files);
    case "archive":
      return await hashedArchive(value, files);
    case "list":
      return { kind: "list", items: await Promise.all(value.items.map((item) => withHash(item, files))) };
    case "map":
      return { kind: "map", entries: await withAssetHashes(value.entries, files) };
    case "secret":
      return { kind: "secret", value: await withHash(value.value, files) };
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

async function hashedAsset(asset: AssetValue, files: AssetFiles): Promise<AssetValue> {
  if (asset.hash !== "") return asset;
  return { ...asset, hash: await hashOfAsset(asset.source, files) };
}

async function hashOfAsset(source: AssetSource, files: AssetFiles): Promise<string> {
  switch (source.from) {
    case "text":
      return sha256(Buffer.from(source.text, "utf8"));
    case "path":
      return await hashOfFile(source.path, files);
    case "uri":
      throw new UnknownHash(`${source.uri} is a remote file, which imp does not download`);
    case "elided":
      return "";
  }
}

async function hashedArchive(archive: ArchiveValue, files: AssetFiles): Promise<ArchiveValue> {
  if (archive.hash !== "") return archive;
  return { ...archive, hash: await hashOfArchive(archive.source, files) };
}

async function hashOfArchive(source: ArchiveSource, files: AssetFiles): Promise<string> {
  switch (source.from) {
    case "path":
      if (isArchiveFile(source.path)) return await hashOfFile(source.path, files);
      return await hashOfDirectory(source.path, files);
    case "assets":
      return await hashOfAssets(source.assets, files);
    case "uri":
      throw new UnknownHash(`${source.uri} is a remote archive, which imp does not download`);
    case "elided":
      return "";
  }
}

async function hashOfFile(path: string, files: AssetFiles): Promise<string> {
  const bytes = await files.bytes(path);
  if (bytes === undefined) throw new UnknownHash(`there is no file ${path} next to the program`);
  return sha256(bytes);
}
