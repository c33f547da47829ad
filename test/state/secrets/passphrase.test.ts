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
    ["returns undefined if no variable is set", {}, undefined],
    ["keeps white space in PULUMI_CONFIG_PASSPHRASE", { PULUMI_CONFIG_PASSPHRASE: " a\n" }, " a\n"],
    [
      "accepts an empty PULUMI_CONFIG_PASSPHRASE",
      { PULUMI_CONFIG_PASSPHRASE: "", PULUMI_CONFIG_PASSPHRASE_FILE: "plain" },
      "",
    ],
    [
      "prefers PULUMI_CONFIG_PASSPHRASE to the passphrase file",
      { PULUMI_CONFIG_PASSPHRASE: "a", PULUMI_CONFIG_PASSPHRASE_FILE: "missing" },
      "a",
    ],
    ["reads the passphrase file", { PULUMI_CONFIG_PASSPHRASE_FILE: "plain" }, "word"],
    ["trims Unicode white space in the passphrase file", { PULUMI_CONFIG_PASSPHRASE_FILE: "spaced" }, "wo rd"],
    ["keeps a byte order mark in the passphrase file", { PULUMI_CONFIG_PASSPHRASE_FILE: "marked" }, "\uFEFFword"],
    ["accepts an empty passphrase file", { PULUMI_CONFIG_PASSPHRASE_FILE: "empty" }, ""],
    ["ignores an empty PULUMI_CONFIG_PASSPHRASE_FILE", { PULUMI_CONFIG_PASSPHRASE_FILE: "" }, undefined],
  ];
  for (const [title, env, expected] of table)
    it(title, async () => assert.equal(await passphraseFrom(env, readFile), expected));

  for (const path of ["missing", "binary"])
    it(`rejects a passphrase file that is ${path}`, async () => {
      await assert.rejects(
        passphraseFrom({ PULUMI_CONFIG_PASSPHRASE_FILE: path }, readFile),
        (error: unknown) =>
          error instanceof ImpError && error.code === "PASSPHRASE_FILE_UNREADABLE" && error.explanation.where === path,
      );
    });
});
