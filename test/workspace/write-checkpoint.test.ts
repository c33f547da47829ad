import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import { readState } from "../../src/workspace/backend/read-state.ts";
import { writeOfState } from "../../src/workspace/backend/write-checkpoint.ts";
import type { DiyLocation } from "../../src/workspace/workspace.ts";
import { backendEnv, makePlace, orchardFiles, type WorkspaceDir } from "./place.ts";

const json = Buffer.from('{"version":3}');
const stacks = "backend/.pulumi/stacks/orchard";

describe("writeOfState", () => {
  let workspaceDir: WorkspaceDir;
  afterEach(() => workspaceDir.remove());

  async function open(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<DiyLocation> {
    workspaceDir = await makePlace(orchardFiles(files));
    const { location } = await workspaceDir.open({ stack: "dev" }, backendEnv);
    assert.ok(location.kind === "diy");
    return location;
  }

  it("copies the previous checkpoint to .bak before it writes the new one", async () => {
    const target = await open({ [`${stacks}/dev.json.bak`]: "older" });
    const now = await readState(target);
    const path = workspaceDir.path(`${stacks}/dev.json`);
    assert.deepEqual(await writeOfState(target, now, json), {
      files: [
        { path: `${path}.bak`, before: Buffer.from("older"), after: now?.stored },
        { path, before: now?.stored, after: json },
      ],
    });
  });

  it("keeps a compressed checkpoint compressed", async () => {
    const old = gzipSync('{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}');
    const target = await open({ [`${stacks}/dev.json`]: old });
    const [copy, save] = (await writeOfState(target, await readState(target), json)).files;
    assert.deepEqual(copy?.after, old);
    assert.deepEqual(gunzipSync(save?.after ?? ""), json);
  });

  it("writes a --state file without a backup", async () => {
    await open();
    const file = { kind: "file", path: "/x.json" } as const;
    const { files } = await writeOfState(file, undefined, json);
    assert.deepEqual(files, [{ path: "/x.json", before: undefined, after: json }]);
  });
});
