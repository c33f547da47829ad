/** Which resources a function call must not depend on, because they do not exist yet. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { plainResource, type Resource } from "../../src/preview/resource.ts";
import { ResourceTracker } from "../../src/preview/resource-tracker.ts";
import { emptyMap } from "../../src/value/value.ts";

function component(urn: string, parent?: string): Resource {
  return { ...plainResource, urn, type: "a:b:C", custom: false, parent, inputs: emptyMap, outputs: emptyMap };
}

function custom(urn: string, id: string, parent?: string): Resource {
  return { ...component(urn, parent), custom: true, id };
}

function trackerOf(...resources: readonly Resource[]): ResourceTracker {
  const tracker = new ResourceTracker();
  for (const resource of resources) tracker.add(resource);
  return tracker;
}

describe("a tracker of registered resources", () => {
  it("finds custom resources without an id, also inside components", async () => {
    const tracker = trackerOf(component("outer"), component("inner", "outer"), custom("new", "", "inner"));
    tracker.add(custom("old", "old-id", "outer"));
    assert.equal(await tracker.isMissing("new"), true);
    assert.equal(await tracker.isMissing("outer"), true);
    assert.equal(await tracker.isMissing("old"), false);
    assert.equal(await tracker.isMissing("unregistered"), false);
  });

  it("does not look below custom resources", async () => {
    const tracker = trackerOf(component("outer"), custom("old", "old-id", "outer"), custom("new", "", "old"));
    assert.equal(await tracker.isMissing("outer"), false);
  });

  it("waits for registrations inside a component", async () => {
    const tracker = trackerOf(component("outer"));
    const registration = setImmediate().then(() => tracker.add(custom("new", "", "outer")));
    const registered = tracker.during("outer", registration);
    assert.equal(await tracker.isMissing("outer"), true);
    await registered;
  });
});
