/**
 * Pulumi's Node.js provider server ignores the `preview` flag, so a Create preview creates the resource. Its Configure response does not
 * announce previews, so imp must not request them.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toStruct } from "../../fixtures/simcloud/plain.ts";
import { startPlugin } from "../simcloud/client.ts";

const main = fileURLToPath(new URL("../../fixtures/pinboard/main.ts", import.meta.url));
const urn = "urn:pulumi:dev::orchard::pinboard:index:Board::board";

describe("a provider written with Pulumi's Node.js SDK", () => {
  it("supports no previews, and creates a resource despite the preview flag", async () => {
    const directory = mkdtempSync(join(tmpdir(), "pinboard-"));
    const [file, journal] = [join(directory, "board.json"), join(directory, "journal.jsonl")];
    const plugin = await startPlugin(main, { PINBOARD_FILE: file, PINBOARD_JOURNAL: journal });
    try {
      assert.equal((await plugin.call("configure", { args: toStruct({}) })).supportsPreview, false);
      const properties = toStruct({ title: "Plans" });
      assert.equal((await plugin.call("create", { urn, properties, preview: true })).id, "board-plans");
      assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { "board-plans": { title: "Plans" } });
      const [call] = readFileSync(journal, "utf8").trim().split("\n");
      assert.deepEqual(JSON.parse(call ?? ""), {
        method: "Create",
        type: "pinboard:index:Board",
        id: "",
        preview: false,
      });
    } finally {
      await plugin.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
