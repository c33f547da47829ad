/** The characters of identifiers in a language. */
export interface IdentifierSyntax {
  /** Matches an identifier's first character. */
  readonly start: RegExp;
  /** Matches all characters that identifiers cannot contain. */
  readonly invalid: RegExp;
}

/** Replaces invalid characters with `_` and prefixes an invalid first character with `_`. */
export function toIdentifier(name: string, { start, invalid }: IdentifierSyntax): string {
  const legal = name.replace(invalid, "_");
  return start.test(legal) ? legal : `_${legal}`;
}

export function isIdentifier(name: string, syntax: IdentifierSyntax): boolean {
  return toIdentifier(name, syntax) === name;
}
