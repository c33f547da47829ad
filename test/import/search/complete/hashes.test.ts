/** Content that Read returns only as a hash, or not at all. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { derive } from "../../honest.ts";
import { type JsonObject, type ModelObject, type ModelType, topLevel } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { text } from "./model-parts.ts";

const sha1 = (content: unknown): string => createHash("sha1").update(String(content)).digest("hex");
const script = "#!/bin/sh\necho hello\n";

/** A type that stores a hash of `boot`, like bridged providers, and compares hashes. */
const hashing: ModelType = {
  inputProperties: { name: text, boot: text },
  requiredInputs: ["name"],
  diff: ({ olds, news }) => topLevel(olds, news.boot === undefined ? without(olds, news) : hashed(news)),
  create: (news) => (news.boot === undefined ? news : hashed(news)),
};

const hashed = (inputs: JsonObject): JsonObject => ({ ...inputs, boot: sha1(inputs.boot) });

/** Adds the old value of `boot` to the new inputs. */
const without = (olds: JsonObject, news: JsonObject): JsonObject => ({ ...news, boot: olds.boot ?? null });

const remarksOf = (remarks: readonly { readonly kind: string }[], kind: string): readonly object[] =>
  remarks.filter((remark) => remark.kind === kind);

describe("a hash that Read returns in place of the content", () => {
  const inputs = { name: "n", boot: sha1(script) };

  it("omits a hash, and reports that its content is missing", async () => {
    const { program, verdict, remarks, classes } = await completeOne(hashing, { id: "i-1", inputs });
    assert.deepEqual([program, verdict, classes.boot], [{ name: "n" }, "clean", "unsettable: hashed"]);
    assert.deepEqual(remarksOf(remarks, "hash"), [{ kind: "hash", paths: ["boot"] }]);
  });

  it("omits a value that only the Create preview shows to be a hash", async () => {
    const quiet: ModelType = { ...hashing, diff: lenient };
    const { program, remarks } = await completeOne(quiet, { id: "i-1", inputs });
    assert.deepEqual([program, remarksOf(remarks, "hash").length], [{ name: "n" }, 1]);
  });

  it("omits a value that only the name of its property shows to be a hash", async () => {
    const silent: ModelType = {
      inputProperties: { name: text, userData: text },
      requiredInputs: ["name"],
      diff: lenient,
    };
    const read = { name: "n", userData: sha1(script) };
    const { program, remarks } = await completeOne(silent, { id: "i-1", inputs: read });
    assert.deepEqual([program, remarksOf(remarks, "hash")], [{ name: "n" }, [{ kind: "hash", paths: ["userData"] }]]);
  });

  it("omits the hash in every resource of the type", async () => {
    const named = ["a", "b", "c"].map(
      (name): ModelObject => ({ name, id: name, inputs: name === "a" ? { name } : { name, boot: sha1(name) } }),
    );
    const { programs, derivations } = await derive(hashing, named, { mode: "minimal" });
    assert.deepEqual(programs, [{ name: "a" }, { name: "b" }, { name: "c" }]);
    assert.deepEqual(
      derivations.map(({ remarks }) => remarksOf(remarks, "hash").length),
      [0, 1, 1],
    );
  });

  it("reports a missing input if the hashed property is required", async () => {
    for (const mode of ["smallest", "minimal"] as const) {
      const demanding: ModelType = {
        ...hashing,
        requiredInputs: ["name", "boot"],
        check: (_, news) =>
          news.boot === undefined ? { failures: [{ property: "boot", reason: "is required" }] } : { inputs: news },
      };
      const [derivation] = (await derive(demanding, [{ id: "i-1", inputs }], { mode })).derivations;
      assert.deepEqual(derivation?.proof.missingInputs?.groups, [["boot"]], mode);
    }
  });

  it("sets a hash if its property is called thumbprint, or if the Create preview returns it unchanged", async () => {
    const thumbs: ModelType = {
      inputProperties: { name: text, thumbprint: text, content: text },
      requiredInputs: ["name"],
      diff: lenient,
      create: (news) => news,
    };
    const read = { name: "n", thumbprint: sha1("a certificate"), content: sha1("a commit") };
    const { program, remarks } = await completeOne(thumbs, { id: "i-1", inputs: read });
    assert.deepEqual([program, remarks], [read, []]);
  });
});

describe("content that Read does not return", () => {
  const asset = { $ref: "pulumi.json#/Asset" };
  const archive = { $ref: "pulumi.json#/Archive" };
  const object: ModelType = {
    inputProperties: { key: text, content: text, source: asset },
    requiredInputs: ["key"],
    check: (_, news) =>
      news.content !== undefined && news.source !== undefined
        ? { failures: [{ property: "content", reason: "conflicts with source" }] }
        : { inputs: news },
    diff: lenient,
  };

  it("reports an object that a new deployment would create empty", async () => {
    for (const mode of ["minimal", "smallest"] as const) {
      const [derivation] = (await derive(object, [{ id: "a", inputs: { key: "a" } }], { mode })).derivations;
      assert.equal(derivation?.proof.verdict, "clean");
      const remarks = remarksOf(derivation.remarks, "no-content");
      assert.deepEqual(remarks, [{ kind: "no-content", paths: ["content", "source"] }], mode);
    }
  });

  it("reports no missing content if Read returns the content or an alternative input", async () => {
    const withContent = await completeOne(object, { id: "a", inputs: { key: "a", content: "text" } });
    assert.deepEqual(withContent.remarks, []);
    const image: ModelType = {
      inputProperties: { code: archive, imageUri: text },
      check: (_, news) =>
        news.code !== undefined && news.imageUri !== undefined
          ? { failures: [{ property: "code", reason: "conflicts with imageUri" }] }
          : { inputs: news },
      diff: lenient,
    };
    assert.deepEqual((await completeOne(image, { id: "f", inputs: { imageUri: "registry/a:1" } })).remarks, []);
  });

  it("checks for missing content once for all similar resources of a type", async () => {
    const checksOf = async (count: number): Promise<number> => {
      const objects = Array.from({ length: count }, (_, at) => ({
        name: `o-${at}`,
        id: `o-${at}`,
        inputs: { key: `o-${at}` },
      }));
      const { calls } = await derive(object, objects, { mode: "minimal" });
      return calls.get(`o-${count - 1}`)?.check ?? 0;
    };
    assert.equal(await checksOf(40), await checksOf(20));
  });
});
