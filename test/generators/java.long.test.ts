/** Printed Java registers the values of the IR with a stub SDK. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { javaConstant, javaPackageOf, methodName, outputName, sdkClassName } from "../../generators/java/java-name.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { runs } from "../support/runs.ts";
import {
  any,
  config,
  enumType,
  interpolation,
  json,
  list,
  map,
  node,
  nothing,
  num,
  number,
  object,
  objectType,
  program,
  property,
  reference,
  secret,
  string,
  text,
} from "./build.ts";
import { loadGenerator } from "./generator-of.ts";
import {
  anyText,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  smallTexts,
  sorted,
  withoutNulls,
} from "./hostile-programs.ts";

const suiteDirectory = fileURLToPath(new URL(".", import.meta.url));
const version = /javac (\d+)/.exec(String(spawnSync("javac", ["-version"], { encoding: "utf8" }).stdout))?.[1];
/** The number of statements that fit into a method. */
const chunk = 1000;

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("java")).print(written, {});
  return file?.text ?? assert.fail();
}

/** Returns the printed argument of the input's setter, in one line. */
async function printed(value: Expression, declared: Partial<Property> = {}): Promise<string> {
  const target = node("first", "sim:a:First");
  const input = { ...property("input", value), ...declared };
  const code = await print(program([target, node("b", "sim:a:Second", { properties: [input] })]));
  const found = /\.input\(([\s\S]*)\)\s*\.build\(\)\s*\);/.exec(code)?.[1] ?? assert.fail(code);
  return found.replace(/\s*\n\s*/g, "");
}

