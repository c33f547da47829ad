/**
 * Declares the flag that chooses resources of a state by their URNs.
 */
import { Flags } from "@oclif/core";

/** @param description what it chooses, as far as the pattern language */
export function urnsFlag(description: string, relations: { readonly dependsOn?: string[] } = {}) {
  return Flags.string({
    description: `${description}, with what lies below it, its parents and its providers; \`*\` stands for any text without a colon, \`**\` for any text; default: everything`,
    ...relations,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "URN",
  });
}
