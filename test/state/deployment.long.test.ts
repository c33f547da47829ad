import assert from "node:assert/strict";
import { readDeployment } from "../../src/state/deployment.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const bytesOf = (json: unknown): Uint8Array => bytes(JSON.stringify(json));
const root = {
  urn: "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
  custom: false,
  type: "pulumi:pulumi:Stack",
};

describe("readDeployment", () => {
  it("reads a state of 20,000 resources, and logs its time and that of JSON.parse", function () {
    this.timeout(60_000);
    const resources = [root, ...Array.from({ length: 20_000 }, (_, i) => manyOf(i))];
    const state = bytesOf({ version: 3, deployment: { resources } });
    const parse = timeOf(() => JSON.parse(Buffer.from(state).toString("utf8")));
    const read = timeOf(() => assert.equal(readDeployment(state).resources.length, 20_001));
    console.log(`      ${(state.length / 1e6).toFixed(0)} MB: JSON.parse ${parse} ms, readDeployment ${read} ms`);
  });
});

function manyOf(i: number): object {
  const tags = Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`tag-${k}`, `some "quoted" value ${i} ${k}`]));
  return {
    urn: `urn:pulumi:dev::orchard::a:b:C::x${i}`,
    custom: true,
    id: `id-${i}`,
    type: "a:b:C",
    inputs: { tags, size: i },
    outputs: { tags, size: i, arn: `arn:${i}` },
    parent: root.urn,
  };
}

function timeOf(action: () => unknown): number {
  const start = performance.now();
  action();
  return Math.round(performance.now() - start);
}