describe("printed Java", () => {
  let folder: string;

  before(function () {
    if (Number(version ?? 0) < 11) {
      console.log("SKIPPED: compiling printed Java: javac 11 or newer is not on the PATH");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "imp-java-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints Java that registers the resources of random programs, and keeps every string", async function () {
    this.timeout(300_000);
    const texts = [...smallTexts(), ...fc.sample(anyText, 10_000), "x".repeat(70_000), "😃".repeat(40_000)];
    const chunks = Array.from({ length: Math.ceil(texts.length / chunk) }, (_, at) => {
      return programOfTexts(texts.slice(at * chunk, (at + 1) * chunk));
    });
    const programs = [...fc.sample(hostileProgram, runs(150)), ...chunks];
    const made = run(folder, await Promise.all(programs.map(print)));
    assert.equal(made.length, programs.length);
    made.forEach((registrations, index) => {
      assert.deepEqual(registrations, withoutNulls(meaning(programs[index] ?? assert.fail())));
    });
  });

  it("prints a Java class for each part of a program too long for one method", async () => {
    const resources = Array.from({ length: 1500 }, (_, index) => node(`first${index}`, "sim:a:First"));
    const inputs = ["first0", "first1499"].map((id, index) => [`p${index}`, reference(id, "out", 0, "x")] as const);
    const written = program([...resources, node("last", "sim:a:Second", { inputs })]);
    const code = await print(written);
    assert.ok((code.match(/private static final class Part\d+ \{/g) ?? []).length > 2);
    assert.match(code, /\n {8}final First first0;\n/);
    assert.match(code, /\n {12}first0 = new First\("first0", FirstArgs\.builder\(\)\.build\(\)\);\n/);
    const [made] = run(folder, [code]);
    assert.deepEqual(made, meaning(written));
  });
});

describe("Java names", () => {
  it("names Java methods like the SDK", () => {
    // Expected values: docs/programs.md#java, and the output of the official generator.
    const names = {
      keepAlive: "keepAlive",
      $ref: "$ref",
      "my-key": "mykey",
      "9lives": "_9lives",
      default: "default_",
      "a.b": "a_b",
      notify: "notify_",
      builder: "builder_",
      id: "id",
      x$y: "x$y",
      JSONPath: "JSONPath",
    };
    assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, methodName(name)])), names);
    const outputs = { id: "id_", urn: "urn_", getId: "getId_", arn: "arn", default: "default_" };
    assert.deepEqual(Object.fromEntries(Object.keys(outputs).map((name) => [name, outputName(name)])), outputs);
    assert.equal(sdkClassName("some-resource"), "Someresource");
  });

  it("names Java constants like the SDK", () => {
    const names: Readonly<Record<string, string | undefined>> = {
      "+": undefined,
      "*": "Asterisk",
      "0": "Zero",
      "8.3": "_8_3",
      "11": "_11",
      final: "Final_",
      "Microsoft-Windows-Shell-Startup": "MicrosoftWindowsShellStartup",
      "Microsoft.Batch": "Microsoft_Batch",
      "SystemAssigned, UserAssigned": "SystemAssigned_UserAssigned",
      "Dev(NoSLA)_Standard_D11_v2": "Dev_NoSLA_Standard_D11_v2",
      "Standard_E8as_v4+1TB_PS": "Standard_E8as_v4_1TB_PS",
    };
    assert.deepEqual(Object.fromEntries(Object.keys(names).map((value) => [value, javaConstant({ value })])), names);
    assert.equal(javaConstant({ name: "Everything", value: 2 }), "Everything");
  });

  it("names Java packages like the SDK", () => {
    const kubernetes = { java: { packages: { "apps/v1": "apps.v1" } } };
    assert.equal(
      javaPackageOf({ name: "kubernetes", language: kubernetes }, "apps/v1"),
      "com.pulumi.kubernetes.apps.v1",
    );
    assert.equal(
      javaPackageOf({ name: "azure-native", language: {} }, "storage/v1"),
      "com.pulumi.azurenative.storage_v1",
    );
    assert.equal(javaPackageOf({ name: "b2", namespace: "a-namespace", language: {} }, ""), "com.anamespace.b2");
    assert.equal(
      javaPackageOf({ name: "b2", language: { java: { basePackage: "org.acme" } } }, "default"),
      "org.acme.b2.default_",
    );
  });

  it("qualifies conflicting Java classes fully", async () => {
    const code = await print(
      program([
        node("com", "sim:a:Bucket"),
        node("yield", "sim:b:Bucket"),
        node("c", "sim:a:String"),
        node("args", "sim:a:App"),
      ]),
    );
    assert.doesNotMatch(code, /^import .*\.(Bucket|BucketArgs|String|App);$/m);
    assert.match(code, /final var com2 = new com\.pulumi\.sim\.a\.Bucket\(\s*"com",\s*com\.pulumi\.sim\.a\.BucketArgs/);
    assert.match(code, /final var yield2 = /);
    assert.match(code, /final var args2 = new com\.pulumi\.sim\.a\.App\(/);
  });

  it("chooses short and unique Java variables", async () => {
    const long = "x".repeat(200);
    const code = await print(program([node(`${long}a`, "sim:a:First"), node(`${long}b`, "sim:a:First")]));
    assert.deepEqual(code.match(/var x+\d*/g), [`var ${"x".repeat(50)}`, `var ${"x".repeat(50)}2`]);
  });

  it("names the Java class and package after the file", async () => {
    const [file] = await (await loadGenerator("java")).print(program([]), {
      fileName: "src/main/java/acme/my-net.java",
    });
    assert.match(file?.text ?? "", /^package acme;[\s\S]*public class mynet \{[\s\S]*Pulumi\.run\(mynet::stack\);/);
  });
});

describe("Java values", () => {
  const strings: Type = { kind: "list", element: string };
  const rules: Type = { kind: "list", element: objectType("sim:a:Rule") };
  const either: Type & { kind: "union" } = { kind: "union", members: [string, objectType("sim:a:Rule")] };
  const element: Type = { kind: "json" };
  const out = reference("first", "arn");
  const cases: Readonly<Record<string, readonly [Expression, string, Partial<Property>?]>> = {
    "prints elements as varargs": [list([text("a"), text("b")], strings), '"a", "b"'],
    "prints no elements as an empty list": [list([], strings), "List.of()"],
    "prints nested lists without varargs": [
      list([list([text("a")], strings)], { kind: "list", element: strings }),
      'List.of(List.of("a"))',
    ],
    "prints a list with a reference as an output": [
      list([text("a"), out], strings),
      'Output.all(Output.of("a"), first.arn())',
    ],
    "prints an untyped list with a reference without Output.all": [list([text("a"), out]), 'List.of("a", first.arn())'],
    "prints a list of objects with references without Output.all": [
      list([object("sim:a:Rule", [["target", out]])], rules),
      "RuleArgs.builder().target(first.arn()).build()",
    ],
    "prints a map with a reference as an output": [
      map(
        [
          ["a", text("x")],
          ["b", out],
        ],
        { kind: "map", element: string },
      ),
      'Output.<String>mapBuilder().put("a", "x").put("b", first.arn()).build()',
    ],
    "prints a map of lists with a reference": [
      map([["a", list([out], strings)]], { kind: "map", element: strings }),
      'Output.<List<String>>mapBuilder().put("a", Output.all(first.arn())).build()',
    ],
    "prints a union member as its type": [text("x"), '"x"', { union: either }],
    "prints a reference as a union member": [out, "Output.ofLeft(first.arn())", { union: either }],
    "prints which member each element of a list of unions is": [
      list([text("x"), object("sim:a:Rule", [])], { kind: "list", element: either }),
      'List.of(Either.ofLeft("x"), Either.ofRight(RuleArgs.builder().build()))',
    ],
    "prints a union of three types as Object": [
      text("x"),
      '"x"',
      { union: { kind: "union", members: [string, number, { kind: "boolean" }] } },
    ],
    "prints which member of a union of lists a list is": [
      list([text("x")], strings),
      'Either.ofLeft(List.of("x"))',
      { union: { kind: "union", members: [strings, { kind: "list", element: number }] } },
    ],
    "prints numbers as doubles": [
      list(
        [1, -0, 1e21, 2 ** 31].map((n) => num(n)),
        { kind: "list", element: number },
      ),
      "1.0, -0.0, 1e21, 2147483648.0",
    ],
    "prints integers": [num(3, { kind: "integer" }), "3"],
    "prints untyped integers": [num(3, any), "3"],
    "prints large untyped numbers as doubles": [num(2 ** 31, any), "2147483648.0"],
    "prints an optional output": [{ ...out, optional: true }, "first.arn().applyValue(Optional::get)"],
    "prints a nested output": [
      {
        ...reference("first", "spec", "rules", 0, "host"),
        through: [objectType("sim:a:Spec"), rules, objectType("sim:a:Rule")],
        optional: true,
        optionalSteps: [0, 1, 3],
      },
      "first.spec().applyValue(value -> value.get().rules().get(0).host().get())",
    ],
    "prints an untyped output as a string": [{ ...out, type: any }, "first.arn().applyValue(value -> (String) value)"],
    "prints a string with a nested output": [
      interpolation("100%: ", out, "/*"),
      'Output.format("100%%: %s/*", first.arn())',
    ],
    "prints JSON with a nested output": [json(map([["a", out]])), 'Output.format("{\\"a\\":\\"%s\\"}", first.arn())'],
    "prints a JSON element of an object": [
      map(
        [
          ["a", list([num(1), text("b")], element)],
          ["c", { kind: "boolean", value: true, type: element }],
        ],
        element,
      ),
      'JsonParser.parseString("{\\"a\\":[1, \\"b\\"], \\"c\\":true}")',
    ],
    "prints a JSON element of a list": [
      list([text("a"), text("b")], element),
      'JsonParser.parseString("[\\"a\\", \\"b\\"]")',
    ],
    "prints a JSON element of a string": [text("a", element), 'new JsonPrimitive("a")'],
    "prints JSON elements in a list": [
      list([text("a", element), num(2, element)], { kind: "list", element }),
      'new JsonPrimitive("a"), JsonParser.parseString("2")',
    ],
    "prints a secret": [secret(text("x")), 'Output.ofSecret("x")'],
    "prints a secret output": [secret(out), "first.arn().asSecret()"],
    "prints a secret list with a reference": [secret(list([out], strings)), "Output.all(first.arn()).asSecret()"],
    "prints nulls in a list": [list([nothing(string), text("a")], strings), 'Arrays.asList(null, "a")'],
    "prints a single null in a list": [list([nothing(string)], strings), "Collections.singletonList(null)"],
    "prints each line of a multiline string as an argument": [text("a\nb\nc"), 'String.join("\\n", "a", "b", "c")'],
    "prints an enum": [
      { kind: "enum", member: { value: "it's" }, type: enumType("sim:a:Mode", [{ value: "it's" }]) },
      "Mode.It_s",
    ],
    "prints a resource": [reference("first"), "first"],
  };
  for (const [what, [value, code, declared]] of Object.entries(cases)) {
    it(`${what} in Java`, async () =>
      assert.equal((await printed(value, declared)).replace(/,(?=\S)/g, ", ").replace(/\( /g, "("), code));
  }

  it("reports values that the Java SDK cannot send", async () => {
    const level: Type & { kind: "enum" } = {
      ...enumType("sim:a:Level", [{ name: "Low", value: 1 }]),
      element: "integer",
    };
    const inputs = [
      ["level", { kind: "enum", member: { name: "Low", value: 1 }, type: level }],
      ["none", nothing()],
      ["tags", map([["a", nothing()]])],
      ["urn", text("x")],
    ] as const;
    const [file] = await (await loadGenerator("java")).print(program([node("a", "sim:a:First", { inputs })]), {});
    assert.deepEqual(
      file?.diagnostics.map(({ path }) => path),
      ["level", "none", "tags", "urn"],
    );
    assert.match(file?.text ?? "", /\/\/ The SDK cannot send integer enums\.\n *\.level\(Level\.Low\)/);
    assert.match(
      file?.text ?? "",
      /\/\/ The Java SDK omits "none" [\s\S]*\/\/ The Java SDK omits "a" [\s\S]*\.tags\(Map\.of\(\)\)/,
    );
  });

  const refused: Readonly<Record<string, readonly [Partial<Property> & { readonly value: Expression }, RegExp]>> = {
    "an argument that the class lacks": [{ value: text("x"), undeclared: true }, /not in the schema/],
    "a value of another type": [{ value: text("1", number) }, /does not match its schema type/],
    "an integer out of range": [{ value: num(2 ** 31, { kind: "integer" }) }, /too large/],
    "a lone surrogate": [{ value: text("\ud800") }, /Unicode/],
    "an output for a property that accepts only plain values": [{ value: out, plain: true }, /not accept an output/],
    "a secret that is an object": [{ value: config("token", objectType("sim:a:Rule")) }, /cannot read/],
    "an output without a name": [{ value: reference("first", "") }, /no name/],
    "an output in a JSON element": [{ value: map([["a", out]], element) }, /contains an output/],
    "a number in a string": [{ value: interpolation("x", { ...out, type: number }) }, /fraction/],
    "a list that is too large for a method": [
      {
        value: list(
          Array.from({ length: 10_000 }, () => text("x")),
          strings,
        ),
      },
      /too large for a Java method/,
    ],
  };
  for (const [title, [part, why]] of Object.entries(refused)) {
    it(`rejects ${title} in Java`, async () => {
      const input = { ...property("extra", part.value), ...part };
      const types = { token: part.value.type };
      const written = program(
        [node("first", "sim:a:First"), node("a", "sim:a:First", { properties: [input] })],
        [],
        types,
      );
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(`${error.explanation.where} ${error.explanation.why}`, why);
        return true;
      });
    });
  }
});

/** Compiles programs in separate packages, and runs them in one process. */
function run(folder: string, codes: readonly string[]): readonly (readonly Registration[])[] {
  const directory = mkdtempSync(join(folder, "run-"));
  const stub = join(suiteDirectory, "java-stub");
  const files = codes.map((code, index) => {
    mkdirSync(join(directory, `p${index}`));
    const file = join(directory, `p${index}`, "App.java");
    writeFileSync(file, code.replace("package myproject;", `package p${index};`));
    return file;
  });
  writeFileSync(
    join(directory, "files.txt"),
    [join(stub, "RunAll.java"), ...files].map((file) => `"${file}"\n`).join(""),
  );
  const flags = ["--release", "11", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-proc:none", "-d", directory];
  const compiled = spawnSync("javac", [...flags, "-sourcepath", stub, `@${join(directory, "files.txt")}`], {
    encoding: "utf8",
  });
  assert.equal(compiled.status, 0, compiled.stderr.slice(0, 3000));
  const result = join(directory, "made.json");
  const ran = spawnSync("java", ["-XX:TieredStopAtLevel=1", "-cp", directory, "RunAll", result, String(codes.length)], {
    encoding: "utf8",
  });
  assert.equal(ran.status, 0, ran.stderr.slice(0, 3000));
  const made = JSON.parse(readFileSync(result, "utf8")) as readonly (readonly Registration[])[];
  return made.map((registrations) => registrations.map((each) => ({ ...each, inputs: sorted(each.inputs) })));
}
