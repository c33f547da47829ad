import assert from "node:assert/strict";
import type { Link } from "../../../src/domain/graph.ts";
import type { LinkableResource } from "../../../src/links/linkable-resource.ts";
import { findOwners } from "../../../src/links/ownership/find-owners.ts";
import { fromPlainMap, type Plain } from "../../../src/value/plain.ts";

function resource(type: string, name: string, id: string, inputs: Readonly<Record<string, Plain>>): LinkableResource {
  const urn = `urn:pulumi:test::ownership::${type}::${name}`;
  const bag = fromPlainMap(inputs);
  return { urn, type, name, id, kind: "custom", consumer: true, inputs: bag, outputs: bag };
}

/** Returns one firewall with `count` rules for the same port. */
function estateOf(count: number) {
  const rules = Array.from({ length: count }, (_, i) => ({
    fromPort: 443,
    toPort: 443,
    protocol: "tcp",
    cidrBlock: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}/32`,
  }));
  const group = resource("aws:ec2/firewall:Firewall", "group", "fw-0123456789abcdef0", { rules });
  const owners = rules.map((rule, i) =>
    resource("aws:ec2/firewallRule:FirewallRule", `rule${i}`, `rule-${i}`, { ...rule, firewallId: group.id }),
  );
  const link: Link = { path: ["firewallId"], parts: [{ kind: "output", referent: group.urn, property: ["id"] }] };
  return { resources: [group, ...owners], links: new Map(owners.map(({ urn }) => [urn, [link]])), group };
}

describe("cost of ownership", () => {
  it("finds the owners of 8,000 rules of one firewall in linear time", function () {
    this.timeout(60_000);
    const times: string[] = [];
    for (const count of [800, 8_000]) {
      const { resources, links, group } = estateOf(count);
      const start = performance.now();
      const [owned] = findOwners(resources, links, new Map()).get(group.urn) ?? [];
      times.push(`${count}: ${Math.round(performance.now() - start)} ms`);
      assert.equal(owned?.kind === "elements" ? owned.owners.size : 0, count);
    }
    console.log(`      ${times.join(", ")}`);
    // No time is asserted, because a quadratic loop would reach the timeout.
  });
});
