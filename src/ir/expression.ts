/**
 * The typed expressions of the IR. `type` is the type in the schema, or "any" without a schema. For a union, it is the matching member. For a
 * reference or interpolation, it is the type of the result.
 */
import type { Path } from "../value/path.ts";
import type { EnumMember, LanguageData, Token, Type } from "./type.ts";

export type Expression =
  | { readonly kind: "null"; readonly type: Type }
  | { readonly kind: "boolean"; readonly value: boolean; readonly type: Type }
  | { readonly kind: "number"; readonly value: number; readonly type: Type }
  | { readonly kind: "string"; readonly value: string; readonly type: Type }
  | { readonly kind: "enum"; readonly member: EnumMember; readonly type: Type & { kind: "enum" } }
  | { readonly kind: "list"; readonly items: readonly Expression[]; readonly type: Type }
  /** A map. Its keys are not converted to names of the language. */
  | { readonly kind: "map"; readonly entries: readonly MapEntry[]; readonly type: Type }
  /** An object of a named type, whose keys are property names. */
  | { readonly kind: "object"; readonly properties: readonly Property[]; readonly type: Type }
  | ReferenceExpression
  | CallExpression
  | { readonly kind: "interpolation"; readonly parts: readonly InterpolationPart[]; readonly type: Type }
  | { readonly kind: "secret"; readonly value: Expression; readonly type: Type }
  /** A value of the stack's configuration. A `key` without a namespace belongs to the project. */
  | { readonly kind: "config"; readonly key: string; readonly secret: boolean; readonly type: Type }
  | { readonly kind: "asset"; readonly source: AssetSource; readonly type: Type }
  | { readonly kind: "archive"; readonly source: ArchiveSource; readonly type: Type }
  /** A JSON string that languages can print as objects and lists. It evaluates to the compact JSON of `value` with keys in order. */
  | { readonly kind: "json"; readonly value: Expression; readonly type: Type };

export interface ReferenceExpression {
  readonly kind: "reference";
  readonly node: string;
  /** The output property. `["id"]` and `["urn"]` are the id and URN of the resource. */
  readonly path: Path;
  /**
   * The type of the value that each step but the first reads from: for `spec[0].name`, the types of `spec` and `spec[0]`. Languages convert the
   * property names of objects, but not the keys of maps and of values without a type.
   */
  readonly through?: readonly Type[];
  /** True if the output is optional in the schema. Typed languages must unwrap it. */
  readonly optional?: true;
  /** The `language` objects of the properties in `path`, `{}` for other steps. Omitted if no property has one. */
  readonly language?: readonly LanguageData[];
  /** The indexes of the steps in `path` that are optional in the schema, except the last step. Some languages unwrap each of them. */
  readonly optionalSteps?: readonly number[];
  /** True for an output of a stack reference. `path` is then `["outputs", NAME]`. */
  readonly isStackOutput?: true;
  /** For a number in an interpolation: the text to print in languages that would format the number differently. */
  readonly text?: string;
  readonly type: Type;
}

/** A string in the result of a package function that is called without arguments. */
export interface CallExpression {
  readonly kind: "call";
  readonly function: Token;
  /** True if the function has only optional inputs. SDKs then have a parameter for them, although the call sets none. */
  readonly takesArguments: boolean;
  /** True if the function is named `getX` and its module contains a resource `X`. Go then renames the function. */
  readonly isNamesake?: true;
  /** The `id` of the provider's node. Defaults to the default provider. */
  readonly provider?: string;
  /** A property of the result, followed by an index if the property is a list of strings. */
  readonly path: Path;
  /** True if the schema does not require the property. Typed languages unwrap it. */
  readonly optional?: true;
  readonly language: LanguageData;
  readonly type: Type;
}

/** An expression inside an interpolation. */
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
  /** True if the schema allows only this value. */
  readonly isConstant?: true;
  /** True if the SDK takes a plain value instead of an Output. The value then contains no references. */
  readonly plain: boolean;
  /** True if the schema requires the property. Optional plain properties can be pointers or Optionals. */
  readonly required?: true;
  readonly language: LanguageData;
  /** The declared type if it is a union. The value's type is then the matching member. */
  readonly union?: Type & { kind: "union" };
  /** True if the schema type is JSON, but the value is an output of another type. */
  readonly json?: true;
  /** True if the schema does not contain the property. Typed languages need a cast, and PCL cannot express it. */
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
