/** The files of a program that a user wrote by hand, and the code of it that `imp sync` cannot edit. */

/** Layouts, quotes, and comments that imp would not print. */
const shop = `/* The shop. Written by hand. */
import * as pulumi from '@pulumi/pulumi'
import * as simcloud from '@pulumi/simcloud'

const config = new pulumi.Config()
const stage = 'live'
const common = { app: 'shop', stage } // every resource has these
const hour = 60 * 60

// The archive. Nobody reads it.
export const archive = new simcloud.storage.Bucket('archive', {
    bucket: 'shop-archive', // the name is taken
    acl: 'private',
    /* Old files are cheap. */
    lifecycleRules: [
        { id: 'first', enabled: true, prefix: 'logs/', expiration: { days: 30 } }, // logs
        // Pictures stay longer.
        { id: 'second', enabled: true, prefix: "it's/", transitions: [
            { days: 10, storageClass: 'STANDARD_IA' }, { days: 90, storageClass: 'GLACIER' },
        ] },
        { id: 'third', enabled: false },
    ],
    website: { indexDocument: 'index.html' },
    tags: { 'cost center': '42', owner: "o'neil", 'a.b/c': 'x' },
})

new simcloud.storage.Bucket('shared-tags', { bucket: 'shop-shared', tags: common, versioning: { enabled: false } })
new simcloud.storage.Bucket('spread-tags', { bucket: 'shop-spread', tags: { ...common, team: 'a' }, acl: 'private' })

const reader = new simcloud.iam.Role('reader', {
    name: 'shop-reader',
    assumeRolePolicy: JSON.stringify({
        Version: '2012-10-17', // the only one
        Statement: [
            // The machines.
            { Sid: 'One', Effect: 'Allow', Action: ['sts:AssumeRole', 'sts:TagSession'], Principal: { Service: 'compute' } },
            { Sid: 'Two', Effect: 'Deny', Action: 'sts:Nothing', Principal: '*', Condition: { Bool: { secure: true } } },
        ],
    }),
    description: \`Reads
everything\`,
    maxSessionDuration: hour,
    managedPolicyArns: ["arn:sim:iam:::policy/a", "arn:sim:iam:::policy/b"],
    tags: {},
})

new simcloud.iam.Policy("written", {name: "shop-written", policy: '{"Statement":[{"Effect":"Allow","Action":["a:Get","a:Put"],"Resource":"*"}]}', tags: {
  a: "1", b: "2", // two
  c: "3" } });

new simcloud.queue.Queue('jobs', {
    name: 'shop-jobs',
    visibilityTimeoutSeconds: 0x1e,
    messageRetentionSeconds: 24 * hour,
    delaySeconds: 1_0,
    contentBasedDeduplication: false,
}, { dependsOn: [archive] })

for (const name of ['blue', 'green']) {
    new simcloud.dns.Record(name, { zone: 'shop.example', name, type: 'TXT', ttl: 60, records: [name] })
}

new simcloud.dns.Record('text', { zone: 'shop.example', name: 'text', type: 'TXT', ttl: 3600, weight: 0.1, comment: 'a "quoted" word', records: ['one', 'two', "it's three"] })

new simcloud.compute.Function('worker', {
    name: 'shop-worker', role: reader.arn, runtime: 'python3.12',
    handler: pulumi.interpolate\`\${reader.name}.run\`,
    environment: {
        variables: { STAGE: stage, MODE: 'fast', 'odd.key': 'v' },
        secrets: { TOKEN: config.requireSecret('token') },
    },
    triggers: [
        { kind: 'schedule', expression: 'rate(1 day)' },
        { kind: 'queue', queueArn: 'arn:sim:queue:::shop', batchSize: 5 },
    ],
    labels: { '*': 'star', 'x y': 'space', '__proto': 'p' },
    layers: ['base', 'tools', 'extra'],
    memorySize: 512, cpu: 0.5,
})

new simcloud.compute.Cluster('cluster', {
    name: 'shop-cluster',
    spec: {
        network: { pods: { cidr: '10.0.0.0/8', reserved: ['10.0.0.1', '10.0.0.2'] } },
        logging: { destination: 'here', retentionDays: 30 },
    },
    subnetGroups: [['a', 'b'], ['c']],
    weights: [[1, 2.5], [-3]],
    allowedCidrs: [],
    selectors: { tier: 'front' },
})

new simcloud.network.SecurityGroup('doors', {
    name: 'shop-doors', description: 'Doors',
    ingress: [
        { protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'], description: 'web' },
        { protocol: 'tcp', fromPort: 22, toPort: 22, cidrBlocks: ['10.0.0.0/8', '192.168.0.0/16'] },
    ],
})

new simcloud.db.Instance('store', {
    identifier: 'shop-store', engine: 'postgres', instanceClass: 'small', username: 'admin',
    password: config.requireSecret('password'), allocatedStorage: 100, port: 5433,
})

new simcloud.tls.Certificate('cert', {
    commonName: 'shop.example', dnsNames: ['a.shop.example', 'b.shop.example'],
    sequence: 9007199254740991, validFrom: '2030-01-01T00:00:00.000Z',
})
`;

