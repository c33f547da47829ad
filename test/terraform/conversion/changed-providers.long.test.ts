/** imp rejects a mutated provider schema, or converts it to a package schema with valid references. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ImpError } from "../../../src/domain/errors.ts";
import { convertDocument } from "../../../src/terraform/index.ts";

import { mutated } from "../../support/mutate.ts";

const count = process.env.IMP_PROVE === "1" ? 10_000 : 600;
const fixtures = new URL("../../../fixtures/terraform/conversion/", import.meta.url);
const sources = ["provider-schema.json", "mapping.json"].map((file) => readFileSync(new URL(file, fixtures)));

/** Returns references to types that the package does not define. */
function dangling(text: string): readonly string[] {
  const { types = {} } = JSON.parse(text) as { types?: object };
  const references = [...text.matchAll(/"\$ref": ("#\/types\/(?:[^"\\]|\\.)*")/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  return references.filter((reference) => !Object.hasOwn(types, reference.slice("#/types/".length)));
}

describe("mutated provider schemas", () => {
  it(`rejects ${count} mutated provider schemas, or converts them to package schemas`, () => {
    const verdicts = { converted: 0, refused: 0 };
    for (let seed = 0; seed < count; seed += 1) {
      const bytes = mutated(sources[seed % sources.length] ?? Buffer.alloc(0), seed);
      try {
        const profile = seed % 3 === 0 ? "framework" : "dynamic";
        const conversion = convertDocument(bytes, "x.json", { to: "schema", profile });
        // A mutation can turn the schema into a document that is read as an invalid specification.
        if (conversion.kind === "converted") assert.deepEqual(dangling(conversion.text), [], `seed ${seed}`);
        verdicts[conversion.kind === "converted" ? "converted" : "refused"] += 1;
      } catch (error) {
        assert.ok(error instanceof ImpError && error.code !== "INTERNAL", `seed ${seed}: ${(error as Error).stack}`);
        verdicts.refused += 1;
      }
    }
    assert.ok(verdicts.converted > count / 4 && verdicts.refused > 0, JSON.stringify(verdicts));
    console.log(`      ${verdicts.converted} converted, ${verdicts.refused} rejected`);
  });
});
