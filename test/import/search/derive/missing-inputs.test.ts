/**
 * Required inputs that Read does not return. imp reports them as groups, each of which needs one of its inputs, or sets placeholders if the
 * preview stays clean.
 */
import assert from "node:assert/strict";
import { type Mode, ProviderAnswers } from "../../../../src/import/search/index.ts";
import { derive as deriveIn, deriveOne as deriveOneIn } from "../../honest.ts";
import {
  type Json,
  type JsonObject,
  ModelCloud,
  type ModelObject,
  type ModelType,
  plainMap,
  topLevel,
} from "../../model-cloud.ts";

const text = { type: "string" };

const has = (news: JsonObject, name: string): boolean => (news[name] ?? null) !== null;

/** Fails with the name of the first property if none of the properties is set. */
const oneOf = (names: readonly string[], news: JsonObject) =>
  names.some((name) => has(news, name)) ? [] : [{ property: names[0] ?? "", reason: `one of ${names.join(", ")}` }];

const written = {
  a: text,
  filename: text,
  key: text,
  image: text,
  password: { ...text, secret: true },
  count: { type: "integer" },
};

/** Returns a type whose Check fails with these failures, and whose Diff compares inputs. */
const requiring = (failures: (news: JsonObject) => readonly { property: string; reason: string }[]): ModelType => ({
  inputProperties: written,
  check: (_, news) => {
    const found = failures(news);
    return found.length > 0 ? { failures: found } : { inputs: news };
  },
  diff: ({ oldInputs, news }) => topLevel(oldInputs, news),
});

for (const mode of ["minimal", "smallest"] as const) {
  describe(`a missing required input, in mode ${mode}`, () => {
    missingInputs(mode);
  });
  describe(`placeholders, in mode ${mode}`, () => {
    placeholders(mode);
  });
}

describe("an empty value that Read returns for one of several required inputs", () => {
  const blanks: Json[] = ["", [], {}];
  const lists = { type: "array", items: text };
  const maps = { type: "object", additionalProperties: text };
  const group = ["filename", "image", "layers", "settings"];

  /** A type that requires one of four properties. As with bridged providers, an empty value is enough. */
  const deployed: ModelType = {
    inputProperties: { a: text, filename: text, image: text, layers: lists, settings: maps, note: text },
    check: (_, news) =>
      group.some((name) => has(news, name))
        ? { inputs: news }
        : { failures: [{ property: "", reason: `one of ${group.join(", ")} must be specified` }] },
    diff: ({ oldInputs, news }) => topLevel(oldInputs, news),
  };

  for (const mode of ["minimal", "smallest", "lossless"] as const) {
    it(`reports a missing input if Read returns only empty values, in mode ${mode}`, async () => {
      const { proof } = await deriveOneIn(deployed, { inputs: { a: "1", note: "", image: "" } }, { mode });
      assert.deepEqual([proof.verdict, proof.missingInputs?.groups], ["failed", [["filename", "image"]]]);
    });
  }

  it("replaces an empty value with a placeholder", async () => {
    const inputs = { a: "1", filename: "", image: "" };
    const held: ModelType = {
      ...deployed,
      diff: ({ ignoreChanges, oldInputs, news }) => ({
        ...topLevel(oldInputs, news),
        ...(ignoreChanges.includes("filename") && { changes: "none", diffs: [], replaces: [] }),
      }),
    };
    const { remarks } = await deriveOneIn(held, { inputs }, { mode: "minimal", placeholders: true });
    assert.deepEqual(remarks, [{ kind: "placeholder", paths: ["filename"] }]);
  });

  it("sets an empty value if a difference requires it", async () => {
    const strict: ModelType = { ...deployed, diff: ({ olds, news }) => topLevel(olds, news) };
    for (const blank of blanks) {
      const name = blank === "" ? "image" : Array.isArray(blank) ? "layers" : "settings";
      const inputs = { a: "1", filename: "f.zip", [name]: blank };
      const { proof, program } = await deriveOneIn(strict, { inputs }, { mode: "minimal" });
      assert.deepEqual([proof.verdict, program], ["clean", inputs]);
    }
  });
});

