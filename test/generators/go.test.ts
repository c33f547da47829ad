import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileNameOf } from "../../generators/go/file-name.ts";
import { exportedName, fieldName, goConstant } from "../../generators/go/go-name.ts";
import { importPath } from "../../generators/go/names.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { enumType, list, node, num, object, program, property, reference, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const hasGo = spawnSync("go", ["version"]).status === 0 && spawnSync("gofmt", ["-h"]).error === undefined;

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("go")).print(written, {});
  return file?.text ?? assert.fail();
}

describe("Go file names", () => {
  const words = [
    "ebsSnapshot",
    "vpc",
    "linux",
    "siteLinux",
    "loadTest",
    "cpuArm64",
    "s3Bucket",
    "httpJs",
    "aB",
    "routeTable2",
  ];

  it("chooses valid Go file names that Go builds on every machine", function () {
    assert.deepEqual(words.map(fileNameOf), [
      "ebs_snapshot.go",
      "vpc.go",
      "linux.go",
      "sitelinux.go",
      "loadtest.go",
      "cpuarm64.go",
      "s3_bucket.go",
      "httpjs.go",
      "a_b.go",
      "route_table2.go",
    ]);
    if (!hasGo) {
      console.log("SKIPPED: the list of files that go builds: go is not on the PATH");
      return this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), "imp-go-"));
    try {
      writeFileSync(join(folder, "go.mod"), "module files\n\ngo 1.21\n");
      for (const word of words) writeFileSync(join(folder, fileNameOf(word)), "package main\n");
      const listed = spawnSync("go", ["list", "-f", "{{len .GoFiles}} {{.TestGoFiles}} {{.IgnoredGoFiles}}"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(listed.stdout, `${words.length} [] []\n`, listed.stderr);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("Go names", () => {
  it("names Go fields like the SDK", () => {
    // Expected values: docs/programs.md#go, and the output of the official generator.
    const names = {
      keepAlive: "KeepAlive",
      $ref: "Ref",
      "my-key": "MyKey",
      "9lives": "_9lives",
      some_name: "Some_name",
    };
    assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, exportedName(name)])), names);
    const fields = { elementType: "ElementType_", ID: "ID_", id: "Id", uRN: "URN_", getProvider: "GetProvider_" };
    assert.deepEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, fieldName(name)])), fields);
    assert.equal(fieldName("toBucketOutput", "Bucket"), "ToBucketOutput_");
  });

  it("names Go constants like the SDK", () => {
    const members: readonly (readonly [string | number, string | undefined])[] = [
      ["It's got apostrophes", "Wordy_It_s_got_apostrophes"],
      ["plain", "WordyPlain"],
      ["a-b", "Wordy_A_B"],
      ["16", "Wordy_16"],
      [8, "WordyEight"],
      ["*", "WordyAsterisk"],
      ["?", undefined],
    ];
    for (const [value, constant] of members) assert.equal(goConstant({ value }, "Wordy"), constant);
  });

  it("names Go import paths like the SDK", () => {
    const paths = [
      importPath(
        { name: "aws", version: "7.1.0", repository: "https://github.com/pulumi/pulumi-aws", language: {} },
        "s3",
      ),
      importPath({ name: "a-b", namespace: "acme", supportPack: true, version: "v2.0.0", language: {} }, ""),
      importPath(
        {
          name: "azure-native",
          language: {
            go: { importBasePath: "example.com/azure/v3", importPathPattern: "example.com/azure/{module}/v3" },
          },
        },
        "Storage",
      ),
    ];
    assert.deepEqual(paths, [
      "github.com/pulumi/pulumi-aws/sdk/v7/go/aws/s3",
      "github.com/acme/pulumi-a-b/sdk/go/v2/ab",
      "example.com/azure/storage/v3",
    ]);
  });
});

