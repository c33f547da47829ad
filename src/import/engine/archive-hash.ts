/**
 * Computes the SHA-256 hashes of assets and archives. Unless an archive is already a file, hashes the tar that the engine would pack
 * (docs/providers.md#assets-and-archives).
 */
import { createHash } from "node:crypto";
import { sha256 } from "../../domain/sha256.ts";
import { compareUtf8 } from "../../value/state-json.ts";
import type { ArchiveSource, ArchiveValue, AssetSource, AssetValue } from "../../value/value.ts";
import { type AssetFiles, isArchiveFile, UnknownHash } from "./asset-files.ts";
import { cleanPath, tarEnd, tarEntry } from "./tar-entry.ts";

type Assets = ReadonlyMap<string, AssetValue | ArchiveValue>;

/** A file of an archive. The content is read only when it is hashed, so only one file is in memory at a time. */
interface Packed {
  readonly name: string;
  readonly content: () => Promise<Uint8Array>;
}

/** Hashes an archive. Returns "" for `elided` content. Throws UnknownHash for missing or remote content, nested archive files, and invalid names. */
export async function hashOfArchive(source: ArchiveSource, files: AssetFiles): Promise<string> {
  if (source.from === "elided") return "";
  if (source.from === "path" && isArchiveFile(source.path)) return sha256(await bytesOf(source.path, files));
  return await hashOfPacked(await filesOfArchive(source, files));
}

/** Hashes a file or a string. Returns "" for `elided` content. Throws UnknownHash for missing or remote content. */
export async function hashOfAsset(source: AssetSource, files: AssetFiles): Promise<string> {
  return source.from === "elided" ? "" : sha256(await assetContent(source, files));
}

async function hashOfPacked(packed: readonly Packed[]): Promise<string> {
  const hash = createHash("sha256");
  const seen = new Set<string>();
  for (const { name, content } of packed) {
    if (seen.has(name)) continue;
    seen.add(name);
    const entry = tarEntry(name, await content());
    if (entry === undefined) throw new UnknownHash(`${JSON.stringify(name)} is not a valid file name in an archive`);
    for (const part of entry) hash.update(part);
  }
  return hash.update(tarEnd).digest("hex");
}

/** Returns the files sorted by name. The files of a nested archive get its name as a prefix. */
async function filesOfAssets(assets: Assets, files: AssetFiles): Promise<readonly Packed[]> {
  const packed: Packed[] = [];
  for (const name of [...assets.keys()].sort(compareUtf8)) {
    const asset = assets.get(name);
    if (asset?.kind === "asset") packed.push({ name, content: () => assetContent(asset.source, files) });
    if (asset?.kind !== "archive") continue;
    for (const file of await filesOfArchive(asset.source, files)) {
      packed.push({ ...file, name: cleanPath(name === "" ? file.name : `${name}/${file.name}`) });
    }
  }
  return packed;
}

async function filesOfArchive(source: ArchiveSource, files: AssetFiles): Promise<readonly Packed[]> {
  switch (source.from) {
    case "assets":
      return await filesOfAssets(source.assets, files);
    case "path":
      if (!isArchiveFile(source.path)) return await filesOfDirectory(source.path, files);
      throw new UnknownHash(`${source.path} is an archive file inside another archive, which imp does not open`);
    case "uri":
      throw new UnknownHash(`${source.uri} is a remote archive, which imp does not download`);
    case "elided":
      throw new UnknownHash("a nested archive has no content");
  }
}

async function filesOfDirectory(path: string, files: AssetFiles): Promise<readonly Packed[]> {
  const names = await files.below(path);
  if (names === undefined) throw new UnknownHash(`there is no directory ${path} next to the program`);
  return names.map((name) => ({ name, content: () => bytesOf(`${path}/${name}`, files) }));
}

async function assetContent(source: AssetSource, files: AssetFiles): Promise<Uint8Array> {
  switch (source.from) {
    case "text":
      return Buffer.from(source.text, "utf8");
    case "path":
      return await bytesOf(source.path, files);
    case "uri":
      throw new UnknownHash(`${source.uri} is a remote file, which imp does not download`);
    case "elided":
      throw new UnknownHash("a nested asset has no content");
  }
}

async function bytesOf(path: string, files: AssetFiles): Promise<Uint8Array> {
  const bytes = await files.bytes(path);
  if (bytes === undefined) throw new UnknownHash(`there is no file ${path} next to the program`);
  return bytes;
}
