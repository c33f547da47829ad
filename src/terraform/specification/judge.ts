import { linesOf } from "../../value/json/lines.ts";
import { quote } from "../../value/json/quote.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../../value/json/tree.ts";
import { decodeUtf8 } from "../../value/json/utf8.ts";
import { buildSpecification } from "./build.ts";
import { checkJsonShape } from "./check.ts";
import type { Report, SpecificationFault, SpecificationRule } from "./faults.ts";
import type { Specification } from "./model.ts";
import { documentShape } from "./shapes.ts";

const specificationVersion = "0.1";

/** Limits for parsing. Each nested block adds five levels of JSON, and even large providers have far fewer values. */
const specificationLimits = { depth: 500, values: 10_000_000 };

/** The maximum number of reported faults. Further faults are only counted. */
const specificationFaultsKept = 1_000;

interface PlacedFault extends Omit<SpecificationFault, "offset"> {
  readonly position: { readonly line: number; readonly column: number };
}

export interface JudgedSpecification {
  /** The first 1,000 faults that were found, in the order of the text. */
  readonly faults: readonly PlacedFault[];
  /** The number of further faults. */
  readonly more: number;
  readonly errors: number;
  /** Omitted if there are errors. */
  readonly specification?: Specification;
}

/**
 * Checks a Provider Code Specification of version 0.1 with the rules of the published validator (`spec.Parse` of
 * hashicorp/terraform-plugin-codegen-spec v0.2.0), and with the additional rules in `SpecificationRule`.
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
    // Replace the byte order mark with a space, so that the offsets stay the same.
    return parseTree(hasMark ? ` ${text.slice(1)}` : text, specificationLimits);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    report(unreadableFault(error));
    return undefined;
  }
}

const fileFaults = {
  "empty-document": ["The file is empty.", 'Start the file with {"version": "0.1", "provider": {"name": "…"}}.'],
  "byte-order-mark": [
    "The file begins with a byte order mark, which JSON does not allow.",
    "Save the file as UTF-8 without a byte order mark.",
  ],
  encoding: ["Invalid UTF-8.", "Save the file as UTF-8."],
} as const;

function specificationFileFault(rule: keyof typeof fileFaults, offset: number): SpecificationFault {
  const [why, hint] = fileFaults[rule];
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
        "Invalid JSON.",
        "Correct the syntax. A specification must be JSON without comments and trailing commas, not YAML.",
      );
    case "end":
      return fault("json-syntax", "Unexpected end of file.", "Add the missing ], }, or quote.");
    case "depth":
      return fault(
        "size",
        `Values nest deeper than ${specificationLimits.depth} levels.`,
        "Reduce the nesting depth of blocks and types.",
      );
    case "values":
      return fault("size", "The file has more than 10,000,000 values.", "Use a separate file for each provider.");
  }
}

/** Checks `version`. Returns true if the rest can be checked, which is the case if the version is 0.1 or missing. */
function checkVersion(root: JsonNode, report: Report): boolean {
  const entry = root.kind === "map" ? root.entries.get("version") : undefined;
  // Let the check of the shape report a root that is not an object.
  if (root.kind !== "map") return true;
  const { value } = entry ?? {};
  if (value?.kind === "text" && value.value === specificationVersion) return true;
  const isMissing = value === undefined || (value.kind === "text" && value.value === "");
  const shownVersion = value?.kind === "text" ? quote(value.value) : `a ${value?.kind}`;
  report({
    severity: "error",
    rule: "version",
    path: value === undefined ? [] : ["version"],
    subject: "",
    offset: value?.offset ?? root.offset,
    why: isMissing
      ? "`version` is missing."
      : `The version is ${shownVersion}, but only ${specificationVersion} is published. The rest was not checked.`,
    hint: `Write "version": "${specificationVersion}".${value?.kind === "text" && value.value === "0.1.0" ? " Documentation shows 0.1.0, but no tool accepts it." : ""}`,
  });
  return isMissing;
}
