/**
 * The hash of an archive that the engine would have to pack: SHA-256 of a tar of its files, in the engine's order
 * (docs/providers.md#assets-and-archives).
 */
import { createHash } from "node:crypto";
import { compareUtf8 } from "../../value/state-json.ts";
import type { ArchiveValue, AssetSource, AssetValue } from "../../value/value.ts";
import { type AssetFiles, isArchiveFile, UnknownHash } from "./asset-files.ts";
import { cleanPath, tarEnd, tarEntry } from "./tar-entry.ts";

type Assets = ReadonlyMap<string, AssetValue | ArchiveValue>;

/** A file of the archive; its content is read when its turn comes, so that only one is held at a time. */
interface Packed {
  readonly name: string;
  readonly content: () => Promise<Uint8Array>;
}

/** @throws UnknownHash for what is not there, what would have to be fetched or opened, and a name that no tar has as a file. */
export async function hashOfAssets(assets: Assets, files: AssetFiles): Promise<string> {
  return await hashOfPacked(await filesOfAssets(assets, files));
}

/** @throws UnknownHash when the path is no directory. */
export async function hashOfDirectory(path: string, files: AssetFiles): Promise<string> {
  return await hashOfPacked(await filesOfDirectory(path, files));
}

async function hashOfPacked(packed: readonly Packed[]): Promise<string> {
  const hash = createHash("sha256");
  const seen = new Set<string>();
  for (const { name, content } of packed) {
    if (seen.has(name)) continue;
    seen.add(name);
    const entry = tarEntry(name, await content());
    if (entry === undefined) throw new UnknownHash(`${JSON.stringify(name)} is no name of a file in an archive`);
    for (const part of entry) hash.update(part);
  }
  return hash.update(tarEnd).digest("hex");
}

/** Sorted by name; an archive among them is spread out under its name. */
async function filesOfAssets(assets: Assets, files: AssetFiles): Promise<readonly Packed[]> {
  const packed: Packed[] = [];
  for (const name of [...assets.keys()].sort(compareUtf8)) {
    const asset = assets.get(name);
    if (asset?.kind === "asset") packed.push({ name, content: () => assetContent(asset.source, files) });
    if (asset?.kind !== "archive") continue;
    for (const file of await filesOfArchive(asset, files)) {
      packed.push({ ...file, name: cleanPath(name === "" ? file.name : `${name}/${file.name}`) });
    }
  }
  return packed;
}

async function filesOfArchive({ source }: ArchiveValue, files: AssetFiles): Promise<readonly Packed[]> {
  switch (source.from) {
    case "assets":
      return await filesOfAssets(source.assets, files);
    case "path":
      if (!isArchiveFile(source.path)) return await filesOfDirectory(source.path, files);
      throw new UnknownHash(`${source.path} lies in another archive and would have to be opened`);
    case "uri":
      throw new UnknownHash(`${source.uri} would have to be fetched`);
    case "elided":
      throw new UnknownHash("an archive in it has no content");
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
      throw new UnknownHash(`${source.uri} would have to be fetched`);
    case "elided":
      throw new UnknownHash("an asset in it has no content");
  }
}

async function bytesOf(path: string, files: AssetFiles): Promise<Uint8Array> {
  const bytes = await files.bytes(path);
  if (bytes === undefined) throw new UnknownHash(`there is no file ${path} next to the program`);
  return bytes;
}
