/**
 * Warns of definitions of imported types for which Pulumi's binder refuses the package's schema: its SDKs may be of an older one, and its
 * programs may not be what the types say.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { type MissingPackage, type UsedTokens, usedTokens } from "../import/providers/other-packages.ts";
import { formatPath } from "../ir/path.ts";
import { checkUsed } from "../schema/check/check-used.ts";

/** So many faults of a package are shown; the rest is counted. */
const faultsShown = 5;

/** In the order of the packages' first import specs. Nothing is refused. */
export function schemaWarnings({
  request,
  schemas,
  missing,
}: Pick<LinkedImport, "request" | "schemas" | "missing">): readonly Diagnostic[] {
  const faults = usedTokens(request, schemas).flatMap(warningsOf);
  return [...faults, ...missingWarnings(missing)];
}

/** Values of types that nobody knows are written as they are. */
export function missingWarnings(missing: readonly MissingPackage[]): readonly Diagnostic[] {
  return missing.map(({ name, version, from, why }) => ({
    severity: "warning",
    message: [
      `The schema of ${from} refers to types of the package ${name} ${version},`,
      why === undefined ? "whose plugin cannot be asked:" : "which cannot be read:",
      "their values are written as they are.",
      why ?? `To install it: pulumi plugin install resource ${name} ${version}`,
    ].join(" "),
  }));
}

function warningsOf({ schema, tokens }: UsedTokens): readonly Diagnostic[] {
  const faults = checkUsed(schema, tokens);
  const messages = faults
    .slice(0, faultsShown)
    .map(
      ({ rule, path, why }) => `The schema of ${schema.name} breaks the rule ${rule} at ${formatPath(path)}: ${why}`,
    );
  const more = faults.length - messages.length;
  const rest = `The schema of ${schema.name} breaks rules in ${more} more places: imp schema check ${schema.name} lists them.`;
  return [...messages, ...(more > 0 ? [rest] : [])].map((message) => ({ severity: "warning", message }));
}
