/** Proves types and IDs with a provider that answers as the cloud would: only for the right type and ID, and with other objects for similar ones. */
import assert from "node:assert/strict";
import { type InventoryObject, objectKey } from "../../src/import-ids/inventory-object.ts";
import {
  type IdForm,
  type ProofContext,
  type ProvenObject,
  proveObjects,
  type ReadAnswer,
} from "../../src/import-ids/prove-objects.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { stringValue } from "../../src/value/value.ts";
import { importFormsSchema } from "../support/import-forms.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { type AwsObject, awsObjects } from "./aws-objects.ts";

const object = (identity: string, facts: Partial<InventoryObject> = {}): InventoryObject => ({
  identity,
  name: "",
  fields: new Map(),
  tags: new Map(),
  where: { file: "list.json", line: 1, column: 1 },
  ...facts,
});

/** Returns the Pulumi type of a Terraform resource in a package of the any-Terraform provider. */
function bridgedToken({ terraform }: AwsObject): string {
  const member = terraform.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return `aws:index/${member.slice(0, 1).toLowerCase()}${member.slice(1)}:${member}`;
}

/**
 * Returns the answers of a cloud. A type with the ID of an object of another type returns the object's ID and no ARN, as `aws_s3_bucket_acl` does for
 * the name of a bucket.
 */
function cloudOf(schema: PackageSchema, objects: ReadonlyMap<string, AwsObject>) {
  const ids = new Set([...objects.values()].map(({ id }) => id));
  const counts = { reads: 0 };
  const read = async (token: string, id: string): Promise<ReadAnswer> => {
    counts.reads += 1;
    const found = objects.get(`${token} ${id}`);
    if (found === undefined && !ids.has(id)) return { kind: "missing" };
    if (found === undefined && schema.resource(token)?.outputs.has("arn") === true) return { kind: "missing" };
    const arn = found !== undefined && schema.resource(token)?.outputs.has("arn") === true ? found.arn : undefined;
    const outputs = new Map(arn === undefined ? [] : [["arn", stringValue(arn)]]);
    return { kind: "values", values: { id, inputs: new Map(), outputs } };
  };
  return { counts, read };
}

async function proveAws(schema: PackageSchema, tokenOf: (object: AwsObject) => string, knownForms: readonly IdForm[]) {
  const byKey = new Map(awsObjects.map((entry) => [`${tokenOf(entry)} ${entry.id}`, entry]));
  const { counts, read } = cloudOf(schema, byKey);
  const context: ProofContext = {
    schemas: [schema],
    givenTypes: () => [],
    knownForms,
    earlier: new Map(),
    read,
    onProven: () => {},
  };
  const kinds = await proveObjects(
    awsObjects.map(({ arn }) => object(arn)),
    context,
  );
  const expected = new Map(awsObjects.map((entry) => [entry.arn, `${tokenOf(entry)} ${entry.id}`]));
  const proven = kinds.flatMap((kind) => kind.proven);
  const wrong = proven.filter(({ object: { identity }, token, id }) => expected.get(identity) !== `${token} ${id}`);
  const forms = kinds.flatMap((kind) => kind.forms);
  return { proven: proven.length, wrong, reads: counts.reads, forms, kinds };
}

describe("proving the types and IDs of an AWS inventory", () => {
  for (const [title, load, tokenOf] of [
    ["a bridged package without import examples", () => loadSchema(readAwsSchema()), bridgedToken],
    ["a package with import examples", () => importFormsSchema("aws"), ({ pulumi }: AwsObject) => `aws:${pulumi}`],
  ] as const)
    it(`finds at least 95 % of the objects with ${title}, none wrong, with at most 2.5 Reads per object`, async () => {
      const schema = load();
      const first = await proveAws(schema, tokenOf, []);
      assert.deepEqual(first.wrong, []);
      assert.ok(first.proven >= awsObjects.length * 0.95, `${first.proven} of ${awsObjects.length} proven`);
      assert.ok(first.reads <= awsObjects.length * 2.5, `${first.reads} Reads`);
      const second = await proveAws(schema, tokenOf, first.forms);
      assert.equal(second.proven, first.proven);
      const unknown = awsObjects.length - first.proven;
      assert.ok(second.reads <= first.proven + 10 + unknown * 24, `${second.reads} Reads with known forms`);
    }).timeout(60_000);
});

