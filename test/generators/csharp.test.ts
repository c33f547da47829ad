import assert from "node:assert/strict";
import { csharpMember, csharpProperty, namespaceName, resourceName } from "../../generators/csharp/cs-name.ts";
import { packageNamespace, qualifier } from "../../generators/csharp/names.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import {
  any,
  config,
  enumType,
  interpolation,
  list,
  map,
  node,
  nothing,
  num,
  object,
  objectType,
  program,
  property,
  reference,
  secret,
  string,
  text,
  token,
} from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const texts: Type = { kind: "list", element: string };

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("csharp")).print(written, {});
  return file?.text ?? assert.fail();
}

/** Returns a program whose last resource has this input. */
function withInput(value: Expression): Program {
  return program([node("a", "sim:a:First"), node("b", "sim:a:First", { inputs: [["value", value]] })]);
}

describe("names in C#", () => {
  it("names C# properties like the SDK", () => {
    // Expected values: docs/programs.md#c, and the output of the official generator.
    const names = {
      keepAlive: "KeepAlive",
      $ref: "Ref",
      "my-key": "MyKey",
      "a-": "A",
      "-a": "A",
      some_name: "Some_name",
      "9lives": "_9lives",
      class: "Class",
      ß: "ß",
    };
    assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, csharpProperty(name, {})])), names);
    assert.equal(csharpProperty("bucket", { csharp: { name: "BucketName" } }), "BucketName");
    assert.equal(resourceName(token("sim:a:thing"), {}), "Thing");
    assert.equal(resourceName(token("sim:a:thing"), { csharp: { name: "gadget" } }), "Gadget");
  });

  it("names C# namespaces like the SDK", () => {
    const language = { csharp: { namespaces: { "apps/v1": "Apps.V1", "": "Provider" } } };
    assert.equal(namespaceName("apps/v1", language), "Apps.V1");
    assert.equal(namespaceName("kebab-module/v2", language), "KebabModule.V2");
    const namespaces = [
      packageNamespace({ name: "azure-native", language: {} }),
      packageNamespace({ name: "config", language: {} }),
      packageNamespace({ name: "tools", namespace: "a-corp", language: {} }),
      packageNamespace({ name: "tools", namespace: "a", language: { csharp: { rootNamespace: "Acme.Sdk" } } }),
    ];
    assert.deepEqual(namespaces, ["Pulumi.AzureNative", "Pulumi.Config_", "ACorp.Tools", "Acme.Sdk.Tools"]);
    const old = { name: "k", language: { csharp: { ...language.csharp, compatibility: "kubernetes20" } } };
    const pod = token("k:apps/v1/x:Pod");
    assert.equal(qualifier(pod, old, "K", "Inputs"), "K.Types.Inputs.Apps.V1");
    assert.equal(qualifier(pod, old, "K", ""), "K.Apps.V1");
    assert.equal(qualifier(token("k:index:Release"), old, "K", "Inputs"), "K.Types.Inputs.Provider");
    assert.equal(qualifier(pod, { name: "k", language }, "K", "Inputs"), "K.Apps.V1.Inputs");
  });

  it("names C# enum members like the SDK", () => {
    const members: readonly (readonly [string | number, string | undefined])[] = [
      ["It's got apostrophes", "It_s_got_apostrophes"],
      ["plain", "Plain"],
      ["a-b", "A_b"],
      ["16", "Size_16"],
      ["_x", "Size_x"],
      [8, "Eight"],
      ["*", "Asterisk"],
      ["equals", "EqualsValue"],
      ["new", "New"],
      ["?", undefined],
      ["", undefined],
    ];
    for (const [value, name] of members) assert.equal(csharpMember({ value }, "Size"), name, String(value));
  });

  it("chooses valid, unique and short C# variables", async () => {
    const long = "x".repeat(200);
    const keys = ["9lives", "class", "a b", "DbHost", "aws-x:key", "args", ""];
    const inputs = keys.map((key, at) => [`p${at}`, config(key)] as const);
    const nodes = [long, `${long}y`, "value", "a", "A", "await"].map((id) => node(id, "sim:a:First"));
    const code = await print(program([...nodes, node("last", "sim:a:First", { inputs })]));
    assert.deepEqual([...code.matchAll(/var (\S+) = (?:new|config)/g)].map(([, name]) => name).sort(), [
      "@await",
      "@class",
      "A",
      "_",
      "_9lives",
      "a",
      "aB",
      "args2",
      "awsXConfig",
      "config",
      "dbHost",
      "last",
      "value2",
      long.slice(0, 50),
      `${long.slice(0, 50)}2`,
    ]);
    assert.match(code, /var key = awsXConfig\.RequireSecret\("key"\);/);
  });

  it("chooses C# aliases and variables that hide no type and no root namespace", async () => {
    const resources = ["config", "google", "acme"].map((name, at) => node(`r${at}`, `${name}:index:Thing`));
    const code = await print(
      program([...resources, node("Output", "config:index:Thing")], [{ name: "acme", namespace: "acme" }]),
    );
    assert.match(code, /^using Config_ = Pulumi\.Config_;$/m);
    assert.match(code, /^using PulumiGoogle = Pulumi\.Google;$/m);
    assert.match(code, /^using PulumiAcme = Acme\.Acme;$/m);
    assert.match(code, /var Output2 = /);
  });
});

