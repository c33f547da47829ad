/** Random providers with random `--schema` documents. With any document, verdicts match a preview, no read value is lost, programs stay clean. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ClaimedAttribute, claimingSpecification, groupOf } from "../support/claiming.ts";
import { runs } from "../support/runs.ts";
import { derive } from "./honest.ts";
import { accountingFaults, type Judged, thing } from "./random-accounting.ts";
import { randomProvider } from "./random-provider.ts";
import { type Behaviours, behaviours, freshBehaviours, type Members, sentBySdk } from "./random-type.ts";
import { cloudValues } from "./random-values.ts";

const rules = ["AtLeastOneOf", "ConflictsWith", "ExactlyOneOf"] as const;

/** The values that a document may mark as secret. A property with a secret member is secret as a whole. */
type Hidden = "anything" | "leaves" | "nothing";

/** Generates descriptions of the properties, and of a property that the type does not have. */
function claimsAbout({ properties }: Members, hidden: Hidden): fc.Arbitrary<readonly ClaimedAttribute[]> {
  const names = [...Object.keys(properties), "no_such_thing"];
  const group = fc
    .record({ rule: fc.constantFrom(...rules), others: fc.subarray(names, { minLength: 1 }) })
    .map(({ rule, others }) => groupOf(rule, others));
  const attributes = names.map((name): fc.Arbitrary<ClaimedAttribute> => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isHidden = hidden === "anything" || (hidden === "leaves" && property?.kind === "leaf");
    const inside = hidden === "anything" ? hidden : "nothing";
    const inner = property?.kind === "group" ? claimsAbout(property.members, inside) : fc.constant([]);
    return fc.record({
      name: fc.constant(name),
      requiredness: fc.constantFrom("computed", "computed_optional", "optional", "required"),
      sensitive: isHidden ? fc.boolean() : fc.constant(false),
      replaces: fc.boolean(),
      rules: fc.array(group, { maxLength: 2 }),
      kind: fc.constantFrom("single_nested", "list_nested", "set_nested", "map_nested", "string"),
      attributes: inner,
    });
  });
  return fc.tuple(...attributes).chain((all) => fc.subarray(all));
}

function estateOf(kind: fc.Arbitrary<Behaviours>, hidden: Hidden) {
  return kind.chain((given) =>
    fc.record({
      given: fc.constant(given),
      objects: fc.array(cloudValues(given), { minLength: 1, maxLength: 3, size: "max" }),
      claimed: claimsAbout(given, hidden),
    }),
  );
}

const cases = runs(600);
const parameters = { numRuns: cases, ...(runs(1) === 1 && { seed: 16 }) };

describe("random --schema documents", function () {
  this.timeout(3_600_000);

  it(`finds a clean program with a random --schema document if it finds one without, in ${cases} cases`, async () => {
    const counts = { all: 0, clean: 0, gained: 0 };
    const lost: string[] = [];
    const property = fc.asyncProperty(estateOf(behaviours, "anything"), async ({ given: model, objects, claimed }) => {
      const { type, objectTypes } = randomProvider(model);
      const things = objects.map((inputs, index) => thing(model, inputs, index));
      const sent = (program: Parameters<typeof sentBySdk>[1]) => sentBySdk(model, program);
      const options = { mode: "minimal", objectTypes, sent } as const;
      const alone = await derive(type, things, options);
      const descriptions = [claimingSpecification("model", { thing: claimed })];
      // `derive` compares each verdict with a preview.
      const over = await derive(type, things, { ...options, descriptions });
      for (const [index, { proof, remarks }] of over.derivations.entries()) {
        const before = alone.derivations[index];
        const isUnfinished = [...remarks, ...(before?.remarks ?? [])].some((remark) => remark.kind === "budget");
        const [was, is] = [before?.proof.verdict, proof.verdict];
        counts.all += 1;
        if (is === "clean") counts.clean += 1;
        if (was !== "clean" && is === "clean") counts.gained += 1;
        if (was === "clean" && is !== "clean" && !isUnfinished)
          lost.push(JSON.stringify({ was, is, given: model, objects, claimed, index }));
      }
    });
    await fc.assert(property, parameters);
    assert.deepEqual(lost, [], lost.toSorted((a, b) => a.length - b.length)[0]);
    assert.ok(counts.clean > counts.all / 2, JSON.stringify(counts));
  });

  it(`loses no value with a random --schema document, in ${cases} cases`, async () => {
    const judged: Judged = { all: 0, accounted: 0, unfinished: 0, refused: 0, calls: 0 };
    const faulty: string[] = [];
    const property = fc.asyncProperty(estateOf(freshBehaviours, "leaves"), async ({ given, objects, claimed }) => {
      const descriptions = [claimingSpecification("model", { thing: claimed })];
      const faults = await accountingFaults(given, objects, judged, descriptions);
      faulty.push(...faults.map(({ fault, seen }) => `${fault}\n${seen}\n${JSON.stringify(claimed)}`));
    });
    await fc.assert(property, parameters);
    assert.deepEqual(
      faulty.length,
      0,
      faulty
        .toSorted((a, b) => a.length - b.length)
        .slice(0, 3)
        .join("\n\n"),
    );
    assert.ok(judged.accounted > judged.all / 2, JSON.stringify(judged));
  });
});
