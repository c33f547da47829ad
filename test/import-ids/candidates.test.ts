import assert from "node:assert/strict";
import { cloudTypeOf } from "../../src/import-ids/cloud-type.ts";
import { idCandidates } from "../../src/import-ids/id-candidates.ts";
import { typeCandidates } from "../../src/import-ids/type-candidates.ts";
import { type KnownEntry, knownListings } from "../discovery/inventory/known-listings.ts";
import { importFormsSchema } from "../support/import-forms.ts";

const where = { file: "list.json", line: 1, column: 1 };

describe("the first candidates for entries of published listings", () => {
  for (const name of ["azure-native", "gcp", "aws"] as const)
    it(`are the documented type and ID in ${name}`, () => {
      const schema = importFormsSchema(name);
      const firstCandidate = ({ typeName, identity }: KnownEntry): string => {
        const object = { identity, typeName, name: "", fields: new Map(), tags: new Map(), where };
        const type = cloudTypeOf(object);
        const [candidate] = typeCandidates(type, identity, schema);
        const resource = candidate && schema.resource(candidate.token);
        if (candidate === undefined || resource === undefined) return "none";
        return `${candidate.token} ${idCandidates(object, type, resource)[0]?.id ?? ""}`;
      };
      const expected = knownListings[name].map(({ type, id }) => `${name}:${type} ${id}`);
      assert.deepEqual(knownListings[name].map(firstCandidate), expected);
    }).timeout(30_000);
});
