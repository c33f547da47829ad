/** Finds the locations of values in a JSON file on demand, because most locations of a large state are never used. */

import { getOrInsert } from "../../domain/order/maps.ts";
import type { TextLocation } from "../../import-file/import-specs.ts";
import { NestingError, type Position, scanItems, scanMembers, skipSpace } from "../../value/json/scan.ts";

export type JsonPath = readonly (string | number)[];

type Children = ReadonlyMap<string | number, number>;

const newline = 0x0a;

export class JsonLocations {
  readonly file: string;
  readonly #bytes: Uint8Array;
  /** The offsets of the values in each container. The keys are the paths of the containers as JSON. */
  readonly #children = new Map<string, Children>();
  #lineStarts: readonly number[] | undefined;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.#bytes = bytes;
  }

  /** Returns the location of the value at a path, or of its nearest existing ancestor. Computes the position when it is first read. */
  at(path: JsonPath): TextLocation {
    let computed: Position | undefined;
    const position = (): Position => {
      computed ??= this.#position(this.#offset(path));
      return computed;
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
    return getOrInsert(this.#children, JSON.stringify(path), () => this.#scan(start));
  }

  #scan(start: number): Children {
    try {
      const members = scanMembers(this.#bytes, start)?.items.map(({ key, value }) => [key, value.start] as const);
      const items = scanItems(this.#bytes, start)?.items.map((range, index) => [index, range.start] as const);
      return new Map<string | number, number>(members ?? items ?? []);
    } catch (error) {
      // Locations inside a value that is nested too deeply are unknown.
      if (error instanceof NestingError) return new Map();
      throw error;
    }
  }

  /** Converts an offset to a position. Columns count bytes. */
  #position(offset: number): Position {
    this.#lineStarts ??= findLineStarts(this.#bytes);
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

function findLineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let offset = bytes.indexOf(newline); offset >= 0; offset = bytes.indexOf(newline, offset + 1))
    starts.push(offset + 1);
  return starts;
}
