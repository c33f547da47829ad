/**
 * Finds where the values of a JSON file stand, each when somebody asks: most places of a large state are never read.
 */
import type { TextLocation } from "../../import-file/import-specs.ts";
import { NestingError, type Position, scanItems, scanMembers, skipSpace } from "../../json/scan.ts";

export type JsonPath = readonly (string | number)[];

type Children = ReadonlyMap<string | number, number>;

const lineFeed = 0x0a;

export class Places {
  readonly file: string;
  readonly #bytes: Uint8Array;
  /** Path of a container as JSON -> the starts of its values. */
  readonly #children = new Map<string, Children>();
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.#bytes = bytes;
  }

  /** The place of the value at a path, or of the last value above it that is there. The members are read late and are own ones. */
  at(path: JsonPath): TextLocation {
    let found: Position | undefined;
    const position = (): Position => {
      found ??= this.#position(this.#offset(path));
      return found;
    };
    return {
      file: this.file,
      get line() {
        return position().line;
      },
      get column() {
        return position().column;
      },
    };
  }

  #offset(path: JsonPath): number {
    let start = skipSpace(this.#bytes, 0);
    for (const [depth, key] of path.entries()) {
      const next = this.#childrenOf(path.slice(0, depth), start).get(key);
      if (next === undefined) return start;
      start = next;
    }
    return start;
  }

  #childrenOf(path: JsonPath, start: number): Children {
    const name = JSON.stringify(path);
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const children = this.#scan(start);
    this.#children.set(name, children);
    return children;
  }

  #scan(start: number): Children {
    try {
      const members = scanMembers(this.#bytes, start)?.items.map(({ key, value }) => [key, value.start] as const);
      const items = scanItems(this.#bytes, start)?.items.map((range, index) => [index, range.start] as const);
      return new Map<string | number, number>(members ?? items ?? []);
    } catch (error) {
      // A value that is nested too deep has no places inside.
      if (error instanceof NestingError) return new Map();
      throw error;
    }
  }

  /** Columns count bytes. */
  #position(offset: number): Position {
    this.#lineStarts ??= lineStartsOf(this.#bytes);
    const starts = this.#lineStarts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

function lineStartsOf(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) starts.push(at + 1);
  return starts;
}