const queues = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "broker",
      version: "1.0.0",
      resources: {
        "broker:index:Queue": {
          description: "## Import\n\n$ pulumi import broker:index:Queue test test@vhost\n",
          properties: { name: { type: "string" }, vhost: { type: "string" } },
          inputProperties: { name: { type: "string" }, vhost: { type: "string" } },
          requiredInputs: ["vhost"],
        },
        "broker:index:Schema": {
          properties: { name: { type: "string" }, database: { type: "string" } },
          inputProperties: { name: { type: "string" }, database: { type: "string" } },
        },
        "broker:index:Login": {
          properties: { name: { type: "string" }, password: { type: "string" } },
          inputProperties: { name: { type: "string" }, password: { type: "string" } },
        },
        "broker:index:Key": {
          properties: { arn: { type: "string" }, name: { type: "string" } },
          inputProperties: { name: { type: "string" } },
        },
      },
    }),
  ),
);

const answer = (id: string, values: Readonly<Record<string, string>>): ReadAnswer => {
  const outputs = new Map(Object.entries(values).map(([key, text]) => [key, stringValue(text)]));
  return { kind: "values", values: { id, inputs: new Map(), outputs } };
};

describe("proving the type and ID of an object", () => {
  const prove = async (
    objects: readonly InventoryObject[],
    read: (token: string, id: string) => ReadAnswer,
    {
      givenTypes = (): readonly string[] => [],
      knownForms = [] as readonly IdForm[],
      earlier = new Map() as ProofContext["earlier"],
    } = {},
  ) => {
    const reads: string[] = [];
    const journal: ProvenObject[] = [];
    const context: ProofContext = {
      schemas: [queues],
      givenTypes,
      knownForms,
      earlier,
      read: async (token, id) => {
        reads.push(`${token} ${id}`);
        return read(token, id);
      },
      onProven: (proven) => void journal.push(proven),
    };
    const kinds = await proveObjects(objects, context);
    return {
      reads,
      journal,
      kinds,
      proven: kinds.flatMap((kind) => kind.proven.map(({ token, id }) => `${token} ${id}`)),
    };
  };
  const row = (fields: { readonly name: string } & Readonly<Record<string, string>>): InventoryObject =>
    object(fields.name, { fields: new Map(Object.entries(fields)), name: fields.name });

  it("joins the fields of a listing as in the import example", async () => {
    const objects = [row({ name: "orders", vhost: "shop" }), row({ name: "orders", vhost: "test" })];
    const { reads, proven } = await prove(
      objects,
      (_, id) => {
        const [name = "", vhost = ""] = id.split("@");
        return vhost === "" ? { kind: "missing" } : answer(id, { name, vhost });
      },
      { givenTypes: () => ["broker:index:Queue"] },
    );
    assert.deepEqual(proven, ["broker:index:Queue orders@shop", "broker:index:Queue orders@test"]);
    assert.equal(reads.length, 2);
  });

  it("tries common joins if the type has no import example", async () => {
    const { proven } = await prove(
      [row({ name: "public", database: "shop" })],
      (_, id) => (id === "shop.public" ? answer(id, { name: "public", database: "shop" }) : { kind: "missing" }),
      { givenTypes: () => ["broker:index:Schema"] },
    );
    assert.deepEqual(proven, ["broker:index:Schema shop.public"]);
  });

  it("does not use the form of another type for an inventory of the same shape", async () => {
    const objects = [row({ name: "app", database: "shop" })];
    const read = (token: string, id: string): ReadAnswer =>
      token === "broker:index:Queue" || id === "shop.app"
        ? answer(id, { name: "app", database: "shop" })
        : { kind: "missing" };
    const first = await prove(objects, read, { givenTypes: () => ["broker:index:Queue"] });
    assert.equal(first.proven.length, 1);
    const knownForms = first.kinds.flatMap((kind) => kind.forms);
    const second = await prove(objects, read, { givenTypes: () => ["broker:index:Schema"], knownForms });
    assert.deepEqual(second.proven, ["broker:index:Schema shop.app"]);
  });

  it("rejects an object with the same name in another container", async () => {
    const { proven, kinds } = await prove(
      [row({ name: "public", database: "shop" })],
      (_, id) => (id === "public" ? answer(id, { name: "public", database: "other" }) : { kind: "missing" }),
      { givenTypes: () => ["broker:index:Schema"] },
    );
    assert.deepEqual(proven, []);
    assert.ok(kinds[0]?.attempts.some(({ answer: { kind } }) => kind === "other"));
  });

  it("rejects an object with another ARN, even if its ID fits", async () => {
    const { proven } = await prove([object("arn:aws:broker:eu-west-1:123456789012:key/a")], (_, id) =>
      answer(id, { arn: "arn:aws:broker:us-east-1:123456789012:key/a", name: "a" }),
    );
    assert.deepEqual(proven, []);
  });

  it("rejects a read object that only refers to the ARN", async () => {
    const arn = "arn:aws:broker:eu-west-1:123456789012:key/a";
    const { proven } = await prove([object(arn)], (_, id) => answer(id, { name: "b", keyArns: arn, policy: arn }));
    assert.deepEqual(proven, []);
  });

  it("reads each object once if the form is known", async () => {
    const objects = Array.from({ length: 50 }, (_, i) => object(`arn:aws:broker:eu-west-1:123456789012:key/k${i}`));
    const knownForms = [{ kind: "arn:broker:key", token: "broker:index:Key", id: "{-1}", evidence: "arn" }];
    const { reads, proven } = await prove(
      objects,
      (_, id) => answer(id, { arn: `arn:aws:broker:eu-west-1:123456789012:key/${id}`, name: id }),
      { knownForms },
    );
    assert.equal(proven.length, 50);
    assert.equal(reads.length, 50);
  });

  it("stops after 24 wrong guesses per type", async () => {
    const objects = Array.from({ length: 50 }, (_, i) => object(`arn:aws:broker:eu-west-1:123456789012:key/k${i}`));
    const { reads, kinds } = await prove(objects, () => ({ kind: "missing" }));
    assert.ok(reads.length <= 24, `${reads.length} Reads`);
    assert.equal(kinds[0]?.unproven.length, 50);
  });

  it("rejects a part of an ID, even if another field of the object is equal", async () => {
    const listed = object("999999999999:orders", {
      fields: new Map([
        ["id", "999999999999:orders"],
        ["name", "orders"],
      ]),
    });
    const { proven, reads } = await prove(
      [listed],
      (_, id) => (id === "orders" ? answer(id, { name: "orders" }) : { kind: "missing" }),
      { givenTypes: () => ["broker:index:Key"] },
    );
    assert.deepEqual(proven, ["broker:index:Key orders"]);
    const other = object("backups/orders", {
      fields: new Map([
        ["id", "backups/orders"],
        ["database", "shop"],
      ]),
    });
    const second = await prove(
      [other],
      (_, id) => (id === "orders" ? answer(id, { name: "orders", database: "shop" }) : { kind: "missing" }),
      { givenTypes: () => ["broker:index:Schema"] },
    );
    assert.deepEqual(second.proven, []);
    assert.ok(reads.every((read) => !read.includes("999999999999:orders@")));
  });

  it("does not count a field that Read does not return as equal", async () => {
    const listed = [row({ name: "public", database: "shop" })];
    const { proven } = await prove(listed, (_, id) => answer(id, { name: "public" }), {
      givenTypes: () => ["broker:index:Schema"],
    });
    assert.deepEqual(proven, ["broker:index:Schema public"]);
  });

  it("never uses a field with a secret in an ID", async () => {
    const { reads } = await prove([row({ name: "alice", password: "S3cretPw!" })], () => ({ kind: "missing" }), {
      givenTypes: () => ["broker:index:Login"],
    });
    assert.ok(reads.length > 0);
    assert.doesNotMatch(reads.join(), /S3cret/);
  });

  it("drops objects of another account if the type has no ARN, and objects with the same ID", async () => {
    const arn = (account: string, rest: string): string => `arn:aws:broker:eu-west-1:${account}:${rest}`;
    const read = (token: string, id: string): ReadAnswer =>
      /^[a-c]$/.test(id) && token === "broker:index:Key"
        ? answer(id, { arn: arn("1", `key/${id}`) })
        : /^[bc]$/.test(id)
          ? answer(id, { name: id })
          : { kind: "missing" };
    const { proven } = await prove(
      [object(arn("1", "key/a")), object(arn("2", "schema/b")), object(arn("1", "schema/c"))],
      read,
    );
    assert.deepEqual(proven, ["broker:index:Key a", "broker:index:Schema c"]);
    const twice = [row({ name: "orders", vhost: "a" }), row({ name: "orders", vhost: "b" })];
    const { proven: none } = await prove(
      twice,
      (_, id) => (id === "orders" ? answer(id, { name: id }) : { kind: "missing" }),
      {
        givenTypes: () => ["broker:index:Key"],
      },
    );
    assert.deepEqual(none, []);
  });

  it("applies a new form to all other objects if a known form is outdated", async () => {
    const objects = Array.from({ length: 100 }, (_, i) => object(`arn:aws:broker:eu-west-1:123456789012:key/k${i}`));
    const knownForms = [{ kind: "arn:broker:key", token: "broker:index:Key", id: "old/{-1}", evidence: "arn" }];
    const { reads, proven, kinds } = await prove(
      objects,
      (_, id) =>
        id.startsWith("old/")
          ? { kind: "missing" }
          : answer(id, { arn: `arn:aws:broker:eu-west-1:123456789012:key/${id}`, name: id }),
      { knownForms },
    );
    assert.equal(proven.length, 100);
    assert.equal(reads.length, 101);
    assert.deepEqual(
      kinds.flatMap(({ forms }) => forms.map(({ id }) => id)),
      ["{-1}"],
    );
  });

  it("does not depend on the order of objects with the same ID and different fields", async () => {
    const rows = [row({ name: "logs", database: "other" }), row({ name: "logs", database: "shop" })];
    const read = (_: string, id: string): ReadAnswer =>
      id === "logs" ? answer(id, { name: "logs", database: "shop" }) : { kind: "missing" };
    for (const objects of [rows, rows.toReversed()]) {
      const { proven } = await prove(objects, read, { givenTypes: () => ["broker:index:Schema"] });
      assert.deepEqual(proven, ["broker:index:Schema logs"]);
    }
  });

  it("gives the same result after an interruption at any point, and reads each proven object once", async () => {
    const rows = ["orders", "audit", "orders", "logs", "mail"].map((name, index) => row({ name, vhost: `v${index}` }));
    const read = (_: string, id: string): ReadAnswer =>
      id.includes("@") || id.includes("/") ? { kind: "missing" } : answer(id, { name: id });
    const givenTypes = () => ["broker:index:Key"];
    const whole = await prove(rows, read, { givenTypes });
    assert.deepEqual(
      whole.proven,
      ["audit", "logs", "mail"].map((name) => `broker:index:Key ${name}`),
    );
    for (let count = 0; count <= whole.journal.length; count += 1) {
      const kept = new Map<string, ProvenObject>();
      // The journal of a discovery keeps the first object with an ID.
      for (const proven of whole.journal.slice(0, count)) if (!kept.has(proven.id)) kept.set(proven.id, proven);
      const earlier = new Map(
        [...kept.values()].map(({ object: listed, token, id }) => [objectKey(listed), { token, id }]),
      );
      const resumed = await prove(rows, read, { givenTypes, earlier });
      assert.deepEqual(resumed.proven, whole.proven, `after ${count} objects`);
      assert.ok(resumed.reads.length <= whole.reads.length);
      assert.deepEqual(
        resumed.kinds.map(({ unproven }) => unproven.length),
        whole.kinds.map(({ unproven }) => unproven.length),
      );
    }
  });

  it("finds the form although the first third of the objects is deleted, whatever the rank of the form", async () => {
    const objects = Array.from({ length: 45 }, (_, i) =>
      object(`arn:aws:broker:eu-west-1:123456789012:key/shop/k${i}`),
    );
    const forms = new Set<string>();
    const arnOf = (name: string): string => `arn:aws:broker:eu-west-1:123456789012:key/shop/${name}`;
    for (const idOf of [(name: string) => arnOf(name), (name: string) => name, (name: string) => `shop/${name}`]) {
      const ids = new Map(Array.from({ length: 30 }, (_, i) => [idOf(`k${i + 15}`), `k${i + 15}`]));
      const { proven, kinds } = await prove(objects, (token, id) => {
        const name = ids.get(id);
        return token !== "broker:index:Key" || name === undefined
          ? { kind: "missing" }
          : answer(id, { arn: arnOf(name), name });
      });
      assert.equal(proven.length, 30);
      for (const { id } of kinds.flatMap((kind) => kind.forms)) forms.add(id);
    }
    assert.equal(forms.size, 3);
  });
});
