/** A cloud of six teams whose resources refer to each other. A team refers only to itself and to earlier teams. */
import { type CloudFile, objectKey } from "../../fixtures/simcloud/cloud.ts";
import type { Context } from "../../fixtures/simcloud/language.ts";
import type { Bag } from "../../fixtures/simcloud/plain.ts";
import { account } from "../../fixtures/simcloud/session.ts";
import { randomNumbers } from "../../fixtures/simcloud/switches.ts";
import { word } from "../../fixtures/simcloud/types/arn.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";

/** The teams, in an order without references to later teams. */
export const teams = ["network", "security", "data", "orders", "billing", "web"] as const;

export type Team = (typeof teams)[number];

interface TeamObject {
  readonly team: Team;
  readonly type: string;
  readonly id: string;
  readonly settings: Bag;
}

/** A value of one object in the settings of another object. */
export interface TeamReference {
  readonly from: TeamObject;
  readonly to: TeamObject;
  /** The input of `from` that contains the text. */
  readonly input: string;
  /** The ID or ARN of `to`. */
  readonly text: string;
  /** True for a name under a key that the user chose. imp prints it as a literal (src/links/README.md#evidence-for-a-name). */
  readonly isName: boolean;
}

export interface TeamEstate {
  readonly cloud: CloudFile;
  readonly objects: readonly TeamObject[];
  readonly references: readonly TeamReference[];
  /** The number of objects without a tag. Some types have no tags. */
  readonly untagged: number;
}

const region = "us-east-1";

/** Returns about 1,000 objects with more than 2,000 references. Each call returns the same objects. */
export function teamEstate(): TeamEstate {
  const draft = new Draft();
  const groups = addNetwork(draft);
  const security = addSecurity(draft);
  const data = addData(draft, security);
  const queues = [...data.queues];
  for (const team of ["orders", "billing", "web"] as const)
    queues.push(...addServices(draft, team, { groups, security, data, queues }));
  return draft.estate();
}

interface Group {
  readonly group: TeamObject;
  readonly vpc: TeamObject;
}

/** @returns the security groups that other teams use */
function addNetwork(draft: Draft): readonly Group[] {
  return numbers(12).flatMap((index) => {
    const vpc = draft.add("network", "network/vpc:Vpc", { cidrBlock: `10.${index}.0.0/16` });
    for (const number of numbers(7)) {
      const inputs = { vpcId: draft.id(vpc), cidrBlock: `10.${index}.${number}.0/24` };
      draft.add("network", "network/subnet:Subnet", inputs, { isTagged: number !== 3 });
    }
    const groups: Group[] = [];
    for (const number of numbers(4)) {
      const previous = groups.at(-1)?.group;
      const source: Bag = previous === undefined ? { self: true } : { securityGroups: [draft.id(previous)] };
      const group = draft.add("network", "network/securityGroup:SecurityGroup", {
        name: `shared-${index}-${number}`,
        description: `Shared group ${number} of network ${index}`,
        vpcId: draft.id(vpc),
        ingress: [{ fromPort: 443, toPort: 443, protocol: "tcp", ...source }],
      });
      groups.push({ group, vpc });
    }
    return groups;
  });
}

interface Security {
  readonly users: readonly TeamObject[];
  readonly roles: readonly TeamObject[];
}

function addSecurity(draft: Draft): Security {
  const users = numbers(20).map((index) =>
    draft.add("security", "iam/user:User", { name: `deployer-${draft.hex(6)}`, path: index % 2 === 0 ? "/" : "/ci/" }),
  );
  const roles = numbers(60).map((index) =>
    draft.add("security", "iam/role:Role", {
      name: `runner-${draft.hex(6)}`,
      description: `Runs the services of group ${index}`,
      assumeRolePolicy: document("sts:AssumeRole", { AWS: draft.arn(pick(users, index)) }),
    }),
  );
  const [attached, passed] = [roles.slice(0, 30), roles.slice(30)];
  const policies = attached.map((_, index) =>
    draft.add("security", "iam/policy:Policy", {
      name: `pass-${draft.hex(6)}`,
      policy: document("iam:PassRole", {}, [draft.arn(pick(passed, index)), draft.arn(pick(passed, index + 7))]),
    }),
  );
  for (const index of numbers(50))
    draft.add("security", "iam/attachment:Attachment", {
      role: draft.id(pick(attached, index)),
      policyArn: draft.arn(pick(policies, index + (index < 30 ? 0 : 3))),
    });
  return { users, roles };
}

