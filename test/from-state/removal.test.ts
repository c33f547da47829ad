/** The removal steps follow the rules of `pulumi state delete`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { removalFromStack } from "../../src/from-state/removal.ts";
import { bucket, type Fields, policy, prefix, resources, site, south, stateOf, subnet, vpc } from "./stack.ts";

const stack = { name: "organization/shop/prod", project: "shop" };
const removal = (moved: readonly string[], list: readonly Fields[] = resources) =>
  removalFromStack(stateOf(list).resources, new Set(moved), stack);
const deleted = (commands: readonly string[]): readonly string[] =>
  commands.flatMap(
    (command) => /^pulumi state delete --yes --stack organization\/shop\/prod '(.*)'$/.exec(command)?.[1] ?? [],
  );

describe("removal from a stack", () => {
  it("unprotects each resource before it removes it, and removes dependents first", () => {
    const { commands, first, kept } = removal([south, vpc, site, bucket, policy, subnet]);
    assert.deepEqual(deleted(commands), [subnet, policy, bucket, site, vpc, south]);
    const at = commands.findIndex((command) => command.includes("delete") && command.includes(vpc));
    assert.equal(commands[at - 1], `pulumi state unprotect --yes --stack organization/shop/prod '${vpc}'`);
    assert.equal(commands.filter((command) => command.includes("unprotect")).length, 2);
    assert.deepEqual([first, kept], [[], []]);
  });

  it("lists remaining resources that refer to removed ones", () => {
    const { commands, first, kept } = removal([vpc]);
    assert.deepEqual(deleted(commands), [vpc]);
    assert.deepEqual(first, [
      { urn: subnet, refersTo: vpc },
      { urn: bucket, refersTo: vpc },
    ]);
    assert.deepEqual(kept, []);
  });

  it("does not remove components and providers that remaining resources need", () => {
    const other = { ...resources.find(({ urn }) => urn === bucket), urn: `${bucket}2` };
    const { commands, kept } = removal([south, site, bucket, policy], [...resources, other]);
    assert.deepEqual(deleted(commands), [policy, bucket]);
    assert.deepEqual(kept, []);
  });

  it("lists a resource that stays in both stacks because its child was not imported", () => {
    const { commands, kept } = removal([south, site, bucket]);
    assert.deepEqual(deleted(commands), []);
    assert.deepEqual(kept, [{ urn: bucket, because: policy }]);
  });

  it("quotes URNs of removal commands for a shell", () => {
    const urn = `${prefix}simcloud:network/vpc:Vpc::it's $HOME`;
    const odd = { ...resources.find((fields) => fields.urn === vpc), urn };
    const { commands } = removal([urn], [...resources, odd]);
    assert.equal(
      commands.at(-1),
      `pulumi state delete --yes --stack organization/shop/prod '${prefix}simcloud:network/vpc:Vpc::it'\\''s $HOME'`,
    );
  });

  it("quotes every name so that a shell does not change it", () => {
    for (const name of [
      "it's",
      '$HOME `id` $(id) \\ "',
      "two\nlines",
      "\u001b[31mred\u0007",
      "a\u202eb\u0085c",
      "käse 🧀 --all",
    ]) {
      const urn = `${prefix}simcloud:network/vpc:Vpc::${name}`;
      const odd = { ...resources.find((fields) => fields.urn === vpc), urn };
      const command = removal([urn], [...resources, odd]).commands.at(-1) ?? "";
      assert.doesNotMatch(command, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      const reported = execFileSync("/bin/sh", ["-c", command.replace("pulumi", "printf '%s|'")], { encoding: "utf8" });
      assert.equal(reported, `state|delete|--yes|--stack|organization/shop/prod|${urn}|`);
    }
  });
});
