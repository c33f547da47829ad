/**
 * Facts of a document that the converted one has no place for, each with its kind and its place.
 */
import type { Path } from "../../ir/path.ts";

/** The kinds of losses, and the sentence that says what is lost. */
const lossSentences = {
  "any-element": "Lists, sets and maps of anything: no element type is `dynamic`, so all of it is.",
  asset: "Files and archives become the path of a file.",
  "attribute-and-block": "Blocks that have the name of an attribute next to them.",
  "block-syntax": "How a configuration writes a property: as a block.",
  block: "Blocks of a nesting that only attributes have become attributes.",
  component: "Components are made by SDKs, not by a provider.",
  condition: "Conditions of a replacement: every change of the value is taken to replace.",
  const: "Constants, which SDKs fill in, become a validator.",
  "custom-type": "Types of Go in place of those of the framework.",
  default: "Defaults where no attribute takes one.",
  depth: "Nesting beyond 64 levels, or in a resource that is too large: anything is taken there.",
  deprecation: "Words of a deprecation.",
  description: "Descriptions of what is a type alone, or has two of them.",
  enum: "Values of an enum that no validator lists.",
  "enum-words": "Names, descriptions and deprecations of the values of an enum.",
  environment: "Environment variables that SDKs read a default from.",
  "external-type": "Types of a Go SDK that generated code converts to.",
  "foreign-type": "Types of other packages.",
  group: "Groups, which are there without being set, become single blocks.",
  id: "Pulumi's own id of a resource becomes an attribute.",
  integer: "Integers are numbers: the plugin protocol has one kind of both.",
  "input-only": "Inputs that nothing returns come back as outputs too.",
  json: "Texts that hold JSON become strings.",
  language: "Facts for the SDK of one language.",
  markdown: "Descriptions of attributes are Markdown, which the format does not say.",
  "missing-type": "Types that a mapping refers to and does not have: they have no members.",
  "max-items-one": "Lists of at most one element become the element.",
  method: "Methods of resources.",
  name: "Names that come back in another spelling.",
  "named-type": "Names of types, and that others share them: a specification has no references.",
  number: "Numbers and floating-point numbers are one.",
  "object-type": "Types of objects become objects of attributes.",
  "output-type": "Types of outputs that differ from those of the inputs.",
  order: "The order of required properties: they come back in the order of the attributes.",
  overlay: "Overlays are made by SDKs, not by a provider.",
  "package-fact": "Facts about the package, a resource or a function that the format has no place for.",
  "plan-modifier": "Plan modifiers, but for those of a replacement.",
  plain: "Values that take no output of another resource.",
  "provider-default": "Defaults of the provider: that the value may be left out is all that remains.",
  "provider-output": "Outputs of the provider.",
  "provider-part": "Parts of a provider that the format does not have: functions, identities, ephemeral resources.",
  recursion: "Types within themselves, after two levels: anything is taken further in.",
  reference: "References to nothing.",
  replacement: "Replacement on a change, where no attribute says it.",
  requiredness: "Whether a value is required or computed, where no attribute says it.",
  "resource-reference": "References to resources become their ids.",
  result: "Results of functions that are no objects.",
  "schema-version": "Versions of the schemas of resources.",
  secret: "Secrets within a value that has one attribute: all of it is sensitive.",
  set: "Sets become lists: elements have an order, and may stand twice.",
  size: "How many elements there may be.",
  "state-input": "Inputs that only the reading of an existing resource takes.",
  token: "Modules and spellings of tokens.",
  "tuple-fields": "Tuples become objects of the fields t0, t1 and so on.",
  tuple: "Types of the elements of tuples.",
  "type-name": "Types of objects with one name: the last one stands for all.",
  union: "Alternatives: one kind is taken, or anything.",
  "unknown-type": "Types that are none.",
  "unused-type": "Types that nothing refers to.",
  validator: "Rules that values follow.",
  "write-only": "Attributes that no state has are like others.",
} as const;

export type LossKind = keyof typeof lossSentences;

export interface Loss {
  readonly kind: LossKind;
  /** The place in the document that was converted. */
  readonly path: Path;
  readonly detail: string;
}

export interface Converted<T> {
  readonly document: T;
  readonly losses: readonly Loss[];
}

/** Losses of one kind. */
export interface LossGroup {
  readonly kind: LossKind;
  readonly sentence: string;
  readonly losses: readonly Loss[];
}

/** The losses by kind, the most frequent first. */
export function lossGroups(losses: readonly Loss[]): readonly LossGroup[] {
  const groups = new Map<LossKind, Loss[]>();
  for (const loss of losses) {
    const group = groups.get(loss.kind);
    if (group === undefined) groups.set(loss.kind, [loss]);
    else group.push(loss);
  }
  return [...groups]
    .map(([kind, own]) => ({ kind, sentence: lossSentences[kind], losses: own }))
    .sort((a, b) => b.losses.length - a.losses.length || (a.kind < b.kind ? -1 : 1));
}
