/**
 * Renders faults at places of a file, for the commands that check one.
 */
import { formatPath, type Path } from "../ir/path.ts";
import { faultRow } from "./state-screen.ts";

export interface PlacedFault {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly path: Path;
  /** The place in words; "": the path says it all. */
  readonly subject: string;
  readonly position: { readonly line: number; readonly column: number };
  readonly why: string;
  readonly hint: string;
}

/** One block of lines for a fault. */
export function renderPlacedFault(
  { severity, rule, path, subject, position, why, hint }: PlacedFault,
  width: number,
): string {
  return [
    `${severity === "error" ? "Fault" : "Warning"} at line ${position.line}, column ${position.column}: ${rule}`,
    ...(path.length === 0 ? [] : [faultRow("path", formatPath(path), width)]),
    ...(subject === "" ? [] : [faultRow("where", subject, width)]),
    faultRow("why", why, width),
    faultRow("hint", hint, width),
  ].join("\n");
}

/** The document of a fault. */
export function placedFaultDocument({ severity, rule, path, subject, position, why, hint }: PlacedFault): object {
  return {
    severity,
    rule,
    path: formatPath(path),
    ...(subject !== "" && { subject }),
    ...position,
    why,
    hint,
  };
}
