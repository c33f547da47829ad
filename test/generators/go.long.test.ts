/** Printed Go is in gofmt style, and registers the values of the IR with a stub SDK. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { runs } from "../support/runs.ts";
import { list, map, node, program, property, text } from "./build.ts";
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
  sorted,
  withoutNulls,
} from "./hostile-programs.ts";

const directory = fileURLToPath(new URL(".", import.meta.url));
const hasGo = spawnSync("go", ["version"]).status === 0 && spawnSync("gofmt", ["-h"]).error === undefined;

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("go")).print(written, {});
  return file?.text ?? assert.fail();
}

describe("printed Go", () => {
  let folder: string;

  before(function () {
    if (!hasGo) {
      console.log("SKIPPED: compiling printed Go: go and gofmt are not on the PATH");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "imp-go-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints Go in gofmt style", async () => {
    const goldens = join(directory, "..", "..", "fixtures", "programs");
    const place = join(folder, "layout");
    mkdirSync(place);
    const programs = [...fc.sample(keysOfAnyLength, runs(150)), withoutMisfits(estateProgram(150))];
    for (const [index, written] of programs.entries()) writeFileSync(join(place, `p${index}.go`), await print(written));
    const { stdout, stderr, status } = spawnSync("gofmt", ["-d", goldens, place], { encoding: "utf8" });
    assert.equal(stdout + stderr, "");
    assert.equal(status, 0);
  });

  it("prints Go that registers the resources of random programs, and keeps every string", async function () {
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
  it("prints a Go function that the reported line calls, with the same resources", async function () {
    if (!hasGo) {
      console.log("SKIPPED: compiling a Go file next to a user's program: go is not on the PATH");
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
      const userProgram = `package main\n\n${core}\n\nfunc main() {\npulumi.Run(func(ctx *pulumi.Context) error {\n${body}\n})\n}\n`;
      assert.deepEqual(run(folder, [userProgram]), [withoutNulls(meaning(written))]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
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

/** gofmt aligns adjacent values, except for multiline values and very different key lengths. */
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

/** Returns true if a key is exactly 2.5 times as long as the average: the layout then depends on how the CPU rounds Go's logarithms. */
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

/** Compiles the programs as functions of a single program, and runs it. */
function run(folder: string, codes: readonly string[]): readonly (readonly Registration[])[] {
  const sdk = "github.com/pulumi/pulumi/sdk/v3";
  const sim = "example.com/pulumi-sim/sdk/go";
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  for (const path of ["core/go/pulumi", "sim/sim/a"]) mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(join(directory, "go-stub", "pulumi.go"), join(folder, "core", "go", "pulumi", "pulumi.go"));
  copyFileSync(join(directory, "go-stub", "a.go"), join(folder, "sim", "sim", "a", "a.go"));
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
