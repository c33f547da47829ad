/**
 * Compares package schemas before and after a conversion to a specification and back. imp must report each changed property at its path. The
 * comparison does not use the converter.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { formatPath } from "../../../src/value/path.ts";
import { convertedFrom } from "../../support/conversions.ts";
import { readSchema, type SchemaFolder, schemaNames } from "../../support/published-schemas.ts";
import { randomSpecification } from "../../support/random-specifications.ts";
import {
  differencesOfSides,
  type JsonMap,
  mapOf,
  membersOf,
  type SchemaDifference,
  type Sides,
} from "../../support/schema-facts.ts";

const schemas: readonly (readonly [folder: SchemaFolder, name: string])[] = [
  ...schemaNames("features").map((name) => ["features", name] as const),
  ["packages", "command"],
  ["packages", "random"],
];

/** The kinds of losses that drop a whole definition, because a specification cannot express it. */
const whole: ReadonlySet<string> = new Set(["component", "method", "overlay"]);

function sidesOf(resource: JsonMap, place: string): Sides {
  return {
    input: membersOf(resource, place, "inputProperties", "requiredInputs"),
    output: membersOf(resource, place, "properties", "required"),
  };
}

function isAt(loss: string, place: string): boolean {
  return loss === place || loss.startsWith(`${place}.`) || loss.startsWith(`${place}[`);
}

/** Returns true if only the conversion back drops the field: it ignores the validators that enums become, and defaults of the provider. */
function isLostLater({ fact, before }: SchemaDifference, kinds: ReadonlySet<string>): boolean {
  if (fact === "type") return before.includes("enum ") && kinds.has("enum");
  return fact === "default" && kinds.has("provider-default");
}

/** Returns the lists of required properties by path. */
function requiredLists(
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [string, readonly string[]])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    const isList = Array.isArray(inner) && /^required/.test(key) && path.at(-1) !== "properties";
    return isList ? [[formatPath(at), inner as string[]] as const] : requiredLists(inner, at);
  });
}

function readTerraformFixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/terraform/${name}.json`, import.meta.url), "utf8");
}

describe("the round trip of a package schema", () => {
  it("keeps the order of required properties, or reports the change", () => {
    let changed = 0;
    for (let seed = 0; seed < 30; seed += 1) {
      const first = convertedFrom(JSON.stringify(randomSpecification(seed)), { to: "schema", profile: "framework" });
      const there = convertedFrom(first.text, { to: "specification" });
      const back = convertedFrom(there.text, { to: "schema", profile: "framework" });
      const after = new Map(requiredLists(JSON.parse(back.text)));
      const lost = new Set(there.losses.filter(({ kind }) => kind === "order").map(({ path }) => formatPath(path)));
      for (const [place, before] of requiredLists(JSON.parse(first.text))) {
        const now = after.get(place) ?? [];
        const isMoved = before.toSorted().join() === now.toSorted().join() && before.join() !== now.join();
        if (isMoved) assert.ok(lost.has(place), `seed ${seed}: ${place}: ${before} -> ${now}`);
        changed += isMoved ? 1 : 0;
      }
    }
    assert.ok(changed > 0);
  });

  it("keeps required properties of objects in both directions, or reports the change", () => {
    const fixtures = ["specifications/whole", "conversion/specification"].map(readTerraformFixture);
    const random = Array.from({ length: 30 }, (_, seed) => JSON.stringify(randomSpecification(seed)));
    let reported = 0;
    for (const [index, document] of [...fixtures, ...random].entries()) {
      const first = convertedFrom(document, { to: "schema", profile: "framework" });
      const specification = convertedFrom(first.text, { to: "specification" });
      const back = convertedFrom(specification.text, { to: "schema", profile: "framework" });
      const lost = specification.losses.filter(({ kind }) => ["requiredness", "order"].includes(kind));
      const [before, after] = [first, back].map(({ text }) => mapOf((JSON.parse(text) as JsonMap).types));
      for (const [token, type] of Object.entries(before ?? {})) {
        const now = mapOf(after)[token];
        if (now === undefined) continue;
        const [old, renewed] = [mapOf(type), mapOf(now)].map(({ required, language }) => ({ required, language }));
        if (isDeepStrictEqual(old, renewed)) continue;
        const isReported = lost.some(({ path }) => path[0] === "types" && path[1] === token);
        assert.ok(isReported, `document ${index}: ${token}: ${JSON.stringify(old)} -> ${JSON.stringify(renewed)}`);
        reported += 1;
      }
    }
    assert.ok(reported > 0);
  });

  for (const [folder, name] of schemas) {
    it(`reports all lost fields of the schema ${name}`, () => {
      const bytes = readSchema(folder, name);
      const specification = convertedFrom(bytes, { to: "specification" });
      const back = convertedFrom(specification.text, { to: "schema" });
      const [before, after] = [JSON.parse(bytes.toString("utf8")), JSON.parse(back.text)] as [JsonMap, JsonMap];
      const specified = (
        JSON.parse(specification.text) as { readonly resources?: readonly { readonly name: string }[] }
      ).resources;
      const lost = specification.losses.map(({ path }) => formatPath(path));
      const gone = specification.losses.filter(({ kind }) => whole.has(kind)).map(({ path }) => formatPath(path));
      const later = new Set<string>(back.losses.map(({ kind }) => kind));
      const tokens = Object.keys(mapOf(before.resources)).sort();
      const kept = tokens.filter((token) => !gone.includes(formatPath(["resources", token])));
      // A specification sorts resources by token.
      const silent = kept.flatMap((token, index) => {
        const word = specified?.[index]?.name.replaceAll("_", "");
        const match = Object.keys(mapOf(after.resources)).find((one) => one.split(":")[2]?.toLowerCase() === word);
        assert.ok(match !== undefined, `${token} was not converted to a resource`);
        const resourcePath = formatPath(["resources", token]);
        const [old, renewed] = [mapOf(before.resources)[token], mapOf(after.resources)[match]].map((one) =>
          sidesOf(mapOf(one), resourcePath),
        );
        assert.ok(old !== undefined && renewed !== undefined);
        return differencesOfSides([old, renewed], [mapOf(before.types), mapOf(after.types)]);
      });
      const unexplained = silent.filter(
        (difference) =>
          !isLostLater(difference, later) && !lost.some((loss) => difference.places.some((place) => isAt(loss, place))),
      );
      assert.deepEqual(unexplained, []);
    });
  }
});
