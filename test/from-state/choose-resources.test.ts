import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { chooseResources, notMovable } from "../../src/from-state/choose-resources.ts";
import { openFromStack } from "../../src/from-state/open-from-stack.ts";
import { matcherOf } from "../../src/state/match-urns.ts";
import {
  bucket,
  defaultProvider,
  type Fields,
  policy,
  prefix,
  readRole,
  resources,
  root,
  site,
  south,
  stateOf,
  subnet,
  vpc,
} from "./stack.ts";

const chosen = (targets: readonly string[], list: readonly Fields[] = resources): readonly string[] =>
  chooseResources(stateOf(list).resources, targets, "prod", notMovable).resources.map(({ urn }) => urn);

const refusal = (targets: readonly string[], list: readonly Fields[] = resources): ImpError => {
  try {
    chosen(targets, list);
  } catch (error) {
    if (error instanceof ImpError) return error;
    throw error;
  }
  throw new Error("The selection was accepted");
};

/** Returns the error of an import that selects no resources. */
const nothing = async (targets: readonly string[], list: readonly Fields[]): Promise<ImpError> => {
  const crypter = () => Promise.reject(new Error("secrets must not be decrypted"));
  const stack = { name: "prod", project: "shop", stack: "prod", file: "prod.json", state: stateOf(list), crypter };
  const error: unknown = await openFromStack(stack, targets).catch((reason: unknown) => reason);
  assert.ok(error instanceof ImpError && error.code === "OTHER_STACK_NOTHING", String(error));
  return error;
};

const changed = (urn: string, more: Readonly<Record<string, unknown>>): readonly Fields[] =>
  resources.map((fields) => (fields.urn === urn ? { ...fields, ...more } : fields));

describe("targets", () => {
  for (const [target, urn, matches] of [
    [vpc, vpc, true],
    [vpc, `${vpc}2`, false],
    ["**::main", vpc, true],
    ["*::main", vpc, false],
    ["urn:pulumi:prod::shop::*::main", vpc, false],
    ["urn:pulumi:prod::shop::simcloud:network/*:*::*", vpc, true],
    ["urn:pulumi:prod::shop::**", policy, true],
    ["**Site$**", bucket, true],
    ["**::m.in", vpc, false],
    ["**", "urn:pulumi:prod::shop::a:b:C::käse 🧀 (1)", true],
    ["**::käse * (1)", "urn:pulumi:prod::shop::a:b:C::käse 🧀 (1)", true],
    ["**::a|b", "urn:pulumi:prod::shop::a:b:C::a|b", true],
  ] as const) {
    it(`${matches ? "matches" : "does not match"} --target ${target}: ${urn}`, () => {
      assert.equal(matcherOf(target)(urn), matches);
    });
  }
});

describe("resources selected from a stack", () => {
  it("excludes resources that the engine creates, and resources that the stack only reads", () => {
    const { resources: taken, leftOut } = chooseResources(stateOf().resources, [], "prod", notMovable);
    assert.deepEqual(
      taken.map(({ urn }) => urn),
      [south, vpc, site, bucket, policy, subnet],
    );
    assert.deepEqual(leftOut, [{ urn: readRole, why: "the source stack only reads this resource" }]);
  });

  it("includes the children, components, and provider of a target", () => {
    assert.deepEqual(chosen([bucket]), [south, site, bucket, policy]);
    assert.deepEqual(chosen([site]), [south, site, bucket, policy]);
    assert.deepEqual(chosen([subnet]), [subnet]);
    assert.deepEqual(chosen([root]), chosen([]));
    assert.deepEqual(chosen(["**Subnet::*", "**::main"]), [vpc, subnet]);
  });

  it("rejects a target without its parent if the parent is a custom resource", () => {
    const error = refusal([policy]);
    assert.equal(error.code, "TARGET_PARENT");
    assert.match(error.explanation.hint, new RegExp(`--target '${bucket.replaceAll("$", "\\$")}'`));
  });

  it("rejects every target without a match, with a suggestion", () => {
    const error = refusal([
      `${subnet}`,
      `${prefix}simcloud:network/vpc:Vpc::mainn`,
      "**::nothing-like-it",
      vpc.replace("prod", "dev"),
    ]);
    assert.equal(error.code, "TARGET_UNKNOWN");
    assert.match(
      error.explanation.why,
      /Vpc::mainn \(did you mean urn:pulumi:prod::shop::simcloud:network\/vpc:Vpc::main\?\)/,
    );
    assert.match(error.explanation.why, /^\*\*::nothing-like-it$/m);
    assert.match(error.explanation.why, /^urn:pulumi:dev::shop.*\(did you mean urn:pulumi:prod/m);
    assert.doesNotMatch(error.explanation.why, /Subnet/);
  });

  for (const [title, more, why] of [
    ["is pending replacement", { pendingReplacement: true }, /its replacement is pending/],
    ["is tainted", { taint: true }, /tainted/],
    ["was never created", { id: undefined }, /has no ID/],
    ["is a stack reference", { type: "pulumi:pulumi:StackReference" }, /built into Pulumi/],
    ["is a Stash", { type: "pulumi:pulumi:Stash" }, /built into Pulumi/],
    ["is dynamic", { type: "pulumi-nodejs:dynamic:Resource" }, /the provider of a dynamic resource is code/],
    ["is dynamic, in Python", { type: "pulumi-python:dynamic:Resource" }, /a dynamic resource/],
    ["is dynamic with a custom type", { type: "pulumi-nodejs:dynamic/mine:Thing" }, /a dynamic resource/],
  ] as const) {
    it(`excludes a resource that ${title}`, () => {
      const { leftOut } = chooseResources(stateOf(changed(subnet, more)).resources, [], "prod", notMovable);
      assert.match(leftOut.find(({ urn }) => urn === subnet)?.why ?? "", why);
    });
  }

  it("excludes a resource if an older resource with its URN is pending deletion", async () => {
    const twin = resources.find(({ urn }) => urn === subnet);
    assert.ok(twin);
    const error = await nothing([subnet], [...resources, { ...twin, id: "subnet-0", delete: true }]);
    assert.match(error.explanation.why, /a resource with the same URN is pending deletion/);
  });

  it("excludes children of excluded resources", () => {
    const all = stateOf(changed(bucket, { taint: true })).resources;
    const { resources: taken, leftOut } = chooseResources(all, [], "prod", notMovable);
    const below = all.filter(({ parent }) => parent === bucket).map(({ urn }) => urn);
    assert.ok(below.length > 0);
    for (const urn of below)
      assert.match(leftOut.find((one) => one.urn === urn)?.why ?? "", /its parent .* is excluded/);
    assert.deepEqual(
      taken.filter(({ urn }) => urn === bucket || below.includes(urn)),
      [],
    );
  });

  it("rejects a stack that has only resources that the engine creates", async () => {
    const own = resources.filter(({ urn }) => [root, defaultProvider].includes(urn));
    assert.match((await nothing([], own)).explanation.why, /only resources that the Pulumi engine creates/);
  });
});
