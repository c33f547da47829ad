import { readOptional } from "../settings/read-file.ts";

/** Returns true if the file contains the lines in order, at any indentation. Returns false if the file cannot be read. */
export async function hasLines(path: string, text: string): Promise<boolean> {
  const bytes = await readOptional(path).catch(() => undefined);
  const plain = (source: string): string =>
    source
      .trim()
      .split(/\s*\n\s*/)
      .join("\n");
  return `\n${plain(Buffer.from(bytes ?? []).toString("utf8"))}\n`.includes(`\n${plain(text)}\n`);
}
