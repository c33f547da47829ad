/** Files that imp writes and may replace. Each contains its own digest, so imp can detect edits. */
import { isSpecial, isSystemError, readIfThere } from "../commit/files.ts";
import { sha256 } from "../domain/sha256.ts";

const unsealed = "0".repeat(64);

/** Returns the text with its digest. @param print inserts the seal near the start of the text, before any user text */
export function sealedText(print: (writtenBy: string) => string): string {
  const text = print(sealOf(unsealed));
  return text.replace(sealOf(unsealed), sealOf(sha256(text)));
}

/** Returns true if imp wrote the text and it was not edited. */
export function isUnedited(text: string): boolean {
  const digest = /imp sha256:([0-9a-f]{64})/.exec(text)?.[1];
  return digest !== undefined && sha256(text.replace(sealOf(digest), sealOf(unsealed))) === digest;
}

/** Returns true if the file doesn't exist, or if imp wrote it and it was not edited. Pipes and devices are never read, because this might block. */
export async function mayReplaceFile(path: string): Promise<boolean> {
  if (await isSpecial(path)) return false;
  const bytes = await readIfThere(path).catch((error: unknown) => {
    if (isSystemError(error)) return new Uint8Array();
    throw error;
  });
  return bytes === undefined || isUnedited(Buffer.from(bytes).toString("utf8"));
}

function sealOf(digest: string): string {
  return `imp sha256:${digest}`;
}
