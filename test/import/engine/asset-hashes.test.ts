/** imp adds hashes to the assets of import specs, as Pulumi's engine does. */
import assert from "node:assert/strict";
import { UnknownHash } from "../../../src/import/engine/asset-files.ts";
import { withAssetHashes } from "../../../src/import/engine/asset-hashes.ts";
import type { ArchiveValue, AssetValue, Value } from "../../../src/value/value.ts";

describe("asset hashes", () => {
  const files = new Map([["logo.svg", Buffer.from("hello")]]);
  const hashed = async (value: Value) =>
    (
      await withAssetHashes(new Map([["source", value]]), {
        bytes: async (path) => files.get(path),
        below: async () => undefined,
      })
    ).get("source");
  // The output of `printf hello | sha256sum`.
  const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  it("hashes text assets and file assets", async () => {
    const text = await hashed({ kind: "asset", source: { from: "text", text: "hello" }, hash: "" });
    assert.equal(text?.kind === "asset" && text.hash, hello);
    const file = await hashed({ kind: "asset", source: { from: "path", path: "logo.svg" }, hash: "" });
    assert.equal(file?.kind === "asset" && file.hash, hello);
  });
  it("adds hashes to nested assets, and keeps existing hashes", async () => {
    const kept: Value = { kind: "asset", source: { from: "elided" }, hash: "abc" };
    const inner: Value = { kind: "asset", source: { from: "text", text: "" }, hash: "" };
    const value = await hashed({ kind: "secret", value: { kind: "list", items: [kept, inner] } });
    const items = value?.kind === "secret" && value.value.kind === "list" ? value.value.items : [];
    const hashes = items.map((item) => (item.kind === "asset" ? item.hash : ""));
    assert.deepEqual(hashes, ["abc", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]);
  });
  it("hashes archives like the engine, including empty archives", async () => {
    const empty = await hashed({ kind: "archive", source: { from: "assets", assets: new Map() }, hash: "" });
    // docs/providers.md#assets-and-archives
    assert.equal(
      empty?.kind === "archive" && empty.hash,
      "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    );
    const text: AssetValue = { kind: "asset", source: { from: "text", text: "content of a.txt" }, hash: "" };
    const inner: ArchiveValue = {
      kind: "archive",
      source: { from: "assets", assets: new Map([["a.txt", text]]) },
      hash: "",
    };
    const outer: ArchiveValue = {
      kind: "archive",
      source: {
        from: "assets",
        assets: new Map<string, AssetValue | ArchiveValue>([
          [".", inner],
          ["a.txt", { ...text, source: { from: "text", text: "the second of a name is passed over" } }],
        ]),
      },
      hash: "",
    };
    for (const archive of [inner, outer]) {
      const value = await hashed(archive);
      // The hash of an archive with one file a.txt, written by Go's archive/tar.
      assert.equal(
        value?.kind === "archive" && value.hash,
        "bc8e2d4f9e5e84c4e5b20d3cb54451486d2130215e7da53d775840abd7362e45",
      );
    }
  });
  it("throws UnknownHash for files and archives that cannot be hashed", async () => {
    const missing: Value = { kind: "asset", source: { from: "path", path: "none" }, hash: "" };
    await assert.rejects(hashed(missing), UnknownHash);
    await assert.rejects(hashed({ kind: "archive", source: { from: "path", path: "dir" }, hash: "" }), UnknownHash);
    const zip: ArchiveValue = { kind: "archive", source: { from: "path", path: "in.zip" }, hash: "" };
    const around: ArchiveValue = {
      kind: "archive",
      source: { from: "assets", assets: new Map([["z", zip]]) },
      hash: "",
    };
    await assert.rejects(hashed(around), UnknownHash);
  });
});
