/** Printed Go compiles with official SDKs, for every resource of the test schemas, with its required inputs and with all inputs. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { estateProgram, withoutMisfits, withSecretObjects } from "../generators/estate-program.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { cuts, printFiles } from "../generators/print-files.ts";
import { secretAssetsProgram, secretAssetsSchema } from "../generators/secret-assets.ts";
import {
  sentByStackProgram,
  stackProgram,
  stackProgramOutputs,
  stackProgramSchema,
} from "../generators/stack-program.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { buildGo, type GoSdk, goSdk, pinned } from "./go-sdk.ts";
import { mustRun, runProcess, showRun } from "./run-process.ts";
import { simcloudSchema } from "./simcloud.ts";
import { overlays, testSchemas, whyNoSdk } from "./test-schemas.ts";
import { onPath, requireTools } from "./tools.ts";

/** A program and its SDK. */
interface Candidate {
  readonly name: string;
  readonly sdk: GoSdk;
  readonly program: Program;
  readonly code: string;
}

/** Schemas whose tests take a few seconds. With `IMP_PROVE`, all schemas are tested. */
const quick =
  /^(naming-collisions|regress-go-|dashed-import|different-enum|hyphenated-symbols|plain-object-defaults|assets-and)/;

/** Returns a schema with input names that no Go struct exports. */
function oddNames(): Buffer {
  const properties = { _scopes: { type: "string" }, "6to4Interface": { type: "string" }, color: { type: "string" } };
  const net = { inputProperties: properties, properties };
  return Buffer.from(JSON.stringify({ name: "acme", version: "1.0.0", resources: { "acme:index:Net": net } }));
}

describe("printed Go with the official SDKs", () => {
  const tools = requireTools();
  let folder: string;

  before(function () {
    if (!onPath("go")) {
      console.log("SKIPPED: checking printed Go with go vet: go is not on the PATH");
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "imp-go-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints Go that passes go vet and sends the program's values", async () => {
    const chosen = testSchemas().filter(({ name }) => process.env.IMP_PROVE === "1" || quick.test(name));
    const schemas = [
      { name: "simcloud", bytes: Buffer.from(await simcloudSchema(tools)) },
      { name: "acme", bytes: oddNames() },
      ...chosen,
    ];
    const candidates: Candidate[] = [];
    for (const { name, bytes } of schemas) {
      if (bytes.includes('"internalDependencies"')) {
        console.log(`SKIPPED: ${name}: its SDK imports modules that are not available`);
        continue;
      }
      const schema = loadSchema(bytes);
      const { program } = syntheticProgram(schema, overlays(bytes));
      if (program.resources.length === 0) continue;
      const code = await print(name, program);
      const base = /^\t(?:\w+ )?"(.*)"$/m.exec(code)?.[1] ?? "";
      const sdk = await goSdk(tools, bytes, base).catch((error: unknown) => {
        console.log(`SKIPPED: ${name}: the official generator cannot generate its SDK: ${whyNoSdk(error)}`);
      });
      if (code !== "" && sdk !== undefined) candidates.push({ name, sdk, program, code });
    }
    const estate = withSecretObjects(withoutMisfits(estateProgram(150)));
    for (const cut of cuts) await printFiles(join(folder, cut), estate, "go", cut);
    const formatted = await runProcess(["gofmt", "-l", folder]);
    assert.equal(formatted.stdout + formatted.stderr, "");
    const judged = await vet(folder, candidates);
    assert.equal(judged[0]?.name, "simcloud", "the program of the simulated cloud is also vetted");
    assert.equal(judged[1]?.name, "acme", "a resource whose names are not Go fields is also vetted");
    const count = judged.reduce((sum, { program }) => sum + program.resources.length, 0);
    console.log(`      ${judged.length} schemas, ${count} resources`);
    assert.ok(count >= 60, `${count} resources`);
  });

  it("prints plain and secret assets in Go that compile and are registered", async () => {
    const directory = join(folder, "assets");
    mkdirSync(directory);
    writeFileSync(join(directory, "main.go"), withMocks(await print("vault", secretAssetsProgram())));
    writeFileSync(join(directory, "mocks.go"), mocksCode);
    await buildGo(directory, await goSdk(tools, secretAssetsSchema));
    const ran = await mustRun([join(directory, "bin", "program")]);
    assert.deepEqual(ran.stdout.split("\n").sort(), ["", "clear byName folder key papers", "secret folder key"]);
  });

  it("prints stack references and outputs in Go that compile and are sent, in one file and in several", async () => {
    const sdk = await goSdk(tools, stackProgramSchema);
    const [single, parted] = [join(folder, "stacks"), join(folder, "stacks-parted")];
    mkdirSync(single);
    writeFileSync(join(single, "main.go"), await print("fabric", stackProgram));
    await printFiles(parted, stackProgram, "go", "per-type");
    for (const directory of [single, parted]) {
      const main = join(directory, "main.go");
      writeFileSync(main, withMocks(readFileSync(main, "utf8")));
      writeFileSync(join(directory, "mocks.go"), stackMocksCode(stackProgramOutputs));
      await buildGo(directory, sdk);
      const { stdout } = await mustRun([join(directory, "bin", "program")]);
      const lines = stdout.split("\n").filter((line) => line !== "");
      const sent = lines.map((line) => JSON.parse(line) as { readonly name: string; readonly inputs: unknown });
      assert.deepEqual(
        Object.fromEntries(sent.map(({ name, inputs }) => [name, inputs])),
        sentByStackProgram("main.id"),
      );
    }
  });
});

/** Returns a program that runs with `mocks` instead of the engine. */
function withMocks(program: string): string {
  return program.replace(/\}\)\n\}\n$/, '}, pulumi.WithMocks("p", "dev", mocks{}))\n}\n');
}

