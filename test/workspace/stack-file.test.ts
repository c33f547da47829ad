import assert from "node:assert/strict";
import { sealValue, writeStackFile } from "../../src/workspace/project/stack-file.ts";
import { fails } from "./place.ts";
import { changes, file, read, type Settings, write } from "./stack-file-text.ts";

const cases: readonly (readonly [
  title: string,
  before: string | undefined,
  set: Settings,
  salt: string | undefined,
  after: string,
])[] = [
  [
    "a new file, salt first",
    undefined,
    { "orchard:a": "b" },
    "v1:s",
    "encryptionsalt: v1:s\nconfig:\n  orchard:a: b\n",
  ],
  ["a file with only comments", "# mine", { "orchard:a": "b" }, undefined, "# mine\nconfig:\n  orchard:a: b\n"],
  [
    "a new secret before a comment",
    "config:\n  a: b # note\n# end\n",
    { "orchard:t": { secure: "v1:n:c" } },
    undefined,
    "config:\n  a: b # note\n  orchard:t:\n    secure: v1:n:c\n# end\n",
  ],
  [
    "new keys and a new salt at the end",
    "config:\n    a: b\n",
    { "orchard:c": "d", "x:y": "z" },
    "v1:s",
    "config:\n    a: b\n    orchard:c: d\n    x:y: z\nencryptionsalt: v1:s\n",
  ],
  [
    "no line break at the end",
    "config:\n  a: b",
    { "orchard:c": "d" },
    "v1:s",
    "config:\n  a: b\n  orchard:c: d\nencryptionsalt: v1:s",
  ],
  [
    "Windows line ends",
    "config:\r\n  a: b\r\n",
    { "orchard:c": "d" },
    undefined,
    "config:\r\n  a: b\r\n  orchard:c: d\r\n",
  ],
  ["a byte order mark", "\uFEFFconfig:\n  a: b\n", { "orchard:a": "c" }, undefined, "\uFEFFconfig:\n  a: c\n"],
  [
    "a quoted value with a comment",
    "config:\n  a: 'b'  # note\n",
    { "orchard:a": "c" },
    undefined,
    "config:\n  a: c  # note\n",
  ],
  [
    "a ciphertext",
    "config:\n  t:\n    # rotate me\n    secure: old # x\n",
    { "orchard:t": { secure: "new" } },
    undefined,
    "config:\n  t:\n    # rotate me\n    secure: new # x\n",
  ],
  [
    "a plain value that becomes secret",
    "config:\n  a: b # note\n  c: d\n",
    { "orchard:a": { secure: "x" } },
    undefined,
    "config:\n  a: # note\n    secure: x\n  c: d\n",
  ],
  [
    "a secret that becomes plain",
    "config:\n  a: # note\n    secure: x\n  c: d\n",
    { "orchard:a": "b" },
    undefined,
    "config:\n  a: b # note\n  c: d\n",
  ],
  [
    "a block scalar that becomes one line",
    "config:\n  a: |\n    x\n    y\n  c: d\n",
    { "orchard:a": "b" },
    undefined,
    "config:\n  a: b\n  c: d\n",
  ],
  [
    "a new key after a block scalar",
    "config:\n  a: |\n    x\n\nz: 1\n",
    { "orchard:b": "c" },
    undefined,
    "config:\n  a: |\n    x\n  orchard:b: c\n\nz: 1\n",
  ],
  [
    "an object that becomes a string",
    "config:\n  a:\n    x: 1\n    y: [2]\n  c: d\n",
    { "orchard:a": "b" },
    undefined,
    "config:\n  a: b\n  c: d\n",
  ],
  ["an empty value", "config:\n  a:\n  c: d\n", { "orchard:a": "b" }, undefined, "config:\n  a: b\n  c: d\n"],
  ["empty config", "config:\nz: 1\n", { "orchard:a": "b" }, undefined, "config:\n  orchard:a: b\nz: 1\n"],
  [
    "empty config with a comment",
    "config: # none\n",
    { "orchard:a": "b" },
    undefined,
    "config: # none\n  orchard:a: b\n",
  ],
  ["an empty map", "config: {}\nz: 1\n", { "orchard:a": "b" }, undefined, "config:\n  orchard:a: b\nz: 1\n"],
  ["config: ~", "config: ~ # c\n", { "orchard:a": "b" }, undefined, "config: # c\n  orchard:a: b\n"],
  [
    "a key in the old form project:config:key",
    "config:\n  orchard:config:a: b\n",
    { "orchard:a": "c" },
    undefined,
    "config:\n  orchard:config:a: c\n",
  ],
  ["a flow map", "config: {a: b} # f\n", { "orchard:c": "d" }, undefined, 'config: {a: b, "orchard:c": "d"} # f\n'],
  ["a value in a flow map", "config: {a: b, c: d}\n", { "orchard:a": "x" }, undefined, 'config: {a: "x", c: d}\n'],
  [
    "the salt",
    "encryptionsalt: old # s\nconfig:\n  a: b\n",
    {},
    "v1:new",
    "encryptionsalt: v1:new # s\nconfig:\n  a: b\n",
  ],
  [
    "a file with an end marker",
    "---\nconfig:\n  a: b\n...\n",
    { "orchard:c": "d" },
    undefined,
    "---\nconfig:\n  a: b\n  orchard:c: d\n...\n",
  ],
  [
    "values that are ambiguous without quotes",
    "config:\n  a: b\n",
    { "orchard:a": "yes", "x:n": "010", "x:d": "2024-01-02", "x:e": "", "x:c": "a: b", "x:l": "a\nb\u0085" },
    undefined,
    'config:\n  a: "yes"\n  x:n: "010"\n  x:d: "2024-01-02"\n  x:e: ""\n  x:c: "a: b"\n  x:l: "a\\nb\\u0085"\n',
  ],
];

