import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { withAssetHashes } from "../../src/import/engine/asset-hashes.ts";
import { programFiles } from "../../src/workspace/program/program-files.ts";
import { valuesOf } from "./ask-oracle.ts";
import { archiveOf, assetOf, isAsset, type JsonObject } from "./json-tree.ts";
import { openRawEngine, type RawEngine, type Registration } from "./raw-engine.ts";
import { openScriptedStack, scriptedInstance } from "./scripted-stack.ts";
import type { RealStack, StateResource } from "./stack.ts";
import { requireTools } from "./tools.ts";

const text = (content: string) => assetOf({ text: content });
const path = (name: string) => assetOf({ path: name });

const rows: Readonly<Record<string, JsonObject>> = {
  "empty text": text(""),
  "text that is not ASCII": text("é\u{1f600}\n"),
  "a file": path("site/index.html"),
  "a file with an unnormalized path": path("./site/../site/index.html"),
  "no assets": archiveOf({ assets: {} }),
  "a folder": archiveOf({ path: "site" }),
  "a folder with an unnormalized path": archiveOf({ path: "./site/" }),
  "a link to a folder": archiveOf({ path: "site-link" }),
  "an empty folder": archiveOf({ path: "empty" }),
  "an archive file": archiveOf({ path: "packed.tar.gz" }),
  "a file whose name ends like an archive": archiveOf({ path: "site/odd.zip" }),
  "names sorted by bytes": archiveOf({
    assets: { "\u{1f600}": text("1"), "\uffee": text("2"), Z: text("3"), a: text("4") },
  }),
  "names of every length": archiveOf({
    assets: Object.fromEntries(
      [90, 99, 100, 101, 155, 156, 255, 256, 300].flatMap((size) => [
        ["n".repeat(size), text(`${size}`)],
        [`${"f/".repeat(size / 2)}n`, text(`${size}`)],
        [`${"ü".repeat(size)}/n`, text(`${size}`)],
      ]),
    ),
  }),
  "contents of every length": archiveOf({
    assets: Object.fromEntries([0, 1, 511, 512, 513, 1024, 5000].map((size) => [`f${size}`, text("x".repeat(size))])),
  }),
  "nested archives": archiveOf({
    assets: {
      lib: archiveOf({ path: "site" }),
      "lib/index.html": text("the folder's comes first"),
      "a//b/../c": archiveOf({ assets: { "./d": text("d"), "e//f": path("site/index.html") } }),
      "": archiveOf({ assets: { top: text("t") } }),
    },
  }),
};

describe("hashes of assets and archives", () => {
  const tools = requireTools();
  let stack: RealStack;
  let engine: RawEngine;

  before(async () => {
    stack = await openScriptedStack(tools);
    const pathTo = (name: string) => join(stack.directory, name);
    for (const name of [
      "index.html",
      "a/z.css",
      "a.css",
      "a-b/c",
      "é/ü.txt",
      ".hidden",
      ".pulumi/state",
      "b/.pulumi",
    ]) {
      mkdirSync(dirname(pathTo(`site/${name}`)), { recursive: true });
      writeFileSync(pathTo(`site/${name}`), `content of ${name}`);
    }
    mkdirSync(pathTo("empty"));
    symlinkSync("index.html", pathTo("site/link.html"));
    symlinkSync("a", pathTo("site/folder-link"));
    symlinkSync("site", pathTo("site-link"));
    writeFileSync(pathTo("packed.tar.gz"), gzipSync("not a tar file"));
    writeFileSync(pathTo("site/odd.zip"), "not a ZIP file");
    engine = await openRawEngine(stack);
  });
  after(async () => {
    engine?.close();
    await stack?.dispose();
  });

  it("are the same as those of Pulumi's engine", async () => {
    const names = Object.keys(rows);
    const program = names.map(
      (name): Registration => ({
        type: "scripted:index:Word",
        name,
        inputs: { it: rows[name] ?? null },
        version: "1.0.0",
      }),
    );
    const { steps, ran } = await engine.preview(await fixedOf(stack), program);
    const [engines, ours]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const name of names) {
      const { it } = steps.find(({ urn }) => urn.endsWith(`::${name}`))?.newState?.inputs ?? {};
      engines[name] = isAsset(it) ? it.hash : `${JSON.stringify(it)} ${ran.stdout}`;
      const inputs = await withAssetHashes(valuesOf({ it: rows[name] ?? null }, name), programFiles(stack.directory));
      const value = inputs.get("it");
      ours[name] = value?.kind === "asset" || value?.kind === "archive" ? value.hash : undefined;
    }
    assert.deepEqual(ours, engines);
  });
});

async function fixedOf(stack: RealStack): Promise<readonly StateResource[]> {
  const root = `urn:pulumi:${stack.stack}::${stack.project}::pulumi:pulumi:Stack::${stack.project}-${stack.stack}`;
  return [{ urn: root, type: "pulumi:pulumi:Stack", custom: false }, scriptedInstance("scripted")];
}
