/** The screens of `imp schema show`, compared with their golden files. `UPDATE_GOLDENS=1` writes them. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { memberDocument } from "../../src/cli/schema-document.ts";
import { renderMember, renderPackage } from "../../src/cli/schema-screen.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { describeMember } from "../../src/schema/show/describe.ts";
import { describePackage } from "../../src/schema/show/describe-package.ts";
import { findMember } from "../../src/schema/show/find-member.ts";
import type { PackageSchema, ResourceSchema } from "../../src/schema/types.ts";
import { readSchema } from "../support/published-schemas.ts";

const plain = { width: 80, colour: false };
const folder = fileURLToPath(new URL("schema-show/", import.meta.url));

const hostile = "\u001b[31m\u202e\u0007";

/** A schema with every kind of tree node. */
const orchard = {
  name: "orchard",
  version: "2.1.0",
  displayName: "Orchard",
  description: `Trees ${hostile}and fruit.`,
  meta: { moduleFormat: "(.*)(?:/[^/]*)" },
  config: {
    variables: { region: { type: "string", defaultInfo: { environment: ["ORCHARD_REGION"] } } },
    required: ["region"],
  },
  provider: { inputProperties: { token: { type: "string", secret: true } } },
  types: {
    "orchard:farm/branch:Branch": {
      type: "object",
      properties: {
        length: { type: "integer", willReplaceOnChanges: true },
        branches: { type: "array", items: { $ref: "#/types/orchard:farm%2Fbranch:Branch" } },
      },
      required: ["length"],
    },
    "orchard:farm/graft:Graft": {
      type: "object",
      properties: {
        kind: { type: "string", const: "graft" },
        of: { $ref: "/forest/v1.0.0/schema.json#/types/forest:index:Tree" },
      },
    },
    "orchard:farm/colour:Colour": {
      type: "string",
      description: "The colour of a fruit.",
      enum: [
        { name: "Red", value: "red", description: "Ripe." },
        { value: "green", deprecationMessage: "Green fruit is not sold." },
      ],
    },
  },
  functions: {
    "orchard:farm/getTree:getTree": {
      description: "Looks a tree up.",
      inputs: { properties: { name: { type: "string" } }, required: ["name"] },
      outputs: { properties: { height: { type: "number" } }, required: ["height"] },
    },
  },
  resources: {
    "orchard:farm/tree:Tree": {
      description: `A tree.\n\n## Example Usage\n\n\`\`\`sh\n# Import\n## Import\n\`\`\`\n\n## Import\n\nBy its name:\n\n\`\`\`sh\n$ pulumi import orchard:farm/tree:Tree old old-oak\n\`\`\`\n\n## After\n\nNo more.`,
      deprecationMessage: "Use orchard:farm/plant:Plant.",
      aliases: [{ type: "orchard:index/tree:Tree" }],
      inputProperties: {
        age: { type: "integer", default: 3, deprecationMessage: "Nobody counts." },
        colour: { oneOf: [{ type: "string" }, { $ref: "#/types/orchard:farm%2Fcolour:Colour" }] },
        limb: {
          oneOf: [{ $ref: "#/types/orchard:farm%2Fbranch:Branch" }, { $ref: "#/types/orchard:farm%2Fgraft:Graft" }],
        },
        limbs: { type: "object", additionalProperties: { $ref: "#/types/orchard:farm%2Fbranch:Branch" } },
        name: { type: "string", replaceOnChanges: true, description: "The name. ".repeat(20) },
        password: { type: "string", secret: true, description: `Unlocks ${hostile}the gate.` },
      },
      requiredInputs: ["name"],
      properties: { name: { type: "string" }, fruit: { type: "array", items: { type: "string" } } },
      required: ["name", "fruit"],
    },
    "orchard:farm/house:House": { isComponent: true, inputProperties: {} },
  },
};

const openOrchard = (): PackageSchema => loadSchema(Buffer.from(JSON.stringify(orchard)));

function shown(open: PackageSchema, word: string, screen = plain): string {
  const found = findMember(open, word);
  assert.ok(found.kind === "found", word);
  return renderMember(describeMember(open, found.member), "orchard", screen);
}

describe("imp schema show", () => {
  const screens: Readonly<Record<string, () => string>> = {
    package: () => renderPackage(describePackage(openOrchard()), "orchard", plain),
    resource: () => shown(openOrchard(), "farm.tree"),
    component: () => shown(openOrchard(), "House"),
    provider: () => shown(openOrchard(), "provider"),
    function: () => shown(openOrchard(), "orchard:farm:getTree"),
    type: () => shown(openOrchard(), "orchard:farm/branch:Branch"),
    enum: () => shown(openOrchard(), "Colour"),
    "random-password": () => shown(loadSchema(readSchema("packages", "random")), "RandomPassword"),
  };

  for (const [name, render] of Object.entries(screens)) {
    it(`prints a part of a schema as in its golden file: ${name}`, () => {
      const golden = `${folder}${name}.txt`;
      const screen = `${render()}\n`;
      if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, screen);
      assert.equal(screen, readFileSync(golden, "utf8"));
      assert.doesNotMatch(screen, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      for (const line of screen.split("\n")) assert.ok(line.length <= 80, line);
    });
  }

  it("prints the same text in color", () => {
    const coloured = shown(openOrchard(), "farm.tree", { width: 80, colour: true });
    assert.notEqual(coloured, screens.resource?.());
    assert.equal(coloured.replace(/\u001b\[\d+m/g, ""), screens.resource?.());
  });

  it("prints an example import file that imp can read", () => {
    for (const [open, word] of [
      [openOrchard(), "farm.tree"],
      [loadSchema(readSchema("packages", "aws")), "aws:index/s3Bucket:S3Bucket"],
    ] as const) {
      const text = shown(open, word);
      const specs = readSpecs([{ path: "shown", text: text.slice(text.indexOf("Import file\n") + 12) }]);
      assert.equal(specs.resources.length, 1);
    }
  });

  it("lists each type that a resource uses once in the JSON document", () => {
    const open = openOrchard();
    const document = memberDocument(
      describeMember(open, {
        section: "resources",
        resource: open.resource("orchard:farm/tree:Tree") as ResourceSchema,
      }),
    ) as { readonly types: object; readonly inputs: readonly { readonly name: string }[] };
    assert.deepEqual(Object.keys(document.types).sort(), ["orchard:farm/branch:Branch", "orchard:farm/graft:Graft"]);
    assert.equal(document.inputs[0]?.name, "name");
  });

  it("shows a resource with 5,000 properties, a huge description, and recursive types", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, i) => [`p${i}`, { $ref: `#/types/big:index:T${i % 3000}` }]),
    );
    const types = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [
        `big:index:T${i}`,
        { type: "object", properties: { next: { $ref: `#/types/big:index:T${(i + 1) % 3000}` } } },
      ]),
    );
    const resources = { "big:index:R": { description: "word ".repeat(200_000), inputProperties: properties } };
    const open = loadSchema(Buffer.from(JSON.stringify({ name: "big", resources, types })));
    const text = shown(open, "R");
    for (const i of [0, 2999, 4999]) assert.match(text, new RegExp(`^ {2}p${i}: big:T${i % 3000}$`, "m"));
    assert.ok(text.length < 1_000_000, String(text.length));
  });
});
