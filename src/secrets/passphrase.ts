import { ImpError } from "../errors.ts";

/**
 * Returns the passphrase of the environment, like the Pulumi CLI (docs/state.md#the-passphrase): `PULUMI_CONFIG_PASSPHRASE`, which can be
 * empty, or the trimmed content of the file in `PULUMI_CONFIG_PASSPHRASE_FILE`. Throws PASSPHRASE_FILE_UNREADABLE.
 */
export async function passphraseFrom(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<string | undefined> {
  if (env.PULUMI_CONFIG_PASSPHRASE !== undefined) return env.PULUMI_CONFIG_PASSPHRASE;
  const path = env.PULUMI_CONFIG_PASSPHRASE_FILE;
  if (path === undefined || path === "") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
    return trim(text);
  } catch {
    throw ImpError.of("PASSPHRASE_FILE_UNREADABLE", { path });
  }
}

/** Trims like Go's TrimSpace: unlike JavaScript's `trim`, removes U+0085 but not U+FEFF. */
function trim(text: string): string {
  const space = /\p{White_Space}/u;
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
