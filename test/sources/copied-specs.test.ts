import assert from "node:assert/strict";
import { remainingSpecs } from "../../src/choices/rest.ts";
import { ImpError } from "../../src/domain/errors.ts";
import type { Outcome } from "../../src/domain/graph.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { type ResolvedSpec, resolveSpecs } from "../../src/import-file/resolve.ts";
import { bucket, role, specsOf } from "../support/quickstart-specs.ts";
import { sampleOutcome } from "../support/sample-outcome.ts";

describe("remainingSpecs", () => {
  it("returns the failed specs if the resolved specs are copies", () => {
    const read = readSpecs([{ path: "specs.json", text: specsOf(bucket, role) }]);
    const { resources } = resolveSpecs(read, { project: "orchard", stack: "dev", state: [], protect: true });
    const refused = resources.filter(({ name }) => name === role.name).map(failedOutcome);
    const rest = remainingSpecs({
      chosen: { specs: read, broughtAlong: [], leftOver: [] },
      resources: JSON.parse(JSON.stringify(resources)),
      schemas: new Map(),
      refused,
      fromStates: true,
    });
    assert.deepEqual(
      rest.specs.resources.map(({ name, id }) => [name, id]),
      [[role.name, role.id]],
    );
  });
});

function failedOutcome({ name, type, urn, kind }: ResolvedSpec): Outcome {
  const error = ImpError.of("INTERRUPTED", { signal: "SIGINT" });
  return sampleOutcome(type, name, "failed", { urn, resourceKind: kind, error });
}
