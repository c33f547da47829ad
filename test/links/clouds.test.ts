/** Links between the resources of a shop in four clouds. Handwritten lists have all references, and misleading values. */
import assert from "node:assert/strict";
import type { Link } from "../../src/domain/graph.ts";
import { inferLinks } from "../../src/links/infer-links.ts";
import type { LinkableResource } from "../../src/links/linkable-resource.ts";
import { formatPath, type Path, parsePath } from "../../src/value/path.ts";
import { stringValue } from "../../src/value/value.ts";
import { readEstate, readFixture } from "../support/described-estate.ts";
import { runs } from "../support/runs.ts";
import { mulberry, targetsOf, templates } from "./estate.ts";
import { atPath } from "./values.ts";

const folder = "links/clouds";
const files = ["aws", "gcp", "azure", "kubernetes"].map((cloud) => `${folder}/${cloud}.yaml`);

/** Replacements of the word "orders" in names. */
const otherWords: Readonly<Record<string, string>> = {
  "with a longer word": "storefront",
  "with a short word": "app",
  "with a word and a number": "shop-2",
};

/** Links that are correct only if the actual target is missing. */
const trueInParts: ReadonlySet<string> = new Set([
  // The value is in outputs of several resources: the network's default resources, the gateway, and both ends of the association.
  "bastion vpcSecurityGroupIds[0] -> net",
  "main-rt routeTableId -> net",
  "private-a-rt routeTableId -> net",
  "s3-endpoint routeTableIds[0] -> net",
  "nat-record records[0] -> nat",
  "bastion-ip-to publicIp -> bastion",
  "bastion-ip-to publicIp -> bastion-ip",
  // The ID of the actual target contains the ID of the resource that contains it.
  "g-images kmsKeyName -> g-ring",
  "g-topic kmsKeyName -> g-ring",
  "z-app configuration.registries[0].identity -> z-group",
  "z-app identity.userAssignedIdentities[0] -> z-group",
  "z-app managedEnvironmentId -> z-group",
  "z-apps networkSecurityGroup.id -> z-group",
  "z-env vnetConfiguration.infrastructureSubnetId -> z-group",
  "z-env vnetConfiguration.infrastructureSubnetId -> z-net",
  "z-may-read scope -> z-group",
  "z-nic ipConfigurations[0].publicIPAddress.id -> z-group",
  "z-nic ipConfigurations[0].subnet.id -> z-group",
  "z-nic ipConfigurations[0].subnet.id -> z-net",
  "z-pg network.delegatedSubnetResourceId -> z-group",
  "z-site serverFarmId -> z-group",
  "z-site virtualNetworkSubnetId -> z-group",
  "z-site virtualNetworkSubnetId -> z-net",
  "z-vm networkProfile.networkInterfaces[0].id -> z-group",
]);

interface Trap {
  readonly kind: string;
  readonly consumer: string;
  readonly path: string;
  readonly source: string;
  readonly output: string;
  readonly why: string;
}

/** Splits the rows of a table at spaces. The last column can contain spaces. */
function rowsOf(file: string, columns: number): readonly (readonly string[])[] {
  const lines = readFixture(`${folder}/${file}`).split("\n");
  const pattern = new RegExp(`^${"(\\S+)\\s+".repeat(columns - 1)}(.*)$`);
  return lines.flatMap((line) => {
    if (line === "" || line.startsWith("#")) return [];
    const row = pattern.exec(line);
    if (row === null) throw new Error(`not a row of ${file}: ${line}`);
    return [row.slice(1)];
  });
}

function trapOf([kind = "", consumer = "", path = "", from = "", why = ""]: readonly string[]): Trap {
  const dot = from.indexOf(".");
  return { kind, consumer, path, source: from.slice(0, dot), output: from.slice(dot + 1), why };
}