/** A component whose code registers each resource once. */
const service = `import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";
import { archive } from "./shop";

/** A queue, and its user. */
class Service extends pulumi.ComponentResource {
  constructor(name: string, { delay }: { delay: number }) {
    super("shop:index:Service", name);
    const queue = new simcloud.queue.Queue(
      \`\${name}-queue\`,
      {
        name: "service-queue",
        delaySeconds: delay,
        tags: { team: "platform" }, // who pays
        redrivePolicy: JSON.stringify({ maxReceiveCount: 5, deadLetterTargetArn: "arn:sim:queue:::dead" }),
      },
      { parent: this },
    );
    new simcloud.iam.User(
      \`\${name}-user\`,
      {
        name: "service-user",
        path: "/services/",
        tags: {
          queue: queue.name,
          quota: "10",
        },
      },
      { parent: this },
    );
    this.registerOutputs({});
  }
}

new Service("service", { delay: 5 });
export const url = archive.bucketDomainName;
`;

export const handWritten: Readonly<Record<string, string>> = { "shop.ts": shop, "service.ts": service };

/** What a user adds to the printed program. */
export const imports = '\nimport "./shop";\nimport "./service";\n';

/**
 * The inputs, by the name of the resource, whose code is not a literal. `[]` is all inputs: a loop registers the resource. A path in a JSON
 * document continues after the name of the input.
 */
export const computed: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "public-a": [["vpcId"]],
  "public-b": [["vpcId"]],
  web: [["vpcId"]],
  "covers-policy": [["bucket"], ["policy", "Statement", "0", "Resource"]],
  orders: [["redrivePolicy", "deadLetterTargetArn"]],
  "order-handler": [
    ["codeBucket"],
    ["environment", "variables", "COVERS_BUCKET"],
    ["role"],
    ["triggers", "0", "queueArn"],
  ],
  www: [["records", "0"]],
  "shared-tags": [["tags"]],
  "spread-tags": [
    ["tags", "app"],
    ["tags", "stage"],
  ],
  reader: [["maxSessionDuration"]],
  jobs: [["messageRetentionSeconds"]],
  blue: [[]],
  green: [[]],
  worker: [["role"], ["handler"], ["environment", "variables", "STAGE"], ["environment", "secrets"]],
  store: [["password"]],
  "service-queue": [["delaySeconds"]],
  "service-user": [["tags", "queue"]],
};

/** The inputs whose values other resources use: a change of them changes the other resources too. */
export const referredTo: Readonly<Record<string, readonly (readonly string[])[]>> = {
  reader: [["name"]],
  "service-queue": [["name"]],
};
