/**
 * Go: what is printed is as gofmt leaves it and means, compiled with a stub SDK, exactly what the program means. Names are those of
 * official SDKs.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { fileNameOf } from "../../generators/go/file-name.ts";
import { exportedName, fieldName, goConstant } from "../../generators/go/go-name.ts";
import { importPath } from "../../generators/go/names.ts";
import type { ImpError } from "../../src/errors.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { runs } from "../support/runs.ts";
import { enumType, list, map, node, num, object, program, property, reference, text } from "./build.ts";
import { estateProgram, withoutMisfits } from "./estate-program.ts";
import { loadGenerator } from "./generator-of.ts";
import {
  anyText,
  documentProgram,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  shallow,
  smallTexts,
  sortedEntries,
  withoutNulls,
} from "./hostile-programs.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const hasGo = spawnSync("go", ["version"]).status === 0 && spawnSync("gofmt", ["-h"]).error === undefined;

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("go")).print(written, {});
  return file?.text ?? assert.fail();
}

describe("printed Go", () => {
  let folder: string;

  before(function () {
    if (!hasGo) {
      console.log("SKIPPED: printed Go is not compiled: go and gofmt are not on the PATH");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "imp-go-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("is left as it is by gofmt", async () => {
    const goldens = join(here, "..", "..", "fixtures", "programs");
    const place = join(folder, "layout");
    mkdirSync(place);
    const programs = [...fc.sample(keysOfAnyLength, runs(150)), withoutMisfits(estateProgram(150))];
    for (const [index, written] of programs.entries()) writeFileSync(join(place, `p${index}.go`), await print(written));
    const { stdout, stderr, status } = spawnSync("gofmt", ["-d", goldens, place], { encoding: "utf8" });
    assert.equal(stdout + stderr, "");
    assert.equal(status, 0);
  });

  it("pain 23: evaluates to hostile programs, and keeps every text: all over a small alphabet, and 10,000 random ones", async function () {
    this.timeout(300_000);
    const hostile = fc.sample(hostileProgram, runs(150)).map(shallow);
    const documents = fc.sample(documentProgram, runs(100));
    const programs = [
      ...hostile,
      ...documents,
      programOfTexts(smallTexts()),
      programOfTexts(fc.sample(anyText, 10_000)),
    ];
    const made = run(folder, await Promise.all(programs.map(print)));
    made.forEach((registrations, index) => {
      assert.deepEqual(registrations, withoutNulls(meaning(programs[index] ?? assert.fail())));
    });
  });
});

describe("a Go file next to a user's program", () => {
  it("is a function that the program calls by the reported line, and registers the same", async function () {
    if (!hasGo) {
      console.log("SKIPPED: what stands beside a program in Go is not compiled: go is not on the PATH");
      return this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), "imp-go-"));
    try {
      const written = program([node("one", "sim:a:First"), node("two", "sim:a:First")]);
      const generator = await loadGenerator("go");
      const name = "my-own-2nd.go";
      const [file] = await generator.print(written, { fileName: name });
      const loading = generator.loading(written, name);
      assert.equal(file?.path, name);
      assert.equal(loading.kind, "line");
      writeFileSync(join(folder, name), file?.text ?? "");
      assert.equal(spawnSync("gofmt", ["-d", join(folder, name)], { encoding: "utf8" }).stdout, "");
      const body = `${loading.kind === "line" ? loading.line : ""}\nreturn nil`;
      const core = 'import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"';
      const own = `package main\n\n${core}\n\nfunc main() {\npulumi.Run(func(ctx *pulumi.Context) error {\n${body}\n})\n}\n`;
      assert.deepEqual(run(folder, [own]), [withoutNulls(meaning(written))]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("files of Go", () => {
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

  it("have usual names, and none that Go builds only on some machines", function () {
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
      console.log("SKIPPED: go does not say which files it builds: it is not on the PATH");
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

describe("names in Go", () => {
  it("of fields", () => {
    // docs/programs.md#go, and what the official generator makes of them.
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

  it("of constants", () => {
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

  it("of import paths", () => {
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
  it("dereferences optional values, and reads members of untyped values at run time", async () => {
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

  it("report 3: registers a resource by its token if the struct cannot have one of its inputs", async () => {
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

  it("refuses a reference to an output that the struct cannot have", async () => {
    const inputs = [["name", reference("b", "__two")]] as const;
    const written = program([node("b", "sim:a:First"), node("a", "sim:a:First", { inputs })]);
    await assert.rejects(print(written), (error: ImpError) => {
      assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
      assert.match(error.explanation.why, /__two/);
      return true;
    });
  });

  it("writes plain values where an SDK takes nothing else", async () => {
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
    "a value of another type": [text("1", { kind: "number" }), /another type/],
    "a whole number that is too large": [num(1e21, { kind: "integer" }), /too large/],
    "half a character": [text("\ud800"), /Unicode/],
  };
  for (const [what, [value, why]] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      const written = program([node("a", "sim:a:First", { inputs: [["extra", value]] })]);
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(error.explanation.why, why);
        return true;
      });
    });
  }
});

const key = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.integer({ min: 1, max: 130 }).map((n) => "k".repeat(n)),
);
const value: fc.Arbitrary<Expression> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("short", "three\nlines\nof it").map((t) => text(t)) },
  fc.constant(list([text("a")])),
  fc.constant(map([])),
);

/** gofmt aligns the values of neighbours, unless one takes several lines or the keys differ too much in length. */
const keysOfAnyLength: fc.Arbitrary<Program> = fc
  .uniqueArray(fc.tuple(key, value, fc.boolean()), { maxLength: 12, selector: ([name]) => name })
  .filter((entries) => !hangsOnLastDigit(entries.map(([name]) => Buffer.byteLength(JSON.stringify(name)))))
  .map((entries) => {
    const settings = map(entries.map(([name, inner]) => [name, inner] as const));
    const fields = entries.map(([, inner, printed], index) =>
      property(`p${"x".repeat(index ** 2)}`, inner, printed ? "A comment." : undefined),
    );
    return program([node("a", "sim:a:First", { properties: [...fields, property("settings", settings)] })]);
  });

