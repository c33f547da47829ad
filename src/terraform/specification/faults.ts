import { quote } from "../../value/json/quote.ts";
import type { JsonMap } from "../../value/json/tree.ts";

/**
 * The rules that imp checks. Most are rules of the published validator (`spec.Parse` of hashicorp/terraform-plugin-codegen-spec: a JSON Schema,
 * a decoder, and unique names). The others are marked as additional rules or as warnings of imp.
 */
export type SpecificationRule =
  /** The file is empty (`empty document`). */
  | "empty-document"
  /** The file has a byte order mark, which Go's decoder rejects. */
  | "byte-order-mark"
  | "json-syntax"
  /** Additional rule: the bytes are not UTF-8. Go's decoder silently replaces them. */
  | "encoding"
  /** Additional rule: more levels or values than imp reads. */
  | "size"
  /** Additional rule: a duplicate key. The validator sees the last one, and the decoder merges both. */
  | "duplicate-key"
  /** Additional rule: a known key in another letter case. The validator ignores it, and the decoder reads it. */
  | "letter-case"
  /** `version` is missing, or is not 0.1. */
  | "version"
  | "type"
  | "missing-key"
  /** A key belongs elsewhere. A warning if the validator ignores it. */
  | "misplaced-key"
  | "unknown-key"
  /** A name is not a lowercase Terraform identifier. */
  | "identifier"
  /** The kind of an attribute, a block, or a type is missing, or there are several. */
  | "one-kind"
  /** Invalid value of `computed_optional_required` or `optional_required`. */
  | "requiredness"
  /** A default has neither `static` nor `custom`, or both. */
  | "default"
  /** The type of a static default differs from the type of its attribute. */
  | "static-default"
  | "empty-value"
  /** The schema of a resource or data source is empty. A warning if it has keys, but neither attributes nor blocks. */
  | "empty-schema"
  /** A name is not unique. A warning in element types, which the validator does not check. */
  | "duplicate-name"
  /** A warning of imp: an attribute and a block of an object have the same name, so Terraform does not load the provider. */
  | "attribute-and-block"
  /** A warning of imp: the name of a Terraform meta-argument, which the framework rejects at the root of a schema. */
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

/** Reports duplicate keys in an object of the format. Values that the validator ignores can have duplicate keys. */
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