const json =
  '{\n    "config": {\n        "orchard:a": "b",\n        "x:n": 12345678901234567890\n    },\n    "z": 1.0\n}\n';

describe("writeStackFile", () => {
  for (const [title, before, set, salt, after] of cases)
    it(`edits a stack file: ${title}`, () => {
      assert.equal(write(before, set, salt), after);
      assert.equal(write(after, set, salt), after);
    });

  it("indents JSON like the stack file, or with four spaces", () => {
    assert.equal(
      write(undefined, { "orchard:t": { secure: "c" } }, "v1:s", "json"),
      '{\n    "encryptionsalt": "v1:s",\n    "config": {\n        "orchard:t": {\n            "secure": "c"\n        }\n    }\n}\n',
    );
    assert.equal(
      write(json, { "orchard:a": { secure: "c" }, "x:y": "z" }, "v1:s", "json"),
      '{\n    "config": {\n        "orchard:a": {\n            "secure": "c"\n        },\n        "x:n": 12345678901234567890,\n        "x:y": "z"\n    },\n    "z": 1.0,\n    "encryptionsalt": "v1:s"\n}\n',
    );
    assert.equal(write('{"config":{}}', { "x:y": "z" }, undefined, "json"), '{"config":{\n    "x:y": "z"\n}}');
    assert.equal(write("{}", { "x:y": "z" }, undefined, "json"), '{\n    "config": {\n        "x:y": "z"\n    }\n}');
    assert.equal(write('{"a": 1}', {}, "s", "json"), '{"a": 1, "encryptionsalt": "s"}');
    assert.equal(
      write('{\n\t"config": {\n\t\t"a:b": "c"\n\t}\n}', { "a:d": { secure: "e" } }, undefined, "json"),
      '{\n\t"config": {\n\t\t"a:b": "c",\n\t\t"a:d": {\n\t\t\t"secure": "e"\n\t\t}\n\t}\n}',
    );
  });

  it("keeps every byte of a stack file if no value changes", () => {
    const text = "config:   {a: 12,\n  'b' : {secure: x}, c: [1,  2]}   # odd\nencryptionsalt:   's'\n\n\n";
    const set = { "orchard:a": "12", "orchard:b": { secure: "x" }, "orchard:c": "[1,2]" };
    const before = file(text);
    assert.equal(writeStackFile(before, "orchard", changes(set, "s")), before.bytes);
    assert.equal(write(undefined, {}), "");
  });

  it("overwrites an object with a secret, even if the new text equals its ciphertext", () => {
    const text = "config:\n  a:\n    p:\n      secure: x\n";
    assert.deepEqual(read(write(text, { "orchard:a": '{"p":"x"}' })), { "orchard:a": 'string:{"p":"x"}' });
  });

  it("reprints a stack file that cannot be edited in place, with its comments", () => {
    const text = "# top\nconfig: {a: b,} # f\n";
    const after = write(text, { "orchard:c": "d" });
    assert.match(after, /^# top\n/);
    assert.match(after, /# f/);
    assert.deepEqual(read(after), { "orchard:a": "string:b", "orchard:c": "string:d" });
    const explicit = write("? config\n: a: b\n", { "orchard:c": "d" });
    assert.deepEqual(read(explicit), { "orchard:a": "string:b", "orchard:c": "string:d" });
  });

  it("writes values into a stack file that contains only null", () => {
    for (const text of ["~", "null # none\n", "--- ~\n..."]) {
      assert.deepEqual(read(write(text, { "orchard:c": "d" })), { "orchard:c": "string:d" }, text);
    }
  });

  it("changes a YAML alias, but rejects a change of the value with the anchor", () => {
    const shared = "config:\n  a: &x b\n  c: *x\n";
    assert.deepEqual(read(write(shared, { "orchard:c": "d" })), { "orchard:a": "string:b", "orchard:c": "string:d" });
    assert.throws(() => write(shared, { "orchard:a": "d" }), fails("SETTINGS_INVALID", "Pulumi.dev.yaml:1:1"));
  });

  it("keeps the ciphertext of a secret that does not change", () => {
    const crypter = { encrypt: (text: string) => `sealed ${text.length}`, decrypt: () => "" };
    const current = { text: "t", secret: true, object: false, source: "stack", ciphertext: "old" } as const;
    assert.deepEqual(sealValue(current, "t", crypter), { secure: "old" });
    assert.deepEqual(sealValue(current, "u", crypter), { secure: "sealed 1" });
    assert.deepEqual(sealValue(undefined, "t", crypter), { secure: "sealed 1" });
  });
});
