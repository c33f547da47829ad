/** The import examples in the descriptions of a package: they show the form of a type's IDs. */
import { getOrInsert } from "../domain/order/maps.ts";
import { importExample } from "../schema/descriptions.ts";
import { cachedByObject } from "../schema/once.ts";
import type { PackageSchema } from "../schema/types.ts";
import { comparableName } from "./comparable-names.ts";
import { googlePath, identityParts, isGlobal } from "./inventory-object.ts";

/** Returns the import example of a type. Searches the JSON text, because parsing all types of a large package takes seconds. */
export function importForm(schema: PackageSchema, token: string): string | undefined {
  const form = getOrInsert(formsByToken(schema), token, () => exampleIn(schema.jsonText("resources", token)));
  return form === "" ? undefined : form;
}

/** The import examples that were read. `""` if a type has none. */
const formsByToken = cachedByObject((_: PackageSchema) => new Map<string, string>());

function exampleIn(text: string): string {
  const start = text.indexOf("pulumi import ");
  if (start < 0) return "";
  const line = text
    .slice(start, start + longestExample)
    .replaceAll("\\n", "\n")
    .replaceAll('\\"', '"');
  return importExample(line) ?? "";
}

const longestExample = 400;

export type FormMatch = "same" | "contradicts" | "unknown";

/** Compares an import example with the identity of an object: the service and the kind of ARNs and paths, or the prefix of an ID such as `vpc-0a1b2c3d`. */
export function formMatch(example: string | undefined, identity: string): FormMatch {
  if (example === undefined) return "unknown";
  if (isGoogleForm(example))
    return googleForm(example).test(googlePath(identity)) ? "same" : isGlobal(identity) ? "contradicts" : "unknown";
  if (isGlobal(example) && isGlobal(identity))
    return identityKind(example) === identityKind(identity) ? "same" : "contradicts";
  const [wanted, actual] = [idPrefix(example), idPrefix(identityParts(identity).segments.at(-1) ?? "")];
  if (wanted === undefined || actual === undefined) return "unknown";
  return wanted === actual ? "same" : "contradicts";
}

function identityKind(identity: string): string {
  const { cloud, service, collection, segments } = identityParts(identity);
  const scope = cloud === "aws" && collection === "loadbalancer" ? (segments[0] ?? "") : "";
  return [
    cloud,
    comparableName(service),
    comparableName(collection),
    scope === "app" || scope === "net" ? "v2" : "",
  ].join(" ");
}

/** Returns the prefix of a generated ID such as `vpc-0a1b2c3d`. Returns undefined for other texts. */
export function idPrefix(text: string): string | undefined {
  return /^((?:[a-z]+-)+)[0-9a-f]{8,17}$/.exec(text)?.[1];
}

/** Returns true for an example with placeholders, as in the google provider: `projects/{{project}}/zones/{{zone}}/instances/{{name}}`. */
export function isGoogleForm(example: string): boolean {
  return /^(?:projects|folders|organizations|locations)\/.*\{\{/.test(example);
}

function googleForm(example: string): RegExp {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = example.split(/\{\{[^{}]*\}\}/).map(literal);
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
