/** Finds tags that all objects of a provider have. The provider can set them once (`defaultTags`) instead of on each resource. */

import type { ProvenObject } from "../../import-ids/prove-objects.ts";
import type { PackageSchema } from "../../schema/types.ts";

export interface SharedTags {
  readonly package: string;
  readonly objects: number;
  /** The path in the stack configuration below which the tags are set: `aws:defaultTags.tags`. */
  readonly path: string;
  readonly tags: ReadonlyMap<string, string>;
}

/** The settings of providers for default tags, with the path of the tags in them. */
const settings = [
  { setting: "defaultTags", path: "defaultTags.tags" },
  { setting: "defaultLabels", path: "defaultLabels" },
] as const;

/** The minimum number of objects with tags, so that equal tags are probably intended. */
const fewestObjects = 5;

/** Returns the tags that all tagged objects of a package have, except for names and tags of the cloud. Omits providers without default tags. */
export function sharedTags(proven: readonly ProvenObject[], schema: PackageSchema): SharedTags | undefined {
  const found = settings.find(({ setting }) => schema.provider.inputs.has(setting));
  const tagged = proven.flatMap(({ object: { tags } }) => (tags.size > 0 ? [tags] : []));
  const [first] = tagged;
  if (found === undefined || first === undefined || tagged.length < fewestObjects) return undefined;
  const shared = [...first].filter(
    ([key, value]) => key !== "Name" && !key.startsWith("aws:") && tagged.every((tags) => tags.get(key) === value),
  );
  if (shared.length === 0) return undefined;
  return { package: schema.name, objects: tagged.length, path: `${schema.name}:${found.path}`, tags: new Map(shared) };
}