/** A key exactly 2.5 times as long as those before it on average: the last digit of Go's logarithms decides, and that is the processor's. */
function hangsOnLastDigit(lengths: readonly number[]): boolean {
  const logarithms = lengths.map(Math.log);
  return logarithms.some((logarithm, at) =>
    logarithms.slice(0, at).some((_, from) => {
      const before = logarithms.slice(from, at);
      const mean = before.reduce((sum, each) => sum + each, 0) / before.length;
      return Math.abs(Math.abs(logarithm - mean) - Math.log(2.5)) < 1e-9;
    }),
  );
}

/** Compiles many programs into one, as functions, and runs it. */
function run(folder: string, codes: readonly string[]): readonly (readonly Registration[])[] {
  const sdk = "github.com/pulumi/pulumi/sdk/v3";
  const sim = "example.com/pulumi-sim/sdk/go";
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  for (const path of ["core/go/pulumi", "sim/sim/a"]) mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(join(here, "go-stub", "pulumi.go"), join(folder, "core", "go", "pulumi", "pulumi.go"));
  copyFileSync(join(here, "go-stub", "a.go"), join(folder, "sim", "sim", "a", "a.go"));
  write("core/go.mod", `module ${sdk}\n\ngo 1.21\n`);
  write("sim/go.mod", `module ${sim}\n\ngo 1.21\n\nrequire ${sdk} v3.0.0\n`);
  const replace = `replace (\n\t${sdk} => ./core\n\t${sim} => ./sim\n)\n`;
  write("go.mod", `module hostile\n\ngo 1.21\n\nrequire (\n\t${sdk} v3.0.0\n\t${sim} v0.0.0\n)\n\n${replace}`);
  for (const [index, code] of codes.entries()) {
    write(`program_${index}x.go`, code.replace("func main()", `func program${index}()`));
  }
  const names = codes.map((_, index) => `program${index}`).join(", ");
  write(
    "main.go",
    `package main

import (
	"encoding/json"
	"os"

	"${sdk}/go/pulumi"
)

func main() {
	all := [][]pulumi.Registration{}
	for _, program := range []func(){${names}} {
		pulumi.Made = []pulumi.Registration{}
		program()
		all = append(all, pulumi.Made)
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`,
  );
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOWORK: "off" };
  const { stdout, stderr, status } = spawnSync("go", ["run", "."], { cwd: folder, env, maxBuffer: 2 ** 30 });
  assert.equal(status, 0, String(stderr));
  const made = JSON.parse(String(stdout)) as readonly (readonly Registration[])[];
  return made.map((registrations) => registrations.map((each) => ({ ...each, inputs: sorted(each.inputs) })));
}

function sorted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sorted);
  if (typeof part !== "object" || part === null) return part;
  const { entries } = part as { readonly entries: readonly (readonly [string, unknown])[] };
  return sortedEntries(entries.map(([name, inner]) => [name, sorted(inner)] as const));
}
