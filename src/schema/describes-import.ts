/**
 * Whether a package's descriptions tell how resources of a type are imported.
 */
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** `yes`: the type's does. `no`: it doesn't, while those of most other types do. `unknown`: the package describes other things. */
export type DescribedImport = "yes" | "no" | "unknown";

export function describedImport(
  { description }: Pick<ResourceSchema, "description">,
  schema: ImportTexts,
): DescribedImport {
  if (importSection.test(description ?? "")) return "yes";
  const isUsual = isUsualIn.get(schema) ?? describesMost(schema);
  isUsualIn.set(schema, isUsual);
  return isUsual ? "no" : "unknown";
}

type ImportTexts = Pick<PackageSchema, "resourceTokens" | "textOf">;

const importSection = /^#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/m;

/** In the JSON text of a description, line breaks are escaped. */
const sectionInText = /(?:^|\\n|")#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/;

const isUsualIn = new WeakMap<ImportTexts, boolean>();

function describesMost(schema: ImportTexts): boolean {
  const tokens = schema.resourceTokens();
  const described = tokens.filter((token) => sectionInText.test(schema.textOf("resources", token))).length;
  return described * 2 >= tokens.length && described > 0;
}
