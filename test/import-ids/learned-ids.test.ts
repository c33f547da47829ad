import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { printIdForms, readIdForms } from "../../src/import-ids/learned-ids.ts";

const forms = [
  {
    kind: "arn:sqs",
    token: "aws:sqs/queue:Queue",
    id: "https://sqs.{region}.amazonaws.com/{account}/{-1}",
    evidence: "arn",
  },
  { kind: 'a "b"', token: "broker:index:Queue", id: "{name}@{vhost}", evidence: "name, vhost" },
];

describe("imp-ids.json", () => {
  it("contains one form per line, sorted by cloud type, and is read back unchanged", () => {
    const text = printIdForms(forms);
    assert.equal(text.split("\n").length, 7);
    assert.deepEqual(readIdForms("imp-ids.json", text), [forms[1], forms[0]]);
    assert.equal(printIdForms(readIdForms("imp-ids.json", text)), text);
    assert.equal(printIdForms([...forms, ...forms]), text);
  });

  for (const text of [
    "",
    "[]",
    "{}",
    '{"ids": {}}',
    '{"ids": [{"kind": "a", "type": "b"}]}',
    '{"ids": [{"kind": 1, "type": "b", "id": "c"}]}',
  ])
    it(`rejects ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => readIdForms("imp-ids.json", text),
        (error) => error instanceof ImpError && error.code === "IDS_MALFORMED",
      ));
});
