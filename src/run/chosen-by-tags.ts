/** Applies the filters and the name template that need tags, because tags are only known after Read. */
import type { Choices } from "../choices/choices.ts";
import { namesByTags } from "../choices/name-template.ts";
import { renamedSpecs } from "../choices/renamed-specs.ts";
import { leftOutByTags, tagsOf } from "../choices/tags.ts";
import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { readOutputs, withNewNames, withoutResources } from "../import/choose-reads.ts";
import type { ReadImport } from "../import/read-import.ts";
import type { PropertyMap } from "../value/value.ts";

/**
 * Removes the resources that `--only` and `--exclude` exclude by tag, and renames the remaining ones if the name template has tags. Throws the
 * CHOICE_ errors.
 */
export function chosenByTags(read: ReadImport, choices: Choices): ReadImport {
  const { only, exclude, nameTemplate } = choices;
  const outputs = readOutputs(read);
  const hasTagFilter = [...only, ...exclude].some(({ tag }) => tag !== undefined);
  const remaining = hasTagFilter
    ? withoutResources(read, leftOutByTags(read.request.resources, choices, propertiesOf(read, outputs)))
    : read;
  if (!namesByTags(nameTemplate)) return remaining;
  const renamed = renamedSpecs(remaining.specs, choices, ({ specId }) => {
    const properties = outputs.get(specId);
    return properties && tagsOf(properties);
  });
  return withNewNames(remaining, renamed, read);
}

/** Maps each resource to its read outputs. If it was not read, uses its outputs in the state. */
function propertiesOf(
  { request, context }: ReadImport,
  outputs: ReadonlyMap<SpecId, PropertyMap>,
): ReadonlyMap<Urn, PropertyMap> {
  const entries = request.resources.map(
    ({ urn, specId }) => [urn, outputs.get(specId) ?? context.known.outputsOf(urn)] as const,
  );
  return new Map(
    entries.flatMap(([urn, properties]) => (properties === undefined ? [] : [[urn, properties] as const])),
  );
}
