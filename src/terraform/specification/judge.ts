/**
 * The bytes of a file -> the faults of a Provider Code Specification, all at once, and the specification where there is none.
 */

import { linesOf } from "../../json/lines.ts";
import { quote } from "../../json/quote.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../../json/tree.ts";
import { decodeUtf8 } from "../../json/utf8.ts";
import { buildSpecification } from "./build.ts";
import { checkJsonShape } from "./check.ts";
import type { Report, SpecificationFault, SpecificationRule } from "./faults.ts";
import type { Specification } from "./model.ts";
import { documentShape } from "./shapes.ts";

/** The only version that is published. */
const specificationVersion = "0.1";

/** A block within a block costs five levels; values that a provider needs cost far less than 200 MB. */
const specificationLimits = { depth: 500, values: 10_000_000 };

/** So many faults are kept; the rest is counted. */
const specificationFaultsKept = 1_000;

/** A fault with its place; lines and columns count from 1, columns in UTF-16 units. */
interface PlacedFault extends Omit<SpecificationFault, "offset"> {
  readonly position: { readonly line: number; readonly column: number };
}

export interface JudgedSpecification {
  /** In the order of the text; no more than 1,000. */
  readonly faults: readonly PlacedFault[];
  /** Faults that were found and are not kept. */
  readonly more: number;
  /** How many of all are errors. */
  readonly errors: number;
  /** Absent: there are errors. */
  readonly specification?: Specification;
}

/**
 * Judges a Provider Code Specification of version 0.1, by the rules of the published validator (`spec.Parse` of
 * hashicorp/terraform-plugin-codegen-spec v0.2.0) and a few own ones; see `SpecificationRule`.
 */
export function judgeSpecification(bytes: Uint8Array): JudgedSpecification {
  const { text, badOffset } = decodeUtf8(bytes);
  const faults: SpecificationFault[] = [];
  let [count, errors] = [0, 0];
  const report: Report = (fault) => {
    count += 1;
    if (fault.severity === "error") errors += 1;
    if (faults.length < specificationFaultsKept) faults.push(fault);
  };
  if (badOffset !== undefined) report(specificationFileFault("encoding", badOffset));
  const root = readRoot(text, report);
  if (root !== undefined && checkVersion(root, report)) {
    checkJsonShape(root, documentShape, { path: [], subject: "" }, report);
  }
  const lines = linesOf(text);
  const placed = [...faults]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, ...fault }) => ({ ...fault, position: lines.place(offset) }));
  const specification = root === undefined || errors > 0 ? undefined : buildSpecification(root);
  return { faults: placed, more: count - faults.length, errors, specification };
}

function readRoot(text: string, report: Report): JsonNode | undefined {
  if (text.length === 0) {
    report(specificationFileFault("empty-document", 0));
    return undefined;
  }
  const hasMark = text.startsWith("\ufeff");
  if (hasMark) report(specificationFileFault("byte-order-mark", 0));
  try {
    // A blank keeps the offsets.
    return parseTree(hasMark ? ` ${text.slice(1)}` : text, specificationLimits);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    report(unreadableFault(error));
    return undefined;
  }
}

const ofFiles = {
  "empty-document": ["The file is empty.", 'Begin with {"version": "0.1", "provider": {"name": "…"}}.'],
  "byte-order-mark": ["The file begins with a byte order mark, which JSON has not.", "Save it as UTF-8 without one."],
  encoding: ["The bytes here are no UTF-8.", "Save the file as UTF-8."],
} as const;

function specificationFileFault(rule: keyof typeof ofFiles, offset: number): SpecificationFault {
  const [why, hint] = ofFiles[rule];
  return { severity: "error", rule, path: [], subject: "", offset, why, hint };
}

function unreadableFault({ offset, reason }: UnreadableJson): SpecificationFault {
  const fault = (rule: SpecificationRule, why: string, hint: string): SpecificationFault => {
    return { severity: "error", rule, path: [], subject: "", offset, why, hint };
  };
  switch (reason) {
    case "syntax":
      return fault(
        "json-syntax",
        "It stops being JSON here.",
        "A specification is JSON: neither YAML, comments nor trailing commas.",
      );
    case "end":
      return fault("json-syntax", "The file ends too early.", "Close what is open: ], } or a quote.");
    case "depth":
      return fault(
        "size",
        `Values nest deeper than ${specificationLimits.depth} levels.`,
        "Nest blocks and types less deep.",
      );
    case "values":
      return fault("size", "The file has more than 10,000,000 values.", "Give each provider a file of its own.");
  }
}

/** True when the rules of 0.1 apply. */
function checkVersion(root: JsonNode, report: Report): boolean {
  const entry = root.kind === "map" ? root.entries.get("version") : undefined;
  // Another root is reported with its type.
  if (root.kind !== "map") return true;
  const { value } = entry ?? {};
  if (value?.kind === "text" && value.value === specificationVersion) return true;
  const isMissing = value === undefined || (value.kind === "text" && value.value === "");
  const given = value?.kind === "text" ? quote(value.value) : `a ${value?.kind}`;
  report({
    severity: "error",
    rule: "version",
    path: value === undefined ? [] : ["version"],
    subject: "",
    offset: value?.offset ?? root.offset,
    why: isMissing
      ? "`version` is missing."
      : `The version is ${given}, and ${specificationVersion} is the only one that is published. The rest was not checked.`,
    hint: `Write "version": "${specificationVersion}".${value?.kind === "text" && value.value === "0.1.0" ? " Documentation shows 0.1.0, which no tool takes." : ""}`,
  });
  return isMissing;
}
