/** The screens of all invalid schemas, compared with `schema-faults.txt`. `UPDATE_GOLDENS=1` writes it. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderSchemaCheck } from "../../src/cli/schema-check-screen.ts";
import { checkSchema } from "../../src/schema/check/check.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";

const golden = fileURLToPath(new URL("schema-faults.txt", import.meta.url));

describe("screens of invalid package schemas", () => {
  let screens: string;

  before(async function () {
    this.timeout(60_000);
    const parts: string[] = [];
    for (const { title, text } of wrongSchemas) {
      const checked = await checkSchema(Buffer.from(text), "json", async () => undefined);
      const faults = checked.faults.map((fault) => ({ ...fault, subject: "" }));
      const screen = renderSchemaCheck({ ...checked, file: "schema.json", faults }, { width: 80, colour: false });
      parts.push(`# ${title}\n\n${screen}\n`);
    }
    screens = parts.join("\n");
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, screens);
  });

  it("prints the errors of each schema as in the golden file", () => {
    assert.equal(screens, readFileSync(golden, "utf8"));
  });

  it("fits errors into 80 columns, except for single long words", () => {
    for (const line of screens.split("\n")) {
      assert.ok(line.length <= 80 || !line.slice(8).includes(" ") || line.startsWith("# "), line);
    }
  });
});
