/** Warns about imported types that are deprecated or have handwritten classes. */
import type { Language } from "../../generators/index.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { findByPackage } from "../import/providers/packages.ts";
import type { Overlay, ResourceSchema } from "../schema/types.ts";

/** The name and runtimes of a language. Schemas may use either. */
type PrintedLanguage = Pick<Language, "name" | "runtimes">;

/** Returns the warnings, in the order of the import specs. */
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

/** Returns messages about an overlay. SDKs of some languages lack the class, or its constructor has different arguments. */
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
