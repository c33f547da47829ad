import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import type { DiyTarget } from "../../src/workspace/workspace.ts";
import { checkpointWrites } from "../../src/workspace/write-checkpoint.ts";

const target: DiyTarget = {
  kind: "diy",
  checkpointPath: "/b/.pulumi/stacks/p/s.json",
  gzip: false,
  backendRoot: "/b",
  backendUrl: "file:///b",
  lockDirectory: "/b/.pulumi/locks/organization/p/s",
  stack: "s",
};
const old = Buffer.from("old");
const json = Buffer.from('{"version":3}');

describe("checkpointWrites", () => {
  it("copies the previous checkpoint first", async () => {
    assert.deepEqual(await checkpointWrites(target, { stored: old }, json), [
      { path: "/b/.pulumi/stacks/p/s.json.bak", bytes: old },
      { path: "/b/.pulumi/stacks/p/s.json", bytes: json },
    ]);
  });

  it("has nothing to copy at first", async () => {
    assert.deepEqual(await checkpointWrites(target, undefined, json), [{ path: target.checkpointPath, bytes: json }]);
  });

  it("keeps a compressed checkpoint compressed", async () => {
    const stored = gzipSync(old);
    const path = "/b/.pulumi/stacks/p/s.json.gz";
    const [copy, save] = await checkpointWrites({ ...target, gzip: true, checkpointPath: path }, { stored }, json);
    assert.deepEqual(copy, { path: `${path}.bak`, bytes: stored });
    assert.deepEqual(gunzipSync(save?.bytes ?? ""), json);
  });

  it("writes a state file alone", async () => {
    const file = { kind: "file", path: "/x.json" } as const;
    assert.deepEqual(await checkpointWrites(file, { stored: old }, json), [{ path: "/x.json", bytes: json }]);
  });
});
