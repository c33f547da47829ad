import { quote } from "../../value/json/quote.ts";
import type { JsonMap } from "../../value/json/tree.ts";

/**
 * The rules that imp checks. Most of them are rules of the published validator (`spec.Parse` of hashicorp/terraform-plugin-codegen-spec), which
 * consists of a JSON Schema, a decoder, and a check for unique names. The remaining rules are marked as additional rules or as warnings of imp.
 */
export type SpecificationRule =
  /** The file is empty. The validator calls this an `empty document`. */
  | "empty-document"
  /** The file has a byte order mark, which Go's decoder rejects. */
  | "byte-order-mark"
  | "json-syntax"
  /** Additional rule: some bytes are not UTF-8. Go's decoder silently replaces them. */
  | "encoding"
  /** Additional rule: the file has more levels or values than imp reads. */
  | "size"
  /** Additional rule: a key is duplicated. The validator uses the last value, but the decoder merges all values. */
  | "duplicate-key"
  /** Additional rule: a key differs from a known key only in letter case. The validator ignores it, but the decoder reads it. */
  | "letter-case"
  /** `version` is missing, or is not 0.1. */
  | "version"
  | "type"
  | "missing-key"
  /** A known key is in the wrong object. This is only a warning if the validator ignores the key. */
  | "misplaced-key"
  | "unknown-key"
  /** A name is not a lowercase Terraform identifier. */
  | "identifier"
  /** An attribute, a block, or a type has no kind or several kinds. */
  | "one-kind"
  /** The value of `computed_optional_required` or `optional_required` is invalid. */
  | "requiredness"
  /** A default has neither `static` nor `custom`, or both. */
  | "default"
  /** The type of a static default differs from the type of its attribute. */
  | "static-default"
  | "empty-value"
  /** The schema of a resource or data source is empty. This is only a warning if it has keys, but neither attributes nor blocks. */
  | "empty-schema"
  /** A name is not unique. This is only a warning in element types, because the validator does not check them. */
  | "duplicate-name"
  /** A warning of imp: an attribute and a block of an object have the same name, so Terraform would not load the provider. */
  | "attribute-and-block"
  /** A warning of imp: a name at the root of a schema is reserved, for example for a meta-argument of Terraform, so the framework rejects it. */
  | "reserved-name";

type SpecificationPath = readonly (string | number)[];

export interface SpecificationFault {
  readonly severity: "error" | "warning";
  readonly rule: SpecificationRule;
  readonly path: SpecificationPath;
  /** The location in the words of the published validator, such as `resource "thing" attribute "id"`. Empty for the whole document. */
  readonly subject: string;
  readonly offset: number;
  readonly why: string;
  readonly hint: string;
}

export type Report = (fault: SpecificationFault) => void;

export interface Spot {
  readonly path: SpecificationPath;
  readonly subject: string;
}

/** Reports duplicate keys in an object that the format defines. Values that the validator ignores can have duplicate keys. */
export function reportRepeated(map: JsonMap, { path, subject }: Spot, report: Report): void {
  for (const { key, offset } of map.repeated) {
    report({
      severity: "error",
      rule: "duplicate-key",
      path: [...path, key],
      subject,
      offset,
      why: `Duplicate key ${quote(key)}. The validator of the format uses one of them, and its decoder uses both.`,
      hint: "Remove one of the two keys.",
    });
  }
}
