import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { deriveCrypter, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { cloud, databases, reported, salt, salted, storedPasswords } from "./given-values.ts";

describe("values that Read does not return", () => {
  const [first, second] = databases;
  assert.ok(first !== undefined && second !== undefined && databases.length === 2);
  let crypter: SaltedCrypter;
  let project: CliProject;
  before(async () => {
    crypter = await deriveCrypter("correct horse", salt, randomBytes);
  });
  afterEach(() => project.remove());

  it("prints a command for each missing value, and uses the values that it sets", async () => {
    project = makeProject({ cloud, specs: { resources: databases }, files: { "Pulumi.dev.yaml": salted } });
    const refused = await exitsWith(1, project.run(["specs.json", "--yes", "--json", "--stack", "dev"]));
    const keys = reported(refused).map(({ error }) => {
      const command = error?.commands?.join("\n") ?? "";
      const [, key, stack] = /^pulumi config set --secret (\S+) --stack (\S+)$/.exec(command) ?? [];
      assert.equal(stack, "dev", command);
      assert.match(error?.hint ?? "", /^Set the input in the stack configuration and run this command again, add /);
      return key ?? "";
    });
    assert.equal(new Set(keys).size, 2);
    const words = ['fir"st', "second $x\n"];
    const lines = keys.map((key, n) => `  ${key}:\n    secure: ${crypter.encrypt(words[n] ?? "")}\n`);
    project.write("Pulumi.dev.yaml", salted.replace("encryptionsalt", `${lines.join("")}encryptionsalt`));
    const set = project.read("Pulumi.dev.yaml");
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    for (const key of keys)
      assert.match(ran.stderr, new RegExp(`Using the value of ${key} in the stack's configuration`));
    assert.equal(project.read("Pulumi.dev.yaml"), set, "existing values are not encrypted again");
    assert.deepEqual(storedPasswords(project, crypter), [...words, ...words]);
  });
  it("does not use a configuration key that two missing values would share", async () => {
    const clash = [first, second].map((entry, n) => ({ ...entry, name: n === 0 ? "the db" : "the-db" }));
    const word = `  orchard:theDbPassword:\n    secure: ${crypter.encrypt("whose?")}\n`;
    const files = { "Pulumi.dev.yaml": salted.replace("encryptionsalt", `${word}encryptionsalt`) };
    project = makeProject({ cloud, specs: { resources: clash }, files });
    const ran = await project.run(["specs.json", "--plan-only", "--json"]);
    for (const { error } of reported(ran)) {
      assert.equal(error?.code, "VALUE_DEMANDED");
      assert.match(error?.hint ?? "", /^Add "inputs"/);
    }
  });
});
