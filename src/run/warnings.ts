/** Collects the warnings and notes of a run about schemas, types, inputs, likely secrets, and unknown variables. */
import type { Language } from "../../generators/index.ts";
import { misfitText } from "../cli/misfits.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { Urn } from "../domain/graph.ts";
import { isDefaultProvider, rootStackType } from "../domain/urn.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { type MissingPackage, type UsedTokens, usedTokens } from "../import/providers/other-packages.ts";
import { findByPackage } from "../import/providers/packages.ts";
import { unfitConfig } from "../import/providers/unfit-config.ts";
import type { TextLocation } from "../import-file/import-specs.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../import-file/resolved-specs.ts";
import { checkUsed } from "../schema/check/check-used.ts";
import { type ShownMisfit, shownMisfits } from "../schema/judge/shown-misfits.ts";
import { argumentsFromTexts, engineSettings } from "../schema/provider-arguments.ts";
import type { Overlay, PackageSchema, ResourceSchema } from "../schema/types.ts";
import type { Deployment } from "../state/deployment.ts";
import { formatPath } from "../value/path.ts";
import type { DeclaringProgram } from "./declared.ts";

/** Maximum number of errors to show per package. */
const faultsShown = 5;

/**
 * Returns warnings about errors in the schema definitions of imported types, in the order of the import specs. Code for such types may not match
 * the provider or its SDKs.
 */
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

/** Returns a warning for each input or configuration value that does not match its type in the schema. */
export function unfitWarnings({
  request,
  config,
  schemas,
}: Pick<LinkedImport, "request" | "config" | "schemas">): readonly Diagnostic[] {
  const inputs = unfitInputs(request, schemas).map(({ urn, where: { file, line, column }, path, why }) => ({
    severity: "warning" as const,
    resource: urn,
    path: formatPath(path),
    where: `${file}:${line}:${column}`,
    message: misfitText(why, "file"),
  }));
  const settings = unfitConfig(config, schemas).map(({ key, path, why }) => ({
    severity: "warning" as const,
    path: path.length > 1 ? formatPath(path) : undefined,
    where: `--config ${key}`,
    message: misfitText(why, "flag"),
  }));
  return [...inputs, ...settings];
}

interface UnfitInput extends ShownMisfit {
  readonly urn: Urn;
  readonly where: TextLocation;
}

/**
 * Finds the `inputs` of import files that do not match their types in the schema. They are not errors, because the provider may accept them. Skips
 * unknown top-level properties of resources, which are reported as UNKNOWN_INPUT.
 */
function unfitInputs(
  { resources }: Pick<ResolvedSpecs, "resources">,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly UnfitInput[] {
  return resources.flatMap((spec) => {
    const { name, version } = spec.package;
    const schema = schemas.get(`${name}@${version}`) ?? schemas.get(name);
    const { urn, locateInput: placeOfInput } = spec;
    // Skip inputs from another stack, because the user cannot correct them.
    if (schema === undefined || placeOfInput === undefined) return [];
    return specMisfits(spec, schema, schemas).map((misfit) => ({ ...misfit, urn, where: placeOfInput(misfit.path) }));
  });
}

function specMisfits(
  { kind, type, inputs = new Map() }: ResolvedSpec,
  schema: PackageSchema,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly ShownMisfit[] {
  switch (kind) {
    case "component":
    case "external":
      return [];
    case "provider": {
      const { inputs: properties } = schema.provider;
      const misfits = shownMisfits(argumentsFromTexts(inputs, properties), properties, schema, schemas);
      return misfits.filter(({ path: [name] }) => !engineSettings.has(String(name)));
    }
    case "custom": {
      const properties = schema.resource(type)?.inputs;
      if (properties === undefined) return [];
      const misfits = shownMisfits(inputs, properties, schema, schemas);
      return misfits.filter(({ path, why }) => why.kind !== "unknown property" || path.length > 1);
    }
  }
}

/** Returns a note for each configuration value that imp encrypts because it may be secret. */
export function likelyConfigSecrets({ config }: Pick<LinkedImport, "config">): readonly Diagnostic[] {
  return [...config].flatMap(([key, { likely }]) => {
    if (likely === undefined) return [];
    const why =
      likely.by === "form" ? `it looks like a secret (${likely.of})` : "its name looks like the name of a secret";
    const message = `${key} is encrypted: ${why}. If it is not secret, add --not-secret ${key}`;
    return [{ severity: "note" as const, where: "--config", message }];
  });
}

/** The name and runtimes of a language. Schemas may use either. */
type PrintedLanguage = Pick<Language, "name" | "runtimes">;

/** Returns warnings about deprecated types and types with handwritten SDK code, in the order of the import specs. */
export function typeWarnings(
  { request, schemas }: Pick<LinkedImport, "request" | "schemas">,
  languages: readonly PrintedLanguage[],
): readonly Diagnostic[] {
  return request.resources.flatMap(({ urn, kind, type, package: reference }) => {
    const resource = kind === "provider" ? undefined : findByPackage(schemas, reference)?.resource(type);
    const messages = resource === undefined ? [] : messagesAbout(resource, languages);
    return messages.map((message) => ({ severity: "warning" as const, resource: urn, message }));
  });
}

function messagesAbout(
  { deprecationMessage, overlay }: ResourceSchema,
  languages: readonly PrintedLanguage[],
): readonly string[] {
  return [
    ...(deprecationMessage === undefined ? [] : [`The resource type is deprecated: ${deprecationMessage}`]),
    ...(overlay === undefined ? [] : overlayMessages(overlay, languages)),
  ];
}

/**
 * Returns messages about a type with handwritten SDK code (an overlay). Some SDKs lack the class of the type, or its constructor has different
 * arguments.
 */
function overlayMessages(overlay: Overlay, languages: readonly PrintedLanguage[]): readonly string[] {
  if (languages.length === 0) return [];
  if (overlay.languages.length === 0) {
    return [
      "The SDK class of this type is handwritten (an overlay). Compare the code with the documentation of the package.",
    ];
  }
  const lacks = ({ name, runtimes }: PrintedLanguage): boolean =>
    ![name, ...runtimes].some((word) => overlay.languages.includes(word));
  const lacking = languages.filter(lacks).map(({ name }) => name);
  if (lacking.length === 0) return [];
  const has = overlay.languages.join(", ");
  return [
    `Only the ${has} SDK has a class for this type (an overlay). The code in ${lacking.join(", ")} may not compile.`,
  ];
}

/** Returns a note for each resource of the stack whose variable in the user's program is unknown. */
export function unseenResources(
  { insertion, held, places }: Pick<DeclaringProgram, "insertion" | "held" | "places">,
  state: Deployment | undefined,
): readonly Diagnostic[] {
  if (insertion === undefined) return [];
  const unseen = (state?.resources ?? []).filter(
    ({ urn, type, delete: isGone, external }) =>
      !isGone && !external && type !== rootStackType && !isDefaultProvider(urn) && !held.has(urn),
  );
  const message =
    `Your program does not have variables for these resources at the insertion point in ${insertion.file}, so new code does not refer to them. ` +
    `To make them available, add their variables to "nameTable" of the import file.`;
  return unseen.map(({ urn }) => {
    const place = places?.get(urn);
    return {
      severity: "note",
      resource: urn,
      message,
      details: place === undefined ? undefined : `registered at ${place}`,
    };
  });
}
