import assert from "node:assert/strict";
import { ImpError } from "../../../src/domain/errors.ts";
import { passphraseFrom } from "../../../src/state/secrets/passphrase-manager.ts";

const files: Readonly<Record<string, Uint8Array>> = {
  plain: Buffer.from("word"),
  spaced: Buffer.from("\u0085 \t\n wo rd \r\n\u00a0"),
  marked: Buffer.from("\uFEFFword\n"),
  empty: Buffer.from("\n"),
  binary: Uint8Array.of(0xff, 0xfe),
};

async function readFile(path: string): Promise<Uint8Array> {
  const bytes = files[path];
  if (bytes === undefined) throw new Error("ENOENT");
  return bytes;
}

describe("passphraseFrom", () => {
  const table: readonly (readonly [string, Record<string, string | undefined>, string | undefined])[] = [
    ["returns nothing if no variable is set", {}, undefined],
    ["does not trim the variable", { PULUMI_CONFIG_PASSPHRASE: " a\n" }, " a\n"],
    ["accepts an empty variable", { PULUMI_CONFIG_PASSPHRASE: "", PULUMI_CONFIG_PASSPHRASE_FILE: "plain" }, ""],
    [
      "prefers the variable to the file",
      { PULUMI_CONFIG_PASSPHRASE: "a", PULUMI_CONFIG_PASSPHRASE_FILE: "missing" },
      "a",
    ],
    ["reads the file", { PULUMI_CONFIG_PASSPHRASE_FILE: "plain" }, "word"],
    ["trims Unicode white space of the file", { PULUMI_CONFIG_PASSPHRASE_FILE: "spaced" }, "wo rd"],
    ["keeps a byte order mark of the file", { PULUMI_CONFIG_PASSPHRASE_FILE: "marked" }, "\uFEFFword"],
    ["accepts an empty file", { PULUMI_CONFIG_PASSPHRASE_FILE: "empty" }, ""],
    ["ignores an empty file name", { PULUMI_CONFIG_PASSPHRASE_FILE: "" }, undefined],
  ];
  for (const [title, env, expected] of table)
    it(`${title} (passphrase)`, async () => assert.equal(await passphraseFrom(env, readFile), expected));

  for (const path of ["missing", "binary"])
    it(`reports the unreadable passphrase file ${path}`, async () => {
      await assert.rejects(
        passphraseFrom({ PULUMI_CONFIG_PASSPHRASE_FILE: path }, readFile),
        (error: unknown) =>
          error instanceof ImpError && error.code === "PASSPHRASE_FILE_UNREADABLE" && error.explanation.where === path,
      );
    });
});
