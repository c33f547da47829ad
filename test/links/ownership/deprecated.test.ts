/** The deprecation message of a property can name the resource type that sets the property instead. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../../src/links/infer-links.ts";
import { findOwners } from "../../../src/links/ownership/find-owners.ts";
import { loadSchema } from "../../../src/schema/load.ts";
import { formatPath } from "../../../src/value/path.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";

const text = { type: "string" };
const flags = { type: "object", additionalProperties: { type: "boolean" } };
const deprecated = (type: object, message: string) => ({ ...type, deprecationMessage: message });
const grant = { type: "array", items: { $ref: "#/types/cloud:index:Grant" } };
const bucket = {
  bucket: text,
  versioning: deprecated(flags, "versioning is deprecated. Use the cloud_s3_bucket_versioning resource instead."),
  grants: deprecated(grant, "grant is deprecated. Use the cloud.s3.BucketAcl resource instead."),
  lifecycleRules: deprecated(
    grant,
    "lifecycle_rule is deprecated. Use the cloud_s3_bucket_lifecycle_configuration resource instead.",
  ),
  website: deprecated(flags, "website is deprecated."),
  labels: flags,
};
const setting = (more: object) => ({
  inputProperties: { bucket: text, ...more },
  requiredInputs: ["bucket"],
  properties: { bucket: text },
});
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "cloud",
      version: "1.0.0",
      types: { "cloud:index:Grant": { type: "object", properties: { id: text, permission: text } } },
      resources: {
        "cloud:s3/bucket:Bucket": { inputProperties: bucket, properties: { bucket: text }, required: ["bucket"] },
        "cloud:s3/bucketVersioningV2:BucketVersioningV2": setting({ status: text }),
        "cloud:s3/bucketAcl:BucketAcl": setting({ acl: text }),
        "cloud:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2": setting({ rules: text }),
        "cloud:s3/bucketPolicy:BucketPolicy": setting({ policy: text }),
      },
    }),
  ),
);

type Plain = Extract<Parameters<typeof fromPlainMap>[0], { readonly [key: string]: unknown }>;

function resource(type: string, name: string, inputs: Plain): LinkableResource {
  const described = schema.resource(type) ?? assert.fail(type);
  const urn = `urn:pulumi:dev::shop::${type}::${name}`;
  const values = fromPlainMap(inputs);
  return {
    urn,
    type,
    name,
    id: String(inputs.bucket),
    schema: described,
    inputs: values,
    outputs: values,
    kind: "custom",
    consumer: true,
  };
}

const inputs = {
  versioning: { enabled: true },
  grants: [{ id: "6f1ed002ab5595859014ebf0951522d9", permission: "FULL_CONTROL" }],
  lifecycleRules: [{ id: "expire", permission: "30" }],
  website: { index: true },
  labels: { a: true },
};
const logs = resource("cloud:s3/bucket:Bucket", "logs", { bucket: "logs", ...inputs });
const other = resource("cloud:s3/bucket:Bucket", "other", { bucket: "other", ...inputs });

function ownedOf(about: LinkableResource, ...owners: readonly LinkableResource[]): Readonly<Record<string, string>> {
  const all = [logs, other, ...owners];
  const schemas = new Map([["cloud", schema]]);
  const owned = findOwners(all, inferLinks(all, schemas).links, schemas).get(about.urn) ?? [];
  return Object.fromEntries(
    owned.map((one) => [
      formatPath(one.path),
      one.kind === "whole" ? one.owners.map((urn) => urn.split("::").at(-1)).join() : "",
    ]),
  );
}

describe("deprecated properties that other resources set", () => {
  const versioning = resource("cloud:s3/bucketVersioningV2:BucketVersioningV2", "versions", {
    bucket: "logs",
    status: "Enabled",
  });
  const acl = resource("cloud:s3/bucketAcl:BucketAcl", "acl", { bucket: "logs", acl: "private" });
  const lifecycle = resource("cloud:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2", "lifecycle", {
    bucket: "logs",
    rules: "[]",
  });
  const policy = resource("cloud:s3/bucketPolicy:BucketPolicy", "policy", { bucket: "logs", policy: "{}" });

  it("finds the resource that sets a deprecated property by the type in the deprecation message", () => {
    assert.deepEqual(ownedOf(logs, versioning, acl, lifecycle, policy), {
      versioning: "versions",
      grants: "acl",
      lifecycleRules: "lifecycle",
    });
  });

  it("finds no owner of a deprecated property if no resource of the named type refers to its resource", () => {
    assert.deepEqual(ownedOf(other, versioning, acl), {});
    assert.deepEqual(ownedOf(logs, policy), {});
  });
});
