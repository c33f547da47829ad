/** Applies filters by tag. Tags are known only after Read, so resources are read before they are dropped. */

import { ImpError, type Problem } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { nearestName } from "../import-file/check.ts";
import type { ResolvedSpec } from "../import-file/resolved-specs.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { Choices } from "./choices.ts";
import type { Filter } from "./filter.ts";
import { globMatches } from "./glob.ts";

type Tags = ReadonlyMap<string, string>;

const tagProperties = ["tags", "labels"];

/** Returns the tags of a resource. Supports tags in a map of strings, and in a list of objects with `key` and `value`. */
export function tagsOf(properties: PropertyMap): Tags {
  return new Map(tagProperties.flatMap((name) => tagsIn(properties.get(name))));
}

function tagsIn(value: Value | undefined): readonly (readonly [string, string])[] {
  if (value?.kind === "map") {
    return [...value.entries].flatMap(([key, tag]) => (tag.kind === "string" ? [[key, tag.value] as const] : []));
  }
  if (value?.kind !== "list") return [];
  return value.items.flatMap((item) => {
    const [key, tag] = item.kind === "map" ? [item.entries.get("key"), item.entries.get("value")] : [];
    return key?.kind === "string" && tag?.kind === "string" ? [[key.value, tag.value] as const] : [];
  });
}

/**
 * Returns the resources to drop because of their tags. Resources that could not be read stay, so their errors are reported.
 *
 * @param properties the properties of resources that were read or are in the state
 * @throws ImpError CHOICE_UNKNOWN for a tag that no resource has; CHOICE_IMPOSSIBLE for a reference to a dropped resource; CHOICE_EMPTY
 */
export function leftOutByTags(
  resources: readonly ResolvedSpec[],
  choices: Choices,
  properties: ReadonlyMap<Urn, PropertyMap>,
): ReadonlySet<Urn> {
  const tags = new Map<Urn, Tags>();
  for (const { urn, kind } of resources) {
    const values = kind === "custom" ? properties.get(urn) : undefined;
    if (values !== undefined) tags.set(urn, tagsOf(values));
  }
  const [only, exclude] = [choices.only.filter(isTag), choices.exclude.filter(isTag)];
  refuseUnmatchedTags(
    [...only.map((filter) => ["--only", filter] as const), ...exclude.map((filter) => ["--exclude", filter] as const)],
    tags,
  );
  const has = (urn: Urn, filter: TagFilter) => hasTag(tags.get(urn), filter);
  const isUnread = ({ urn, kind }: ResolvedSpec) => kind === "custom" && !tags.has(urn);
  const isOut = ({ urn }: ResolvedSpec) => exclude.some((filter) => has(urn, filter));
  const isAsked = (spec: ResolvedSpec) =>
    isUnread(spec) || only.every(({ tag }) => only.some((filter) => filter.tag === tag && has(spec.urn, filter)));
  const taken = withNamedUrns(
    resources.filter((spec) => isAsked(spec) && !isOut(spec)),
    resources,
    isOut,
  );
  if (taken.size === 0) throw ImpError.of("CHOICE_EMPTY", { count: resources.length });
  return new Set(resources.flatMap(({ urn }) => (taken.has(urn) ? [] : [urn])));
}

type TagFilter = Filter & { readonly tag: string };

function isTag(filter: Filter): filter is TagFilter {
  return filter.tag !== undefined;
}

function hasTag(tags: Tags | undefined, { tag, glob }: TagFilter): boolean {
  const value = tags?.get(tag);
  return value !== undefined && globMatches(glob, value);
}

function withNamedUrns(
  selected: readonly ResolvedSpec[],
  all: readonly ResolvedSpec[],
  isOut: (resource: ResolvedSpec) => boolean,
): ReadonlySet<Urn> {
  const byUrn = new Map(all.map((resource) => [resource.urn, resource]));
  const taken = new Map(selected.map((resource) => [resource.urn, resource]));
  const problems: Problem[] = [];
  for (const resource of taken.values()) {
    for (const urn of [
      resource.parent,
      resource.provider,
      ...(resource.options?.dependsOn ?? []),
      resource.options?.deletedWith,
    ]) {
      const referent = urn === undefined ? undefined : byUrn.get(urn);
      if (referent === undefined) continue;
      if (!isOut(referent)) taken.set(referent.urn, referent);
      else {
        const message = `${resource.type} ${resource.name} refers to ${referent.type} ${referent.name}, which is excluded.`;
        problems.push({ ...resource.where, message, hint: "Exclude both resources, or neither." });
      }
    }
  }
  if (problems.length > 0) throw ImpError.of("CHOICE_IMPOSSIBLE", { problems });
  return new Set(taken.keys());
}

function refuseUnmatchedTags(
  filters: readonly (readonly [flag: string, filter: TagFilter])[],
  tags: ReadonlyMap<Urn, Tags>,
) {
  const all = [...tags.values()];
  const keys = new Set(all.flatMap((resourceTags) => [...resourceTags.keys()]));
  const unknown = filters.flatMap(([flag, filter]) => {
    if (all.some((resourceTags) => hasTag(resourceTags, filter))) return [];
    const values = new Set(all.flatMap((resourceTags) => resourceTags.get(filter.tag) ?? []));
    const key = keys.has(filter.tag) ? filter.tag : nearestName(filter.tag, keys);
    const value = nearestName(filter.glob, values) ?? filter.glob;
    const isNear = key !== undefined && (key !== filter.tag || value !== filter.glob);
    return [{ text: `${flag} ${filter.text}`, near: isNear ? `tag:${key}=${value}` : undefined }];
  });
  if (unknown.length > 0) throw ImpError.of("CHOICE_UNKNOWN", { unknown, count: tags.size });
}
