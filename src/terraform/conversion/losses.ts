/** Losses are data of a document that the converted document cannot express. */

import { groupBy } from "../../domain/order/maps.ts";
import type { Path } from "../../value/path.ts";

/** The kinds of losses, with a sentence for reports. */
const lossSentences = {
  "any-element": "Lists, sets, and maps of any value become `dynamic`, because no element type is `dynamic`.",
  asset: "Files and archives become the path of a file.",
  "attribute-and-block": "Blocks with the same name as an attribute.",
  "block-syntax": "The block syntax of properties in a configuration.",
  block: "Blocks with a nesting mode that only attributes support become attributes.",
  component: "Components are created by SDKs, not by a provider.",
  condition: "Conditions of a replacement. Every change of the value is assumed to replace the resource.",
  const: "Constants, which SDKs set, become a validator.",
  "custom-type": "Go types that replace types of the framework.",
  default: "Defaults that attributes do not support.",
  depth: "Nesting beyond 64 levels, or in a resource that is too large, becomes `dynamic`.",
  deprecation: "Deprecation messages.",
  description: "Descriptions of types, and additional descriptions.",
  enum: "Values of an enum without a validator.",
  "enum-words": "Names, descriptions, and deprecations of enum values.",
  environment: "Environment variables from which SDKs read a default.",
  "external-type": "Types of a Go SDK that generated code converts to.",
  "foreign-type": "Types of other packages.",
  group: "Groups, which exist even if they are not set, become single blocks.",
  id: "The Pulumi id of a resource becomes an attribute.",
  integer: "Integers become numbers, because the plugin protocol has one kind for both.",
  "input-only": "Inputs that are not outputs convert back to inputs and outputs.",
  json: "Strings that contain JSON become plain strings.",
  language: "Settings for the SDK of one language.",
  markdown: "Markdown in descriptions of attributes, which the format cannot mark.",
  "missing-type": "Types that a mapping refers to but does not contain. They have no members.",
  "max-items-one": "Lists with at most one element become the element.",
  method: "Methods of resources.",
  name: "Names that convert back to another spelling.",
  "named-type": "Names of types and their reuse. A specification has no references.",
  number: "Numbers and floating-point numbers become one type.",
  "object-type": "Object types become objects of attributes.",
  "output-type": "Types of outputs that differ from the types of inputs.",
  order: "The order of required properties. They convert back in the order of the attributes.",
  overlay: "Overlays are part of SDKs, not of a provider.",
  "package-fact": "Fields of the package, a resource, or a function that the format does not support.",
  "plan-modifier": "Plan modifiers other than replacement.",
  plain: "Values that cannot be an Output.",
  "provider-default": "The values of the provider's defaults. The properties stay optional.",
  "provider-output": "Outputs of the provider.",
  "provider-part": "Parts of a provider that the format does not support: functions, identities, ephemeral resources.",
  recursion: "Recursive types become `dynamic` after two levels.",
  reference: "References without a target.",
  replacement: "Replacements that no attribute can express.",
  requiredness: "Required and computed values that no attribute can express.",
  "resource-reference": "References to resources become their ids.",
  result: "Results of functions that are not objects.",
  "schema-version": "Schema versions of resources.",
  secret: "Secrets inside a value with a single attribute. The whole value is sensitive.",
  set: "Sets become lists, which are ordered and can have duplicates.",
  size: "Limits on the number of elements.",
  "state-input": "Inputs that are used only to read an existing resource.",
  token: "Modules and spelling of tokens.",
  "tuple-fields": "Tuples become objects with the fields t0, t1, and so on.",
  tuple: "Types of tuple elements.",
  "type-name": "Object types with the same name. The last one replaces the others.",
  union: "Unions become their common type or `dynamic`.",
  "unknown-type": "Invalid types.",
  "unused-type": "Unused types.",
  validator: "Validation rules.",
  "write-only": "Write-only attributes become ordinary attributes.",
} as const;

export type LossKind = keyof typeof lossSentences;

export interface Loss {
  readonly kind: LossKind;
  readonly path: Path;
  readonly detail: string;
}

export interface Converted<T> {
  readonly document: T;
  readonly losses: readonly Loss[];
}

export interface LossGroup {
  readonly kind: LossKind;
  readonly sentence: string;
  readonly losses: readonly Loss[];
}

/** Groups losses by kind, most frequent first. */
export function lossGroups(losses: readonly Loss[]): readonly LossGroup[] {
  return [...groupBy(losses, ({ kind }) => kind)]
    .map(([kind, group]) => ({ kind, sentence: lossSentences[kind], losses: group }))
    .sort((a, b) => b.losses.length - a.losses.length || (a.kind < b.kind ? -1 : 1));
}
