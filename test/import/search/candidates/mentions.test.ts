import assert from "node:assert/strict";
import { mentioned, mentionedInside } from "../../../../src/import/search/candidates/mentions.ts";
import type { Path } from "../../../../src/value/path.ts";
import { formatPath } from "../../../../src/value/path.ts";

const paths: readonly Path[] = [
  ["name"],
  ["id"],
  ["vpcId"],
  ["launchTemplate", "id"],
  ["launchTemplate", "name"],
  ["rules", "*", "port"],
  ["spec", "rules", "*", "note"],
];
const patterns = paths.map((path) => ({ path, presenceOnly: false }));

function spokenOf(reason: string, find = mentioned): readonly string[] {
  return find(patterns, [{ property: "", reason }]).map(({ path }) => formatPath(path));
}

describe("the properties that a rejection mentions", () => {
  for (const [reason, expected] of [
    ['"vpc_id" is required', ["vpcId"]],
    ['"launch_template.0.name": conflicts with launch_template.0.id', ["launchTemplate.name"]],
    ["Examine values at 'group.launchTemplate.id'.", ["launchTemplate.id"]],
    ["Examine values at 'group.name'.", ["name"]],
    ['"rules[0].port" is no number', ['rules["*"].port']],
    ['"rules.0.note" is too long', ['spec.rules["*"].note']],
    ["the name is taken", ["name", "launchTemplate.name"]],
    ["no launchTemplate may be given", ["launchTemplate.id", "launchTemplate.name"]],
    ["the plan fails", []],
  ] as const) {
    it(`finds ${expected.join() || "no property"} in: ${reason}`, () => {
      assert.deepEqual(spokenOf(reason), expected);
    });
  }

  it("finds nested members only if the text quotes their full name", () => {
    assert.deepEqual(spokenOf('"launch_template.0.name": conflicts', mentionedInside), ["launchTemplate.name"]);
    assert.deepEqual(spokenOf("launch_template.0.name conflicts", mentionedInside), []);
    assert.deepEqual(spokenOf('"vpc_id" is required', mentionedInside), []);
    assert.deepEqual(spokenOf('"name" is taken', mentionedInside), []);
  });
});
