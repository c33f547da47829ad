/** The token of a type differs from the schema's type only by case, so it is undefined. Every language prints a literal for its values. */
import assert from "node:assert/strict";
import { lower } from "../../src/lower/lower.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { stringValue } from "../../src/value/value.ts";
import { languageNames, loadGenerator } from "./generator-of.ts";

const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "near",
      version: "1.0.0",
      types: { "near:rds/EngineType:EngineType": { type: "string", enum: [{ name: "Aurora", value: "aurora" }] } },
      resources: {
        "near:rds:Cluster": {
          inputProperties: { engine: { type: "string", $ref: "#/types/near:rds/engineType:EngineType" } },
        },
      },
    }),
  ),
);

const forms: Readonly<Record<string, (value: string) => string>> = {
  typescript: (value) => `engine: "${value}"`,
  python: (value) => `engine="${value}"`,
  go: (value) => `Engine: pulumi.String("${value}")`,
  csharp: (value) => `Engine = "${value}"`,
  java: (value) => `.engine("${value}")`,
  yaml: (value) => `engine: ${value}\n`,
  pcl: (value) => `engine = "${value}"`,
  hcl: (value) => `engine = "${value}"`,
};

describe("an undefined type whose token differs from an enum's only by case", () => {
  for (const language of languageNames)
    it(`prints a literal in ${language} instead of a member of the similar enum`, async () => {
      for (const value of ["aurora", "foobar"]) {
        const type = "near:rds:Cluster";
        const graph = {
          project: "p",
          stack: "dev",
          resources: [
            {
              urn: `urn:pulumi:dev::p::${type}::a`,
              type,
              name: "a",
              kind: "custom" as const,
              links: [],
              notes: [],
              package: { name: "near" },
              inputs: new Map([["engine", stringValue(value)]]),
              options: {
                protect: false,
                retainOnDelete: false,
                ignoreChanges: [],
                dependsOn: [],
                additionalSecretOutputs: [],
              },
            },
          ],
        };
        const { program } = lower(graph, new Map([["near", schema]]), { project: "p", configKeys: new Map() });
        const [file] = await (await loadGenerator(language)).print(program, {});
        assert.ok(file?.text.includes(forms[language]?.(value) ?? assert.fail(language)), file?.text);
      }
    });
});
