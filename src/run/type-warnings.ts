/**
 * Warns of imported types that their packages deprecate, or whose classes are written by hand.
 */
import type { Language } from "../../generators/index.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { findByPackage } from "../import/providers/packages.ts";
import type { Overlay, ResourceSchema } from "../schema/types.ts";

/** Schemas name a language by its name or by its runtime. */
type PrintedLanguage = Pick<Language, "name" | "runtimes">;

/** In the order of the import specs. */
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
    ...(deprecationMessage === undefined ? [] : [`The package deprecates the type: ${deprecationMessage}`]),
    ...(overlay === undefined ? [] : overlayMessages(overlay, languages)),
  ];
}

/** An overlay is no part of the schema's own code: some languages lack the class, or have it with other arguments. */
function overlayMessages(overlay: Overlay, languages: readonly PrintedLanguage[]): readonly string[] {
  if (languages.length === 0) return [];
  if (overlay.languages.length === 0) {
    return [
      "The package writes the type's class by hand (an overlay): compare the code with the package's documentation.",
    ];
  }
  const lacks = ({ name, runtimes }: PrintedLanguage): boolean =>
    ![name, ...runtimes].some((word) => overlay.languages.includes(word));
  const lacking = languages.filter(lacks).map(({ name }) => name);
  if (lacking.length === 0) return [];
  const has = overlay.languages.join(", ");
  return [
    `The package has the type's class for ${has} alone (an overlay): the code in ${lacking.join(", ")} may not compile.`,
  ];
}
