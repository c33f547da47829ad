/** imp reads a damaged Terraform state, or rejects it with a known error that contains no secrets. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { schemaText } from "../../fixtures/simcloud/provider.ts";
import { terraformMapping } from "../../fixtures/simcloud/terraform-mapping.ts";
import { allTypes } from "../../fixtures/simcloud/types/registry.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { importFileOf, readMappings, readTerraformState, removalOf, specsOfState } from "../../src/terraform/index.ts";
import { mutated } from "../support/mutate.ts";
import { terraformStateOf } from "../support/terraform-state.ts";

const secret = "hunter2-correct-horse";

/** Resources whose types have many kinds of properties and a secret. */
const made = terraformStateOf([
  {
    module: ['net["eu"]'],
    name: "main",
    key: "a",
    token: "simcloud:network/securityGroup:SecurityGroup",
    id: "sg-1",
    settings: { name: "web", ingress: [{ fromPort: 1, toPort: 2, protocol: "tcp", cidrBlocks: ["0.0.0.0/0"] }] },
    dependencies: ["simcloud_db_instance.db"],
  },
  {
    name: "db",
    token: "simcloud:db/instance:Instance",
    id: "db-1",
    settings: { password: secret, engine: "postgres" },
  },
  {
    name: "handler",
    key: 1,
    token: "simcloud:compute/function:Function",
    id: "f",
    settings: { environment: { variables: { A: secret } }, triggers: [{ kind: "queue", queueArn: "x" }] },
  },
]);

describe("damaged Terraform states", function () {
  const count = process.env.IMP_PROVE === "1" ? 20_000 : 500;
  this.timeout(count * 200);
  const answer = terraformMapping(allTypes.map(({ definition }) => definition));
  const mapping = readMappings([Buffer.from(JSON.stringify(answer))]);
  assert.ok(mapping);
  const packages = new Map([["simcloud", { schema: loadSchema(Buffer.from(schemaText())), mapping }]]);
  const nothing = { nameTable: new Map(), resources: [] };
  const folder = new URL("../../fixtures/terraform/", import.meta.url);
  const files = [
    Buffer.from(JSON.stringify(made, undefined, 2)),
    readFileSync(new URL("orders.tfstate", folder)),
    readFileSync(new URL("orders.shown.json", folder)),
  ];

  it(`reads or rejects a damaged Terraform state, ${count} times`, () => {
    const ends = new Map<string, number>();
    for (let seed = 0; seed < count; seed += 1) {
      const bytes = mutated(files[seed % files.length] ?? Buffer.alloc(0), seed);
      const end = endOf(bytes, seed);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    // Each of these results occurs in more than 1 % of the cases.
    for (const end of ["read", "TERRAFORM_MALFORMED", "TERRAFORM_REFUSED", "TERRAFORM_PROVIDERS"])
      assert.ok((ends.get(end) ?? 0) > count / 100, `${end} of ${JSON.stringify([...ends])}`);
  });

  /** Returns `read`, or the error code. */
  function endOf(bytes: Uint8Array, seed: number): string {
    try {
      const state = readTerraformState(bytes, "it.tfstate");
      importFileOf(state, { packages, tokens: new Map() });
      const { specs, leftOut } = specsOfState(state, { packages, tokens: new Map(), otherSpecs: nothing });
      removalOf(state, new Set(specs.resources.map(({ name }) => name)), leftOut, String);
      for (const { where, source } of specs.resources) {
        assert.ok(where.line >= 1 && where.column >= 1);
        assert.ok([...(source?.inputs ?? []), ...(source?.outputs ?? [])].every(([key]) => typeof key === "string"));
      }
      return "read";
    } catch (error) {
      assert.ok(error instanceof ImpError, `seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      assert.doesNotMatch(JSON.stringify(error.explanation), /hunter2|s3cret/, `seed ${seed}`);
      return error.code;
    }
  }
});
