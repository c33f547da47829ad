/**
 * Renders warnings about a program.
 */
import type { Diagnostic } from "../diagnostic.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import { harmless, paint, type Screen, wrap } from "./render.ts";

/** So many are shown on a screen; the document has all. */
const mostShown = 20;

/** Returns a paragraph for each message. Resources that share message, property and file share a paragraph. */
export function renderWarnings(warnings: readonly Diagnostic[], screen: Screen): string {
  const groups = new Map<string, { readonly first: Diagnostic; count: number }>();
  for (const warning of warnings) {
    const key = JSON.stringify([warning.message, warning.path, warning.file]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: warning, count: 1 });
    else known.count += 1;
  }
  const shown = [...groups.values()].slice(0, mostShown).map(({ first, count }) => paragraph(first, count, screen));
  const rest = groups.size - shown.length;
  return shown.join("") + (rest > 0 ? `(${rest} more warnings: --json shows all)\n` : "");
}

function paragraph({ resource, path, file, message }: Diagnostic, count: number, screen: Screen): string {
  const more = count > 1 ? ` and ${count - 1} more` : "";
  const about = resource === undefined ? "" : `${typeOf(resource)} ${nameOf(resource)}${more}: `;
  const where = [...(path === undefined ? [] : [path]), ...(file === undefined ? [] : [`in ${file}`])].join(" ");
  const text = `${about}${where === "" ? "" : `${where}: `}${message}`;
  return `${paint("Warning:", "yellow", screen)} ${wrap(harmless(text), screen.width - 9, "  ")}\n`;
}
