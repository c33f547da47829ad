/** Encodes a file of a tar archive. The bytes are the same as in the engine, which uses Go's archive/tar (docs/providers.md#assets-and-archives). */

const blockSize = 512;
const nameSize = 100;
const prefixSize = 155;

/** The zero blocks at the end of an archive. */
export const tarEnd: Uint8Array = new Uint8Array(2 * blockSize);

/** Returns the blocks of a regular file, or undefined if the name is empty, contains NUL, or ends with a slash. */
export function tarEntry(name: string, content: Uint8Array): readonly Uint8Array[] | undefined {
  if (name === "" || name.includes("\0") || name.endsWith("/")) return undefined;
  const file = [content, padding(content.length)];
  const fits = isAscii(name) && name.length <= nameSize;
  const split = fits ? { prefix: "", name } : splitName(name);
  if (split !== undefined) return [tarHeader({ ...split, type: "0", size: content.length, devices: true }), ...file];
  const record = paxRecord("path", name);
  const shown = { name: paxName(name), prefix: "", type: "x", size: record.length, devices: false };
  const plain = { name: asciiOnly(name), prefix: "", type: "0", size: content.length, devices: true };
  return [tarHeader({ ...shown, mode: 0 }), record, padding(record.length), tarHeader(plain), ...file];
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly type: string;
  readonly size: number;
  readonly mode?: number;
  /** Whether to write the device numbers, as zeros. */
  readonly devices: boolean;
}

function tarHeader({ name, prefix, type, size, mode = 0o600, devices }: Header): Uint8Array {
  const block = Buffer.alloc(blockSize);
  block.write(name, 0, nameSize, "latin1");
  // If truncation leaves a slash at the end, removes it, because the name would look like a directory.
  if (name.length > nameSize && name[nameSize - 1] === "/") block[beforeSlashes(name.slice(0, nameSize - 1))] = 0;
  block.write(octalField(mode, 8), 100);
  block.write(octalField(0, 8), 108);
  block.write(octalField(0, 8), 116);
  block.write(octalField(size, 12), 124);
  block.write(octalField(0, 12), 136);
  block.write(type, 156);
  block.write("ustar\u000000", 257);
  if (devices) {
    block.write(octalField(0, 8), 329);
    block.write(octalField(0, 8), 337);
  }
  block.write(prefix, 345, prefixSize, "latin1");
  block.fill(" ", 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octalField(sum, 7)} `, 148);
  return block;
}

function beforeSlashes(text: string): number {
  return text.replace(/\/+$/, "").length;
}

/** Returns `size` characters, including a final NUL. */
function octalField(value: number, size: number): string {
  return `${value.toString(8).padStart(size - 1, "0")}\0`;
}

/** Splits the name at the last slash that leaves both parts short enough. Returns undefined if that is impossible or the name is not ASCII. */
function splitName(name: string): { readonly prefix: string; readonly name: string } | undefined {
  if (!isAscii(name)) return undefined;
  const slash = name.slice(0, prefixSize + 1).lastIndexOf("/");
  const rest = name.length - slash - 1;
  if (slash <= 0 || rest > nameSize || slash > prefixSize) return undefined;
  return { prefix: name.slice(0, slash), name: name.slice(slash + 1) };
}

/** Returns `LENGTH key=value\n`. The length includes its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let size = rest + String(rest).length;
  if (String(size).length !== String(rest).length) size = rest + String(size).length;
  return Buffer.from(`${size} ${key}=${value}\n`);
}

/** Returns the name in the header of a PAX record: `dir/PaxHeaders.0/file`. Readers without PAX support extract the record under this name. */
function paxName(name: string): string {
  const slash = name.lastIndexOf("/");
  const steps = [name.slice(0, slash + 1), "PaxHeaders.0", name.slice(slash + 1)].filter((step) => step !== "");
  const shown = asciiOnly(cleanPath(steps.join("/"))).slice(0, nameSize);
  return shown.slice(0, beforeSlashes(shown));
}

/** Returns the shortest equivalent path, like Go's `path.Clean`: `a/b` for `a//./b/c/../`. */
export function cleanPath(path: string): string {
  const steps: string[] = [];
  const rooted = path.startsWith("/");
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== ".." || !rooted) steps.push(step);
  }
  const joined = steps.join("/");
  return rooted ? `/${joined}` : joined || ".";
}

function padding(length: number): Uint8Array {
  return new Uint8Array((blockSize - (length % blockSize)) % blockSize);
}

function isAscii(text: string): boolean {
  return !/[^\x01-\x7f]/.test(text);
}

function asciiOnly(text: string): string {
  return text.replace(/[^\x01-\x7f]/gu, "");
}
