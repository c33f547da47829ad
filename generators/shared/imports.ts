/** A table of the imports of a file. Printers mark symbols as used, and the import lines are printed last. */

export interface ImportSymbol {
  readonly from: string;
  /** The unique name of the symbol in the file. */
  readonly alias: string;
}

export interface Imports {
  /** Marks the symbol as used and returns its name in the file. */
  use(symbol: ImportSymbol): string;
  /** Returns the used symbols once each, sorted by module. */
  used(): readonly ImportSymbol[];
}

/** Creates an import table. @param aliases existing names of modules in the file, which override the names of symbols */
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

/** Groups imports: the standard library of the language, then other modules. Omits empty groups. */
export function importGroups(
  symbols: readonly ImportSymbol[],
  isStandard: (symbol: ImportSymbol) => boolean,
): readonly (readonly ImportSymbol[])[] {
  const groups = [symbols.filter(isStandard), symbols.filter((symbol) => !isStandard(symbol))];
  return groups.filter((group) => group.length > 0);
}
