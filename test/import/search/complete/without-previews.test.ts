/** If the provider has no Create preview, a Check without old inputs shows the defaults of a new deployment. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import { type JsonObject, type ModelType, refuse } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, number, ref, text } from "./model-parts.ts";

describe("a provider without previews of Create", () => {
  const type: ModelType = {
    inputProperties: { cidr: text, tenancy: text, dns: flag },
    requiredInputs: ["cidr"],
    check: (_, news) => ({ inputs: { tenancy: "default", ...news } }),
    diff: lenient,
  };

  it("omits only the defaults that Check adds, if the provider has no Create preview", async () => {
    const { program, classes, cloud } = await completeOne(type, {
      inputs: { cidr: "c", tenancy: "default", dns: false },
    });
    assert.deepEqual(program, { cidr: "c", dns: false });
    assert.deepEqual(classes, { cidr: "set: required", tenancy: "implied by check", dns: "set" });
    assert.ok(cloud.calls.every(({ method }) => method !== "Create" && method !== "Update"));
  });

  it("sets values that differ from the default, even if Check copies them from the old inputs", async () => {
    const keeping: ModelType = {
      ...type,
      check: (olds, news) => ({ inputs: { tenancy: "default", ...olds, ...news } }),
    };
    const inputs = { cidr: "c", tenancy: "dedicated", dns: true };
    assert.deepEqual((await completeOne(keeping, { inputs })).program, inputs);
  });

  it("sets a name that Check would generate in a new deployment", async () => {
    const naming: ModelType = {
      inputProperties: { name: text, size: number },
      check: (olds, news, seed) => ({
        inputs: { size: 1, ...news, name: news.name ?? olds.name ?? `made-up-${seed}` },
      }),
    };
    const { program, classes } = await completeOne(naming, { id: "x-1", inputs: { name: "made-up-7", size: 1 } });
    assert.deepEqual(program, { name: "made-up-7" });
    assert.deepEqual(classes, { name: "set", size: "implied by check" });
  });

  it("omits only those members of an object that Check adds with the same value", async () => {
    const nested: ModelType = {
      inputProperties: { it: ref("It") },
      check: (olds, news) => {
        const [before, set] = [(olds.it ?? {}) as JsonObject, (news.it ?? {}) as JsonObject];
        return { inputs: { it: { kept: "default", plain: "default", ...before, ...set } } };
      },
      diff: () => ({ changes: "none" }),
    };
    const objectTypes = { It: { properties: { kept: text, plain: text } } };
    const { program } = await completeOne(
      nested,
      { inputs: { it: { kept: "other", plain: "default" } } },
      { objectTypes },
    );
    assert.deepEqual(program, { it: { kept: "other" } });
  });

  it("sets all values if Check fails without old inputs", async () => {
    const broken: ModelType = {
      ...type,
      check: (olds, news) =>
        Object.keys(olds).length === 0 ? refuse("other", "nil olds") : { inputs: { tenancy: "default", ...news } },
    };
    const inputs = { cidr: "c", tenancy: "default", dns: true };
    const { program, verdict } = await completeOne(broken, { inputs });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, inputs);
  });

  for (const failure of ["died", "timeout", "malformed"] as const)
    it(`warns about a failed preview once per type, and fails no resource (${failure})`, async () => {
      const failing: ModelType = { ...type, create: () => refuse(failure, "no answer", "Create") };
      const objects = ["default", "dedicated", "host"].map((tenancy, index) => ({
        name: `n${index}`,
        inputs: { cidr: `c${index}`, tenancy, dns: index === 1 },
      }));
      const { programs, derivations, cloud } = await derive(failing, objects, { mode: "minimal" });
      assert.deepEqual(programs, [
        { cidr: "c0", dns: false },
        { cidr: "c1", tenancy: "dedicated", dns: true },
        { cidr: "c2", tenancy: "host", dns: false },
      ]);
      const kinds = derivations.map(({ remarks }) => remarks.map(({ kind }) => kind));
      assert.deepEqual(kinds, [["no-preview"], ["no-preview"], ["no-preview"]]);
      assert.equal(cloud.calls.filter(({ method }) => method === "Create").length, 1);
    });
});
