/** Pulumi's binder accepts package schemas that imp converts from random specifications, and from published schemas and back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertedFrom } from "../support/conversions.ts";
import { readSchema, schemaNames } from "../support/published-schemas.ts";
import { randomSpecification } from "../support/random-specifications.ts";
import { mustRun } from "./run-process.ts";
import { requireTools } from "./tools.ts";

const count = process.env.IMP_PROVE === "1" ? 400 : 40;

describe("package schemas converted from specifications", () => {
  const tools = requireTools();

  async function bind(texts: readonly string[]): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), "imp-conversions-"));
    try {
      for (const [index, text] of texts.entries()) {
        const file = join(directory, `${index}.json`);
        writeFileSync(file, text);
        await mustRun([tools.gensdk, file, "nodejs", join(directory, `sdk-${index}`)]);
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  for (const profile of ["framework", "dynamic"] as const) {
    it(`are accepted by Pulumi's binder: ${count} random ones, by the rules of the ${profile} bridge`, async () => {
      const specifications = Array.from({ length: count }, (_, seed) => JSON.stringify(randomSpecification(seed)));
      await bind(specifications.map((text) => convertedFrom(text, { to: "schema", profile }).text));
    });
  }

  it("are accepted by Pulumi's binder after a conversion to specifications and back", async () => {
    const schemas = [
      ...schemaNames("features").map((name) => readSchema("features", name)),
      ...["command", "random"].map((name) => readSchema("packages", name)),
    ];
    await bind(schemas.map((bytes) => convertedFrom(convertedFrom(bytes).text).text));
    console.log(`      ${schemas.length} package schemas`);
  });
});
