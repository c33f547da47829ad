/**
 * The choices that only reading can make, as functions over what was read.
 */
import type { Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolved-specs.ts";
import type { PropertyMap } from "../value/value.ts";
import type { Choices } from "./choices.ts";
import { namesByTags } from "./name-template.ts";
import { renamedSpecs } from "./renamed-specs.ts";
import { leftOutByTags, tagsOf } from "./tags.ts";

/** A member is absent where no choice needs it. The functions throw CHOICE_UNKNOWN, CHOICE_IMPOSSIBLE and CHOICE_EMPTY. */
export function afterRead(choices: Choices) {
  const { only, exclude, nameTemplate } = choices;
  const byTags = [...only, ...exclude].some(({ tag }) => tag !== undefined);
  return {
    leftOut: byTags
      ? (resources: readonly ResolvedSpec[], properties: (urn: Urn) => PropertyMap | undefined) =>
          leftOutByTags(resources, choices, properties)
      : undefined,
    renamed:
      nameTemplate !== undefined && namesByTags(nameTemplate)
        ? (specs: ImportSpecs, properties: (entry: ImportSpec) => PropertyMap | undefined) =>
            renamedSpecs(specs, choices, (entry) => {
              const known = properties(entry);
              return known && tagsOf(known);
            })
        : undefined,
  };
}
