import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { readTerraformState, specsOfState } from "../../src/terraform/index.ts";

interface Row {
  readonly module?: string;
  readonly name: string;
  readonly key?: string | number;
  readonly type?: string;
}

/** Returns the name of each resource, after the name of its component if it has one, by Terraform address. */
function namesOf(rows: readonly Row[]): Readonly<Record<string, string>> {
  const resources = rows.map(({ module, name, key, type = "cloud_disk" }) => ({
    ...(module !== undefined && { module }),
    mode: "managed",
    type,
    name,
    provider: 'provider["registry.example.com/acme/cloud"]',
    instances: [{ ...(key !== undefined && { index_key: key }), attributes: { id: "x" } }],
  }));
  const text = JSON.stringify({ version: 4, terraform_version: "1.11.4", resources });
  const { specs } = specsOfState(readTerraformState(Buffer.from(text), "it"), {
    packages: new Map(),
    tokens: new Map(),
    otherSpecs: { nameTable: new Map(), resources: [] },
  });
  const logical = new Map(specs.resources.map((entry) => [entry.name, entry.logicalName]));
  return Object.fromEntries(
    specs.resources
      .filter(({ component }) => !component)
      .map(({ name, logicalName, parent }) => [
        name,
        parent === undefined ? logicalName : `${logical.get(parent)} > ${logicalName}`,
      ]),
  );
}

describe("names from Terraform addresses", () => {
  it("names a resource after its Terraform name and key, and its parent after the module", () => {
    assert.deepEqual(
      namesOf([
        { name: "main" },
        { name: "web", key: 0 },
        { module: "module.net", name: "private", key: "a" },
        { module: 'module.net.module.zone["eu-1"]', name: "gateway" },
      ]),
      {
        "cloud_disk.main": "main",
        "cloud_disk.web[0]": "web-0",
        'module.net.cloud_disk.private["a"]': "net > private-a",
        'module.net.module.zone["eu-1"].cloud_disk.gateway': "zone-eu-1 > gateway",
      },
    );
  });

  it("includes the module names if two instances would share a URN", () => {
    assert.deepEqual(
      namesOf([
        { module: 'module.net["eu"]', name: "main" },
        { module: 'module.net["us"]', name: "main" },
        { module: "module.other", name: "main" },
        { module: 'module.net["us"]', name: "alone" },
      ]),
      {
        'module.net["eu"].cloud_disk.main': "net-eu > net-eu-main",
        'module.net["us"].cloud_disk.main': "net-us > net-us-main",
        "module.other.cloud_disk.main": "other > main",
        'module.net["us"].cloud_disk.alone': "net-us > alone",
      },
    );
  });

  it("adds numbers to names that are still equal, whatever the order of the state", () => {
    const rows: readonly Row[] = [
      { name: "a-b" },
      { name: "a", key: "b" },
      { name: "a-b-2" },
      { name: "a-b", type: "cloud_network" },
    ];
    const expected = {
      'cloud_disk.a["b"]': "a-b-3",
      "cloud_disk.a-b": "a-b",
      "cloud_disk.a-b-2": "a-b-2",
      "cloud_network.a-b": "a-b",
    };
    assert.deepEqual(namesOf(rows), expected);
    assert.deepEqual(namesOf([...rows].reverse()), expected);
  });

  it("keeps all characters of a key that a resource name can contain", () => {
    assert.deepEqual(
      namesOf([
        { name: "a", key: 'b "c"/d.e' },
        { name: "a", key: "x::y\nz" },
      ]),
      {
        'cloud_disk.a["b \\"c\\"/d.e"]': 'a-b "c"/d.e',
        'cloud_disk.a["x::y\\nz"]': "a-x-y-z",
      },
    );
  });

  it("rejects a state without managed resources", () => {
    assert.throws(
      () => namesOf([]),
      (error) => error instanceof ImpError && error.code === "TERRAFORM_NOTHING",
    );
  });
});
