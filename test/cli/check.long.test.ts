import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliProject, exitsWith, makeProject, projectFileOf, showRun } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { record, specsOf } from "../support/quickstart-specs.ts";

/** The parts of the simulated cloud's SDK that one resource needs. */
const sdk = (zone: string): string =>
  `export declare namespace dns { class Record { constructor(name: string, args: { zone: ${zone}; [key: string]: unknown }, opts?: object) } }\n`;

/** The parts of Pulumi's SDK that the program of one resource uses. */
const goCore = `package pulumi
type Context struct{}
type Option interface{}
type StringInput interface{ isString() }
type IntInput interface{ isInt() }
type StringArrayInput interface{ isArray() }
type String string
func (String) isString() {}
type Int int
func (Int) isInt() {}
type StringArray []StringInput
func (StringArray) isArray() {}
func Protect(bool) Option { return nil }
func Run(func(*Context) error) {}
`;

const goSdk = (zone: string): string => `package dns
import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"
type RecordArgs struct {
	Name, Type pulumi.StringInput
	Records    pulumi.StringArrayInput
	Ttl        pulumi.IntInput
	Zone       pulumi.${zone}
}
const RecordTypeCNAME = pulumi.String("CNAME")
func NewRecord(*pulumi.Context, string, *RecordArgs, ...pulumi.Option) (*struct{}, error) { return nil, nil }
`;

