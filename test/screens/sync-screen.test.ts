/** The screen of `imp sync`: each drifted resource with the user's choice, and the changes that imp cannot make. */
import assert from "node:assert/strict";
import type { Screen } from "../../src/cli/render.ts";
import { renderSynced, type SyncedResource, type SyncFacts } from "../../src/cli/sync-screen.ts";

const screen: Screen = { width: 80, colour: false };

const urn = (name: string): string => `urn:pulumi:dev::shop::aws:sqs/queue:Queue::${name}`;

const orders: SyncedResource = {
  urn: urn("orders"),
  where: "index.ts:4:1",
  isDeleted: false,
  isInProgram: false,
  differences: [{ path: "size", kind: "update", old: 1, new: 2 }],
  choice: "cloud",
  isSettled: true,
  manual: [],
};

const left: SyncedResource = {
  ...orders,
  urn: urn("work"),
  isSettled: false,
  why: "its code must be changed by hand",
  manual: [{ path: "size", value: 2, where: "index.ts:6:9", why: "is not a literal" }],
};

const synced: SyncFacts = {
  project: "shop",
  stack: "dev",
  resources: [orders, left],
  pending: [],
  diffs: [],
  files: ["index.ts"],
};

describe("the screen of imp sync", () => {
  it("shows the choice for each resource, and the changes to make by hand", () => {
    assert.equal(
      renderSynced({ ...synced, runId: "1" }, "done", screen),
      [
        "Syncing shop (dev)",
        "",
        "  ~ aws:sqs/queue:Queue  orders  (index.ts:4:1)",
        "      ~ size: 1 => 2",
        "    The program takes the cloud's values.",
        "",
        "  ~ aws:sqs/queue:Queue  work  (index.ts:4:1)",
        "      ~ size: 1 => 2",
        "    Not changed (cloud): its code must be changed by hand.",
        "      index.ts:6:9  size: 2 (the code is not a literal)",
        "",
        "2 resources changed in the cloud, 1 left.",
        "Wrote:",
        "  index.ts",
      ].join("\n"),
    );
  });

  it("announces the change of the program before the user chooses it", () => {
    const diffs = [{ file: "index.ts", before: "a\n", after: "b\n" }];
    const text = renderSynced({ ...synced, resources: [orders], diffs }, "asked", screen);
    assert.match(text, /To take the cloud's values, imp changes the program:\n\nIn index\.ts:/);
  });

  it("reports that nothing was changed in the cloud", () => {
    const text = renderSynced({ ...synced, resources: [], files: [] }, "done", screen);
    assert.equal(text, "Syncing shop (dev)\n\nNothing was changed in the cloud.");
  });

  it("shows deleted resources, and resources for which only the state must change", () => {
    const deleted: SyncedResource = {
      ...left,
      isDeleted: true,
      differences: [],
      choice: "program",
      isSettled: true,
      manual: [],
    };
    const text = renderSynced({ ...synced, resources: [deleted, { ...orders, isInProgram: true }] }, "dry", screen);
    assert.match(
      text,
      /- aws:sqs\/queue:Queue {2}work[\s\S]*deleted in the cloud[\s\S]*stays, so the next update creates/,
    );
    assert.match(text, /already has the cloud's values, so only the state changes/);
    assert.match(text, /all can be synced\.\nFiles to write:\n {2}index\.ts\nNothing was written \(--dry-run\)\.$/);
  });
});
