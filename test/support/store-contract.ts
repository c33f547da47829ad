/** Tests that every backend store must pass. */
import assert from "node:assert/strict";
import type { Store } from "../../src/store/store.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** Declares the tests. `open` returns an empty store. */
export function keepsTheContract(open: () => Store): void {
  const readText = async (key: string): Promise<string | undefined> => {
    const stored = await open().read(key);
    return stored === undefined ? undefined : Buffer.from(stored.bytes).toString("utf8");
  };
  const keysOf = async (prefix: string, deep?: "deep"): Promise<readonly string[]> =>
    (await open().list(prefix, deep)).map(({ key }) => key);

  it("reads the same bytes that it wrote, and nothing at other keys", async () => {
    const odd = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await open().write("read/odd", odd, "always");
    assert.deepEqual(Buffer.from((await open().read("read/odd"))?.bytes ?? []), Buffer.from(odd));
    await open().write("read/empty", new Uint8Array(), "always");
    assert.equal((await open().read("read/empty"))?.bytes.length, 0);
    assert.equal(await open().read("read/none"), undefined);
  });

  it("creates a file only once", async () => {
    assert.notEqual(await open().write("once/a", bytes("one"), "absent"), undefined);
    assert.equal(await open().write("once/a", bytes("two"), "absent"), undefined);
    assert.equal(await readText("once/a"), "one");
  });

  it("overwrites only the version that was read", async () => {
    const first = await open().write("over/a", bytes("one"), "always");
    assert.ok(first !== undefined);
    assert.equal((await open().read("over/a"))?.version, first);
    const second = await open().write("over/a", bytes("two"), { version: first });
    assert.ok(second !== undefined && second !== first);
    assert.equal(await open().write("over/a", bytes("three"), { version: first }), undefined);
    assert.equal(await readText("over/a"), "two");
    await open().remove("over/a");
    assert.equal(await open().write("over/a", bytes("four"), { version: second }), undefined);
    assert.equal(await readText("over/a"), undefined);
  });

  it("lets one of many concurrent creators win", async () => {
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, index) => open().write(`race/${index % 2}`, bytes(String(index)), "absent")),
    );
    assert.equal(written.filter((version) => version !== undefined).length, 2);
  });

  it("lists files by prefix, in order, with modification times", async () => {
    for (const key of ["list/b.json", "list/a.json", "list/a.json.bak", "list/deep/c.json"])
      await open().write(key, bytes(key), "always");
    assert.deepEqual(await keysOf("list/"), ["list/a.json", "list/a.json.bak", "list/b.json"]);
    assert.deepEqual(await keysOf("list/a"), ["list/a.json", "list/a.json.bak"]);
    assert.deepEqual(await keysOf("list/", "deep"), [
      "list/a.json",
      "list/a.json.bak",
      "list/b.json",
      "list/deep/c.json",
    ]);
    assert.deepEqual(await keysOf("list/none"), []);
    assert.deepEqual(await keysOf("none/"), []);
    const [first] = await open().list("list/");
    assert.ok(Math.abs((first?.modified ?? 0) - Date.now()) < 60_000);
  });

  it("copies and removes files, and ignores the removal of a missing file", async () => {
    await open().write("copy/a b+c", bytes("content"), "always");
    await open().copy("copy/a b+c", "copy/deep/b");
    assert.equal(await readText("copy/deep/b"), "content");
    await open().remove("copy/a b+c");
    await open().remove("copy/a b+c");
    assert.deepEqual(await keysOf("copy/"), []);
    assert.equal(await readText("copy/deep/b"), "content");
  });
}
