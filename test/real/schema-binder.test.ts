/** `imp schema check` reports that Pulumi rejects a schema if and only if Pulumi's binder rejects it. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImpError } from "../../src/domain/errors.ts";
import { checkSchema } from "../../src/schema/check/check.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { tolerantVersion } from "../../src/schema/references.ts";
import { isJsonObject, type JsonObject } from "../../src/value/json/object.ts";
import type { Path } from "../../src/value/path.ts";
import { boundContent, firstDifference } from "../support/bound-content.ts";
import type { Json } from "../support/changed-documents.ts";
import { changedSchema } from "../support/changed-schemas.ts";
import { type OtherPackages, otherPackages } from "../support/other-packages.ts";
import { readSchema, schemaNames } from "../support/published-schemas.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";
import { type Judges, requireJudges } from "./judges.ts";
import { mustRun } from "./run-process.ts";

const count = process.env.IMP_PROVE === "1" ? 5_000 : 2_000;

interface Verdict {
  readonly refusals: readonly string[];
  /** Omitted if Pulumi rejects the schema. */
  readonly package?: Content;
}

interface Content {
  readonly version: string;
  readonly provider: { readonly inputs: readonly unknown[] } | null;
}

const published = (["features", "validation"] as const).flatMap((folder) =>
  schemaNames(folder).map((name) => ({ title: `${folder}/${name}`, text: readSchema(folder, name).toString("utf8") })),
);
/** The type that a mutation refers to. */
const made = '"/other/v1.0.0/schema.json#/types/other:index:Thing"';

