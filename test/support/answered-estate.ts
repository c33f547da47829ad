/** Test resources whose inputs contain values that package functions return: the account, the region, and its zones. */
import { account } from "../../fixtures/simcloud/session.ts";

const region = "us-east-1";
const trusted = `arn:sim:iam::${account}:role/outside`;

/** The settings of an object, and its import entry. */
interface Thing {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly region?: string;
  readonly provider?: string;
}

const document = (statement: unknown): string => JSON.stringify({ Statement: [statement] });

const things: readonly Thing[] = [
  {
    type: "simcloud:iam/role:Role",
    name: "reader",
    id: "reader",
    settings: {
      name: "reader",
      assumeRolePolicy: document({ Effect: "Allow", Principal: trusted, Action: "assume" }),
      description: `in account ${account} of ${region}`,
      tags: { accountId: account, region },
      arn: `arn:sim:iam::${account}:role/reader`,
      maxSessionDuration: 3600,
      forceDetachPolicies: false,
    },
  },
  {
    type: "simcloud:iam/user:User",
    name: "bounded",
    id: "bounded",
    settings: {
      name: "bounded",
      permissionsBoundary: `arn:sim:iam::${account}:policy/limits`,
      arn: `arn:sim:iam::${account}:user/bounded`,
    },
  },
  {
    type: "simcloud:iam/policy:Policy",
    name: "queues",
    id: `arn:sim:iam::${account}:policy/queues`,
    settings: {
      name: "queues",
      description: "",
      policy: document({ Effect: "Allow", Resource: `arn:sim:queue:${region}:${account}:*` }),
      arn: `arn:sim:iam::${account}:policy/queues`,
    },
  },
  {
    type: "simcloud:iam/attachment:Attachment",
    name: "queues-of-reader",
    id: `reader/arn:sim:iam::${account}:policy/queues`,
    settings: { role: "reader", policyArn: `arn:sim:iam::${account}:policy/queues` },
  },
  {
    type: "simcloud:network/subnet:Subnet",
    name: "second-zone",
    id: "subnet-1",
    settings: {
      subnetId: "subnet-1",
      vpcId: "vpc-elsewhere",
      cidrBlock: "10.0.0.0/24",
      mapPublicIpOnLaunch: false,
      availabilityZone: `${region}b`,
    },
  },
  {
    type: "simcloud:network/subnet:Subnet",
    name: "far-zone",
    id: "subnet-2",
    region: "south-1",
    provider: "south",
    settings: {
      subnetId: "subnet-2",
      vpcId: "vpc-elsewhere",
      cidrBlock: "10.0.1.0/24",
      mapPublicIpOnLaunch: false,
      availabilityZone: "south-1a",
    },
  },
];

/** Returns the cloud, its import file, and the account and region of the default provider. */
export function answeredEstate() {
  const objects = things.map((thing) => [
    `${thing.region ?? region}|${thing.type}|${thing.id}`,
    { tags: {}, tagsAll: {}, path: "/", ...thing.settings },
  ]);
  const south = { type: "pulumi:providers:simcloud", name: "south", inputs: { region: "south-1" } };
  const resources = things.map(({ type, name, id, provider }) => ({ type, name, id, ...(provider && { provider }) }));
  return {
    account,
    region,
    cloud: { version: 1, objects: Object.fromEntries(objects) },
    specs: { resources: [south, ...resources] },
  };
}