describe("references between the resources of a shop in four clouds", () => {
  const { resources, schemas } = readEstate(files);
  const table = new Map<string, Record<string, string>>();
  const rows = rowsOf("links.txt", 3);
  for (const [consumer = "", path = "", template = ""] of rows) {
    table.set(consumer, { ...table.get(consumer), [path]: template });
  }
  const traps = rowsOf("traps.txt", 5).map(trapOf);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const named = (name: string): LinkableResource => {
    const found = byName.get(name);
    assert.ok(found !== undefined, `no resource ${name}`);
    return found;
  };
  const textAt = (properties: LinkableResource["outputs"], path: Path): string => {
    const value = atPath(properties, path);
    assert.ok(value?.kind === "string", `no string at ${formatPath(path)}`);
    return value.value;
  };
  let links: ReadonlyMap<string, readonly Link[]>;
  before(() => {
    links = inferLinks(resources, schemas).links;
  });

  it("has at least 120 resources, 200 references, and 40 misleading values", () => {
    assert.ok(resources.length >= 120 && rows.length >= 200 && traps.length >= 40);
    assert.deepEqual(
      [...table.keys()].filter((name) => !byName.has(name)),
      [],
    );
  });

  for (const { name, type, urn } of resources) {
    it(`finds exactly the listed references of ${type.split(":").at(-1)} ${name}`, () => {
      assert.deepEqual(templates(links.get(urn), resources), table.get(name) ?? {});
    });
  }

  it("finds all references between the remaining resources if some are missing", () => {
    const random = mulberry(5);
    const untrue = new Set<string>();
    for (let part = 0; part < runs(10); part += 1) {
      const share = 0.1 + 0.8 * random();
      const some = resources.filter(() => random() < share);
      const present = new Set(some.map(({ name }) => name));
      const found = inferLinks(some, schemas).links;
      for (const { urn, name } of some) {
        const expected = targetsOf(table.get(name) ?? {});
        const actual = targetsOf(templates(found.get(urn), resources));
        for (const link of actual) if (!expected.has(link)) untrue.add(`${name} ${link}`);
        for (const link of expected) {
          if (present.has(link.split(" -> ")[1] ?? "")) assert.ok(actual.has(link), `${name} ${link}`);
        }
      }
    }
    assert.deepEqual([...untrue].filter((link) => !trueInParts.has(link)).sort(), []);
  });

  for (const [what, word] of Object.entries(otherWords)) {
    it(`finds the same references if the word that all names share is replaced ${what}`, () => {
      const change = (text: string): string => text.replace(/(?<![a-z0-9])orders(?![a-z])/g, word);
      const changed = readEstate(files, change);
      const found = inferLinks(changed.resources, changed.schemas).links;
      for (const { name, urn } of changed.resources) {
        const expected = Object.entries(table.get(name) ?? {}).map(([path, text]) => [path, change(text)] as const);
        assert.deepEqual(templates(found.get(urn), changed.resources), Object.fromEntries(expected), name);
      }
    });
  }

  for (const { kind, consumer, path, source, output, why } of traps) {
    it(`does not link ${path} of ${consumer} to ${output} of ${source} (${kind}: ${why})`, () => {
      const [user, owner] = [named(consumer), named(source)];
      const [inputPath, property] = [parsePath(path) ?? [], parsePath(output) ?? []];
      const offered = output === "id" ? stringValue(owner.id) : atPath(owner.outputs, property);
      assert.ok(offered?.kind === "string" && offered.value.length > 1, `${source} has no ${output}`);
      assert.ok(
        textAt(user.inputs, inputPath).includes(offered.value),
        "the input must contain the value of the output",
      );
      const parts = (links.get(user.urn) ?? [])
        .filter((link) => formatPath(link.path) === path)
        .flatMap((link) => link.parts);
      const taken = parts.filter((part) => part.kind === "output" && part.referent === owner.urn);
      assert.deepEqual(
        taken.filter((part) => part.kind === "output" && formatPath(part.property) === output),
        [],
      );
    });
  }
});
