/** Choices that depend on the properties that Read returns, such as tags. */
import type { Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolved-specs.ts";
import type { PropertyMap } from "../value/value.ts";
import type { Choices } from "./choices.ts";
import { namesByTags } from "./name-template.ts";
import { renamedSpecs } from "./renamed-specs.ts";
import { leftOutByTags, tagsOf } from "./tags.ts";

/** Returns the functions that apply these choices. A function is omitted if no choice needs it. They throw the CHOICE_ errors. */
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
              const readProperties = properties(entry);
              return readProperties && tagsOf(readProperties);
            })
        : undefined,
  };
}
