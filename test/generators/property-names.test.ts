import assert from "node:assert/strict";
import type { ImpError } from "../../src/domain/errors.ts";
import { node, object, program, reference, text } from "./build.ts";
import { languageNames, loadGenerator } from "./generator-of.ts";

/** Returns the reasons why languages reject inputs with these names, at the top level and in a nested object. */
async function refusals(...names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const properties = names.map((name) => [name, text("x")] as const);
  const top = program([node("a", "sim:a:First", { inputs: properties })]);
  const nested = program([node("a", "sim:a:First", { inputs: [["rule", object("sim:a:Rule", properties)]] })]);
  const reasons: Record<string, string> = {};
  for (const language of languageNames) {
    const generator = await loadGenerator(language);
    for (const [location, written] of [
      ["", top],
      [" nested", nested],
    ] as const) {
      try {
        await generator.print(written, {});
      } catch (error) {
        const { code, explanation } = error as ImpError;
        assert.equal(code, "GENERATOR_CANNOT_EXPRESS");
        reasons[`${language}${location}`] = explanation.why ?? "";
      }
    }
  }
  return reasons;
}

function inBoth(...languages: readonly string[]): readonly string[] {
  return languages.flatMap((language) => [language, `${language} nested`]).sort();
}

describe("property names", () => {
  it("rejects two property names that a language maps to the same name", async () => {
    const hyphen = await refusals("fooBar", "foo-bar");
    assert.deepEqual(Object.keys(hyphen).sort(), inBoth("csharp", "go", "python"));
    assert.match(hyphen.go ?? "", /both called "FooBar" in Go: "fooBar" and "foo-bar"/);
    const capital = await refusals("size", "Size");
    assert.deepEqual(Object.keys(capital).sort(), inBoth("csharp", "go", "hcl", "python"));
    const keyword = await refusals("class", "class_");
    assert.deepEqual(Object.keys(keyword).sort(), inBoth("java", "python"));
    const characters = await refusals("foo-bar", "foobar");
    assert.deepEqual(Object.keys(characters).sort(), inBoth("java"));
  });

  it("rejects properties without a struct field in Go, and invalid names in PCL and HCL", async () => {
    const reasons = await refusals("foo.bar");
    assert.deepEqual(Object.keys(reasons).sort(), ["go", "go nested", "hcl", "pcl"]);
    assert.match(reasons.go ?? "", /has "foo\.bar", which is not the name of a field/);
    const inputs = [["name", reference("b", "foo.bar")]] as const;
    const written = program([node("b", "sim:a:First"), node("a", "sim:a:First", { inputs })]);
    const { print } = await loadGenerator("go");
    await assert.rejects(print(written, {}), /foo\.bar/);
  });

  it("prints property names with a leading digit or underscore, but rejects leading digits in PCL and HCL", async () => {
    assert.deepEqual(Object.keys(await refusals("6to4Interface")), ["pcl", "hcl"]);
    assert.deepEqual(Object.keys(await refusals("_scopes")), []);
  });

  it("rejects a provider property in Go that the struct does not export", async () => {
    const provider = node("p", "pulumi:providers:sim", { kind: "provider", inputs: [["6to4Interface", text("x")]] });
    const { print } = await loadGenerator("go");
    await assert.rejects(print(program([provider]), {}), /6to4Interface/);
  });
});
