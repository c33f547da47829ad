/** The objects of a RabbitMQ broker: the requests that create them, and the import specs that the provider's documentation suggests. */
import assert from "node:assert/strict";
import type { SystemEntry } from "./estate.ts";
import type { BrokerContents, Rabbitmq } from "./rabbitmq.ts";

/** The HTTP request and import spec of an object. The broker assigns the last part of a binding's ID. */
interface BrokerObject {
  readonly method: "PUT" | "POST";
  readonly path: string;
  readonly body: object;
  readonly entry: SystemEntry;
}

/** Passwords by user. A broker never returns them. */
export const passwords: Readonly<Record<string, string>> = {
  "orders-api": "canary-Ohgh4Ie9-orders",
  "orders-worker": "canary-eeB3aiSh-worker",
  billing: "canary-uo7Thoo0-billing",
  metrics: "canary-Ieh8ooch-metrics",
  "ops@example.com": "canary-jai6Aemo-ops",
};

const remote = "canary-Xah2pe1u-remote";

/** Secrets that no file, log, or program may contain in plain text. */
export const brokerCanaries: readonly string[] = [...Object.values(passwords), remote];

/** The virtual hosts. Every broker has "/", which is not imported. */
const [orders, billing, eu, root] = ["orders", "billing", "eu/west", "/"];

const brokerObjects: readonly BrokerObject[] = [
  vhost(orders),
  vhost(billing),
  vhost(eu),
  user("orders-api", []),
  user("orders-worker", []),
  user("billing", []),
  user("metrics", ["monitoring"]),
  // No other resource can refer to this user, because its name contains "@", which separates the parts of IDs.
  user("ops@example.com", ["administrator", "management"]),
  permissions("orders-api", orders, "^orders\\..*", ".*", "^$"),
  permissions("orders-worker", orders, "", "^(orders|audit)\\.", ".*"),
  permissions("orders-worker", eu, ".*", ".*", ".*"),
  permissions("billing", billing, ".*", ".*", ".*"),
  permissions("billing", orders, "^$", "^$", "^orders\\.created$"),
  permissions("metrics", root, "^$", "^$", ".*"),
  topicPermissions("orders-api", orders, "events", "^orders\\..*", "^$"),
  topicPermissions("billing", billing, "events", ".*", "^invoices\\..*"),
  // Three exchanges and a queue have the same names as objects of another virtual host.
  exchange("events", orders, { type: "topic", durable: true, arguments: { "alternate-exchange": "unrouted" } }),
  exchange("unrouted", orders, { type: "fanout", durable: true }),
  exchange("dead", orders, { type: "direct", durable: true }),
  exchange("events", billing, { type: "topic", durable: true }),
  exchange("dead", billing, { type: "fanout", durable: true }),
  exchange("match", eu, { type: "headers", durable: true }),
  exchange("scratch", root, { type: "direct", durable: true, auto_delete: true }),
  exchange("events", eu, { type: "fanout", durable: false }),
  queue("orders.created", orders, {
    durable: true,
    arguments: { "x-message-ttl": 86400000, "x-dead-letter-exchange": "dead", "x-max-priority": 5 },
  }),
  queue("orders.paid", orders, {
    durable: true,
    arguments: { "x-dead-letter-exchange": "dead", "x-queue-mode": "lazy" },
  }),
  queue("inbox", orders, { durable: true }),
  queue("inbox.dead", orders, { durable: true, arguments: { "x-max-length": 1000, "x-overflow": "reject-publish" } }),
  queue("inbox", billing, {
    durable: true,
    arguments: {
      "x-dead-letter-exchange": "",
      "x-dead-letter-routing-key": "invoices",
      "x-single-active-consumer": true,
    },
  }),
  queue("invoices", billing, { durable: true }),
  queue("true", eu, { durable: true, auto_delete: true }),
  queue("plain", root, { durable: false }),
  binding(orders, "events", "queue", "orders.created", "orders.created"),
  binding(orders, "events", "queue", "orders.paid", "orders.*.paid"),
  binding(orders, "events", "queue", "inbox", "#"),
  binding(orders, "dead", "queue", "inbox.dead", "orders.created"),
  binding(orders, "unrouted", "queue", "inbox", ""),
  binding(orders, "events", "exchange", "unrouted", "audit.#"),
  binding(billing, "events", "queue", "invoices", "invoices.*"),
  binding(billing, "dead", "queue", "inbox", "~"),
  binding(eu, "match", "queue", "true", "", { "x-match": "any", region: "eu west/1", null: "null" }),
  policy("policies", "ttl", orders, "^orders\\.", 1, "queues", { "message-ttl": 60000, "max-length": 10000 }),
  policy("policies", "lazy", billing, ".*", 0, "queues", { "queue-mode": "lazy" }),
  policy("policies", "dead", eu, "^(?!amq\\.).*", 3, "all", { "dead-letter-exchange": "events" }),
  policy("policies", "mirror", orders, "^inbox$", 10, "queues", { "ha-mode": "all", "ha-sync-mode": "automatic" }),
  policy("operator-policies", "limits", orders, ".*", 0, "queues", { "max-length": 50000, expires: 3600000 }),
  policy("operator-policies", "limits", billing, ".*", 2, "queues", { "max-length": 10 }),
  parameter("federation-upstream", "federationUpstream:FederationUpstream", "headquarters", orders, {
    uri: [`amqp://bridge:${remote}@broker.example.com:5672/main`],
    "ack-mode": "on-publish",
    "prefetch-count": 500,
    "reconnect-delay": 7,
    "trust-user-id": true,
    exchange: "events",
    "max-hops": 2,
  }),
  parameter("shovel", "shovel:Shovel", "archive", billing, {
    "src-protocol": "amqp091",
    "src-uri": [`amqp://bridge:${remote}@127.0.0.1:1/billing`],
    "src-queue": "invoices",
    "dest-protocol": "amqp091",
    "dest-uri": [`amqp://bridge:${remote}@127.0.0.1:1/archive`],
    "dest-queue": "invoices",
    "ack-mode": "on-publish",
    "reconnect-delay": 3600,
  }),
];

