/**
 * Looks for lines in a program.
 */
import { readOptional } from "../settings/read-file.ts";

/** True where the lines stand in the file, one after the other, at any depth. A file that cannot be read has none. */
export async function hasLines(path: string, text: string): Promise<boolean> {
  const bytes = await readOptional(path).catch(() => undefined);
  const plain = (source: string): string =>
    source
      .trim()
      .split(/\s*\n\s*/)
      .join("\n");
  return `\n${plain(Buffer.from(bytes ?? []).toString("utf8"))}\n`.includes(`\n${plain(text)}\n`);
}