interface Data {
  readonly buckets: readonly TeamObject[];
  readonly queues: readonly TeamObject[];
}

function addData(draft: Draft, { roles }: Security): Data {
  const buckets = numbers(60).map((index) => {
    const bucket = addBucket(draft, "data");
    const readers = numbers(3).map((number) => draft.arn(pick(roles, index * 3 + number)));
    addPolicy(draft, bucket, readers);
    return bucket;
  });
  return { buckets, queues: addQueues(draft, "data", 20, pick(roles, 5)) };
}

interface Earlier {
  readonly groups: readonly Group[];
  readonly security: Security;
  readonly data: Data;
  readonly queues: readonly TeamObject[];
}

/** @returns the queues of the team */
function addServices(draft: Draft, team: Team, { groups, security, data, queues }: Earlier): readonly TeamObject[] {
  const shift = teams.indexOf(team) * 11;
  for (const index of numbers(20)) {
    const { group, vpc } = pick(groups, index * 2 + shift);
    draft.add(team, "network/securityGroup:SecurityGroup", {
      name: `${team}-${index}`,
      description: `Group ${index} of ${team}`,
      vpcId: draft.id(vpc),
      ingress: [{ fromPort: 8080, toPort: 8080, protocol: "tcp", securityGroups: [draft.id(group)] }],
    });
  }
  const roles = numbers(10).map((index) =>
    draft.add(team, "iam/role:Role", {
      name: `${team}-runner-${draft.hex(6)}`,
      assumeRolePolicy: document("sts:AssumeRole", { AWS: draft.arn(pick(security.users, index + shift)) }),
    }),
  );
  const own = addQueues(draft, team, 20, pick(security.roles, shift));
  const buckets = numbers(20).map((index) => {
    const bucket = addBucket(draft, team);
    addPolicy(draft, bucket, [draft.arn(pick(roles, index)), draft.arn(pick(security.roles, index + shift))]);
    return bucket;
  });
  for (const index of numbers(70)) {
    const [files, code] = [pick(data.buckets, index + shift), pick(data.buckets, index * 7 + shift + 1)];
    const inputs = {
      name: `${team}-handler-${draft.hex(6)}`,
      runtime: index % 2 === 0 ? "nodejs20.x" : "python3.12",
      role: draft.arn(index % 3 === 0 ? pick(roles, index) : pick(security.roles, index + shift)),
      codeBucket: draft.id(code),
      codeKey: `${team}/${index}.zip`,
      handler: "index.handler",
      environment: {
        variables: {
          STAGE: "live",
          FILES: draft.arn(files),
          INCOMING: `${draft.arn(files)}/incoming`,
          FILES_BUCKET: draft.name(files),
          CACHE_BUCKET: draft.name(pick(buckets, index)),
          INBOX: draft.id(pick(own, index)),
          EVENTS: draft.id(pick(queues, index * 3 + shift)),
        },
      },
      triggers: [{ kind: "queue", queueArn: draft.arn(pick(own, index + 3)), batchSize: 5 }],
    };
    draft.add(team, "compute/function:Function", inputs, { isTagged: index % 20 !== 7 });
  }
  return own;
}

function addBucket(draft: Draft, team: Team): TeamObject {
  return draft.add(team, "storage/bucket:Bucket", { bucket: `acme-${team}-${draft.hex(8)}` });
}

