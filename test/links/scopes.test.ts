/** Random message brokers. Their construction determines the correct references, so the test finds false and missing references. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { readEstate } from "../support/described-estate.ts";
import { runs } from "../support/runs.ts";
import { templates } from "./estate.ts";

const { schemas } = readEstate(["links/systems/rabbitmq.yaml"]);
const schema = schemas.get("rabbitmq");

/** Names that are ordinary words, words of types, constants, or built-in names, or that look generated. */
const word = fc.constantFrom(
  "orders",
  "web",
  "default",
  "public",
  "guest",
  "queue",
  "exchange",
  "all",
  "direct",
  "v1.2",
  "eu-west-1",
  "42",
  "a",
  "job-1a2b3c4d5",
  "team.orders",
  "true",
);

interface Broker {
  readonly vhosts: readonly string[];
  readonly users: readonly string[];
  readonly queues: readonly (readonly [string, number])[];
  readonly exchanges: readonly (readonly [string, number])[];
  readonly bindings: readonly {
    readonly from: number;
    readonly to: number;
    readonly toQueue: boolean;
    readonly key: string;
  }[];
  readonly letters: readonly { readonly queue: string; readonly exchange: number; readonly inDocument: boolean }[];
}

const unique = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(arbitrary, { minLength: 2, maxLength, selector: (one) => JSON.stringify(one) });
const placed = fc.tuple(word, fc.nat(1));
const broker: fc.Arbitrary<Broker> = fc.record({
  vhosts: fc.uniqueArray(word, { minLength: 2, maxLength: 2 }),
  users: unique(word, 4),
  queues: unique(placed, 8),
  exchanges: unique(placed, 8),
  bindings: fc.array(fc.record({ from: fc.nat(), to: fc.nat(), toQueue: fc.boolean(), key: word }), { maxLength: 8 }),
  letters: fc.array(fc.record({ queue: word, exchange: fc.nat(), inDocument: fc.boolean() }), { maxLength: 4 }),
});

