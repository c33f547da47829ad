/** Warns about errors in the schema definitions of imported types. Programs of such types may not match the provider or its SDKs. */
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { type MissingPackage, type UsedTokens, usedTokens } from "../import/providers/other-packages.ts";
import { formatPath } from "../ir/path.ts";
import { checkUsed } from "../schema/check/check-used.ts";

/** Maximum number of errors to show per package. */
const faultsShown = 5;

/** Returns the warnings, in the order of the import specs. */
export function schemaWarnings({
  request,
  schemas,
  missing,
}: Pick<LinkedImport, "request" | "schemas" | "missing">): readonly Diagnostic[] {
  const faults = usedTokens(request, schemas).flatMap(warningsOf);
  return [...faults, ...missingWarnings(missing)];
}

/** Returns a warning for each missing package, whose values are written without type information. */
export function missingWarnings(missing: readonly MissingPackage[]): readonly Diagnostic[] {
  return missing.map(({ name, version, from, why }) => ({
    severity: "warning",
    message: [
      `The schema of ${from} refers to types of the package ${name} ${version},`,
      why === undefined ? "whose plugin is not available." : "which cannot be read.",
      "Values of these types are written without type information.",
      why ?? `To install it: pulumi plugin install resource ${name} ${version}`,
    ].join(" "),
  }));
}

function warningsOf({ schema, tokens }: UsedTokens): readonly Diagnostic[] {
  const faults = checkUsed(schema, tokens);
  const messages = faults
    .slice(0, faultsShown)
    .map(
      ({ rule, path, why }) => `The schema of ${schema.name} violates the rule ${rule} at ${formatPath(path)}: ${why}`,
    );
  const more = faults.length - messages.length;
  const rest = `The schema of ${schema.name} has ${more} more errors. To list them: imp schema check ${schema.name}`;
  return [...messages, ...(more > 0 ? [rest] : [])].map((message) => ({ severity: "warning", message }));
}