describe("C#", () => {
  it("asserts that optional outputs are not null, and casts untyped members (C#)", async () => {
    const spec = { ...reference("a", "spec", "host"), through: [objectType("sim:a:Spec")], optional: true as const };
    const count = { ...reference("a", "count"), type: { kind: "integer" } as const, optional: true as const };
    const part = reference("a", "class", 0);
    const inputs = { spec, count, part, arns: { ...reference("a", "arns"), type: texts, optional: true as const } };
    const code = await print(
      program([node("a", "sim:a:First"), node("b", "sim:a:First", { inputs: Object.entries(inputs) })]),
    );
    assert.match(code, /Spec = a\.Spec\.Apply\(spec => spec!\.Host!\),/);
    assert.match(code, /Count = a\.Count\.Apply\(value => value!\.Value\),/);
    assert.match(code, /Part = a\.Class\.Apply\(value => \(string\)\(\(ImmutableArray<object>\)value\)\[0\]\),/);
    assert.match(code, /Arns = a\.Arns,/);
  });

  it("writes numbers and booleans inside a C# string like JSON", async () => {
    const size = { ...reference("a", "size"), type: { kind: "number" } as const, optional: true as const };
    const code = await print(withInput(interpolation("{", size, "} of ", reference("a", "id"))));
    assert.match(
      code,
      /Output\.Format\(\$"\{\{\{a\.Size\.Apply\(value => JsonSerializer\.Serialize\(value\)\)\}\}\} of/,
    );
    assert.match(code, /^using System\.Text\.Json;$/m);
  });

  it("creates a secret with the type of the property (C#)", async () => {
    const values: readonly (readonly [Expression, string])[] = [
      [text("x"), 'Output.CreateSecret("x")'],
      [num(3), "Output.CreateSecret(3.0)"],
      [list([], texts), "Output.CreateSecret(new InputList<string>().ToOutput())"],
      [map([], { kind: "map", element: string }), "Output.CreateSecret(new InputMap<string>().ToOutput())"],
      [
        { kind: "asset", source: { from: "path", path: "a" }, type: { kind: "asset" } },
        'Output.CreateSecret<AssetOrArchive>(new FileAsset("a"))',
      ],
    ];
    for (const [value, code] of values) assert.ok((await print(withInput(secret(value)))).includes(code), code);
  });

  it("prints multiline strings line by line, with the shortest quotes (C#)", async () => {
    const code = await print(withInput(text('#!/bin/sh\necho "a" "b"\n')));
    assert.match(code, /Value = "#!\/bin\/sh\\n" \+\n {12}"echo \\"a\\" \\"b\\"\\n",/);
    assert.match(await print(withInput(text('{"a":"b"}'))), /Value = """\{"a":"b"\}""",/);
    assert.match(await print(withInput(text('"a"'))), /Value = "\\"a\\"",/);
    const braces = interpolation('{"a":{"b":"', reference("a", "id"), '"}}');
    assert.match(await print(withInput(braces)), /Format\(\$\$\$"""\{"a":\{"b":"\{\{\{a\.Id\}\}\}"\}\}"""\)/);
  });

  it("comments on the inputs that the C# SDK does not send", async () => {
    const written = withInput(map([["k", nothing()]]));
    const [file] = await (await loadGenerator("csharp")).print(written, {});
    assert.match(file?.text ?? "", /\/\/ The \.NET SDK omits "k" because it is null\.\n {8}Value = new\(\),/);
    assert.equal(file?.diagnostics.length, 1);
  });

  it("casts a number to its enum if no member has this value (C#)", async () => {
    const size: Type = { ...enumType("sim:a:Size", [{ name: "Big", value: 10 }]), element: "integer" };
    assert.match(await print(withInput(num(10, size))), /Value = Sim\.A\.Size\.Big,/);
    assert.match(await print(withInput(num(11, size))), /Value = \(Sim\.A\.Size\)11,/);
  });

  const mode = enumType("sim:a:Mode", [{ value: "fast" }]);
  const refused: Readonly<Record<string, readonly [Expression, RegExp]>> = {
    "a value of another type": [text("1", { kind: "number" }), /does not match its schema type/],
    "an integer out of range": [num(2 ** 31, { kind: "integer" }), /too large/],
    "a lone surrogate": [text("\ud800"), /Unicode/],
    "an unknown enum value": [text("slow", mode), /not a member of its enum/],
    "a secret member of an enum": [config("mode", mode), /which C# cannot convert/],
    "an object that is an output": [{ ...reference("a", "spec"), type: objectType("sim:a:Spec") }, /different classes/],
    "a property that the class lacks": [
      { ...object("sim:a:Spec", []), properties: [{ ...property("x", text("y")), undeclared: true }] } as Expression,
      /does not match its schema type|not in the schema/,
    ],
    "null in a list of strings": [list([nothing(string)], texts), /null/],
  };
  for (const [what, [value, why]] of Object.entries(refused)) {
    it(`rejects ${what} in C#`, async () => {
      const configs: Readonly<Record<string, Type>> = value.kind === "config" ? { mode } : {};
      const written = program(withInput(value).resources, [], configs);
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(error.explanation.why, why);
        return true;
      });
    });
  }

  it("rejects an output for a property that accepts only plain values in C#", async () => {
    const properties = [{ ...property("fixed", config("x", any)), plain: true }];
    await assert.rejects(print(program([node("a", "sim:a:First", { properties })], [], { x: any })));
  });
});
