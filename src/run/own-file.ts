/**
 * Files that imp writes next to a program and may replace: each has a digest of itself, by which imp knows that nobody changed it since.
 */
import { isSpecial, isSystemError, readIfThere } from "../commit/files.ts";
import { sha256 } from "../domain/sha256.ts";

const unsealed = "0".repeat(64);

/** The text with a digest of itself. @param print puts the seal near the start, before any text of others */
export function sealedText(print: (writtenBy: string) => string): string {
  const text = print(sealOf(unsealed));
  return text.replace(sealOf(unsealed), sealOf(sha256(text)));
}

/** True where imp wrote the text and nobody changed it. */
export function isOwn(text: string): boolean {
  const digest = /imp sha256:([0-9a-f]{64})/.exec(text)?.[1];
  return digest !== undefined && sha256(text.replace(sealOf(digest), sealOf(unsealed))) === digest;
}

/** True where there is no file, and where imp wrote it and nobody changed it. A pipe or a device is never read: that may not end. */
export async function mayReplaceFile(path: string): Promise<boolean> {
  if (await isSpecial(path)) return false;
  const bytes = await readIfThere(path).catch((error: unknown) => {
    if (isSystemError(error)) return new Uint8Array();
    throw error;
  });
  return bytes === undefined || isOwn(Buffer.from(bytes).toString("utf8"));
}

function sealOf(digest: string): string {
  return `imp sha256:${digest}`;
}
