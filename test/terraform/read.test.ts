import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderError } from "../../src/cli/render.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { looksLikeState, readTerraformState } from "../../src/terraform/index.ts";
import { withoutUndefined } from "../support/without-undefined.ts";

const whole = {
  version: 4,
  terraform_version: "1.11.4",
  serial: 3,
  lineage: "x",
  outputs: {},
  resources: [
    {
      mode: "managed",
      type: "aws_vpc",
      name: "main",
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [{ schema_version: 1, attributes: { id: "vpc-1", note: "hunter2" }, sensitive_attributes: [] }],
    },
  ],
};

/** Returns the state with one resource changed. `withInstance` changes the instance of the resource. */
const withResource = (change: object) => ({ ...whole, resources: [{ ...whole.resources[0], ...change }] });
const withInstance = (change: object) =>
  withResource({ instances: [{ ...whole.resources[0]?.instances[0], ...change }] });

function read(content: unknown) {
  const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
  return readTerraformState(Buffer.from(text), "it.tfstate");
}

function refusal(content: unknown): ImpError {
  try {
    read(content);
  } catch (error) {
    assert.ok(error instanceof ImpError, String(error));
    assert.doesNotMatch(JSON.stringify(error.explanation), /hunter2/);
    return error;
  }
  assert.fail("The Terraform state was accepted");
}

