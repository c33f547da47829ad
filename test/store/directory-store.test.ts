import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImpError } from "../../src/domain/errors.ts";
import { directoryStore } from "../../src/store/directory-store.ts";
import { keepsTheContract } from "../support/store-contract.ts";

describe("directoryStore", () => {
  const root = mkdtempSync(join(tmpdir(), "imp-store-"));
  after(() => rmSync(root, { recursive: true, force: true }));

  keepsTheContract(() => directoryStore(root));

  it("leaves no other files in the backend directory", () => {
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      names.filter((name) => name.includes(".imp")),
      [],
    );
  });

  it("does not list the attribute files of Pulumi's library", async () => {
    const store = directoryStore(root);
    await store.write("attrs/a.json", Buffer.from("{}"), "always");
    writeFileSync(join(root, "attrs/a.json.attrs"), "{}");
    assert.deepEqual(
      (await store.list("attrs/")).map(({ key }) => key),
      ["attrs/a.json"],
    );
  });

  it("reports where and why the backend directory is not writable", async () => {
    writeFileSync(join(root, "file"), "");
    await assert.rejects(directoryStore(root).write("file/below", Buffer.from(""), "always"), (error: unknown) => {
      assert.ok(error instanceof ImpError);
      assert.equal(error.code, "STORE_REFUSED");
      assert.equal(error.explanation.where, join(root, "file/below"));
      return true;
    });
  });
});
