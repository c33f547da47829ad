import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ImpError } from "../../../src/domain/errors.ts";
import { convertDocument, judgeSpecification } from "../../../src/terraform/index.ts";
import { changedSpecification } from "../../support/changed-specifications.ts";
import { convertedFrom } from "../../support/conversions.ts";
import { mutated } from "../../support/mutate.ts";
import { readSchema } from "../../support/published-schemas.ts";

const count = process.env.IMP_PROVE === "1" ? 10_000 : 600;

const names = [
  "output-funcs",
  "simple-resource-schema",
  "plain-object-defaults",
  "provider-config-schema",
  "replace-on-changes-5",
];
const schemas = names.map((name) => readSchema(name.startsWith("replace") ? "validation" : "features", name));

const providers = {
  format_version: "1.0",
  provider_schemas: {
    "registry.terraform.io/acme/orchard": {
      provider: { version: 0, block: { attributes: { token: { type: "string", required: true } } } },
      resource_schemas: {
        orchard_tree: {
          version: 1,
          block: {
            attributes: {
              name: { type: ["list", ["object", { a: ["map", "number"] }]], optional: true },
              spot: { nested_type: { nesting_mode: "map", attributes: { a: { type: "bool", computed: true } } } },
            },
            block_types: {
              rule: { nesting_mode: "set", max_items: 1, block: { attributes: { b: { type: "string" } } } },
            },
          },
        },
      },
    },
  },
};

describe("mutated documents", () => {
  it(`rejects ${count} mutated specifications, or converts them to package schemas`, () => {
    const whole = readFileSync(new URL("../../../fixtures/terraform/specifications/whole.json", import.meta.url));
    const json = JSON.parse(whole.toString("utf8")) as Parameters<typeof changedSpecification>[0];
    const verdicts = { converted: 0, faults: 0, refused: 0 };
    for (let seed = 0; seed < count; seed += 1) {
      const bytes = seed % 3 === 0 ? mutated(whole, seed) : Buffer.from(changedSpecification(json, seed).text);
      const profile = seed % 2 === 0 ? "dynamic" : "framework";
      try {
        verdicts[convertDocument(bytes, "x.json", { to: "schema", profile }).kind] += 1;
      } catch (error) {
        assert.ok(error instanceof ImpError && error.code !== "INTERNAL", `seed ${seed}: ${String(error)}`);
        verdicts.refused += 1;
      }
    }
    assert.ok(verdicts.converted > count / 10 && verdicts.faults > 0, JSON.stringify(verdicts));
    console.log(`      ${JSON.stringify(verdicts)}`);
  });

  const sources = [...schemas, Buffer.from(JSON.stringify(providers))];
  it(`rejects ${count} mutated schemas, or converts them to valid specifications`, () => {
    const verdicts = { converted: 0, refused: 0 };
    for (let seed = 0; seed < count; seed += 1) {
      const source = sources[seed % sources.length] ?? Buffer.alloc(0);
      const bytes = mutated(source, seed);
      try {
        const { text } = convertedFrom(bytes, { to: "specification" });
        assert.deepEqual(judgeSpecification(Buffer.from(text)).faults, [], `seed ${seed}`);
        if (source === sources.at(-1)) convertedFrom(bytes, { to: "schema" });
        verdicts.converted += 1;
      } catch (error) {
        assert.ok(error instanceof ImpError && error.code !== "INTERNAL", `seed ${seed}: ${String(error)}`);
        verdicts.refused += 1;
      }
    }
    assert.ok(verdicts.converted > count / 4 && verdicts.refused > 0, JSON.stringify(verdicts));
    console.log(`      ${verdicts.converted} converted, ${verdicts.refused} rejected`);
  });
});
