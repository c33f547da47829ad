/** Extracts import IDs, default values, and sections about imports from the descriptions in a schema. */
import { cachedByObject } from "./once.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** Matches the `pulumi import` command in an example. */
const command = /^\s*\$?\s*(?:pulumi\s+)?import\s+\S+:\S+\s+\S+\s+(\S.*)$/m;

/** Returns the ID in an import example, which bridged providers have: `$ pulumi import aws:s3/bucket:Bucket logs my-bucket`. */
export function importExample(description: string | undefined): string | undefined {
  const id = command.exec(description ?? "")?.[1]?.trim();
  return id?.replace(/^(["'])(.*)\1$/, "$2");
}

/** Matches "Defaults to `false`", "The default value is 0.", "(default: false)", "Default `0`". */
const statedDefault = /\bdefault(?:s|ed)?(?:\s+value)?(?:\s+(?:is|of|to)|\s*[:=])?\s+[`'"]*(false|0)(?![\w.,:/%-]*\w)/i;

/** Returns the default value that a description states, if it is `false` or 0. */
export function namedDefault(description: string | undefined): false | 0 | undefined {
  switch (statedDefault.exec(description ?? "")?.[1]?.toLowerCase()) {
    case "false":
      return false;
    case "0":
      return 0;
    default:
      return undefined;
  }
}

/**
 * Whether the description of a type explains how to import it. `no` means that the descriptions of most other types do. If most descriptions don't
 * explain it, a description without it shows nothing (`unknown`).
 */
export type DescribedImport = "yes" | "no" | "unknown";

/** Finds out whether the description of a resource type explains how to import it. */
export function describedImport(
  { description }: Pick<ResourceSchema, "description">,
  schema: ImportTexts,
): DescribedImport {
  if (importSection.test(description ?? "")) return "yes";
  return describesMost(schema) ? "no" : "unknown";
}

type ImportTexts = Pick<PackageSchema, "resourceTokens" | "jsonText">;

const importSection = /^#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/m;

/** Matches an import section in the JSON text of a resource, where line breaks are escaped. */
const sectionInText = /(?:^|\\n|")#{1,6}\s+Import(?:ing)?\b|\bpulumi import\b/;

const describesMost = cachedByObject((schema: ImportTexts) => {
  const tokens = schema.resourceTokens();
  const described = tokens.filter((token) => sectionInText.test(schema.jsonText("resources", token))).length;
  return described * 2 >= tokens.length && described > 0;
});
