/** States of a test stack, made in memory. */
import { type Deployment, readDeployment } from "../../src/state/deployment.ts";

export const prefix = "urn:pulumi:prod::shop::";
export const root = `${prefix}pulumi:pulumi:Stack::shop-prod`;
export const defaultProvider = `${prefix}pulumi:providers:simcloud::default_1_4_0`;
export const south = `${prefix}pulumi:providers:simcloud::south`;
export const site = `${prefix}acme:index:Site::site`;
export const bucket = `${prefix}acme:index:Site$simcloud:storage/bucket:Bucket::files`;
export const policy = `${prefix}acme:index:Site$simcloud:storage/bucket:Bucket$simcloud:storage/bucketPolicy:BucketPolicy::reading`;
export const vpc = `${prefix}simcloud:network/vpc:Vpc::main`;
export const subnet = `${prefix}simcloud:network/subnet:Subnet::a`;
export const readRole = `${prefix}simcloud:iam/role:Role::found`;

export type Fields = Readonly<Record<string, unknown>> & { readonly urn: string };

const secret = (ciphertext: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext,
});

/** The resources, dependencies first. */
const order: readonly string[] = [root, defaultProvider, south, vpc, site, bucket, policy, subnet, readRole];

/** A component with a bucket in another region and its policy, a network, and a read-only role. */
export const resources: readonly Fields[] = [
  { urn: root, type: "pulumi:pulumi:Stack", custom: false },
  {
    urn: defaultProvider,
    type: "pulumi:providers:simcloud",
    custom: true,
    id: "d1",
    inputs: { region: "us-east-1", version: "1.4.0", __internal: { pluginDownloadURL: "https://plugins.example" } },
    outputs: { region: "us-east-1", version: "1.4.0" },
  },
  {
    urn: south,
    type: "pulumi:providers:simcloud",
    custom: true,
    id: "s1",
    parent: root,
    inputs: { region: "south-1", token: secret("sealed token"), version: "1.3.0", __internal: {} },
    outputs: { region: "south-1", version: "1.3.0" },
  },
  { urn: site, type: "acme:index:Site", custom: false, parent: root, protect: true },
  custom(bucket, "files", {
    parent: site,
    provider: `${south}::s1`,
    dependencies: [vpc],
    propertyDependencies: { tags: [vpc] },
  }),
  custom(vpc, "vpc-1", { protect: true, ignoreChanges: ["tags"] }),
  custom(policy, "files", { parent: bucket, provider: `${south}::s1`, retainOnDelete: true }),
  custom(subnet, "subnet-1", { dependencies: [vpc], propertyDependencies: { vpcId: [vpc], cidrBlock: [] } }),
  custom(readRole, "role-1", { external: true }),
].toSorted((a, b) => order.indexOf(a.urn) - order.indexOf(b.urn));

function custom(urn: string, id: string, more: Readonly<Record<string, unknown>>): Fields {
  const type = urn.split("::")[2]?.split("$").at(-1);
  return {
    urn,
    type,
    custom: true,
    id,
    parent: root,
    provider: `${defaultProvider}::d1`,
    inputs: { name: id },
    ...more,
  };
}

/** Returns the state with these resources, formatted like `pulumi stack export`. */
export function stateText(list: readonly Fields[] = resources, more: Readonly<Record<string, unknown>> = {}): string {
  const deployment = { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" }, resources: list, ...more };
  return JSON.stringify({ version: 3, deployment }, null, 4);
}

export function stateOf(list: readonly Fields[] = resources): Deployment {
  return readDeployment(new TextEncoder().encode(stateText(list)), "prod.json");
}