/** Returns a Go file that runs the program, and prints the inputs of each resource. All other stacks have the outputs. */
function stackMocksCode(outputs: readonly string[]): string {
  return `package main

import (
	"encoding/json"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

type mocks struct{}

func (mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	line, err := json.Marshal(map[string]any{"name": args.Name, "inputs": args.Inputs.Mappable()})
	if err != nil {
		return "", nil, err
	}
	fmt.Println(string(line))
	state := args.Inputs.Copy()
	if args.TypeToken == "pulumi:pulumi:StackReference" {
		outputs := map[string]any{}
		for _, name := range []string{${outputs.map((name) => JSON.stringify(name)).join(", ")}} {
			outputs[name] = args.Name + "." + name
		}
		state["outputs"] = resource.NewObjectProperty(resource.NewPropertyMapFromMap(outputs))
	}
	return args.Name + ".id", state, nil
}

func (mocks) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return args.Args, nil
}
`;
}

/** A Go file that runs the program, and prints each resource and its inputs. A wrong type assertion fails only at run time. */
const mocksCode = `package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

type mocks struct{}

func (mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	names := []string{}
	for name := range args.Inputs {
		names = append(names, string(name))
	}
	sort.Strings(names)
	fmt.Println(args.Name + " " + strings.Join(names, " "))
	return args.Name, args.Inputs, nil
}

func (mocks) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return args.Args, nil
}
`;

/** Runs `go vet` once for all programs whose SDK compiles. @returns these programs */
async function vet(folder: string, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const kept: Candidate[] = [];
  const modules = new Set<string>();
  for (const candidate of candidates) {
    if (modules.has(candidate.sdk.module))
      console.log(`SKIPPED: ${candidate.name}: another SDK has the same module name`);
    else kept.push(candidate);
    modules.add(candidate.sdk.module);
  }
  for (const [index, { code }] of kept.entries()) {
    const place = join(folder, `p${index}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "main.go"), code);
  }
  const mod = readFileSync(join(pinned, "go.mod"), "utf8")
    .replace(/^module .*/m, "module imp.test/programs")
    .replace(/^tool .*/m, "");
  const requires = kept.map(({ sdk }) => `require ${sdk.module} v0.0.0\n\nreplace ${sdk.module} => ${sdk.directory}\n`);
  writeFileSync(join(folder, "go.mod"), `${mod}\n${requires.join("\n")}`);
  copyFileSync(join(pinned, "go.sum"), join(folder, "go.sum"));
  const env = { ...process.env, GOFLAGS: "-mod=mod -p=2 -buildvcs=false", GOWORK: "off" };
  const ran = await runProcess(["go", "vet", "./..."], { cwd: folder, env, timeout: 540_000 });
  const broken = new Set<number>();
  const wrong: string[] = [];
  for (const [about = "", ...lines] of ran.stderr.split(/^# /m).map((part) => part.split("\n"))) {
    const sdk = kept.findIndex((candidate) => about.startsWith(candidate.sdk.module));
    if (sdk >= 0) broken.add(sdk);
    else if (lines.length > 0) wrong.push([about, ...lines].join("\n"));
  }
  for (const index of broken)
    console.log(`SKIPPED: ${kept[index]?.name}: its SDK does not compile without the program`);
  const names = kept.map(({ name }, index) => `p${index}: ${name}`).join("\n");
  assert.deepEqual(wrong, [], names);
  assert.ok(ran.code === 0 || broken.size > 0, showRun(ran));
  return kept.filter((_, index) => !broken.has(index));
}

/** Prints the program. If the Go SDK cannot express a value, prints a message and returns "". */
async function print(name: string, program: Program): Promise<string> {
  try {
    const [file] = await (await loadGenerator("go")).print(program, {});
    return file?.text ?? assert.fail();
  } catch (error) {
    const { code, explanation } = error as ImpError;
    assert.equal(code, "GENERATOR_CANNOT_EXPRESS", String(error));
    console.log(`SKIPPED: ${name}: ${explanation.where}: ${explanation.why}`);
    return "";
  }
}
