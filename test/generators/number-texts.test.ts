/** Some languages format numbers differently from the cloud. There, a numeric output inside a string is printed as a literal. */
import assert from "node:assert/strict";
import { languages } from "../../generators/index.ts";
import { printProgram } from "../../generators/print-program.ts";
import { linkExpression } from "../../src/lower/link-expression.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { node, program } from "./build.ts";

const text = { type: "string" };
const counted = { integer: { type: "integer" }, number: { type: "number" } } as const;

/** Prints a service whose task contains two outputs, in each language. Returns the lines with `family` or `version`, by language. */
async function tasks(kind: keyof typeof counted): Promise<Readonly<Record<string, string>>> {
  const resource = { properties: { family: text, revision: counted[kind] }, required: ["family", "revision"] };
  const schema = loadSchema(
    Buffer.from(JSON.stringify({ name: "sim", version: "1.0.0", resources: { "sim:a:First": resource } })),
  ).resource("sim:a:First");
  const output = (property: string) => ({ kind: "output" as const, referent: "urn", property: [property] });
  const parts = [output("family"), { kind: "text" as const, text: ":" }, { ...output("revision"), text: "7" }];
  const task =
    linkExpression({ path: ["task"], parts }, () => ({ node: "orders", schema, objectType: () => undefined })) ??
    assert.fail();
  const version = linkExpression({ path: ["version"], parts: parts.slice(2) }, () => ({
    node: "orders",
    schema,
    objectType: () => undefined,
  }));
  assert.equal(version?.kind, "interpolation", "a number is not converted to a string implicitly");
  const inputs = [
    ["task", task],
    ["version", version],
  ] as const;
  const written = program([node("orders", "sim:a:First"), node("shop", "sim:a:First", { inputs })]);
  const files = await printProgram(written, languages, new Map(), new Map(), "single");
  return Object.fromEntries(
    languages.map(({ name, fileName }) => {
      const file = files.find(({ path }) => path === fileName);
      const lines = file?.text.split("\n").filter((line) => /family/i.test(line) || /"?version"?\W/i.test(line)) ?? [];
      return [name, lines.map((line) => line.trim()).join(" ")];
    }),
  );
}

describe("a number in a string", () => {
  it("prints a number in a string as a literal if the language formats it differently", async () => {
    const whole = await tasks("integer");
    assert.match(whole.typescript ?? "", /task: pulumi\.interpolate`\$\{orders\.family\}:\$\{orders\.revision\}`/);
    assert.match(whole.python ?? "", /orders\.revision/);
    assert.match(whole.go ?? "", /orders\.Revision/);
    assert.match(whole.csharp ?? "", /orders\.Revision/);
    assert.match(whole.java ?? "", /orders\.revision\(\)/);
    assert.match(whole.yaml ?? "", /task: \$\{orders\.family\}:7 version: "7"/);
    const fraction = await tasks("number");
    assert.match(fraction.typescript ?? "", /\$\{orders\.revision\}/);
    assert.match(fraction.python ?? "", /Output\.concat\(orders\.family, ":7"\).* version="7"/);
    assert.match(fraction.java ?? "", /"%s:7", orders\.family\(\)/);
    assert.match(fraction.yaml ?? "", /task: \$\{orders\.family\}:7 version: "7"/);
  });
});
