import assert from "node:assert/strict";
import { namedDefault } from "../../src/schema/descriptions.ts";

describe("the default that a description names", () => {
  for (const [expected, texts] of [
    [
      false,
      [
        "Whether deletion is refused. Defaults to `false`.",
        "The default is false.",
        "(default: false)",
        "Default `false`",
        'The default value is "false", which means no.',
        "If it is not set, it is defaulted to false.",
      ],
    ],
    [0, ["Requests. The default value is 0.", "Default: 0", "Defaults to `0`, no limit.", "Default = 0"]],
    [
      undefined,
      [
        undefined,
        "Whether deletion is refused.",
        "Defaults to `true`.",
        "Defaults to 30.",
        "Defaults to 0.5.",
        "Defaults to `0.0.0.0/0`.",
        "Defaults to 0m.",
        "Use the default VPC if false.",
        "Set to false to turn the default off.",
        "The default is falsely reported.",
      ],
    ],
  ] as const) {
    for (const text of texts) {
      it(`reads the default ${expected} in ${JSON.stringify(text)}`, () => {
        assert.equal(namedDefault(text), expected);
      });
    }
  }
});
