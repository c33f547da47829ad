/**
 * Compares specifications before and after a conversion to a package schema and back. imp must report each lost field at its path, and no
 * other fields. The comparison does not use the converter.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Path } from "../../../src/value/path.ts";
import { convertedFrom } from "../../support/conversions.ts";
import {
  randomSpecification,
  type SpecificationJson,
  type SpecificationObject,
} from "../../support/random-specifications.ts";
import { type Difference, differencesOf } from "../../support/specification-facts.ts";

const count = process.env.IMP_PROVE === "1" ? 3_000 : 150;

/** A lost field, with its path of names. */
interface NamedLoss {
  readonly kind: string;
  readonly path: string;
}

/** Returns the names along a path in the document: `resources.tree.status`. */
function namesOn(path: Path, document: SpecificationObject): string {
  const names: string[] = [];
  let part: SpecificationJson | undefined = document;
  for (const [index, key] of path.entries()) {
    part = (part as { readonly [key: string]: SpecificationJson } | undefined)?.[key];
    const name: SpecificationJson | undefined =
      typeof part === "object" && part !== null && !Array.isArray(part) ? part.name : undefined;
    if (index === 0) names.push(String(key));
    else if (typeof key === "number" && typeof name === "string") names.push(name);
  }
  return names.join(".");
}

/** The facts about a field that differ after a reported loss of each kind. A lost name explains all differences. */
const factsOfKind: Readonly<Record<string, readonly string[]>> = {
  "block-syntax": ["syntax", "requiredness"],
  condition: ["modifiers"],
  "custom-type": ["customType", "elementTypes", "objectCustomType"],
  description: ["description", "markdown", "isThere"],
  deprecation: ["deprecation", "isThere"],
  enum: ["validators"],
  "external-type": ["externalType", "objectExternalType"],
  integer: ["kind", "elements", "modifiers"],
  markdown: ["description", "markdown"],
  "max-items-one": ["kind", "modifiers"],
  number: ["kind", "elements", "modifiers"],
  "object-type": ["kind", "elements", "modifiers"],
  "plan-modifier": ["modifiers", "objectModifiers"],
  "provider-default": ["default"],
  replacement: ["modifiers"],
  requiredness: ["requiredness"],
  secret: ["sensitive"],
  set: ["kind", "elements", "modifiers"],
  size: ["validators", "objectValidators"],
  validator: ["validators", "objectValidators"],
};

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

function explains(loss: NamedLoss, { path, fact }: Difference): boolean {
  if (loss.kind === "name") {
    // A lost name removes one field, and adds a field with another name next to it.
    return fact === "added" ? parentOf(path) === parentOf(loss.path) : isWithin(path, loss.path);
  }
  if (loss.kind === "object-type" && isWithin(parentOf(path), loss.path) && ["syntax", "requiredness"].includes(fact)) {
    return true;
  }
  return loss.path === path && (factsOfKind[loss.kind] ?? []).includes(fact);
}

/** Returns true if the difference is the ID of a resource, which the conversion adds as an attribute. */
function isOwnId({ path, fact }: Difference): boolean {
  return /^resources\.[^.]+\.id$/.test(path) && (fact === "added" || fact === "modifiers");
}

function roundTrip(document: SpecificationObject, profile: "dynamic" | "framework") {
  const there = convertedFrom(JSON.stringify(document), { to: "schema", profile });
  const back = convertedFrom(there.text, { to: "specification" });
  return {
    differences: differencesOf(document, JSON.parse(back.text) as SpecificationObject),
    lost: there.losses.map(({ kind, path }): NamedLoss => ({ kind, path: namesOn(path, document) })),
  };
}

/** Returns true if the conversion back restores the field, so that a reported loss makes no difference. */
function isSilentlyBack({ kind, path }: NamedLoss): boolean {
  return kind === "plan-modifier" && path.endsWith(".id");
}

describe("the round trip of a specification", () => {
  for (const profile of ["framework", "dynamic"] as const) {
    it(`reports all lost fields of ${count} random specifications for the ${profile} bridge`, () => {
      const total = Array.from({ length: count }, (_, seed) =>
        differencesReported(randomSpecification(seed), profile, `seed ${seed}`),
      ).reduce((sum, differences) => sum + differences, 0);
      console.log(`      ${count} specifications, ${total} differences, all reported`);
    });

    for (const name of ["specifications/whole", "conversion/specification"]) {
      it(`reports all lost fields of ${name} for the ${profile} bridge`, () => {
        const text = readFileSync(new URL(`../../../fixtures/terraform/${name}.json`, import.meta.url), "utf8");
        assert.ok(differencesReported(JSON.parse(text) as SpecificationObject, profile, name) > 0);
      });
    }
  }

  it("keeps one property if a block and an attribute share a name, and reports it", () => {
    const attribute = { name: "rule", string: { computed_optional_required: "optional" } };
    const block = { name: "rule", single_nested: {} };
    const schema = { attributes: [attribute], blocks: [block] };
    const { losses } = convertedFrom(
      JSON.stringify({ version: "0.1", provider: { name: "orchard" }, resources: [{ name: "tree", schema }] }),
    );
    const places = losses.filter(({ kind }) => kind === "attribute-and-block").map(({ path }) => path.join("."));
    assert.deepEqual(places, ["resources.0.schema.blocks.0"]);
  });
});

/** Returns the number of different fields. Throws if a difference is not reported, or if a reported difference does not exist. */
function differencesReported(document: SpecificationObject, profile: "dynamic" | "framework", title: string): number {
  const { differences, lost } = roundTrip(document, profile);
  const silent = differences.filter(
    (difference) => !isOwnId(difference) && !lost.some((loss) => explains(loss, difference)),
  );
  assert.deepEqual(silent, [], `${title}: differences that no loss explains`);
  const isGone = ({ path }: NamedLoss): boolean =>
    differences.some(({ fact, path: outer }) => fact === "missing" && isWithin(path, outer));
  const idle = lost.filter(
    (loss) => !isSilentlyBack(loss) && !isGone(loss) && !differences.some((difference) => explains(loss, difference)),
  );
  assert.deepEqual(idle, [], `${title}: losses without a difference`);
  return differences.length;
}
