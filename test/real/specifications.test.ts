/** `imp terraform check` rejects the specifications that the published validator rejects, and others only because of additional rules. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JudgedSpecification, judgeSpecification } from "../../src/terraform/index.ts";
import { changedSpecification } from "../support/changed-specifications.ts";
import { convertedFrom } from "../support/conversions.ts";
import { mutated } from "../support/mutate.ts";
import { readSchema, schemaNames } from "../support/published-schemas.ts";
import { randomSpecification } from "../support/random-specifications.ts";
import { judgedDocuments, ownDocuments } from "../support/specifications.ts";
import { type Judges, judgeModule, requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";

const wholeFile = join(projectRoot, "fixtures/terraform/specifications/whole.json");
const count = process.env.IMP_PROVE === "1" ? 5_000 : 400;

/** Rules that only imp has. The published validator may accept documents that break them. */
const additionalRules: ReadonlySet<string> = new Set(["duplicate-key", "letter-case", "encoding", "size"]);

async function refusalsOf(judges: Judges, documents: readonly Uint8Array[]): Promise<readonly string[]> {
  const input = JSON.stringify(documents.map((bytes) => Buffer.from(bytes).toString("base64")));
  const { stdout } = await mustRun([judges.judgeSpecification], { input, timeout: 600_000 });
  return JSON.parse(stdout) as readonly string[];
}

/** Returns undefined if imp and the validator agree, or if imp rejects the document only because of an additional rule. */
function disagreement({ errors, faults }: JudgedSpecification, refusal: string): string | undefined {
  if (errors > 0 === (refusal !== "")) return undefined;
  const rules = faults.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
  if (refusal === "" && rules.every((rule) => additionalRules.has(rule))) return undefined;
  return refusal === ""
    ? `rejected by imp (${rules.join(", ")}), but accepted by the validator`
    : `accepted by imp, but rejected by the validator: ${refusal}`;
}

describe("imp terraform check, compared with the published validator", () => {
  let judges: Judges;
  before(function () {
    const built = requireJudges("provider specifications");
    if (built === undefined) this.skip();
    judges = built;
  });

  it("rejects the same documents, and more documents by its own rules", async () => {
    const documents = [...judgedDocuments, ...ownDocuments];
    const refusals = await refusalsOf(
      judges,
      documents.map(({ text }) => Buffer.from(text)),
    );
    const wrong = documents.flatMap(({ title, faults }, index) => {
      const isOwn = index >= judgedDocuments.length;
      const isRefused = !isOwn && faults.some(([severity]) => severity === "error");
      return isRefused === ((refusals[index] ?? "") !== "") ? [] : [`${title}: ${refusals[index]}`];
    });
    assert.deepEqual(wrong, []);
  });

  it("accepts the published example, and imp's fixture", async () => {
    const module = "github.com/hashicorp/terraform-plugin-codegen-spec";
    const { stdout } = await mustRun(["go", "list", "-m", "-f", "{{.Dir}}", module], { cwd: judgeModule });
    const examples = [join(stdout.trim(), "spec/v0.1/example.json"), wholeFile].map((file) => readFileSync(file));
    assert.deepEqual(await refusalsOf(judges, examples), ["", ""]);
    assert.deepEqual(
      examples.map((bytes) => judgeSpecification(bytes).faults),
      [[], []],
    );
  });

  it("the published validator accepts specifications converted from package schemas", async () => {
    const schemas = (["features", "packages"] as const).flatMap((folder) =>
      schemaNames(folder).map((name) => ({ name, bytes: readSchema(folder, name) })),
    );
    const documents = schemas.map(({ bytes }) => Buffer.from(convertedFrom(bytes).text));
    // The documents are validated one after another, because the largest has 90 MB.
    for (const [index, document] of documents.entries()) {
      assert.deepEqual(await refusalsOf(judges, [document]), [""], schemas[index]?.name);
    }
    console.log(
      `      ${documents.length} package schemas, ${documents.reduce((sum, { length }) => sum + length, 0)} bytes`,
    );
  });

  it("the published validator accepts random specifications, before and after a round trip", async () => {
    const before = Array.from({ length: count / 4 }, (_, seed) => JSON.stringify(randomSpecification(seed)));
    const after = before.map((text) => convertedFrom(convertedFrom(text).text).text);
    const refusals = await refusalsOf(
      judges,
      [...before, ...after].map((text) => Buffer.from(text)),
    );
    assert.deepEqual([...new Set(refusals)], [""]);
  });

  it(`rejects the same of ${count} mutated documents`, async () => {
    const bytes = readFileSync(wholeFile);
    const whole = JSON.parse(bytes.toString("utf8")) as Parameters<typeof changedSpecification>[0];
    const documents = Array.from({ length: count }, (_, seed) => {
      // Every fifth document is damaged. The others remain valid JSON.
      if (seed % 5 === 0) return { title: `damaged, seed ${seed}`, bytes: mutated(bytes, seed) };
      const { title, text } = changedSpecification(whole, seed);
      return { title, bytes: Buffer.from(text) };
    });
    const refusals = await refusalsOf(
      judges,
      documents.map((document) => document.bytes),
    );
    const wrong = documents.flatMap((document, index) => {
      const why = disagreement(judgeSpecification(document.bytes), refusals[index] ?? "");
      return why === undefined ? [] : [`${document.title}: ${why}`];
    });
    assert.deepEqual(wrong, []);
    const refused = refusals.filter((refusal) => refusal !== "").length;
    assert.ok(refused > count / 4 && refused < count * 0.9, `${refused} of ${count} are rejected`);
    console.log(
      `      ${count} documents, ${refused} rejected by the validator, no disagreements except for imp's additional rules`,
    );
  });
});
