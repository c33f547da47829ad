import { cachedByObject } from "./once.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** `yes`: the description of the type explains the import. `no`: it doesn't, but most types of the package do. `unknown`: most don't. */
export type DescribedImport = "yes" | "no" | "unknown";

/** Returns whether the description of a resource type explains how to import it. */
export function describedImport(
  { description }: Pick<ResourceSchema, "description">,
  schema: ImportTexts,
): DescribedImport {
  if (importSection.test(description ?? "")) return "yes";
  return describesMost(schema) ? "no" : "unknown";
}

type ImportTexts = Pick<PackageSchema, "resourceTokens" | "jsonText">;

const importSection = /^#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/m;

/** Matches in JSON text with escaped line breaks. */
const sectionInText = /(?:^|\\n|")#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/;

const describesMost = cachedByObject((schema: ImportTexts) => {
  const tokens = schema.resourceTokens();
  const described = tokens.filter((token) => sectionInText.test(schema.jsonText("resources", token))).length;
  return described * 2 >= tokens.length && described > 0;
});