interface Made {
  readonly resources: readonly LinkableResource[];
  readonly expected: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

function make({ vhosts, users, queues, exchanges, bindings, letters }: Broker): Made {
  const resources: LinkableResource[] = [];
  const expected = new Map<string, Readonly<Record<string, string>>>();
  const add = (
    member: string,
    name: string,
    id: string,
    inputs: Record<string, Plain>,
    links: Record<string, string>,
  ) => {
    const type = `rabbitmq:index/${member.charAt(0).toLowerCase()}${member.slice(1)}:${member}`;
    const described = schema?.resource(type);
    assert.ok(described !== undefined);
    const values = fromPlainMap(inputs);
    const urn = `urn:pulumi:test::estate::${type}::${name}`;
    resources.push({
      urn,
      type,
      name,
      id,
      kind: "custom",
      consumer: true,
      schema: described,
      inputs: values,
      outputs: values,
    });
    expected.set(urn, links);
  };
  const vhostAt = (location: number): string => vhosts[location] ?? "";
  const inVhost = (location: number) => ({ vhost: `\${vhost-${vhostAt(location)}.name}` });
  for (const name of vhosts) add("Vhost", `vhost-${name}`, name, { name }, {});
  for (const name of users) {
    add("User", `user-${name}`, name, { name, tags: [name] }, {});
    const may = { user: name, vhost: vhostAt(0), permissions: { configure: name, write: "", read: ".*" } };
    add("Permissions", `may-${name}`, `${name}@${vhostAt(0)}`, may, { user: `\${user-${name}.name}`, ...inVhost(0) });
  }
  for (const [name, location] of exchanges) {
    const inputs = { name, vhost: vhostAt(location), settings: { type: "direct" } };
    add("Exchange", `x-${name}-${location}`, `${name}@${vhostAt(location)}`, inputs, inVhost(location));
  }
  for (const [name, vhost] of queues) {
    const letter = letters.find(({ queue }) => queue === name);
    const vhostExchanges = exchanges.filter(([, where]) => where === vhost);
    const [dead] = letter === undefined ? [] : (vhostExchanges[letter.exchange % vhostExchanges.length] ?? []);
    const links: Record<string, string> = { ...inVhost(vhost) };
    let settings: Readonly<Record<string, Plain>> = {};
    if (dead !== undefined) {
      const [key, other] = ["x-dead-letter-exchange", "x-dead-letter-routing-key"];
      const text = (exchange: string) => `{"${key}":"${exchange}","${other}":"${name}"}`;
      const reference = `\${x-${dead}-${vhost}.name}`;
      settings = letter?.inDocument ? { argumentsJson: text(dead) } : { arguments: { [key]: dead, [other]: name } };
      links[letter?.inDocument ? "settings.argumentsJson" : `settings.arguments["${key}"]`] = letter?.inDocument
        ? text(reference)
        : reference;
    }
    add("Queue", `q-${name}-${vhost}`, `${name}@${vhostAt(vhost)}`, { name, vhost: vhostAt(vhost), settings }, links);
  }
  for (const [number, { from, to, toQueue, key }] of bindings.entries()) {
    const [source, vhostNumber] = exchanges[from % exchanges.length] ?? ["", 0];
    const targets = (toQueue ? queues : exchanges).filter(([, where]) => where === vhostNumber);
    const [destination] = targets[to % targets.length] ?? [];
    // A binding of an exchange to itself looks like a binding to a queue with the same name.
    if (destination === undefined || (!toQueue && destination === source)) continue;
    const destinationType = toQueue ? "queue" : "exchange";
    const vhost = vhostAt(vhostNumber);
    const id = `${vhost}/${source}/${destination}/${destinationType}/${key}`;
    add(
      "Binding",
      `b-${number}`,
      id,
      { vhost, source, destination, destinationType, routingKey: key },
      {
        ...inVhost(vhostNumber),
        source: `\${x-${source}-${vhostNumber}.name}`,
        destination: `\${${toQueue ? "q" : "x"}-${destination}-${vhostNumber}.name}`,
      },
    );
  }
  return { resources, expected };
}

describe("links of random brokers with two vhosts", () => {
  it("finds all unambiguous references, and no false references", () => {
    let references = 0;
    fc.assert(
      fc.property(broker, (drawn) => {
        const { resources, expected } = make(drawn);
        const { links } = inferLinks(resources, schemas);
        for (const { urn, type } of resources) {
          const actual = templates(links.get(urn), resources);
          const wanted = expected.get(urn) ?? {};
          references += Object.keys(actual).length;
          for (const [path, text] of Object.entries(actual)) assert.equal(text, wanted[path], `${urn} ${path}`);
          // Only bindings show that a source is an exchange. If a queue has the same name, the source stays literal.
          const missing = Object.keys(wanted).filter((path) => !(path in actual));
          assert.deepEqual(
            missing.filter((path) => path !== "source" || !type.endsWith(":Binding")),
            [],
            urn,
          );
        }
      }),
      { numRuns: runs(60), seed: 5 },
    );
    assert.ok(references > 1_000, `${references}`);
  });

  it("distinguishes equal names in a thousand vhosts", () => {
    const resources: LinkableResource[] = [];
    for (let i = 0; i < 1_000; i += 1) {
      const broker = make({
        vhosts: [`v${i}`, `w${i}`],
        users: [],
        exchanges: [["events", 0]],
        queues: [["audit", 0]],
        bindings: [{ from: 0, to: 0, toQueue: true, key: "events" }],
        letters: [],
      });
      resources.push(
        ...broker.resources.map((resource) => ({
          ...resource,
          urn: `${resource.urn}-${i}`,
          name: `${resource.name}/${i}`,
        })),
      );
    }
    const { links } = inferLinks(resources, schemas);
    const bindings = resources.filter(({ type }) => type.endsWith(":Binding"));
    for (const [i, { urn }] of bindings.entries()) {
      assert.deepEqual(templates(links.get(urn), resources.slice(i * 5, i * 5 + 5)), {
        vhost: `\${vhost-v${i}/${i}.name}`,
        source: `\${x-events-0/${i}.name}`,
        destination: `\${q-audit-0/${i}.name}`,
      });
    }
  });
});
