/** Computes asset hashes as the engine does when a program registers an asset, before Check (docs/providers.md#assets-and-archives). */
import { mapEntries, mapInside } from "../../value/map-inside.ts";
import {
  type ArchiveValue,
  type AssetValue,
  listValue,
  mapValue,
  type PropertyMap,
  secretValue,
  type Value,
} from "../../value/value.ts";
import { hashOfArchive, hashOfAsset } from "./archive-hash.ts";
import type { AssetFiles } from "./asset-files.ts";

/** Adds missing hashes of assets. Throws UnknownHash for missing or remote files, and for an archive file inside another archive. */
export async function withAssetHashes(inputs: PropertyMap, files: AssetFiles): Promise<PropertyMap> {
  const entries = await Promise.all(
    [...inputs].map(async ([key, value]) => [key, await withHash(value, files)] as const),
  );
  return new Map(entries);
}

/** Adds missing hashes of assets, and recomputes the hashes of local files. Throws the same errors as `withAssetHashes`. */
export async function withFileHashes(inputs: PropertyMap, files: AssetFiles): Promise<PropertyMap> {
  return await withAssetHashes(mapEntries(inputs, withoutFileHashes), files);
}

function withoutFileHashes(value: Value): Value {
  if (value.kind === "asset" || value.kind === "archive") return withoutFileHash(value);
  return mapInside(value, withoutFileHashes);
}

function withoutFileHash(asset: AssetValue | ArchiveValue): AssetValue | ArchiveValue {
  const { source } = asset;
  if (source.from === "path") return { ...asset, hash: "" };
  if (source.from !== "assets") return asset;
  const assets = new Map([...source.assets].map(([name, member]) => [name, withoutFileHash(member)] as const));
  return { kind: "archive", hash: "", source: { from: "assets", assets } };
}

async function withHash(value: Value, files: AssetFiles): Promise<Value> {
  switch (value.kind) {
    case "asset":
      return value.hash !== "" ? value : { ...value, hash: await hashOfAsset(value.source, files) };
    case "archive":
      return value.hash !== "" ? value : { ...value, hash: await hashOfArchive(value.source, files) };
    case "list":
      return listValue(await Promise.all(value.items.map((item) => withHash(item, files))));
    case "map":
      return mapValue(await withAssetHashes(value.entries, files));
    case "secret":
      return secretValue(await withHash(value.value, files));
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
