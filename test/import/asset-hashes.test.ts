/** Assets of spec inputs get the hashes that the engine would compute. */
import assert from "node:assert/strict";
import { UnknownHash, withAssetHashes } from "../../src/import/asset-hashes.ts";
import type { Value } from "../../src/value/value.ts";

describe("asset hashes", () => {
  const files = new Map([["logo.svg", Buffer.from("hello")]]);
  const hashed = async (value: Value) =>
    (await withAssetHashes(new Map([["source", value]]), async (path) => files.get(path))).get("source");
  // printf hello | sha256sum
  const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  it("hashes text and files", async () => {
    const text = await hashed({ kind: "asset", source: { from: "text", text: "hello" }, hash: "" });
    assert.equal(text?.kind === "asset" && text.hash, hello);
    const file = await hashed({ kind: "asset", source: { from: "path", path: "logo.svg" }, hash: "" });
    assert.equal(file?.kind === "asset" && file.hash, hello);
  });
  it("looks into secrets, lists and maps, and keeps a hash that is there", async () => {
    const kept: Value = { kind: "asset", source: { from: "elided" }, hash: "abc" };
    const inner: Value = { kind: "asset", source: { from: "text", text: "" }, hash: "" };
    const value = await hashed({ kind: "secret", value: { kind: "list", items: [kept, inner] } });
    const items = value?.kind === "secret" && value.value.kind === "list" ? value.value.items : [];
    const hashes = items.map((item) => (item.kind === "asset" ? item.hash : ""));
    assert.deepEqual(hashes, ["abc", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]);
  });
  it("says what it cannot hash", async () => {
    const missing: Value = { kind: "asset", source: { from: "path", path: "none" }, hash: "" };
    await assert.rejects(hashed(missing), UnknownHash);
    await assert.rejects(hashed({ kind: "archive", source: { from: "path", path: "dir" }, hash: "" }), UnknownHash);
  });
});