function missingInputs(mode: Mode): void {
  const derive = (type: ModelType, objects: readonly ModelObject[]) => deriveIn(type, objects, { mode });
  const missingOf = async (type: ModelType, inputs: JsonObject = { a: "1" }) => {
    const { proof, calls } = await deriveOneIn(type, { inputs }, { mode });
    assert.equal(proof.verdict, "failed");
    return { missingInputs: proof.missingInputs, calls: calls.get("one") };
  };

  it("reports all inputs that satisfy a requirement, even if Check names only one of them", async () => {
    const { missingInputs } = await missingOf(requiring((news) => oneOf(["filename", "key", "image"], news)));
    assert.deepEqual(missingInputs, { groups: [["filename", "image", "key"]], met: true, fillable: true });
  });

  it("finds a missing input that the rejection does not name", async () => {
    const type = requiring((news) => oneOf(["key"], news).map(({ reason }) => ({ property: "", reason })));
    assert.deepEqual((await missingOf(type)).missingInputs?.groups, [["key"]]);
  });

  it("reports several missing inputs, each with its alternatives", async () => {
    const type = requiring((news) => [...oneOf(["password"], news), ...oneOf(["filename", "image"], news)]);
    assert.deepEqual((await missingOf(type)).missingInputs?.groups, [["filename", "image"], ["password"]]);
  });

  it("reports a missing input that an earlier rejection hid", async () => {
    const type = requiring((news) => (has(news, "password") ? oneOf(["key"], news) : oneOf(["password"], news)));
    const { missingInputs } = await missingOf(type);
    assert.deepEqual(missingInputs, { groups: [["password"], ["key"]], met: true, fillable: true });
  });

  it("reports no missing input if the provider rejects the read value", async () => {
    const type = requiring((news) => (news.a === "1" ? [{ property: "a", reason: "must be 2" }] : oneOf(["a"], news)));
    assert.equal((await missingOf(type)).missingInputs, undefined);
  });

  it("offers no placeholder for a missing input that accepts no string", async () => {
    const { missingInputs } = await missingOf(requiring((news) => oneOf(["count"], news)));
    assert.deepEqual(missingInputs, { groups: [["count"]], met: true, fillable: false });
  });

  it("searches for missing inputs only once for all resources of a type", async () => {
    const type = requiring((news) => oneOf(["filename", "key", "image"], news));
    const objects = ["sample", "x", "y"].map((name) => ({ name, inputs: { a: "1" } }));
    const { proofs, calls } = await derive(type, objects);
    for (const { missingInputs } of proofs) assert.deepEqual(missingInputs?.groups, [["filename", "image", "key"]]);
    assert.ok((calls.get("y")?.check ?? 99) < (calls.get("sample")?.check ?? 0));
  });
}

function placeholders(mode: Mode): void {
  type Options = Parameters<typeof deriveIn>[2];
  const derive = (of: ModelType, objects: readonly ModelObject[], options: Options = {}) =>
    deriveIn(of, objects, { mode, ...options });
  const deriveOne = (of: ModelType, object: ModelObject, options: Options = {}) =>
    deriveOneIn(of, object, { mode, ...options });
  const type = requiring((news) => oneOf(["filename", "key", "image"], news));

  it("keeps a placeholder secret, and ignores its differences", async () => {
    const { proof, remarks, verdict } = await deriveOne(type, { inputs: { a: "1" } }, { placeholders: true });
    assert.equal(verdict, "ignored");
    assert.deepEqual(proof.ignoreChanges, [["filename"]]);
    assert.equal(proof.program.get("filename")?.kind, "secret");
    assert.equal(proof.stored.get("filename")?.kind, "secret");
    assert.deepEqual(plainMap(proof.program), { a: "1", filename: "placeholder-to-be-replaced" });
    assert.ok(remarks.some((remark) => remark.kind === "placeholder" && remark.paths.join() === "filename"));
  });

  it("adds placeholders without repeating provider calls", async () => {
    const cloud = new ModelCloud({ Thing: type }, [{ name: "thing", inputs: { a: "1" } }]);
    const answers = new ProviderAnswers();
    await cloud.derive({ mode, answers });
    const before = cloud.calls.length;
    const again = await cloud.derive({ mode, answers, placeholders: true });
    assert.equal(
      [...again.values()].some(({ kind }) => kind === "failed"),
      false,
    );
    const asked = cloud.calls.slice(before).filter(({ method }) => method !== "Read");
    assert.ok(before > 1 && asked.length > 0);
    for (const { news } of asked) assert.equal(news?.filename, "placeholder-to-be-replaced");
  });

  it("sets no placeholder if Diff would still show a difference", async () => {
    const stubborn: ModelType = {
      ...type,
      diff: ({ olds, news }) =>
        olds.filename === news.filename ? { changes: "none" } : { changes: "some", diffs: ["filename"] },
    };
    const { proof } = await deriveOne(stubborn, { inputs: { a: "1" } }, { placeholders: true });
    assert.equal(proof.verdict, "failed");
    assert.equal(proof.missingInputs?.fillable, true);
  });

  it("sets a placeholder for each missing input of each resource", async () => {
    const both = requiring((news) => [...oneOf(["password"], news), ...oneOf(["filename", "image"], news)]);
    const objects: { name: string; inputs: { [key: string]: Json } }[] = [
      { name: "sample", inputs: { a: "1" } },
      { name: "other", inputs: { a: "2" } },
      { name: "whole", inputs: { a: "3", password: "p", image: "i" } },
    ];
    const { proofs, programs } = await derive(both, objects, { placeholders: true });
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["ignored", "ignored", "clean"],
    );
    const stand = "placeholder-to-be-replaced";
    assert.deepEqual(programs[1], { a: "2", filename: stand, password: stand });
    assert.deepEqual(programs[2], { a: "3", password: "p", image: "i" });
  });

  it("sets no placeholder without --placeholder", async () => {
    const { proof } = await deriveOne(type, { inputs: { a: "1" } });
    assert.equal(proof.verdict, "failed");
    assert.equal(proof.program.has("filename"), false);
  });
}
