/** The printers of a language, with one function for each kind of expression. */
import type { Expression, MapEntry } from "../../src/ir/expression.ts";

type Kind = Expression["kind"];
type ExpressionOf<K extends Kind> = Extract<Expression, { readonly kind: K }>;

/** One function for each kind of expression. @typeParam Context the arguments after the expression, for example its scope */
export type Printers<Context extends readonly unknown[], Code> = {
  readonly [K in Kind]: (expression: ExpressionOf<K>, ...context: Context) => Code;
};

/** Prints an expression with the printer of its kind. */
export function printWith<Context extends readonly unknown[], Code, K extends Kind>(
  printers: Printers<Context, Code>,
  expression: ExpressionOf<K> & { readonly kind: K },
  ...context: Context
): Code {
  const kind: K = expression.kind;
  return printers[kind](expression, ...context);
}

/** The constructor call of an asset or archive. Only one of `text`, `location`, and `entries` is set. */
export interface AssetConstructor {
  /** The name of the class in all SDKs. */
  readonly name: `${"String" | "File" | "Remote"}Asset` | `${"Asset" | "File" | "Remote"}Archive`;
  readonly text?: string;
  /** A path or a URI. */
  readonly location?: string;
  readonly entries?: readonly MapEntry[];
}

/** Returns the printers of assets and archives. @param print prints the constructor call */
export function assetPrinters<Context extends readonly unknown[], Code>(
  print: (call: AssetConstructor, ...context: Context) => Code,
): Pick<Printers<Context, Code>, "asset" | "archive"> {
  return {
    asset: (expression, ...context) => print(assetConstructor(expression), ...context),
    archive: (expression, ...context) => print(assetConstructor(expression), ...context),
  };
}

function assetConstructor({ kind, source }: Expression & { kind: "asset" | "archive" }): AssetConstructor {
  const suffix = kind === "asset" ? "Asset" : "Archive";
  switch (source.from) {
    case "text":
      return { name: "StringAsset", text: source.text };
    case "path":
      return { name: `File${suffix}`, location: source.path };
    case "uri":
      return { name: `Remote${suffix}`, location: source.uri };
    case "assets":
      return { name: "AssetArchive", entries: source.assets.map(({ name, value }) => ({ key: name, value })) };
  }
}