/** Creates the objects in a broker. @returns their import specs */
export async function fillBroker(broker: Rabbitmq): Promise<readonly SystemEntry[]> {
  const entries: SystemEntry[] = [];
  for (const { method, path, body, entry: spec } of brokerObjects) {
    const location = await broker.call(method, path, body);
    entries.push(location === undefined ? spec : { ...spec, id: `${spec.id}/${location}` });
  }
  return entries;
}

/** Returns the sorted definitions of a broker without salted hashes. */
export async function brokerContents(broker: Rabbitmq): Promise<BrokerContents> {
  const definitions = (await broker.call("GET", "definitions")) as Record<string, unknown>;
  const lists = Object.entries(definitions).filter(([name]) => name !== "global_parameters");
  return Object.fromEntries(
    lists.flatMap(([name, list]) => {
      if (!Array.isArray(list)) return [];
      const rows = list.map(({ password_hash: _, limits: __, metadata: ___, ...row }: Record<string, unknown>) => row);
      return [[name, rows.map(sorted).sort(byText)]];
    }),
  );
}

/** Asserts that every user can log in with the password. */
export async function assertLogins({ endpoint }: Rabbitmq): Promise<void> {
  for (const [name, password] of Object.entries(passwords)) {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
    const { status } = await fetch(`${endpoint}/api/auth`, { headers: { authorization } });
    // A known user without a management tag is rejected with this reason.
    const { reason = "" } = (await (await fetch(`${endpoint}/api/whoami`, { headers: { authorization } })).json()) as {
      reason?: string;
    };
    assert.ok(status === 200 && !/Login failed/.test(reason), `${name}: ${reason}`);
  }
}

