import assert from "node:assert/strict";
import fc from "fast-check";
import { type Deployment, parseDeployment } from "../../src/state/deployment.ts";
import { removeResources } from "../../src/state/remove-resources.ts";
import { reparseDeployment } from "../../src/state/reparse.ts";

const urn = (index: number): string => `urn:pulumi:dev::orchard::a:b:C::r${index}`;
const stateOf = (numbers: readonly number[], space?: number): Uint8Array => {
  const resources = numbers.map((index) => ({ urn: urn(index), type: "a:b:C", custom: true, id: `${index}` }));
  return Buffer.from(JSON.stringify({ version: 3, deployment: { resources, metadata: {} } }, undefined, space));
};

/** Removes the parts that are compared by reference. */
const plain = ({ resources, source, ...rest }: Deployment) => ({
  ...rest,
  layout: source.layout,
  resources: resources.map(({ inputs: _, outputs: __, replacementTrigger: ___, otherOptions, ...fields }) => ({
    ...fields,
    others: otherOptions(),
  })),
});

describe("reparseDeployment", () => {
  it("returns the same as a full parse after resources were added, removed, or moved", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(numbers, numbers, fc.constantFrom(undefined, 2, 4), (before, after, space) => {
        const bytes = stateOf(after, space);
        const base = parseDeployment(stateOf(before, space));
        assert.deepEqual(plain(reparseDeployment(bytes, base)), plain(parseDeployment(bytes)));
      }),
    );
  });

  it("rejects a state that a missing byte or an added comma makes invalid JSON", () => {
    const bytes = stateOf([1, 2, 3], 2);
    const base = parseDeployment(bytes);
    const text = Buffer.from(bytes).toString("utf8");
    let refused = 0;
    for (let offset = 0; offset < text.length; offset += 1) {
      for (const changed of [
        text.slice(0, offset) + text.slice(offset + 1),
        `${text.slice(0, offset)},${text.slice(offset)}`,
      ]) {
        let isJson = true;
        try {
          JSON.parse(changed);
        } catch {
          isJson = false;
        }
        if (isJson) continue;
        refused += 1;
        // The changed state is not JSON, so it must be rejected even where the parser reuses parts of the base.
        assert.throws(() => reparseDeployment(Buffer.from(changed), base), `${offset}: ${changed}`);
      }
    }
    assert.ok(refused > 100);
  });

  it("removes resources at any index, and keeps the layout (removeResources)", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(numbers, fc.integer({ max: 1023, min: 0 }), fc.constantFrom(undefined, 4), (all, mask, space) => {
        const left = all.filter((number) => (mask & (1 << number)) === 0);
        const gone = new Set(all.filter((number) => !left.includes(number)).map(urn));
        const result = Buffer.from(removeResources(parseDeployment(stateOf(all, space)), gone)).toString("utf8");
        assert.deepEqual(JSON.parse(result), JSON.parse(Buffer.from(stateOf(left)).toString("utf8")));
        if (left.length > 0) assert.equal(result, Buffer.from(stateOf(left, space)).toString("utf8"));
      }),
    );
  });
});
