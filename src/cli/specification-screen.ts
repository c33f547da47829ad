/**
 * Renders the faults of a provider specification for `imp terraform check`.
 */
import { formatPath, type Path } from "../ir/path.ts";
import { type Screen, wrap } from "./render.ts";
import { faultRow } from "./state-screen.ts";
import { visible } from "./visible.ts";

export interface SpecificationFault {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly path: Path;
  /** The place in words; "": the whole document. */
  readonly subject: string;
  readonly position: { readonly line: number; readonly column: number };
  readonly why: string;
  readonly hint: string;
}

export interface SpecificationFacts {
  readonly file: string;
  readonly faults: readonly SpecificationFault[];
  /** Faults that are counted only. */
  readonly more: number;
  /** How many of all are errors. */
  readonly errors: number;
  /** Absent, as the numbers: there are errors. */
  readonly provider?: string;
  readonly resources?: number;
  readonly dataSources?: number;
}

export function renderSpecification(facts: SpecificationFacts, { width }: Screen): string {
  const { file, faults, more, errors, provider, resources = 0, dataSources = 0 } = facts;
  const verdict =
    errors > 0
      ? `${counted(errors, "fault")}: it is no specification of version 0.1`
      : `provider ${provider}, ${counted(resources, "resource")}, ${counted(dataSources, "data source")}, no faults`;
  const head = wrap(`${visible(file)}: ${verdict}.`, width, "  ");
  const blocks = faults.map(({ severity, rule, path, subject, position, why, hint }) =>
    [
      `${severity === "error" ? "Fault" : "Warning"} at line ${position.line}, column ${position.column}: ${rule}`,
      ...(path.length === 0 ? [] : [faultRow("path", formatPath(path), width)]),
      ...(subject === "" ? [] : [faultRow("where", subject, width)]),
      faultRow("why", why, width),
      faultRow("hint", hint, width),
    ].join("\n"),
  );
  return [head, ...blocks, ...(more > 0 ? [`and ${more} more`] : [])].join("\n\n");
}

/** The document of `--json`. */
export function specificationDocument({ file, faults, more, errors, ...counts }: SpecificationFacts): object {
  return {
    version: 1,
    file,
    sound: errors === 0,
    ...counts,
    faults: faults.map(({ severity, rule, path, subject, position, why, hint }) => ({
      severity,
      rule,
      path: formatPath(path),
      ...(subject !== "" && { subject }),
      ...position,
      why,
      hint,
    })),
    more,
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
