import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";

export const [withoutContent, withContent] = ["object-source", "object-archive"];

/** Returns two objects in a bucket. Read returns all values except the content of one of them. */
export function estate() {
  const { cloud, specs } = makeWholeEstate();
  const resources = specs.resources.filter(({ name }) => name === withoutContent || name === withContent);
  const bare = resources.find(({ name }) => name === withoutContent) ?? assert.fail();
  const key = Object.keys(cloud.objects).find((one) => one.endsWith(`|${bare.id}`)) ?? assert.fail();
  const objects = { ...cloud.objects, [key]: { ...cloud.objects[key], source: null } };
  return { cloud: { ...cloud, objects }, specs: { resources } };
}
