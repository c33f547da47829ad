import assert from "node:assert/strict";
import { completionAt, type KnownCommand, type KnownFlag } from "../../../src/cli/completion/candidates.ts";

const flag = (name: string, more: Partial<KnownFlag> = {}): KnownFlag => ({
  name,
  takesValue: true,
  allowsNo: false,
  ...more,
});
const switchOf = (name: string, allowsNo = false): KnownFlag => flag(name, { takesValue: false, allowsNo });

const stack = flag("stack", { char: "s" });
const commands: readonly KnownCommand[] = [
  {
    words: ["run"],
    args: ["files"],
    flags: [
      stack,
      flag("mode", { options: ["minimal", "lossless"] }),
      flag("out"),
      flag("language"),
      switchOf("protect", true),
    ],
  },
  { words: ["import"], args: ["type", "name", "id"], flags: [stack] },
  { words: ["schema", "show"], args: ["schema", "token"], flags: [switchOf("json")] },
  { words: ["schema", "check"], args: ["schema"], flags: [] },
];

describe("completion candidates", () => {
  for (const [line, wanted] of [
    ["imp ", { kind: "words", start: "", words: ["import", "run", "schema"] }],
    ["imp ru", { kind: "words", start: "ru", words: ["import", "run", "schema"] }],
    ["imp schema ", { kind: "words", start: "", words: ["check", "show"] }],
    ["imp nonsense ", { kind: "words", start: "", words: [] }],
    [
      "imp run --",
      { kind: "words", start: "--", words: ["--language", "--mode", "--no-protect", "--out", "--protect", "--stack"] },
    ],
    ["imp run --mode ", { kind: "words", start: "", words: ["minimal", "lossless"] }],
    ["imp run --mode=lo", { kind: "words", start: "lo", words: ["minimal", "lossless"] }],
    ["imp run -s d", { kind: "stack", start: "d" }],
    ["imp run --stack dev ", { kind: "file", start: "" }],
    ["imp run --language ts,", { kind: "language", start: "ts," }],
    ["imp run --protect sp", { kind: "file", start: "sp" }],
    ["imp run 'my specs.json' --stack ", { kind: "stack", start: "" }],
    ["imp import aws:s", { kind: "type", start: "aws:s" }],
    ["imp import -s dev aws:s", { kind: "type", start: "aws:s" }],
    ["imp import aws:s3:Bucket ", { kind: "file", start: "" }],
    ["imp schema show aw", { kind: "package", start: "aw" }],
    ["imp schema show aws aws:s3", { kind: "token", start: "aws:s3", package: "aws" }],
  ] as const) {
    it(`completes the line "${line}"`, () => {
      assert.deepEqual(completionAt(line, commands), wanted);
    });
  }
});
