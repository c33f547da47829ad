/** Renders errors with a position in a file. */
import { formatPath, type Path } from "../value/path.ts";
import { columnsOf } from "./columns.ts";
import { faultRow } from "./state-screen.ts";

export interface PlacedFault {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly path: Path;
  /** The location in words. Omitted or "" if the path is enough. */
  readonly subject?: string;
  readonly position: { readonly line: number; readonly column: number };
  readonly why: string;
  readonly hint: string;
}

/** Renders the error with its position, path, reason, and hint. */
export function renderPlacedFault(
  { severity, rule, path, subject = "", position, why, hint }: PlacedFault,
  width: number,
): string {
  return [
    `${severity === "error" ? "Error" : "Warning"} at line ${position.line}, column ${position.column}: ${rule}`,
    ...(path.length === 0 ? [] : [pathRow(path, width)]),
    ...(subject === "" ? [] : [faultRow("where", subject, width)]),
    faultRow("why", why, width),
    faultRow("hint", hint, width),
  ].join("\n");
}

/** Renders the path. Breaks a long path between two steps, so that tokens stay whole. */
function pathRow(path: Path, width: number): string {
  const lines: string[] = [];
  let shown = "";
  for (const index of path.keys()) {
    const text = formatPath(path.slice(0, index + 1));
    const step = text.slice(shown.length);
    const line = `${lines.at(-1) ?? ""}${step}`;
    if (lines.length === 0 || columnsOf(line) > width - 8) lines.push(step);
    else lines[lines.length - 1] = line;
    shown = text;
  }
  return faultRow("path", lines.join("\n"), width);
}

/** Returns the JSON form of an error. */
export function placedFaultDocument({ severity, rule, path, subject = "", position, why, hint }: PlacedFault): object {
  return {
    severity,
    rule,
    path: formatPath(path),
    subject: subject !== "" ? subject : undefined,
    ...position,
    why,
    hint,
  };
}
