/** Every kind of explanation, compared with its golden file. `UPDATE_GOLDENS=1` writes it. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { renderExplanations } from "../../src/cli/explanations.ts";
import { renderReasons } from "../../src/cli/reasons.ts";
import type { Decided, Ground, Outcome, Reason, Remark, Verdict } from "../../src/domain/graph.ts";
import { planOf } from "../support/plan-of.ts";
import { type SpecialFacts, sampleOutcome } from "../support/sample-outcome.ts";

const screen = { width: 80, colour: false };
const urn = (name: string, type = "simcloud:network/vpc:Vpc"): string => `urn:pulumi:dev::shop::${type}::${name}`;
const subnet = "simcloud:network/subnet:Subnet";
const kept = (path: string, reason: Reason, ground: Ground): Decided => ({ path, reason, ground });
const left = (path: string, ground: Ground): Decided => ({ path, ground });

function outcome(
  name: string,
  explanation: readonly Decided[] | undefined,
  { verdict = "clean", ...more }: SpecialFacts & { readonly verdict?: Verdict } = {},
): Outcome {
  const facts = { urn: urn(name, subnet), read: 3, ...(explanation && { explanation }), ...more };
  return sampleOutcome(subnet, name, verdict, facts);
}

const differs = { kind: "differs", path: "tags.app", difference: "delete" } as const;

const first: readonly Decided[] = [
  kept("dependsOn", "recreate", {
    kind: "defined",
    by: urn("widgets.example.com", "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition"),
  }),
  kept("cidrBlock", "required", { kind: "required" }),
  { ...kept("vpcId", "recreate", { kind: "recreate", plan: "unknown" }), pointsTo: [urn("main")] },
  { ...kept("role", "required", { kind: "required" }), pointsTo: [urn("reader"), urn("writer")] },
  kept("name", "identity", { kind: "id" }),
  kept("zone", "identity", { kind: "replaces", by: "schema" }),
  kept("place", "identity", { kind: "replaces", by: "diff" }),
  kept("tags", "diff", { kind: "without", answer: differs }),
  kept("mapPublicIp", "diff", {
    kind: "without",
    answer: { kind: "differs", path: "mapPublicIp", difference: "update" },
  }),
  kept("tier", "diff", { kind: "without", answer: { kind: "differs", path: "", difference: "update" } }),
  kept("peer", "check", {
    kind: "without",
    answer: { kind: "refused", property: "peer", reason: "one of peer, group" },
  }),
  kept("note", "asked", { kind: "asked", by: "properties" }),
  kept("password", "asked", { kind: "asked", by: "inputs" }),
  kept("filename", "asked", { kind: "placeholder" }),
  kept("engine", "recreate", { kind: "fresh", reason: "is required" }),
  kept('rules[*]["a rather long name of a member"].fromPort', "diff", { kind: "untried" }),
  left("arn", { kind: "not-an-input" }),
  left("ownerId", { kind: "not-an-input" }),
  left("ipv6", { kind: "no-value" }),
  left("fingerprint", { kind: "ignored" }),
  left("group", { kind: "with", answer: { kind: "refused", property: "", reason: "only one of peer, group" } }),
  left("bootScript", { kind: "with", answer: { kind: "hashed" } }),
  left("hostId", { kind: "claimed", as: "computed" }),
  left("peer", { kind: "claimed", as: "exclusive" }),
  left("acl", { kind: "not-needed", filled: "sdk" }),
  left("dns", { kind: "not-needed", filled: "check" }),
  left("state", { kind: "not-needed" }),
];

const sampled: readonly Decided[] = [kept("cidrBlock", "diff", { kind: "taught", by: "a" })];

const remarks: readonly Remark[] = [
  { kind: "budget" },
  { kind: "adopted", differences: [{ path: "acl", kind: "update" }] },
  { kind: "placeholder", paths: ["filename"] },
  { kind: "not-reproduced", paths: ["userData"] },
  { kind: "given-not-reproduced", paths: ["fingerprint"] },
  { kind: "hash", paths: ["bootScript"] },
  { kind: "no-content", paths: ["content", "source"] },
  { kind: "not-returned", paths: ["note", "tags.app"] },
  { kind: "empty" },
];

describe("the --explain screen", () => {
  const plan = planOf([
    outcome("a", first, { verdict: "ignored", differences: [{ path: "fingerprint", kind: "update" }] }),
    outcome("b", sampled),
    outcome("c", sampled),
    outcome("unexplained", undefined),
    outcome("u", [left("size", { kind: "not-needed" })], { verdict: "update", remarks }),
  ]);
  const shown = renderReasons(plan, [], screen) + renderExplanations(plan, screen);
  const golden = fileURLToPath(new URL("explanations.txt", import.meta.url));

  it("prints each kind of explanation as in the golden file, within 80 columns", () => {
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, shown);
    assert.equal(shown, readFileSync(golden, "utf8"));
    for (const line of shown.split("\n")) assert.ok(line.length <= 80, line);
  });

  it("prints the same text in color", () => {
    const coloured = renderExplanations(plan, { ...screen, colour: true });
    assert.notEqual(coloured, renderExplanations(plan, screen));
    assert.equal(stripVTControlCharacters(coloured), renderExplanations(plan, screen));
  });

  it("groups 1,000 resources with the same explanation, and names eight", () => {
    const many = Array.from({ length: 1000 }, (_, i) => outcome(`n${i}`, sampled));
    const text = renderExplanations(planOf(many), screen);
    assert.match(text, /Subnet n0, n1, n2, n3, n4, n5, n6, n7\s+and\s+992\s+more/);
    assert.ok(text.split("\n").length < 12, text);
  });

  it("shows 100 of 130 explanations, and counts the rest", () => {
    const many = Array.from({ length: 130 }, (_, i) => outcome(`n${i}`, [left(`p${i}`, { kind: "no-value" })]));
    assert.match(renderExplanations(planOf(many), screen), /\(30 more; use --json to list all\)\n$/);
  });

  it("shows the whole name of a resource if it contains ::", () => {
    const text = renderExplanations(
      planOf([outcome("x", [left("rules", { kind: "owned", owner: urn("a::b") })])]),
      screen,
    );
    assert.match(text, / a::b\b/);
  });

  it("prints nothing if no resource has an explanation", () => {
    assert.equal(renderExplanations(planOf([outcome("x", undefined)]), screen), "");
  });

  it("escapes control characters in explanations, at any width", () => {
    const hostile = planOf([
      outcome("x\u001b[31m", [
        left("a\u001b]0;t\u0007", {
          kind: "with",
          answer: { kind: "refused", property: "", reason: "red\u001b[31m\u0007" },
        }),
      ]),
    ]);
    for (const width of [0, 1, 20, 40, 200]) {
      assert.doesNotMatch(renderExplanations(hostile, { width, colour: false }), /[\u0000-\u0009\u000b-\u001f]/);
    }
  });
});