describe("--check", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(record)) });
  });
  afterEach(() => project.remove());

  /** Links packages of this repository into the project, like `npm install`. The SDK has only types, so its programs cannot run. */
  function install(zone: string): void {
    for (const name of ["typescript", "@pulumi/pulumi", "@types/node"]) {
      const link = project.path(join("node_modules", name));
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(projectRoot, "node_modules", name), link);
    }
    project.write("node_modules/@pulumi/simcloud/package.json", '{"version":"1.0.0","types":"index.d.ts"}');
    project.write("node_modules/@pulumi/simcloud/index.d.ts", sdk(zone));
  }

  it("compiles TypeScript with the compiler of the project", async () => {
    install("string");
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--check", "--no-verify"]));
    assert.match(ran.stdout, /^Compiled: index\.ts with tsc \d+\.\d+\.\d+$/m);
  });

  it("compiles a new project with its tsconfig.json", async () => {
    install("string");
    assert.equal((await project.run(["specs.json", "--yes", "--state-only"])).code, 0);
    // The program is in a subfolder, and Node.js finds the packages of the folder above.
    const ran = await exitsWith(
      0,
      project.imp(["generate", "--out", "shop", "--new", "--check", "--layout", "per-type"]),
    );
    assert.match(project.read("shop/tsconfig.json"), /"strict": true/);
    assert.match(ran.stdout, /^Compiled: index\.ts with tsc /m);
  });

  it("exits with 1 after compiler errors, and keeps the written files", async () => {
    install("number");
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--check", "--no-verify"]));
    assert.match(ran.stdout, /^Errors in index\.ts, reported by tsc [\d.]+:\n {2}index\.ts\(\d+,\d+\): error TS2322/m);
    assert.match(ran.stdout, /^Wrote:\n {2}index\.ts$/m);
    const json = await exitsWith(1, project.imp(["generate", "--check", "--json"]));
    const { checks } = JSON.parse(json.stdout) as { checks: { language: string; verdict: string }[] };
    assert.deepEqual(
      checks.map(({ language, verdict }) => [language, verdict]),
      [["typescript", "failed"]],
    );
  });

  it("reports why files are not compiled, and leaves no files behind", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--check", "--language", "typescript,go,pcl"]));
    assert.match(ran.stdout, /^Not compiled: index\.ts: typescript is not in node_modules; run `npm install`$/m);
    assert.match(ran.stdout, /^Not compiled: main\.go: there is no go\.mod file; --new creates one$/m);
    assert.match(ran.stdout, /^Not compiled: main\.pp: imp has no compiler for pcl/m);
    assert.equal(
      Object.keys(project.files()).some((name) => /pycache|node_modules|\bbin\b/.test(name)),
      false,
    );
    project.write("node_modules/typescript/package.json", '{"version":"5.0.0"}');
    const bare = await project.imp(["generate", "--check"]);
    assert.match(bare.stdout, /^Not compiled: index\.ts: @pulumi\/simcloud is not installed$/m, showRun(bare));
    assert.equal(bare.code, 0);
  });

  it("runs go vet if the modules are installed, and reports missing modules", async function () {
    const goRoot = spawnSync("go", ["env", "GOROOT"], { encoding: "utf8" });
    if (goRoot.status !== 0) {
      process.stdout.write("SKIPPED: --check of Go: go is not on the PATH\n");
      this.skip();
    }
    const env = { PATH: `${join(goRoot.stdout.trim(), "bin")}:${project.env.PATH}`, GOFLAGS: "-buildvcs=false" };
    const check = ["generate", "--language", "go", "--out", "shop", "--check"];
    assert.equal((await project.run(["specs.json", "--yes", "--state-only"])).code, 0);
    const required = ["github.com/pulumi/pulumi/sdk/v3", "example.com/simcloud/sdk"];
    const lines = required.map((name) => `require ${name} v3.0.0\n`.replace("v3", name.endsWith("v3") ? "v3" : "v0"));
    project.write("shop/go.mod", `module shop\n\ngo 1.21\n\n${lines.join("")}`);
    const missing = await exitsWith(0, project.imp(check, env));
    assert.match(missing.stdout, /^Not compiled: main\.go: some modules are missing; run `go mod tidy`$/m);
    const replaced = required.map((name, index) => `replace ${name} => ../sdk${index}\n`);
    project.write("shop/go.mod", `module shop\n\ngo 1.21\n\n${lines.join("")}${replaced.join("")}`);
    for (const [index, name] of required.entries()) project.write(`sdk${index}/go.mod`, `module ${name}\n\ngo 1.21\n`);
    project.write("sdk0/go/pulumi/pulumi.go", goCore);
    project.write("sdk1/go/simcloud/dns/dns.go", goSdk("StringInput"));
    const passed = await exitsWith(0, project.imp(check, env));
    assert.match(passed.stdout, /^Compiled: main\.go with go vet$/m);
    project.write("sdk1/go/simcloud/dns/dns.go", goSdk("IntInput"));
    const failed = await exitsWith(1, project.imp(check, env));
    assert.match(failed.stdout, /^Errors in main\.go, reported by go vet:[\s\S]*main\.go:\d+:\d+/m);
  });

  for (const [language, file, tool, manifest, packages] of [
    ["java", "src/main/java/myproject/App.java", "mvn", "pom.xml", undefined],
    ["csharp", "Program.cs", "dotnet", "shop.csproj", "obj/project.assets.json"],
  ] as const) {
    it(`compiles ${language} with ${tool} if its packages are installed`, async () => {
      const check = ["generate", "--language", language, "--out", "shop", "--check"];
      const reported = async (code: number): Promise<string> => {
        const ran = await exitsWith(code, project.imp(check));
        return ran.stdout.slice(ran.stdout.search(/^(Compiled|Errors|Not compiled)/m));
      };
      assert.equal((await project.run(["specs.json", "--yes", "--state-only"])).code, 0);
      assert.match(
        await reported(0),
        new RegExp(`^Not compiled: ${file}: there is no \\S+ file; --new creates one$`, "m"),
      );
      project.write(`shop/${manifest}`, "");
      // PATH loses each directory that has the tool. Node.js may be in the same directory, so it gets a link elsewhere.
      mkdirSync(project.path("bin"), { recursive: true });
      symlinkSync(process.execPath, project.path("bin/node"));
      const others = project.env.PATH?.split(":").filter((directory) => !existsSync(join(directory, tool))) ?? [];
      project.env.PATH = [project.path("bin"), ...others].join(":");
      assert.match(await reported(0), new RegExp(`^Not compiled: ${file}: ${tool} is not on the PATH$`, "m"));
      const installTool = (needs: boolean, compiles: boolean): void => {
        const answers = `case "$*" in *go-offline*) exit ${needs ? 0 : 1};; *--version*) exit 0;; esac`;
        const words = `echo "App:3: a mistake"; exit ${compiles ? 0 : 1}`;
        writeFileSync(project.path(`bin/${tool}`), `#!/bin/sh\n${answers}\n${words}\n`, { mode: 0o755 });
        if (needs && packages !== undefined) project.write(`shop/${packages}`, "{}");
      };
      installTool(false, true);
      assert.match(await reported(0), new RegExp(`^Not compiled: ${file}: some packages are missing; `, "m"));
      installTool(true, true);
      assert.match(await reported(0), new RegExp(`^Compiled: ${file} with ${tool} \\w+$`, "m"));
      installTool(true, false);
      assert.match(
        await reported(1),
        new RegExp(`^Errors in ${file}, reported by ${tool} \\w+:\n {2}App:3: a mistake`, "m"),
      );
    });
  }

  it("checks only the syntax of Python if the SDK is not installed", async function () {
    if (spawnSync("python3", ["--version"], { env: project.env }).status !== 0) {
      process.stdout.write("SKIPPED: --check of Python: python3 is not on the PATH\n");
      this.skip();
    }
    project.write("Pulumi.yaml", projectFileOf("python"));
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--check", "--language", "python"]));
    assert.match(ran.stdout, /^Compiled: __main__\.py with (python \(syntax only|pyright)/m);
    assert.equal(
      Object.keys(project.files()).some((name) => /pycache|\.pyc/.test(name)),
      false,
    );
  });

  it("does not pass the environment variables of `inputsFrom` to the compiler", async () => {
    const provider = {
      type: "pulumi:providers:simcloud",
      name: "here",
      inputs: { region: "us-east-1" },
      inputsFrom: { token: { env: "SIM_TOKEN" } },
    };
    project.write("specs.json", specsOf(provider, { ...record, provider: "here" }));
    project.write("Pulumi.yaml", projectFileOf("python"));
    const [tool, seen] = [project.path("bin/python3"), join(project.root, "seen")];
    mkdirSync(dirname(tool));
    writeFileSync(tool, `#!/bin/sh\nenv > '${seen}'\n`, { mode: 0o755 });
    const words = ["specs.json", "--yes", "--check", "--language", "python"];
    await exitsWith(0, project.run(words, { PATH: `${dirname(tool)}:${project.env.PATH}`, SIM_TOKEN: "canary-token" }));
    assert.match(readFileSync(seen, "utf8"), /^PULUMI_STACK=dev$/m);
    assert.doesNotMatch(readFileSync(seen, "utf8"), /canary|SIM_TOKEN/);
  });
});
