/** Links to resources whose short ID follows the name of their type, as in `integrations/bkonhcwi`. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";

const text = { type: "string" };
const types = {
  Integration: { properties: { kind: text }, inputProperties: { kind: text } },
  Authorizer: { properties: { kind: text }, inputProperties: { kind: text } },
  Network: { properties: { name: text }, inputProperties: { name: text } },
  Route: { properties: { target: text, network: text }, inputProperties: { target: text, network: text } },
};
const resources = Object.fromEntries(Object.entries(types).map(([name, spec]) => [`web:index:${name}`, spec]));
const schema = loadSchema(Buffer.from(JSON.stringify({ name: "web", version: "1.0.0", resources })));

function resource(member: string, name: string, id: string, inputs: Record<string, string>): LinkableResource {
  const type = `web:index:${member}`;
  const described = schema.resource(type);
  assert.ok(described);
  const values = fromPlainMap(inputs);
  const urn = `urn:pulumi:dev::shop::${type}::${name}`;
  return { urn, type, name, id, schema: described, inputs: values, outputs: values, kind: "custom", consumer: true };
}

const others = [
  resource("Integration", "code", "bkonhcwi", { kind: "proxy" }),
  resource("Authorizer", "login", "abcdwxyz", { kind: "jwt" }),
  resource("Network", "main", "main", { name: "main" }),
];

function partsOf(inputs: Record<string, string>): readonly string[] {
  const route = resource("Route", "route", "r7", inputs);
  const { links } = inferLinks([...others, route], new Map([["web", schema]]));
  return (links.get(route.urn) ?? []).map(({ parts }) =>
    parts
      .map((part) => (part.kind === "text" ? part.text : `<${part.referent.split("::")[3]}.${part.property}>`))
      .join(""),
  );
}

describe("an ID after the name of its type", () => {
  it("links an ID after the name of a type to the resource of that type", () => {
    assert.deepEqual(partsOf({ target: "integrations/bkonhcwi" }), ["integrations/<code.id>"]);
  });

  for (const [title, target] of [
    ["a resource of another type has the ID", "integrations/abcdwxyz"],
    ["the word is not a type name", "things/bkonhcwi"],
    ["a user chose the ID", "networks/main"],
    ["more characters follow", "integrations/bkonhcwi/more"],
  ] as const) {
    it(`keeps an ID after a type name literal if ${title}`, () => {
      assert.deepEqual(partsOf({ target }), []);
    });
  }
});