function vhost(name: string): BrokerObject {
  return { method: "PUT", path: `vhosts/${part(name)}`, body: {}, entry: entry("vhost:Vhost", `vhost ${name}`, name) };
}

function user(name: string, tags: readonly string[]): BrokerObject {
  const body = { password: passwords[name], tags: tags.join(",") };
  const inputsFrom = { password: { env: passwordVariable(name) } };
  return {
    method: "PUT",
    path: `users/${part(name)}`,
    body,
    entry: { ...entry("user:User", userEntry(name), name), inputsFrom },
  };
}

/** Returns the entry name of a user. */
export function userEntry(name: string): string {
  return `user ${name}`;
}

/** Returns the environment variable of a password. */
export function passwordVariable(name: string): string {
  return `PASSWORD_OF_${name.replace(/\W/g, "_").toUpperCase()}`;
}

function permissions(name: string, host: string, configure: string, write: string, read: string): BrokerObject {
  return {
    method: "PUT",
    path: `permissions/${part(host)}/${part(name)}`,
    body: { configure, write, read },
    entry: entry("permissions:Permissions", `${name} in ${host}`, `${name}@${host}`),
  };
}

function topicPermissions(name: string, host: string, exchangeName: string, write: string, read: string): BrokerObject {
  return {
    method: "PUT",
    path: `topic-permissions/${part(host)}/${part(name)}`,
    body: { exchange: exchangeName, write, read },
    entry: entry("topicPermissions:TopicPermissions", `topics of ${name} in ${host}`, `${name}@${host}`),
  };
}

function exchange(name: string, host: string, body: object): BrokerObject {
  return {
    method: "PUT",
    path: `exchanges/${part(host)}/${part(name)}`,
    body,
    entry: entry("exchange:Exchange", `exchange ${name} in ${host}`, `${name}@${host}`),
  };
}

function queue(name: string, host: string, body: object): BrokerObject {
  return {
    method: "PUT",
    path: `queues/${part(host)}/${part(name)}`,
    body,
    entry: entry("queue:Queue", `queue ${name} in ${host}`, `${name}@${host}`),
  };
}

function binding(
  host: string,
  source: string,
  kind: "queue" | "exchange",
  destination: string,
  key: string,
  args?: Readonly<Record<string, string>>,
): BrokerObject {
  return {
    method: "POST",
    path: `bindings/${part(host)}/e/${part(source)}/${kind === "queue" ? "q" : "e"}/${part(destination)}`,
    body: { routing_key: key, ...(args !== undefined && { arguments: args }) },
    entry: entry(
      "binding:Binding",
      `${source} to ${destination} by ${key || "nothing"} in ${host}`,
      [host.replaceAll("%", "%25").replaceAll("/", "%2F"), source, destination, kind].join("/"),
    ),
  };
}

function policy(
  kind: "policies" | "operator-policies",
  name: string,
  host: string,
  pattern: string,
  priority: number,
  applyTo: string,
  definition: object,
): BrokerObject {
  const type = kind === "policies" ? "policy:Policy" : "operatorPolicy:OperatorPolicy";
  return {
    method: "PUT",
    path: `${kind}/${part(host)}/${part(name)}`,
    body: { pattern, priority, "apply-to": applyTo, definition },
    entry: entry(type, `${kind} ${name} in ${host}`, `${name}@${host}`),
  };
}

function parameter(component: string, type: string, name: string, host: string, value: object): BrokerObject {
  return {
    method: "PUT",
    path: `parameters/${component}/${part(host)}/${part(name)}`,
    body: { value },
    entry: entry(type, name, `${name}@${host}`),
  };
}

function entry(type: string, name: string, id: string): SystemEntry {
  return { type: `rabbitmq:index/${type}`, name, id };
}

function part(name: string): string {
  return encodeURIComponent(name);
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** Sorts the keys of an object at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