describe("the Terraform state reader", () => {
  const others: readonly (readonly [what: string, content: unknown, why: RegExp, hint: RegExp])[] = [
    ["no content", "", /empty/, /terraform state pull/],
    ["only whitespace", " \n\t\n", /empty/, /terraform state pull/],
    [
      "an HCL configuration",
      '# of the shop\n\nresource "aws_vpc" "main" {\n  note = "hunter2"\n}\n',
      /HCL/,
      /terraform state pull/,
    ],
    ["an HCL configuration that starts with a terraform block", "terraform {\n}\n", /HCL/, /terraform state pull/],
    ["a binary plan", "PK\u0003\u0004hunter2", /plan/, /terraform state pull/],
    ["a JSON array", [whole], /not a Terraform state/, /version 4/],
    ["an import file of Pulumi", { resources: [] }, /not a Terraform state/, /terraform show -json/],
    ["a Pulumi state", { version: 3, deployment: { resources: [] } }, /Pulumi state/, /--from-stack/],
    [
      "a reference to a remote backend",
      { version: 3, serial: 1, lineage: "x", backend: { type: "s3", config: { secret_key: "hunter2" }, hash: 1 } },
      /backend/,
      /terraform state pull/,
    ],
    [
      "a reference to a remote backend from Terraform 1.11",
      { version: 3, terraform_version: "1.11.4", backend: { type: "s3", config: {}, hash: 1 } },
      /backend/,
      /terraform state pull/,
    ],
    [
      "a state of version 3",
      { version: 3, terraform_version: "0.11.14", modules: [{ path: ["root"] }] },
      /version 3/,
      /newer Terraform/,
    ],
    ["a state of version 1", { version: 1, serial: 1, modules: [] }, /version 1/, /newer Terraform/],
    ["a state of version 2", { version: 2, serial: 1, modules: [] }, /version 2/, /newer Terraform/],
    ["a state of version 5", { ...whole, version: 5 }, /version 5/, /Update imp/],
    [
      "an encrypted OpenTofu state",
      {
        serial: 1,
        lineage: "x",
        meta: { "key_provider.pbkdf2.k": "hunter2" },
        encrypted_data: "hunter2",
        encryption_version: "v0",
      },
      /encrypted/,
      /tofu state pull/,
    ],
    [
      "a plan as JSON",
      { format_version: "1.2", terraform_version: "1.11.4", planned_values: {}, resource_changes: [] },
      /plan/,
      /terraform show -json/,
    ],
    ["provider schemas", { format_version: "1.0", provider_schemas: {} }, /provider schemas/, /terraform show -json/],
    [
      "an unknown format_version",
      { format_version: "2.0", terraform_version: "3.0.0", values: {} },
      /format_version/,
      /Update imp/,
    ],
    ["the JSON output for an empty state", { format_version: "1.0" }, /no `values`/, /terraform show/],
  ];
  for (const [what, content, why, hint] of others)
    it(`rejects a file with ${what} as a Terraform state, and suggests a solution`, () => {
      const { code, explanation } = refusal(content);
      assert.equal(code, "TERRAFORM_REFUSED");
      assert.match(explanation.why, why);
      assert.match(explanation.hint, hint);
      assert.equal(explanation.where, "it.tfstate");
    });

  it("explains each rejected format as the golden file expects", () => {
    const screens = others.map(([what, content]) => {
      const { code, explanation } = refusal(content);
      return `${what}\n\n${renderError(code, explanation, { width: 80, colour: false })}\n`;
    });
    const golden = fileURLToPath(new URL("refusals.txt", import.meta.url));
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, screens.join("\n"));
    assert.equal(screens.join("\n"), readFileSync(golden, "utf8"));
  });

  it("accepts a state without resources, like Terraform", () => {
    assert.deepEqual(readTerraformState(Buffer.from('{"version": 4}'), "it.tfstate").objects, []);
  });

  const mistakes: readonly (readonly [what: string, content: unknown, where: string, why: RegExp])[] = [
    ["truncated text", '{\n  "version": 4,\n  "note": "hunter2', "3:11", /Unexpected end|Invalid JSON/],
    ["invalid JSON", '{\n  "version": 4,\n  "note": hunter2\n}', "3:11", /Invalid JSON/],
    ["a resource without a type", withResource({ type: undefined }), "8:5", /`type` is missing/],
    ["a resource that is a string", { ...whole, resources: ["hunter2"] }, "8:5", /Expected an object/],
    ["an unknown mode", withResource({ mode: "hunter2" }), "9:15", /`mode`/],
    ["an invalid provider address", withResource({ provider: "hunter2" }), "12:19", /`provider`/],
    ["an invalid module address", withResource({ module: "net.hunter2" }), "23:17", /`module`/],
    ["an invalid key", withInstance({ index_key: { a: "hunter2" } }), "21:24", /`index_key`/],
    ["attributes that are not an object", withInstance({ attributes: "hunter2" }), "16:25", /`attributes`/],
    ["dependencies that are not strings", withInstance({ dependencies: [1] }), "21:27", /`dependencies`/],
    ["resources that are not a list", { ...whole, resources: {} }, "7:16", /`resources`/],
  ];
  for (const [what, content, where, why] of mistakes)
    it(`rejects a Terraform state with ${what}, with line and column`, () => {
      const { code, explanation } = refusal(content);
      assert.equal(code, "TERRAFORM_MALFORMED");
      assert.equal(explanation.where, `it.tfstate:${where}`);
      assert.match(explanation.why, why);
    });

  const encodings: readonly (readonly [what: string, encode: (text: string) => Uint8Array])[] = [
    ["UTF-8 with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16 from PowerShell", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["big-endian UTF-16", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ];
  for (const [what, encode] of encodings)
    it(`reads a Terraform state in ${what}, and reports locations in it`, () => {
      const good = encode(JSON.stringify(whole, undefined, 2));
      assert.equal(readTerraformState(good, "it.tfstate").objects[0]?.attributes?.id, "vpc-1");
      assert.ok(looksLikeState(good));
      const bad = encode(JSON.stringify(withResource({ provider: "hunter2" }), undefined, 2));
      assert.throws(
        () => readTerraformState(bad, "it.tfstate"),
        (error) => error instanceof ImpError && error.explanation.where === "it.tfstate:12:19",
      );
    });

  it("replaces lone surrogates of a state, and keeps surrogate pairs", () => {
    const text = JSON.stringify(
      withInstance({ attributes: { id: "x", "a\ud83d": "\ud83d\ude00 \udc00 \\ud800 \ud800" } }),
    );
    const { attributes } = readTerraformState(Buffer.from(text), "it").objects[0] ?? {};
    assert.deepEqual(attributes, { id: "x", "a\ufffd": "\ud83d\ude00 \ufffd \\ud800 \ufffd" });
  });

  it("reports all errors of a state at once", () => {
    const resources = [{ ...whole.resources[0], type: 1 }, { ...whole.resources[0], name: "" }, "no"];
    const { explanation } = refusal({ ...whole, resources });
    assert.match(explanation.what, /3 errors/);
  });

  it("rejects two current objects with the same address, but accepts a deposed object", () => {
    const [resource] = whole.resources;
    const twice = { ...resource, instances: [...(resource?.instances ?? []), ...(resource?.instances ?? [])] };
    assert.match(refusal({ ...whole, resources: [twice] }).explanation.why, /same address/);
    const deposed = { ...resource?.instances[0], deposed: "a053ee84" };
    const { objects } = read(withResource({ instances: [...(resource?.instances ?? []), deposed] }));
    assert.deepEqual(
      objects.map(({ status }) => status),
      ["current", "deposed"],
    );
  });

  it("reads provider addresses of every Terraform version since 0.12", () => {
    const providers: readonly (readonly [string, object])[] = [
      [
        'provider["registry.terraform.io/hashicorp/aws"]',
        { module: [], host: "registry.terraform.io", namespace: "hashicorp", type: "aws" },
      ],
      [
        'provider["registry.terraform.io/-/aws"].west',
        { module: [], host: "registry.terraform.io", namespace: "hashicorp", type: "aws", alias: "west" },
      ],
      [
        'module.a.module.b.provider["example.com/acme/cloud"].x-1',
        { module: ["a", "b"], host: "example.com", namespace: "acme", type: "cloud", alias: "x-1" },
      ],
      ["provider.aws", { module: [], host: "registry.terraform.io", namespace: "hashicorp", type: "aws" }],
      [
        "module.a.provider.aws.west",
        { module: ["a"], host: "registry.terraform.io", namespace: "hashicorp", type: "aws", alias: "west" },
      ],
    ];
    for (const [provider, expected] of providers)
      assert.deepEqual(withoutUndefined(read(withResource({ provider })).objects[0]?.provider), expected, provider);
  });

  it("reads the same resources from the output of `terraform show`, except for provider aliases", () => {
    const folder = new URL("../../fixtures/terraform/", import.meta.url);
    const of = (name: string) => readTerraformState(readFileSync(new URL(name, folder)), name);
    const plain = (name: string) =>
      of(name)
        .objects.map(({ address, mode, status, attributes, sensitive, dependencies }) => ({
          address,
          mode,
          status,
          attributes,
          dependencies,
          isSecret: sensitive !== undefined && sensitive !== true && sensitive.get("value") === true,
        }))
        .sort((a, b) => (JSON.stringify([a.address, a.status]) < JSON.stringify([b.address, b.status]) ? -1 : 1));
    const withoutDynamic = plain("orders.tfstate").filter(({ address }) => address.type !== "terraform_data");
    const shown = plain("orders.shown.json").filter(({ address }) => address.type !== "terraform_data");
    assert.equal(withoutDynamic.length, 16);
    assert.deepEqual(shown, withoutDynamic);
  });
});
