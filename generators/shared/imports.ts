/**
 * Imports as values: printers use symbols, and the header is printed last, with the symbols that were used.
 */

export interface ImportSymbol {
  /** The module or package that is imported. */
  readonly from: string;
  /** The name it has in the file; unique, see `NameTable`. */
  readonly alias: string;
}

export interface Imports {
  /** Notes that the symbol is used; returns its alias. */
  use(symbol: ImportSymbol): string;
  /** The used symbols, sorted by module, each once. */
  used(): readonly ImportSymbol[];
}

/** @param aliases names that modules have in the file already, whatever their symbols say */
export function importTable(aliases: ReadonlyMap<string, string> = new Map()): Imports {
  const symbols = new Map<string, ImportSymbol>();
  return {
    use(symbol) {
      symbols.set(symbol.from, symbol);
      return aliases.get(symbol.from) ?? symbol.alias;
    },
    used: () => [...symbols.values()].sort((a, b) => (a.from < b.from ? -1 : 1)),
  };
}
