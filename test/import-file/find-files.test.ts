import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFiles } from "../../src/import-file/find-files.ts";

const entry = { type: "shop:index:Shelf", name: "a", id: "1" };

describe("import files in a directory", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "imp-found-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it("lists the valid import files and Terraform states of a directory, and counts missing IDs", async () => {
    const files = {
      "b.json": JSON.stringify({ resources: [entry, { ...entry, name: "b", id: "<PLACEHOLDER>" }] }),
      "a.yml": "resources:\n  - {type: 'shop:index:Shelf', name: a, id: 'x'}\n",
      "state.json": JSON.stringify({ version: 3, deployment: { resources: [] } }),
      "terraform.json": JSON.stringify({ terraform_version: "1.9.0", resources: [] }),
      "empty.json": JSON.stringify({ resources: [] }),
      "wrong.json": JSON.stringify({ resources: [{ ...entry, tpye: 1 }] }),
      "half.json": '{"resources": [',
      "live.tfstate": "{}",
      "notes.txt": JSON.stringify({ resources: [entry] }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    mkdirSync(join(directory, "resources.json"));
    spawnSync("mkfifo", [join(directory, "pipe.json")]);
    assert.deepEqual(await findFiles(directory), {
      importFiles: [
        { path: "a.yml", resources: 1, missingIds: 0 },
        { path: "b.json", resources: 2, missingIds: 1 },
      ],
      terraformStates: ["live.tfstate"],
    });
  });

  it("returns empty lists if the directory cannot be read", async () => {
    assert.deepEqual(await findFiles(join(directory, "nowhere")), { importFiles: [], terraformStates: [] });
  });
});
