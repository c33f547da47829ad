/** Rejections of bridged providers name properties only in their messages. imp tries these properties first. */
import assert from "node:assert/strict";
import type { Mode } from "../../../../src/import/search/index.ts";
import { ProviderError } from "../../../../src/plugin/provider.ts";
import { derive as deriveIn, deriveOne as deriveOneIn } from "../../honest.ts";
import { type JsonObject, type ModelCheck, ModelCloud, type ModelObject, type ModelType } from "../../model-cloud.ts";

const text = { type: "string" };
const number = { type: "number" };
const rules = { type: "array", items: { $ref: "#/types/model:index:Rule" } };

/** Returns a response of Check. It has a failure without a property for each reason that is not undefined. */
function nameless(inputs: JsonObject, ...reasons: readonly (string | undefined)[]): ModelCheck {
  return {
    inputs,
    failures: reasons.flatMap((reason) => (reason === undefined ? [] : [{ property: "", reason }])),
  };
}

/** A type whose inputs include the ID, which a program must not set, and two exclusive properties for the zone. */
const subnet: ModelType = {
  inputProperties: {
    subnetId: text,
    cidr: text,
    vpc: text,
    zone: text,
    zoneId: text,
    tags: text,
    mode: text,
    note: text,
  },
  properties: { subnetId: text, cidr: text, vpc: text, zone: text, zoneId: text, tags: text, mode: text, note: text },
  check: (_, news) =>
    nameless(
      news,
      news.subnetId === undefined ? undefined : "Invalid or unknown key. Examine values at 'one.subnetId'.",
      news.zone === undefined || news.zoneId === undefined
        ? undefined
        : `Conflicting arguments. "zone": conflicts with zone_id. Examine values at 'one.zone'.`,
      news.vpc === undefined ? `Missing required argument. The argument "vpc" is required.` : undefined,
    ),
  diff: ({ olds, news }) => {
    const sent = Object.keys(news).filter((name) => news[name] !== olds[name]);
    const missed = ["cidr", "mode"].filter((name) => news[name] === undefined);
    const diffs = [...new Set([...sent, ...missed])];
    return { changes: diffs.length > 0 ? "some" : "none", diffs, replaces: diffs.filter((name) => name === "cidr") };
  },
};
const inputs = (n: number): JsonObject => ({
  subnetId: `subnet-${n}`,
  cidr: `10.0.${n}.0/24`,
  vpc: "vpc-1",
  zone: "a",
  zoneId: "z1",
  tags: "",
  mode: "dark",
  note: "",
});

for (const mode of ["minimal", "smallest"] as const) {
  describe(`a Check failure with an empty property, in mode ${mode}`, () => {
    refusals(mode);
  });
}

function refusals(mode: Mode): void {
  const derive = (type: ModelType, objects: readonly ModelObject[]) => deriveIn(type, objects, { mode });
  const deriveOne = (type: ModelType, object: ModelObject, options: Parameters<typeof deriveOneIn>[2] = {}) =>
    deriveOneIn(type, object, { mode, ...options });

  it("finds the rejected properties with few calls if the reason contains their names", async () => {
    const { program, verdict, calls } = await deriveOne(subnet, { id: "subnet-1", inputs: inputs(1) });
    assert.equal(verdict, "clean");
    const { cidr, vpc, mode, subnetId } = program;
    assert.deepEqual(
      { cidr, vpc, mode, subnetId },
      { cidr: "10.0.1.0/24", vpc: "vpc-1", mode: "dark", subnetId: undefined },
    );
    const { check = 0, diff = 0 } = calls.get("one") ?? {};
    if (mode === "smallest") assert.ok(check <= 10 && diff <= 6, JSON.stringify({ check, diff }));
    assert.ok(check + diff <= 16, JSON.stringify({ check, diff }));
    if (mode === "minimal") assert.deepEqual(program, { cidr: "10.0.1.0/24", vpc: "vpc-1", zone: "a", mode: "dark" });
  });

  it("predicts the rejection for later resources of the type", async () => {
    const objects = [1, 2, 3].map((n) => ({ name: `s${n}`, id: `subnet-${n}`, inputs: inputs(n) }));
    const { programs, calls } = await derive(subnet, objects);
    assert.deepEqual(
      programs.map(({ cidr }) => cidr),
      ["10.0.1.0/24", "10.0.2.0/24", "10.0.3.0/24"],
    );
    assert.ok((calls.get("s3")?.check ?? 0) <= 4, JSON.stringify([...calls]));
  });

  it("finds a clean program if the reason contains no names", async () => {
    const { check } = subnet;
    const mute: ModelType = {
      ...subnet,
      check: (olds, news, seed) => {
        const failures = check?.(olds, news, seed).failures ?? [];
        return nameless(news, ...failures.map(() => "no"));
      },
    };
    const { program, verdict } = await deriveOne(mute, { id: "subnet-1", inputs: inputs(1) });
    assert.equal(verdict, "clean");
    assert.equal(program.cidr, "10.0.1.0/24");
  });

  it("sets zeros that Read returns only in the outputs if Check requires them", async () => {
    const type: ModelType = {
      inputProperties: { name: text, rules },
      properties: { name: text, rules },
      check: (_, news) => {
        const list = (news.rules ?? []) as readonly JsonObject[];
        const missing = ["fromPort", "toPort"].filter((name) => list.some((rule) => rule[name] === undefined));
        return nameless(
          news,
          ...missing.map(
            (name) => `Missing required argument. The argument "rule.0.${name}" is required at 'one.rules'.`,
          ),
          list.some((rule) => rule.note === "") ? "The note must not be empty." : undefined,
        );
      },
      diff: ({ olds, news }) => {
        const same =
          JSON.stringify(news.rules) ===
          JSON.stringify((olds.rules as readonly JsonObject[]).map(({ note: _, ...rest }) => rest));
        return same ? { changes: "none" } : { changes: "some", diffs: ["rules"] };
      },
    };
    const objectTypes = {
      Rule: { properties: { protocol: text, fromPort: number, toPort: number, note: text } },
    };
    const object = {
      inputs: { name: "one", rules: [{ protocol: "-1" }] },
      outputs: { name: "one", rules: [{ protocol: "-1", fromPort: 0, toPort: 0, note: "" }] },
    };
    const { program, verdict } = await deriveOne(type, object, { objectTypes });
    assert.equal(verdict, "clean");
    assert.deepEqual(program.rules, [{ protocol: "-1", fromPort: 0, toPort: 0 }]);
  });

  it("reports a missing input instead of setting an empty value", async () => {
    const oneOf = `One of "file" or "image" must be specified. Examine values at 'one.file'.`;
    const type: ModelType = {
      inputProperties: { functionId: text, name: text, file: text, image: text },
      properties: { functionId: text, name: text, image: text },
      check: (_, news) =>
        nameless(
          news,
          news.functionId === undefined ? undefined : "Invalid or unknown key. Examine values at 'one.functionId'.",
          news.file === undefined && news.image === undefined ? oneOf : undefined,
        ),
      diff: ({ news }) => {
        if (news.image === "") throw new ProviderError("other", "Diff", "The image must be set.");
        return { changes: "none" };
      },
    };
    const inputs = { functionId: "one", name: "one" };
    const cloud = new ModelCloud({ Thing: type }, [{ id: "one", inputs, outputs: { ...inputs, image: "" } }]);
    const [derivation] = [...(await cloud.derive({ mode })).values()];
    assert.ok(derivation?.kind === "proven");
    assert.equal(derivation.proof.verdict, "failed");
    assert.deepEqual(derivation.proof.missingInputs?.groups, [["file", "image"]]);
  });
}
