/**
 * Warns of definitions of imported types for which Pulumi's binder refuses the package's schema: its SDKs may be of an older one, and its
 * programs may not be what the types say.
 */
import type { Diagnostic } from "../diagnostic.ts";
import type { OpenImport } from "../import/open-import.ts";
import { ofPackage } from "../import/providers/packages.ts";
import { formatPath } from "../ir/path.ts";
import { checkUsed } from "../schema/check/check-used.ts";
import type { PackageSchema } from "../schema/types.ts";

/** So many faults of a package are shown; the rest is counted. */
const shown = 5;

/** In the order of the packages' first import specs. Nothing is refused. */
export function schemaWarnings({ request, schemas }: Pick<OpenImport, "request" | "schemas">): readonly Diagnostic[] {
  const used = new Map<PackageSchema, Set<string>>();
  for (const { kind, type, package: reference } of request.resources) {
    const schema = kind === "provider" ? undefined : ofPackage(schemas, reference);
    const token = schema?.resource(type)?.name.token;
    if (schema === undefined || token === undefined) continue;
    const tokens = used.get(schema) ?? new Set();
    used.set(schema, tokens.add(token));
  }
  return [...used].flatMap(([schema, tokens]) => warningsOf(schema, [...tokens]));
}

function warningsOf(schema: PackageSchema, tokens: readonly string[]): readonly Diagnostic[] {
  const faults = checkUsed(schema, tokens);
  const messages = faults
    .slice(0, shown)
    .map(
      ({ rule, path, why }) => `The schema of ${schema.name} breaks the rule ${rule} at ${formatPath(path)}: ${why}`,
    );
  const more = faults.length - messages.length;
  const rest = `The schema of ${schema.name} breaks rules in ${more} more places: imp schema check ${schema.name} lists them.`;
  return [...messages, ...(more > 0 ? [rest] : [])].map((message) => ({ severity: "warning", message }));
}
