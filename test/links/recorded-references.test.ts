/** Links that follow from the dependencies that a state records for an input. */
import assert from "node:assert/strict";
import type { Link } from "../../src/domain/graph.ts";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, stringValue } from "../../src/value/value.ts";

const text = { type: "string" };
const secret = { ...text, secret: true };
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "shop",
      version: "1.0.0",
      resources: {
        "shop:index:Key": {
          properties: { pem: secret, open: text, word: text, same: text, maybe: text },
          required: ["pem", "open", "word", "same"],
        },
        "shop:index:Cert": {
          inputProperties: {
            pem: secret,
            plain: text,
            tags: { type: "object", additionalProperties: text },
            kept: { ...text, const: "x" },
          },
          properties: {},
        },
      },
    }),
  ),
);
const urn = (type: string, name: string): string => `urn:pulumi:dev::shop::shop:index:${type}::${name}`;
const hidden = (value: string) => secretValue(stringValue(value));

function key(name: string, more: PropertyMap = new Map()): LinkableResource {
  const outputs = new Map([
    ...fromPlainMap({ open: "-----BEGIN\n{open}\n", word: "west", same: "-----BEGIN\n{open}\n", maybe: "perhaps" }),
    ["pem", hidden("-----BEGIN\nkey\n")] as const,
    ...more,
  ]);
  return resource("Key", name, { outputs });
}

function resource(type: string, name: string, more: Partial<LinkableResource>): LinkableResource {
  const token = `shop:index:${type}`;
  const described = schema.resource(token);
  assert.ok(described);
  const empty = { inputs: new Map(), outputs: new Map(), kind: "custom" as const, consumer: true };
  return { ...empty, urn: urn(type, name), type: token, name, id: `id of ${name}`, schema: described, ...more };
}

function linksOf(
  inputs: PropertyMap,
  sources: Record<string, readonly string[]>,
  keys = [key("a")],
): readonly string[] {
  const madeOf = new Map(Object.entries(sources).map(([name, names]) => [name, names.map((one) => urn("Key", one))]));
  const cert = resource("Cert", "cert", { inputs, madeOf });
  const { links } = inferLinks([...keys, cert], new Map([["shop", schema]]));
  const shown = (link: Link) =>
    link.parts.map((part) => (part.kind === "text" ? part.text : `${part.referent.split("::")[3]}.${part.property}`));
  return (links.get(cert.urn) ?? []).map((link) => `${link.path.join(".")} = ${shown(link).join("")}`);
}

describe("dependencies of inputs that the state records", () => {
  const inputs = new Map([["pem", hidden("-----BEGIN\nkey\n")]]);

  it("links a secret only if the state records its dependency", () => {
    assert.deepEqual(linksOf(inputs, { pem: ["a"] }), ["pem = a.pem"]);
    assert.deepEqual(linksOf(inputs, {}), []);
    assert.deepEqual(linksOf(inputs, { plain: ["a"] }), []);
  });

  it("links an input to an output with its name, or else the ID, or else an equal output", () => {
    const called = fromPlainMap({ plain: "-----BEGIN\n{open}\n" });
    assert.deepEqual(linksOf(called, { plain: ["a"] }), ["plain = a.open"]);
    assert.deepEqual(linksOf(fromPlainMap({ plain: "id of a" }), { plain: ["a"] }), ["plain = a.id"]);
    assert.deepEqual(linksOf(fromPlainMap({ plain: "west" }), { plain: ["a"] }), ["plain = a.word"]);
    assert.deepEqual(linksOf(fromPlainMap({ plain: "west" }), {}), []);
  });

  it("keeps an input literal if its dependency is ambiguous, or if the output is optional", () => {
    const both = fromPlainMap({ plain: "west" });
    assert.deepEqual(linksOf(both, { plain: ["a", "b"] }, [key("a"), key("b")]), []);
    assert.deepEqual(linksOf(both, { plain: ["a", "b"] }, [key("a"), key("b", fromPlainMap({ word: "east" }))]), [
      "plain = a.word",
    ]);
    assert.deepEqual(linksOf(fromPlainMap({ plain: "else" }), { plain: ["a"] }), []);
    assert.deepEqual(linksOf(fromPlainMap({ plain: "perhaps" }), { plain: ["a"] }), []);
  });

  it("links a secret only to a secret output, and a public value only to a public output", () => {
    const shown = fromPlainMap({ plain: "-----BEGIN\nkey\n" });
    assert.deepEqual(linksOf(shown, { plain: ["a"] }), []);
    assert.deepEqual(linksOf(new Map([["plain", hidden("west")]]), { plain: ["a"] }), []);
    const withSecret = [key("a", new Map([["word", hidden("west")]]))];
    assert.deepEqual(linksOf(new Map([["plain", hidden("west")]]), { plain: ["a"] }, withSecret), ["plain = a.word"]);
    assert.deepEqual(linksOf(new Map([["pem", hidden("west")]]), { pem: ["a"] }), ["pem = a.word"]);
  });

  it("links whole words inside a string, and prefers the longest match", () => {
    const keys = [key("a", fromPlainMap({ word: "calm-otter", same: "otter" }))];
    const inside = (plain: string, sources: Record<string, readonly string[]> = { plain: ["a"] }) =>
      linksOf(fromPlainMap({ plain }), sources, keys);
    assert.deepEqual(inside('{"pet":"calm-otter","other":["otter"]}'), ['plain = {"pet":"a.word","other":["a.same"]}']);
    assert.deepEqual(inside("calm-otters, otterly; xcalm-otters"), []);
    assert.deepEqual(inside("calm-otter/x calm-otter"), ["plain = a.word/x a.word"]);
    assert.deepEqual(inside("in calm-otter", {}), []);
    const both = { plain: ["a", "b"] };
    const twice = [...keys, key("b", fromPlainMap({ word: "calm-otter" }))];
    assert.deepEqual(linksOf(fromPlainMap({ plain: "in calm-otter" }), both, twice), []);
  });

  it("links a document to an equal output, unless the resource refers to the source in another input", () => {
    const document = '{"Statement":[]}';
    const keys = [key("a", fromPlainMap({ word: document }))];
    const about = fromPlainMap({ plain: document, tags: { owner: "id of a" } });
    assert.deepEqual(linksOf(about, { plain: ["a"], tags: ["a"] }, keys), ["tags.owner = a.id"]);
    assert.deepEqual(linksOf(fromPlainMap({ plain: document }), { plain: ["a"] }, keys), ["plain = a.word"]);
  });

  it("keeps constants literal inside a value that has references", () => {
    const keys = [key("a", fromPlainMap({ word: "eu-west-1" }))];
    const tags = fromPlainMap({ tags: { region: "eu-west-1", owner: "id of a" } });
    assert.deepEqual(linksOf(tags, { tags: ["a"] }, keys), ["tags.owner = a.id"]);
  });
});
