/**
 * The expressions of the IR: closed, plain, typed. `type` is the type in the schema ("any" where it has none); of a union it is the member
 * that the value is, of a reference or an interpolation the type of the result.
 */
import type { Path } from "./path.ts";
import type { EnumMember, LanguageData, Token, Type } from "./type.ts";

export type Expression =
  | { readonly kind: "null"; readonly type: Type }
  | { readonly kind: "boolean"; readonly value: boolean; readonly type: Type }
  | { readonly kind: "number"; readonly value: number; readonly type: Type }
  | { readonly kind: "string"; readonly value: string; readonly type: Type }
  /** A member of a strict enum; `type.kind` is "enum". */
  | { readonly kind: "enum"; readonly member: EnumMember; readonly type: Type & { kind: "enum" } }
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly type: Type }
  /** Keys are data and stay as they are. */
  | { readonly kind: "map"; readonly entries: readonly MapEntry[]; readonly type: Type }
  /** Keys are property names of a named object type. */
  | { readonly kind: "object"; readonly properties: readonly Property[]; readonly type: Type }
  | ReferenceExpression
  | CallExpression
  | { readonly kind: "interpolation"; readonly parts: readonly InterpolationPart[]; readonly type: Type }
  | { readonly kind: "secret"; readonly value: Expression; readonly type: Type }
  /** A value from the stack's configuration. `key` without namespace is the project's own. */
  | { readonly kind: "config"; readonly key: string; readonly secret: boolean; readonly type: Type }
  | { readonly kind: "asset"; readonly source: AssetSource; readonly type: Type }
  | { readonly kind: "archive"; readonly source: ArchiveSource; readonly type: Type }
  /** JSON text written as structure: evaluates to the compact JSON of `value`, keys in their order. */
  | { readonly kind: "json"; readonly value: Expression; readonly type: Type };

export interface ReferenceExpression {
  readonly kind: "reference";
  /** `id` of the resource node. */
  readonly node: string;
  /** The output property; `["id"]` and `["urn"]` are the resource's own. */
  readonly path: Path;
  /**
   * For a path of several steps, the type that each step but the first goes into: `spec[0].name` has the types of `spec` and `spec[0]`.
   * Keys of an object are properties, which languages rename; those of a map or an unknown type are data.
   */
  readonly through?: readonly Type[];
  /** True when the output is optional in the schema: typed languages refuse it where a value is required. */
  readonly optional?: true;
  /** The `language` objects of the properties that the steps of `path` name, `{}` for other steps; absent: none has one. */
  readonly language?: readonly LanguageData[];
  /** For a path of several steps, the steps that are optional in the schema: some languages unwrap each. */
  readonly optionalSteps?: readonly number[];
  /** Of a number in a text: the text, which stands where a language would write the number in another way. */
  readonly text?: string;
  readonly type: Type;
}

/** A text in the result of a function of a package, which is called without arguments. */
export interface CallExpression {
  readonly kind: "call";
  readonly function: Token;
  /** True when the function has inputs, none of them required: SDKs have a parameter for them. */
  readonly takesArguments: boolean;
  /** True when the function is called `getX`, and a resource of its module `X`: Go then calls the function otherwise. */
  readonly isNamesake?: true;
  /** `id` of the provider's node that answers; absent: the default provider. */
  readonly provider?: string;
  /** A property of the result; then an index, where the property is a list of texts. */
  readonly path: Path;
  /** True when the result need not have the property by the schema: typed languages unwrap it. */
  readonly optional?: true;
  /** The `language` object of the property. */
  readonly language: LanguageData;
  readonly type: Type;
}

/** An expression that stands for a text inside another one. */
export type InterpolatedReference = ReferenceExpression | CallExpression;

export type InterpolationPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reference"; readonly reference: InterpolatedReference };

export interface MapEntry {
  readonly key: string;
  readonly value: Expression;
}

export interface Property {
  readonly name: string;
  readonly value: Expression;
  /** True when the SDK takes the bare language type here, no Output; there is no reference in the value then. */
  readonly plain: boolean;
  /** True when the schema requires it: other properties may be pointers or Optionals where there are no Outputs. */
  readonly required?: true;
  /** The `language` object of the property's schema. */
  readonly language: LanguageData;
  /** The declared type, where that is a union; the value's own type is then the member it was matched with. */
  readonly union?: Type & { kind: "union" };
  /** True when the schema has JSON here and the value's own type is another: that of an output. */
  readonly json?: true;
  /** True when the schema does not have the property: typed languages need a cast, PCL has no form for it. */
  readonly undeclared?: true;
  readonly comment?: string;
}

export type AssetSource =
  | { readonly from: "text"; readonly text: string }
  | { readonly from: "path"; readonly path: string }
  | { readonly from: "uri"; readonly uri: string };

export type ArchiveSource =
  | { readonly from: "assets"; readonly assets: readonly { readonly name: string; readonly value: Expression }[] }
  | { readonly from: "path"; readonly path: string }
  | { readonly from: "uri"; readonly uri: string };
