/** imp converts the AWS provider to the same schema as the dynamic bridge. Pulumi's binder and generators accept converted schemas. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConversionRequest, convertDocument } from "../../src/terraform/index.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { bindPcl } from "./bind-pcl.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { hasTerraform, initTerraform, openTerraform, type TerraformWorkspace } from "./terraform.ts";
import { requireTools } from "./tools.ts";

const version = "5.100.0";
const configuration = `terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "${version}"
    }
  }
}
`;

function packageSchema(bytes: Uint8Array, request: Omit<ConversionRequest, "to">): string {
  const conversion = convertDocument(bytes, "source.json", { to: "schema", ...request });
  assert.equal(conversion.kind, "converted");
  return conversion.kind === "converted" ? conversion.text : "";
}

/** Fields that are not compared: descriptions, which the bridge copies from the provider's documentation. */
const words: ReadonlySet<string> = new Set(["description", "readme"]);

/** Returns the paths of all differences between two documents, except for descriptions. */
function differences(ours: unknown, theirs: unknown, path = ""): readonly string[] {
  if (!isObject(ours) || !isObject(theirs))
    return ours === theirs ? [] : [`${path}: ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`];
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) =>
    words.has(key) && typeof theirs[key] !== "object" && typeof ours[key] !== "object"
      ? []
      : differences(ours[key], theirs[key], `${path}.${key}`),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

describe(`the package schema of the AWS provider ${version}`, () => {
  let workspace: TerraformWorkspace | undefined;
  let text: string;

  before(async function () {
    const suite = `the package schema of the AWS provider ${version}`;
    if (!hasTerraform(suite)) return this.skip();
    workspace = openTerraform({ "main.tf": configuration });
    const missing = await initTerraform(workspace);
    if (missing !== undefined) {
      console.log(`SKIPPED: ${suite}: ${missing}`);
      return this.skip();
    }
    text = packageSchema(Buffer.from(await workspace.run("providers", "schema", "-json")), { version });
  });
  after(() => workspace?.dispose());

  it("equals the schema of the dynamic bridge, except for descriptions", () => {
    const [ours, theirs] = [JSON.parse(text), JSON.parse(readAwsSchema().toString("utf8"))];
    assert.deepEqual(differences(ours, theirs), []);
    const count = (one: object): number => Object.keys(one).length;
    console.log(
      `      ${count(ours.resources)} resources, ${count(ours.functions)} functions, ${count(ours.types)} types: 0 differences`,
    );
  });

  it("is accepted by Pulumi's binder", async () => {
    const directory = mkdtempSync(join(tmpdir(), "imp-conversion-"));
    try {
      writeFileSync(
        join(directory, "main.pp"),
        'resource queue "aws:index/sqsQueue:SqsQueue" {\n  delaySeconds = 5\n}\n',
      );
      const { errors, resources } = await bindPcl(requireTools(), directory, [text]);
      assert.deepEqual({ errors, resources }, { errors: [], resources: 1 });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("package schemas of small providers", () => {
  const tools = requireTools();

  async function generate(text: string): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), "imp-conversion-"));
    try {
      const file = join(directory, "schema.json");
      writeFileSync(file, text);
      for (const language of ["nodejs", "python"])
        await mustRun([tools.gensdk, file, language, join(directory, language)]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  for (const source of ["provider-schema", "mapping", "specification"]) {
    it(`converts a ${source} to a schema that Pulumi's binder and SDK generators accept`, async () => {
      const bytes = readFileSync(join(projectRoot, "fixtures/terraform/conversion", `${source}.json`));
      await generate(packageSchema(bytes, { version: "2.4.0" }));
    });
  }
});
