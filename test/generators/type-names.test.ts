/**
 * Programs use the class and module names of the official SDKs, and reject resources whose SDK does not compile. The rules come from the
 * SDK generators:
 *
 * - TypeScript, Python, Go: pulumi/pulumi 3.274.1, `pkg/codegen`: `tokenToName` in `nodejs/gen.go`, `python/gen.go` and `go/gen.go`, with
 *   `UppercaseFirst` and `Unhyphenate`; `makeValidModuleSegment` (nodejs), `PyName` and `EnsureKeywordSafe` (python), `Title` and `genHeader`
 *   (go: `package` is the last part of the module without hyphens, and the file of a resource has the same name)
 * - C#: pulumi/pulumi-dotnet, `pulumi-language-dotnet/codegen/gen.go`: `tokenToName`, `namespaceName`, which replace no character
 * - Java: pulumi/pulumi-java, `pkg/codegen/java`: `tokenToName`, `parsePackageName`, `names/ident.go`, which makes any name valid
 */
import assert from "node:assert/strict";
import type { ImpError } from "../../src/domain/errors.ts";
import { node, object, program, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

/** A part of the printed program, or the expected rejection. */
type Expected = string | { readonly refused: string };

interface Row {
  readonly what: string;
  /** The resource type. Defaults to a type that every language can name. */
  readonly resource?: string;
  /** The type of an object in its inputs. Omitted if it has none. */
  readonly object?: string;
  readonly typescript: Expected;
  readonly python: Expected;
  readonly go: Expected;
  readonly csharp: Expected;
  readonly java: Expected;
}

const languages = ["typescript", "python", "go", "csharp", "java"] as const;

const refused = (name: string): Expected => ({ refused: `"${name}"` });

const rows: readonly Row[] = [
  {
    what: "a class with a hyphen",
    resource: "acme:index:foo-bar",
    typescript: "new acme.FooBar(",
    python: "acme.FooBar(",
    go: "acme.NewFooBar(",
    csharp: refused("Foo-bar"),
    java: "new Foobar(",
  },
  {
    what: "a class that begins with an underscore",
    resource: "acme:index:_Foo",
    typescript: "new acme._Foo(",
    python: "acme._Foo(",
    go: refused("_Foo"),
    csharp: "new Acme._Foo(",
    java: "new _Foo(",
  },
  {
    what: "a class with a dot",
    resource: "acme:index:foo.bar",
    typescript: refused("Foo.bar"),
    python: refused("Foo.bar"),
    go: refused("Foo.bar"),
    csharp: refused("Foo.bar"),
    java: "new Foo_bar(",
  },
  {
    what: "a class that begins with a digit",
    resource: "acme:index:6to4",
    typescript: refused("6to4"),
    python: refused("6to4"),
    go: refused("_6to4"),
    csharp: refused("6to4"),
    java: "new _6to4(",
  },
  {
    what: "a class that is a keyword of Python",
    resource: "acme:index:none",
    typescript: "new acme.None(",
    python: "acme.None_(",
    go: "acme.NewNone(",
    csharp: "new Acme.None(",
    java: "new None(",
  },
  {
    what: "a class that is a keyword of all languages in lowercase",
    resource: "acme:index:class",
    typescript: "new acme.Class(",
    python: "acme.Class(",
    go: "acme.NewClass(",
    csharp: "new Acme.Class(",
    java: "Class(",
  },
  {
    what: "a class whose file the Go toolchain does not build",
    resource: "acme:index:load_test",
    typescript: "new acme.Load_test(",
    python: "acme.Load_test(",
    go: refused("load_test.go"),
    csharp: "new Acme.Load_test(",
    java: "new Load_test(",
  },
  {
    what: "a module that begins with a digit",
    resource: "acme:6to4/tunnel:Tunnel",
    typescript: "new acme._6to4.Tunnel(",
    python: "acme._6to4.Tunnel(",
    go: refused("6to4"),
    csharp: refused("6to4"),
    java: "com.pulumi.acme._6to4.Tunnel;",
  },
  {
    what: "a module that is a keyword of TypeScript, Go and Java",
    resource: "acme:default/thing:Thing",
    typescript: "new acme._default.Thing(",
    python: "acme.default.Thing(",
    go: refused("default"),
    csharp: "new Acme.Default.Thing(",
    java: "com.pulumi.acme.default_.Thing;",
  },
  {
    what: "a module that is a keyword of Python",
    resource: "acme:lambda/thing:Thing",
    typescript: "new acme.lambda.Thing(",
    python: "acme.lambda_.Thing(",
    go: "lambda.NewThing(",
    csharp: "new Acme.Lambda.Thing(",
    java: "com.pulumi.acme.lambda.Thing;",
  },
  {
    what: "a module that Go only lets nearby packages import",
    resource: "acme:internal/thing:Thing",
    typescript: "new acme.internal.Thing(",
    python: "acme.internal.Thing(",
    go: refused("internal"),
    csharp: "new Acme.Internal.Thing(",
    java: "com.pulumi.acme.internal.Thing;",
  },
  {
    what: "a module that Go treats as a program",
    resource: "acme:main/thing:Thing",
    typescript: "new acme.main.Thing(",
    python: "acme.main.Thing(",
    go: refused("main"),
    csharp: "new Acme.Main.Thing(",
    java: "com.pulumi.acme.main.Thing;",
  },
  {
    what: "a module with a hyphen",
    resource: "acme:my-mod/thing:Thing",
    typescript: "new acme.my_mod.Thing(",
    python: "acme.my_mod.Thing(",
    go: '/go/acme/my-mod"',
    csharp: "new Acme.MyMod.Thing(",
    java: "com.pulumi.acme.mymod.Thing;",
  },
  {
    what: "an object type with a dot",
    object: "acme:index:rule.set",
    typescript: refused("Rule.set"),
    python: refused("Rule.set"),
    go: refused("Rule.set"),
    csharp: refused("Rule.set"),
    java: "Rule_setArgs",
  },
  {
    what: "an object type that begins with an underscore",
    object: "acme:index:_Rule",
    typescript: "rule: {",
    python: "rule=",
    go: refused("_Rule"),
    csharp: "new Acme.Inputs._RuleArgs",
    java: "_RuleArgs",
  },
  {
    what: "an object type whose name ends in an operating system",
    object: "acme:index:rule_linux",
    typescript: "rule: {",
    python: "rule=",
    go: "acme.Rule_linuxArgs",
    csharp: "new Acme.Inputs.Rule_linuxArgs",
    java: "Rule_linuxArgs",
  },
];

function written({ resource = "acme:index:Thing", object: type }: Row) {
  const inputs =
    type === undefined ? [["size", text("x")] as const] : [["rule", object(type, [["size", text("x")]])] as const];
  return program([node("a", resource, { inputs })]);
}

/** Returns the printed program, or the reason of the rejection. */
async function outcome(language: string, row: Row): Promise<{ readonly code: string } | { readonly why: string }> {
  const { print } = await loadGenerator(language);
  try {
    const files = await print(written(row), {});
    return { code: files.map(({ text: code }) => code).join("\n") };
  } catch (error) {
    const { code, explanation } = error as ImpError;
    assert.equal(code, "GENERATOR_CANNOT_EXPRESS", String(error));
    return { why: explanation.why ?? "" };
  }
}

describe("class and module names", () => {
  for (const row of rows)
    it(`names classes and modules like the SDK for ${row.what}`, async () => {
      for (const language of languages) {
        const expected = row[language];
        const result = await outcome(language, row);
        if (typeof expected === "string")
          assert.ok(
            "code" in result && result.code.includes(expected),
            `${language}: ${expected}\n${JSON.stringify(result)}`,
          );
        else
          assert.ok(
            "why" in result && result.why.includes(expected.refused),
            `${language} rejects the schema: ${expected.refused}\n${JSON.stringify(result)}`,
          );
      }
    });
});
