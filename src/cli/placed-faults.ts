/**
 * Renders faults at places of a file, for the commands that check one.
 */
import { formatPath, type Path } from "../ir/path.ts";
import { columnsOf } from "./columns.ts";
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
    ...(path.length === 0 ? [] : [pathRow(path, width)]),
    ...(subject === "" ? [] : [faultRow("where", subject, width)]),
    faultRow("why", why, width),
    faultRow("hint", hint, width),
  ].join("\n");
}

/** A path that is wider than the screen goes on in a new line between two steps: a token stays whole. */
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

/** The document of a fault. */
export function placedFaultDocument({ severity, rule, path, subject, position, why, hint }: PlacedFault): object {
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
