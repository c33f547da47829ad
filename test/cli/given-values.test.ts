import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { cloud, databases, reported, salt, salted, storedPasswords } from "./given-values.ts";

describe("a value of the import file that never matches the cloud", () => {
  it("is reported in a remark, unless Read returns only a hash of it", async () => {
    const quirks = makeQuirkEstate();
    const entry = (name: string, more: object) => ({
      ...quirks.specs.resources.find((one) => one.name === name),
      ...more,
    });
    const kindsOf = async (...resources: readonly object[]) => {
      const project = makeProject({ cloud: quirks.cloud, specs: { resources } });
      const ran = await project.run(["specs.json", "--plan-only", "--json"], { PRINT: "f-0" });
      await project.remove();
      const report = JSON.parse(ran.stdout) as {
        readonly resources: readonly { readonly remarks?: readonly { readonly kind: string }[] }[];
      };
      return report.resources.map(({ remarks = [] }) => remarks.map(({ kind }) => kind));
    };
    const kinds = await kindsOf(
      entry("quirk-phantom", { inputs: { fingerprint: "f-0" } }),
      entry("quirk-phantom-stubborn", { inputsFrom: { fingerprint: { env: "PRINT" } } }),
      entry("quirk-hash", { inputs: { userData: "another one" } }),
    );
    assert.deepEqual(kinds, [["given-not-reproduced"], ["given-not-reproduced"], []]);
    // Read returns only a hash of this value, so imp reports no difference from it, with or without a given value.
    assert.deepEqual(await kindsOf(entry("quirk-hash", {})), [[]]);
  });
});

describe("values that Read does not return", () => {
  const [first, second] = databases;
  assert.ok(first !== undefined && second !== undefined && databases.length === 2);
  let crypter: SaltedCrypter;
  let project: CliProject;
  before(async () => {
    crypter = await deriveCrypter("correct horse", salt, randomBytes);
  });
  afterEach(() => project.remove());

  it("reads a missing value from an environment variable or a file, and encrypts it", async () => {
    const [inVariable, inFile] = ['pa"ss $HOME\nword ', "-----BEGIN KEY-----\nAAAA\n-----END KEY-----"];
    project = makeProject({ cloud, specs: {}, files: { "Pulumi.dev.yaml": salted } });
    const entries = [
      { ...first, inputsFrom: { password: { env: "DB_WORD" } } },
      { ...second, inputsFrom: { password: { file: "keys/word.pem" } } },
    ];
    project.write("specs/databases.json", JSON.stringify({ resources: entries }));
    project.write("specs/keys/word.pem", `${inFile}\r\n`);
    const ran = await exitsWith(0, project.run(["specs/databases.json", "--yes", "--json"], { DB_WORD: inVariable }));
    assert.deepEqual(
      reported(ran).map(({ verdict }) => verdict),
      ["ignored", "ignored"],
    );
    assert.deepEqual(storedPasswords(project, crypter), [inVariable, inFile, inVariable, inFile]);
    assert.equal(project.read("index.ts").match(/requireSecret\("\w+Password"\)/g)?.length, 2);
  });

  it("reports all missing variables and files at once", async () => {
    project = makeProject({ cloud, specs: {} });
    project.write("empty.txt", "\n");
    project.write("binary.txt", Uint8Array.of(0xff, 0xfe));
    const sources = [
      { password: { env: "NOT_SET" } },
      { password: { env: "EMPTY" } },
      { password: { file: "nowhere.txt" } },
      { password: { file: "empty.txt" } },
      { password: { file: "binary.txt" } },
      { password: { file: "keys" } },
      { "identifier.word": { env: "SET" } },
      { identifier: { env: "SET" } },
    ];
    const resources = sources.map((inputsFrom, n) => ({
      ...first,
      name: `d${n}`,
      id: `d${n}`,
      inputs: { identifier: "i" },
      inputsFrom,
    }));
    project.write("specs.json", JSON.stringify({ resources }, null, 2));
    project.write("keys/word.txt", "x");
    const ran = await exitsWith(2, project.run(["specs.json", "--yes"], { EMPTY: "", SET: "canary" }));
    const text = ran.stderr.replace(/\s+/g, " ");
    const wanted = [
      /"NOT_SET" is not set/,
      /"EMPTY" is empty/,
      /"nowhere\.txt" cannot be read \(ENOENT\)/,
      /"empty\.txt" is empty/,
      /"binary\.txt" is not UTF-8/,
      /"keys" cannot be read \(EISDIR\)/,
      /cannot set "identifier\.word"/,
      /is set in both `inputs` and `inputsFrom`/,
    ];
    for (const each of wanted) assert.match(text, each);
    assert.equal(text.match(/specs\.json:\d+:\d+/g)?.length, wanted.length, text);
    assert.doesNotMatch(ran.stderr, /canary/);
    assert.deepEqual(project.calls(), []);
  });
  it("prefers a value of the configuration to a placeholder", async () => {
    const word = `  orchard:databasePassword:\n    secure: ${crypter.encrypt("the real one")}\n`;
    const named = [{ ...first, name: "database" }, second];
    const files = { "Pulumi.dev.yaml": salted.replace("encryptionsalt", `${word}encryptionsalt`) };
    project = makeProject({ cloud, specs: { resources: named }, files });
    await exitsWith(0, project.run(["specs.json", "--yes", "--placeholder"]));
    const stackFile = project.read("Pulumi.dev.yaml");
    assert.ok(stackFile.includes(word), "the existing value is not encrypted again");
    assert.equal(stackFile.match(/secure:/g)?.length, 2, "the second resource has a placeholder");
    assert.deepEqual(storedPasswords(project, crypter).slice(0, 1), ["the real one"]);
  });
});