/** Returns the documents about which imp and Pulumi disagree. Missing packages are an error for Pulumi, but a warning for imp. */
async function disagreements(
  judges: Judges,
  documents: readonly { readonly title: string; readonly text: string }[],
  others: OtherPackages,
): Promise<{
  readonly wrong: readonly string[];
  readonly refused: number;
  readonly compared: number;
  readonly misplaced: readonly string[];
}> {
  const folder = mkdtempSync(join(tmpdir(), "imp-schemas-"));
  try {
    const files = [...others.schemas].map(([name, text]) => {
      writeFileSync(join(folder, `${name}.json`), text);
      return join(folder, `${name}.json`);
    });
    const input = JSON.stringify(documents.map(({ text }) => Buffer.from(text).toString("base64")));
    const { stdout } = await mustRun([judges.bindSchema, ...files], { input, timeout: 600_000 });
    const verdicts = JSON.parse(stdout) as readonly Verdict[];
    const wrong: string[] = [];
    const misplaced: string[] = [];
    let compared = 0;
    for (const [index, { title, text }] of documents.entries()) {
      const { refusals = [] } = verdicts[index] ?? {};
      const { faults, isRefused } = await checkSchema(Buffer.from(text), "json", others.load);
      const isMissing = refusals.some((refusal) => refusal.includes("no schema file was given"));
      if (isMissing && faults.some(({ rule }) => rule === "package-not-loaded")) continue;
      if (isRefused === refusals.length > 0) {
        const places = faults.filter(({ pulumi }) => pulumi === "refuses").map(({ path }) => path);
        if (!sharesPlace(refusals, places) && !otherPlaces.has(title)) {
          misplaced.push(`${title}: Pulumi: ${refusals[0]}; imp: ${places.map((path) => path.join(">")).join(", ")}`);
        }
        const bound = verdicts[index]?.package;
        // Pulumi accepts keys in any letter case. imp reports and ignores keys whose case differs from the metaschema, so these packages differ.
        const isRead = bound !== undefined && !faults.some(({ rule }) => rule === "letter-case");
        const difference = isRead ? differenceOf(bound, text) : undefined;
        if (difference !== undefined) wrong.push(`${title}: ${difference}`);
        compared += isRead ? 1 : 0;
        continue;
      }
      const impRules = faults
        .filter(({ pulumi }) => pulumi === "refuses")
        .map(({ rule, path }) => `${rule} ${path.join(">")}`);
      wrong.push(`${title}: Pulumi: ${refusals[0] ?? "binds"}; imp: ${impRules.join(", ") || "binds"}`);
    }
    return { wrong, misplaced, compared, refused: verdicts.filter(({ refusals }) => refusals.length > 0).length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Errors that imp reports at another location than Pulumi's binder. */
const otherPlaces: ReadonlySet<string> = new Set([
  // Pulumi reports the missing version, and imp reports `supportPack`, which needs a version.
  "supportPack, but without a version",
  // Pulumi reports the location of the missing type, and imp that of the enum.
  "an enum without a type",
  // Pulumi reports a location below `properties`, which does not have the input, and imp one below `inputProperties`.
  "version as an input of the provider",
]);

/** Returns whether an error is at a location of Pulumi, or Pulumi reports no location. */
function sharesPlace(refusals: readonly string[], places: readonly Path[]): boolean {
  const own = new Set(places.map((path) => path.map((step) => `/${step}`).join("")));
  const named = refusals.flatMap((refusal) => /^#(\/.*?): /.exec(refusal)?.[1] ?? []);
  const texts = named.map((place) => decodeURIComponent(place.replaceAll("~1", "/").replaceAll("~0", "~")));
  return texts.length === 0 || texts.some((place) => own.has(place));
}

/** Returns the first difference between Pulumi's bound package and imp's. */
function differenceOf(bound: Content, text: string): string | undefined {
  let read: { readonly version: string } & JsonObject;
  try {
    read = boundContent(loadSchema(Buffer.from(text))) as typeof read;
  } catch (error) {
    return `Pulumi binds, imp cannot read ${error instanceof ImpError ? error.explanation.where : ""}: ${String(error)}`;
  }
  const version = tolerantVersion(read.version) ?? "";
  const difference = firstDifference(comparable(bound), { ...read, version, ...inputsOf(read, bound) });
  return difference !== undefined && foreignPrimitive.test(difference) ? undefined : difference;
}

/** An allowed difference: for a reference to another package with a primitive type next to it, imp uses the primitive, because SDKs accept it. */
const foreignPrimitive = /type: Pulumi "object other:index:Thing", imp "(?:string|integer|number|boolean)"$/;

/** Converts references in discriminator mappings to tokens, because a mapping may contain either. */
function comparable(bound: Content): unknown {
  return JSON.parse(JSON.stringify(bound), (key, value: unknown) =>
    (key === "type" || key === "returns") && typeof value === "string"
      ? value.replace(/=[^=,)]*#\/types\/([^,)]*)/g, (_, token: string) => `=${decodeURIComponent(token)}`)
      : value,
  );
}

/** Removes the inputs of a provider without `inputProperties`. Pulumi's binder gives it no inputs, and imp those of `config`. */
function inputsOf(read: JsonObject, { provider }: Content): JsonObject {
  const own = read.provider;
  return provider?.inputs.length === 0 && isJsonObject(own) ? { provider: { ...own, inputs: [] } } : {};
}

describe("imp schema check, compared with Pulumi's binder", () => {
  let judges: Judges;
  const others = otherPackages([...published.map(({ text }) => text), made]);
  before(function () {
    const built = requireJudges("package schemas");
    if (built === undefined) this.skip();
    judges = built;
  });

  it("rejects the same published schemas", async () => {
    const names = process.env.IMP_PROVE === "1" ? ["aws", "command", "random"] : ["command", "random"];
    const packages = names.map((name) => ({
      title: name,
      text: readSchema("packages", name).toString("utf8"),
    }));
    const { wrong, misplaced, refused } = await disagreements(judges, [...published, ...packages], others);
    assert.deepEqual(wrong, []);
    assert.deepEqual(misplaced, []);
    assert.equal(refused, published.filter(({ title }) => title.includes("/bad-")).length);
  });

  it("rejects the same schemas with one error, and more schemas by its own rules", async () => {
    const { wrong, misplaced, refused } = await disagreements(judges, wrongSchemas, others);
    assert.deepEqual(wrong, []);
    assert.deepEqual(misplaced, []);
    assert.equal(refused, wrongSchemas.filter(({ isOwn }) => !isOwn).length);
  });

  it(`rejects the same of ${count} mutated schemas`, async () => {
    const wholes = published.map(({ text }) => JSON.parse(text) as Json);
    const documents = Array.from({ length: count }, (_, seed) => {
      const { title, text } = changedSchema(wholes[seed % wholes.length] ?? null, seed);
      return { title: `${published[seed % wholes.length]?.title}, seed ${seed}: ${title}`, text };
    });
    const { wrong, refused, compared } = await disagreements(judges, documents, others);
    assert.deepEqual(wrong, []);
    assert.ok(refused > count / 4 && refused < count * 0.9, `${refused} of ${count} are rejected`);
    console.log(`      ${count} schemas, ${refused} rejected by Pulumi and imp, ${compared} bound to the same content`);
  });
});
