import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { formatPath } from "../../src/value/path.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { runs } from "../support/runs.ts";
import {
  estate,
  type FixtureResource,
  linkable,
  linkables,
  mulberry,
  readEstate,
  schemas,
  targetsOf,
  templates,
  urnOf,
} from "./estate.ts";

describe("links between resources with coincidentally equal values", () => {
  assertEstate(estate.resources, () => ({ resources: linkables(), schemas }));
});

describe("links between resources that all have the same name", () => {
  const { resources } = readEstate("real-types");
  let built: Built | undefined;
  const build = (): Built => {
    if (built !== undefined) return built;
    const aws = loadSchema(readAwsSchema());
    const linked = resources.map((resource) => linkable(resource, resources, aws));
    for (const resource of linked) assertDescribed(resource);
    built = { resources: linked, schemas: new Map([["aws", aws]]) };
    return built;
  };
  assertEstate(resources, build);

  const words = /(?<=["/:| ,(])app(?=["\\/:|, )*])/g;
  const others: Readonly<Record<string, (text: string) => string>> = {
    "a longer word": (text) => text.replace(words, "default-service"),
    "a word and a generated suffix": (text) => text.replace(words, "prod-1a2b3c4d5"),
    "a word with dots and digits": (text) => text.replace(words, "My_App.v2-12345678"),
    "in ARNs of another account and partition": (text) =>
      text.replaceAll("123456789012", "000000000000").replaceAll("arn:aws:", "arn:aws-us-gov:"),
  };
  for (const [title, change] of Object.entries(others)) {
    it(`finds the same links if the shared name is ${title}`, () => {
      const aws = build().schemas.get("aws");
      const changed = JSON.parse(change(JSON.stringify(resources))) as readonly FixtureResource[];
      const linked = changed.map((resource) => linkable(resource, changed, aws));
      const { links } = inferLinks(linked, build().schemas);
      for (const resource of changed) {
        const found = templates(links.get(urnOf(resource)), linked);
        assert.deepEqual(found, resource.links ?? {}, resource.name);
      }
    });
  }

  it("finds all links between the remaining resources if some are missing", () => {
    const { resources: all, schemas: described } = build();
    const table = new Map(resources.map((resource) => [urnOf(resource), targetsOf(resource.links ?? {})]));
    const random = mulberry(1);
    const untrue = new Set<string>();
    for (let part = 0; part < runs(10); part += 1) {
      const share = 0.1 + 0.8 * random();
      const some = all.filter(() => random() < share);
      const names = new Set(some.map(({ name }) => name));
      const { links } = inferLinks(some, described);
      for (const { urn, name } of some) {
        const expected = table.get(urn) ?? new Set();
        const found = targetsOf(templates(links.get(urn), all));
        for (const link of found) if (!expected.has(link)) untrue.add(`${name} ${link}`);
        for (const link of expected) {
          const [, target = ""] = link.split(" -> ");
          if (names.has(target)) assert.ok(found.has(link), `${name} ${link}`);
        }
      }
    }
    assert.deepEqual([...untrue].filter((link) => !trueInParts.has(link)).sort(), []);
  });
});

/** Links that are wrong in the complete fixture, but correct if the actual target is missing. */
const trueInParts: ReadonlySet<string> = new Set([
  "app-fn environment.variables.TABLE -> app-table",
  "app-fn environment.variables.TABLE -> table",
  "app-queue policy -> artifacts",
  "docs dbSubnetGroupName -> app-subnets",
  "docs dbSubnetGroupName -> doc-subnets",
  "firewall-stage resourceArn -> rest-api",
  "peer-route routeTableId -> vpc",
  "s3-endpoint routeTableIds[1] -> vpc",
  // Correct if the other types of clusters with the same name are missing.
  ...["aurora", "docs", "warehouse", "ecs", "eks"].map((name) => `alarm dimensions.ClusterName -> ${name}`),
]);

interface Built {
  readonly resources: readonly LinkableResource[];
  readonly schemas: ReadonlyMap<string, PackageSchema>;
}

/** Asserts that imp finds exactly the links and notes that the fixture lists. */
function assertEstate(fixtures: readonly FixtureResource[], build: () => Built): void {
  let built: Built;
  let inferred: ReturnType<typeof inferLinks>;
  before(() => {
    built = build();
    inferred = inferLinks(built.resources, built.schemas);
  });
  for (const resource of fixtures) {
    it(`finds exactly the listed links of ${resource.type} ${resource.name}`, () => {
      assert.deepEqual(templates(inferred.links.get(urnOf(resource)), built.resources), resource.links ?? {});
    });
    it(`notes ambiguous and omitted references of ${resource.type} ${resource.name}`, () => {
      const notes = (inferred.notes.get(urnOf(resource)) ?? []).map(({ path, text }) => [
        path === undefined ? "" : formatPath(path),
        text.includes("close a cycle") ? "cycle" : text.includes("may be any of") ? "ambiguous" : text,
      ]);
      assert.deepEqual(Object.fromEntries(notes), resource.notes ?? {});
    });
  }
}

/** Asserts that the schema has all properties of the fixture, because a misspelled property would test nothing. */
function assertDescribed({ type, inputs, schema }: LinkableResource): void {
  assert.ok(schema !== undefined, `${type} is not in the schema`);
  for (const key of inputs.keys()) assert.ok(schema.inputs.has(key), `${type} has no input ${key}`);
}
