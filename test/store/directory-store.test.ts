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

  it("leaves no temporary files in the backend directory", () => {
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      names.filter((name) => name.includes(".imp")),
      [],
    );
  });

  it("does not list the .attrs files that Pulumi's storage library writes", async () => {
    const store = directoryStore(root);
    await store.write("attrs/a.json", Buffer.from("{}"), "always");
    writeFileSync(join(root, "attrs/a.json.attrs"), "{}");
    assert.deepEqual(
      (await store.list("attrs/")).map(({ key }) => key),
      ["attrs/a.json"],
    );
  });

  it("reports the path of a file that it cannot write", async () => {
    writeFileSync(join(root, "file"), "");
    await assert.rejects(directoryStore(root).write("file/below", Buffer.from(""), "always"), (error: unknown) => {
      assert.ok(error instanceof ImpError);
      assert.equal(error.code, "STORE_REFUSED");
      assert.equal(error.explanation.where, join(root, "file/below"));
      return true;
    });
  });
});