describe("Go", () => {
  it("dereferences optional values, and reads untyped members at run time (Go)", async () => {
    const spec = {
      ...reference("a", "spec", "host"),
      through: [object("sim:a:Spec", []).type],
      optional: true as const,
    };
    const first = { ...reference("a", "hosts", 0), through: [{ kind: "list", element: { kind: "string" } } as const] };
    const code = await print(
      program([
        node("a", "sim:a:First"),
        node("b", "sim:a:First", {
          inputs: [
            ["spec", spec],
            ["first", first],
          ],
        }),
      ]),
    );
    assert.match(code, /Spec: {2}a2\.Spec\.Host\(\)\.Elem\(\),/);
    assert.match(code, /First: a2\.Hosts\.Index\(pulumi\.Int\(0\)\),/);
  });

  it("registers a resource by token if the Go struct lacks one of its inputs", async () => {
    const rule = object("sim:a:Rule", [
      ["__type", text("x")],
      ["size", num(1, { kind: "integer" })],
    ]);
    const written = program([
      node("b", "sim:a:First", { inputs: [["rules", list([rule], { kind: "list", element: rule.type })]] }),
      node("a", "sim:a:First", {
        inputs: [
          ["__two", text("x")],
          ["arn", reference("b", "arn")],
        ],
      }),
    ]);
    const versions = [...written.packages].map(([name, pkg]) => [name, { ...pkg, version: "1.0.0" }] as const);
    const code = await print({ ...written, packages: new Map(versions) });
    assert.match(code, /b := &a\.First\{\}\n\t+err := ctx\.RegisterResource\("sim:a:First", "b", pulumi\.Map\{/);
    assert.match(
      code,
      /"rules": pulumi\.Array\{\s*pulumi\.Map\{\s*"__type": pulumi\.String\("x"\),\s*"size": +pulumi\.Int\(1\),/,
    );
    assert.match(code, /\}, b, pulumi\.Version\("1\.0\.0"\)\)/);
    assert.match(code, /err = ctx\.RegisterResource\("sim:a:First", "a", pulumi\.Map\{/);
    assert.match(code, /"arn": +b\.Arn,/);
    assert.match(code, /\}, &a\.First\{\}, pulumi\.Version/);
  });

  it("rejects a reference to an output that the Go struct lacks", async () => {
    const inputs = [["name", reference("b", "__two")]] as const;
    const written = program([node("b", "sim:a:First"), node("a", "sim:a:First", { inputs })]);
    await assert.rejects(print(written), (error: ImpError) => {
      assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
      assert.match(error.explanation.why, /__two/);
      return true;
    });
  });

  it("writes plain values if a Go SDK accepts nothing else", async () => {
    const mode = enumType("sim:a:Mode", [{ value: "fast" }]);
    const properties = [
      { ...property("name", text("x")), plain: true, required: true as const },
      { ...property("size", num(1, { kind: "integer" })), plain: true },
      { ...property("mode", { kind: "enum", member: { value: "fast" }, type: mode }), plain: true },
      {
        ...property("names", list([text("a")], { kind: "list", element: { kind: "string" }, plainElement: true })),
        plain: true,
      },
      { ...property("inputs", list([text("a")], { kind: "list", element: { kind: "string" } })), plain: true },
    ];
    const code = await print(program([node("b", "sim:a:First", { properties })]));
    assert.match(code, /Name: "x",/);
    assert.match(code, /Size: pulumi\.IntRef\(1\),/);
    assert.match(code, /Mode: \(\*a\.Mode\)\(pulumi\.StringRef\("fast"\)\),/);
    assert.match(code, /Names: \[\]string\{/);
    assert.match(code, /Inputs: \[\]pulumi\.StringInput\{/);
  });

  const refused: Readonly<Record<string, readonly [Expression, RegExp]>> = {
    "a value of another type": [text("1", { kind: "number" }), /does not match its schema type/],
    "an integer out of range": [num(1e21, { kind: "integer" }), /too large/],
    "a lone surrogate": [text("\ud800"), /Unicode/],
  };
  for (const [what, [value, why]] of Object.entries(refused)) {
    it(`rejects ${what} in Go`, async () => {
      const written = program([node("a", "sim:a:First", { inputs: [["extra", value]] })]);
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(error.explanation.why, why);
        return true;
      });
    });
  }
});
