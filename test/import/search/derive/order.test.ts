/** The program of a resource does not depend on the order of the import specs. */
import assert from "node:assert/strict";
import { permutationsOf } from "../../../support/permutations.ts";
import { derive } from "../../honest.ts";
import { type JsonObject, type ModelObject, type ModelType, unknownText } from "../../model-cloud.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const flag = { type: "boolean" };

describe("the order of import specs of one type", () => {
  /** Returns a type with a boolean and a list. Read returns both, but Check accepts only one of them. */
  const publication = (property: "tables" | "allTables" | "", isKnown: boolean): ModelType => ({
    inputProperties: { name: text, owner: text, allTables: flag, tables: texts },
    requiredInputs: ["name"],
    check: (_, news) => {
      if (news.allTables === undefined || news.tables === undefined) return { inputs: news };
      const reason = `Conflicting configuration arguments. "tables": conflicts with all_tables. Examine values at '${String(news.name)}.tables'.`;
      return { failures: [{ property, reason }] };
    },
    diff: ({ olds, news }) => {
      const diffs = Object.keys(news).filter((name) => JSON.stringify(news[name]) !== JSON.stringify(olds[name]));
      return { changes: diffs.length > 0 ? "some" : "none", diffs };
    },
    create: ({ name = "", owner = null, allTables = null, tables = null }) => ({
      name,
      owner: owner ?? unknownText,
      allTables: allTables ?? (isKnown ? false : null),
      tables: tables ?? unknownText,
    }),
  });
  const everything = ["public.a", "public.b", "public.c"];
  const objects: readonly ModelObject[] = [
    { name: "every", inputs: { name: "every", owner: "app", allTables: true, tables: everything } },
    { name: "some", inputs: { name: "some", owner: "app", allTables: false, tables: ["public.a"] } },
    { name: "more", inputs: { name: "more", owner: "ops", allTables: true, tables: everything } },
    { name: "two", inputs: { name: "two", owner: "app", allTables: false, tables: ["public.a", "public.b"] } },
  ];
  const expected: Readonly<Record<string, JsonObject>> = {
    every: { name: "every", owner: "app", allTables: true },
    some: { name: "some", owner: "app", tables: ["public.a"] },
    more: { name: "more", owner: "ops", allTables: true },
    two: { name: "two", owner: "app", tables: ["public.a", "public.b"] },
  };

  for (const property of ["tables", "allTables", ""] as const) {
    for (const isKnown of [true, false]) {
      const plan = isKnown ? "the Create preview returns the boolean" : "the Create preview omits the boolean";
      it(`omits a list that a boolean implies if Check names ${property || "no property"} and ${plan}`, async () => {
        for (const order of permutationsOf(objects)) {
          const { programs } = await derive(publication(property, isKnown), order, { mode: "minimal" });
          const actual = Object.fromEntries(order.map(({ name = "" }, index) => [name, programs[index]]));
          assert.deepEqual(actual, expected, order.map(({ name }) => name).join());
        }
      });
    }
  }
});
