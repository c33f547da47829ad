/**
 * The faults of a Provider Code Specification, by rule. Rules of severity `error` make the published validator refuse a document; those
 * that it does not have are named as such.
 */
import { quote } from "../../json/quote.ts";
import type { JsonMap } from "../../json/tree.ts";

/** The published validator is `spec.Parse` of hashicorp/terraform-plugin-codegen-spec: a JSON Schema, a decoder, and names without a repetition. */
export type SpecificationRule =
  /** The file has no byte (`empty document`). */
  | "empty-document"
  /** A byte order mark: Go's decoder takes none. */
  | "byte-order-mark"
  /** Not JSON. */
  | "json-syntax"
  /** Own rule: bytes that are no UTF-8, which Go's decoder replaces without a word. */
  | "encoding"
  /** Own rule: nested deeper, or with more values, than imp reads. */
  | "size"
  /** Own rule: a key stands twice in an object; the validator sees the last one, and the decoder merges both. */
  | "duplicate-key"
  /** Own rule: a key that is known in lower case; the validator overlooks it, and the decoder takes it. */
  | "letter-case"
  /** `version` is missing, or is another one than 0.1. */
  | "version"
  /** A value of another JSON type. */
  | "type"
  /** A required key is missing. */
  | "missing-key"
  /** A key that stands elsewhere, or nowhere. A warning where the validator overlooks it. */
  | "misplaced-key"
  | "unknown-key"
  /** A name is none of Terraform in lower case. */
  | "identifier"
  /** An attribute, a block or a type has no kind, or several. */
  | "one-kind"
  /** `computed_optional_required` or `optional_required` has another word. */
  | "requiredness"
  /** A default has neither `static` nor `custom`, or both. */
  | "default"
  /** A static default of another type than its attribute. */
  | "static-default"
  /** A text or a list that must not be empty. */
  | "empty-value"
  /** The schema of a resource or data source has no key. A warning where it has keys, but neither attributes nor blocks. */
  | "empty-schema"
  /** A name stands twice on one level. A warning in the type of elements, where the validator does not look. */
  | "duplicate-name"
  /** imp's rule, a warning: an attribute and a block of one object have the same name, which Terraform refuses when it loads the provider. */
  | "attribute-and-block"
  /** imp's rule, a warning: the name of a meta-argument of Terraform, which the framework refuses at the root of a schema. */
  | "reserved-name";

type SpecificationPath = readonly (string | number)[];

/** A fault at an offset of the text, in UTF-16 units. */
export interface SpecificationFault {
  readonly severity: "error" | "warning";
  readonly rule: SpecificationRule;
  readonly path: SpecificationPath;
  /** The place in words, as the published validator has it: `resource "thing" attribute "id"`; "": the whole document. */
  readonly subject: string;
  readonly offset: number;
  readonly why: string;
  readonly hint: string;
}

export type Report = (fault: SpecificationFault) => void;

/** The place of a value while the document is walked. */
export interface Spot {
  readonly path: SpecificationPath;
  readonly subject: string;
}

/** Keys that stand twice in an object of the format; what is overlooked as a whole may have them. */
export function reportRepeated(map: JsonMap, { path, subject }: Spot, report: Report): void {
  for (const { key, offset } of map.repeated) {
    report({
      severity: "error",
      rule: "duplicate-key",
      path: [...path, key],
      subject,
      offset,
      why: `The key ${quote(key)} stands here a second time: the validator of the format reads one, its decoder both.`,
      hint: "Keep one of them.",
    });
  }
}