function addPolicy(draft: Draft, bucket: TeamObject, readers: readonly string[]): void {
  const arn = draft.arn(bucket);
  draft.add(bucket.team, "storage/bucketPolicy:BucketPolicy", {
    bucket: draft.id(bucket),
    policy: document("storage:Get", { AWS: readers }, [arn, `${arn}/*`]),
  });
}

/** @returns the queues that other resources use, without the dead-letter queues */
function addQueues(draft: Draft, team: Team, size: number, sender: TeamObject): readonly TeamObject[] {
  return numbers(size).map((index) => {
    const name = `${team}-jobs-${draft.hex(6)}`;
    const inputs = { name: `${name}-failed`, messageRetentionSeconds: 1209600 };
    const failed = draft.add(team, "queue/queue:Queue", inputs, { isTagged: index % 3 !== 0 });
    return draft.add(team, "queue/queue:Queue", {
      name,
      redrivePolicy: JSON.stringify({ deadLetterTargetArn: draft.arn(failed), maxReceiveCount: 5 }),
      policy: document("queue:SendMessage", { AWS: draft.arn(sender) }),
    });
  });
}

function document(action: string, principal: Bag, resources: readonly string[] = []): string {
  const statement = { Effect: "Allow", Action: action, Principal: principal, Resource: resources };
  return JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
}

function numbers(size: number): readonly number[] {
  return Array.from({ length: size }, (_, index) => index);
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("no items");
  return item;
}

class Draft {
  readonly #random = randomNumbers(7);
  readonly #cloud: Record<string, Bag> = {};
  readonly #objects: TeamObject[] = [];
  readonly #references: TeamReference[] = [];
  #used: Pick<TeamReference, "to" | "text" | "isName">[] = [];
  #untagged = 0;

  readonly #context: Context = {
    region,
    account,
    hex: (digits) => this.hex(digits),
    now: () => "2024-05-17T08:30:00.000Z",
  };

  hex(digits: number): string {
    return Array.from({ length: digits }, () => Math.floor(this.#random() * 16).toString(16)).join("");
  }

  id(to: TeamObject): string {
    return this.#use(to, to.id);
  }

  /** Returns an ID for a property or key that doesn't tell its meaning. */
  name(to: TeamObject): string {
    return this.#use(to, to.id, true);
  }

  arn(to: TeamObject): string {
    return this.#use(to, word(to.settings.arn));
  }

  /** Adds an object. It refers to the objects whose ID or ARN was requested since the last call. */
  add(team: Team, type: string, inputs: Bag, { isTagged = true } = {}): TeamObject {
    const token = `simcloud:${type}`;
    const definition = typeOf(token);
    if (definition === undefined) throw new Error(`no type ${token}`);
    const tags: Bag = isTagged && "tags" in definition.definition.properties ? { tags: { team } } : {};
    if (!("tags" in tags)) this.#untagged += 1;
    const { id, settings } = definition.create({ ...inputs, ...tags }, this.#context);
    const object = { team, type: token, id, settings };
    this.#cloud[objectKey(region, token, id)] = settings;
    for (const { token: other, id: otherId, join } of definition.definition.neighbours?.(settings) ?? []) {
      const key = objectKey(region, other, otherId);
      const present = this.#cloud[key];
      if (present !== undefined) this.#cloud[key] = join(present);
    }
    this.#objects.push(object);
    for (const used of this.#used)
      for (const [input, value] of Object.entries(inputs))
        if (JSON.stringify(value).includes(used.text)) this.#references.push({ from: object, input, ...used });
    this.#used = [];
    return object;
  }

  #use(to: TeamObject, text: string, isName = false): string {
    if (!this.#used.some((used) => used.text === text && used.isName === isName)) this.#used.push({ to, text, isName });
    return text;
  }

  estate(): TeamEstate {
    return {
      cloud: { version: 1, objects: this.#cloud },
      objects: this.#objects,
      references: this.#references,
      untagged: this.#untagged,
    };
  }
}
