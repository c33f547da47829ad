/** The flag that selects resources of a state by URN. */
import { Flags } from "@oclif/core";

/** Returns the flag. @param description the start of its description */
export function urnsFlag(description: string, relations: { readonly dependsOn?: string[] } = {}) {
  return Flags.string({
    description:
      `${description}. Children, parents, and providers are included. \`*\` matches any text without a colon, \`**\` any text. ` +
      "Defaults to all resources",
    ...relations,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "URN",
  });
}
