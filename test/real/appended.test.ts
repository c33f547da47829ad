/** After `imp run --append-file` in a user's program, the program loads the file, compiles, and has an empty preview, in every language. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bucket, component, policy, role, specsOf, subnetB, vpc } from "../support/quickstart-specs.ts";
import { type Csharp, compile, csharpSdk, requireCsharp, run } from "./csharp.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { buildJavaProgram, javaClassPath, javaSdk, requireJava, withoutFlaws } from "./java.ts";
import { imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { asClass, olderCsharp } from "./older-csharp.ts";
import { projectRoot } from "./project-root.ts";
import { pythonSdk, requirePython } from "./python.ts";
import { exitsWith, runProcess, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { onPath, requireTools } from "./tools.ts";

/** A language that the tests can compile. */
interface Judged {
  readonly env?: Readonly<Record<string, string>>;
  /** Compiles the program of the stack, which registers `registered` resources. */
  readonly build: (stack: RealStack, registered: number) => Promise<void>;
  /** True if the tests can run its programs. Otherwise, previews are skipped. */
  readonly runs: boolean;
}

interface OwnCase {
  readonly runtime: string;
  /** The variables of the network, the provider, and the component. In languages without components, the last one is the network's, too. */
  readonly nameTable: Readonly<Record<"main" | "east" | "network", string>>;
  /** Opens the tools of the language. If they are missing, prints a message and returns undefined. */
  readonly open: () => Promise<Judged | undefined>;
}

const tools = requireTools();
const suite = "files next to a user's program";

const cases: Readonly<Record<string, OwnCase>> = {
  python: {
    runtime: "python",
    nameTable: { main: "vpc", east: 'clouds["east"]', network: "platform" },
    open: async () => {
      const python = requirePython(`${suite}, in Python`);
      if (python === undefined) return undefined;
      return {
        env: {
          PYTHONPATH: await pythonSdk(tools, Buffer.from(await simcloudSchema(tools))),
          IMP_PYTHON: python.interpreter,
          IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
        },
        build: async () => {},
        runs: true,
      };
    },
  },
  go: {
    runtime: "go",
    nameTable: { main: "vpc", east: "clouds.East", network: "shop" },
    open: async () => {
      if (!onPath("go") || !onPath("gofmt")) {
        console.log(`SKIPPED: ${suite} (Go): go and gofmt are not on the PATH`);
        return undefined;
      }
      const sdk = await goSdk(tools, Buffer.from(await simcloudSchema(tools)));
      const build = async ({ directory }: RealStack): Promise<void> => {
        const formatted = await runProcess(["gofmt", "-d", directory]);
        assert.equal(formatted.stdout + formatted.stderr, "");
        await buildGo(directory, sdk);
      };
      return { build, runs: true };
    },
  },
  java: {
    runtime: "java",
    nameTable: { main: "main", east: "clouds.east", network: "network" },
    open: async () => {
      const java = requireJava(`${suite}, in Java`);
      if (java === undefined) return undefined;
      const sdk = await javaSdk(java, withoutFlaws(Buffer.from(await simcloudSchema(tools))));
      const build = ({ directory }: RealStack): Promise<void> => buildJavaProgram(java, directory, sdk);
      return { env: { IMP_CLASSPATH: javaClassPath(java, sdk) }, build, runs: true };
    },
  },
  csharp: {
    runtime: "dotnet",
    nameTable: { main: "main", east: 'clouds["east"]', network: "network" },
    open: async () => {
      const csharp = await requireCsharp(`${suite}, in C#`);
      if (csharp === undefined) return undefined;
      const sdk = await csharpSdk(csharp, Buffer.from(await simcloudSchema(tools)));
      const build = ({ directory }: RealStack, registered: number): Promise<void> =>
        runCsharp(csharp, sdk, directory, registered);
      return { build, runs: false };
    },
  },
  yaml: {
    runtime: "yaml",
    nameTable: { main: "vpc", east: "clouds", network: "vpc" },
    open: async () => {
      const judges = requireJudges(`${suite}, in YAML`);
      if (judges === undefined) return undefined;
      const build = async ({ root }: RealStack): Promise<void> => {
        const host = join(root, "bin", "pulumi-language-yaml");
        if (!existsSync(host)) symlinkSync(judges.yamlHost, host);
      };
      return { build, runs: true };
    },
  },
};

const east = { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } };

describe("imp run --append-file next to a user's program", () => {
  const stacks: RealStack[] = [];
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  for (const [language, languageCase] of Object.entries(cases)) {
    const folder = join(projectRoot, "fixtures", "appended-programs", language);

    it(`adds a file that a ${language} program loads, with an empty preview; undo removes it`, async function () {
      const judged = await languageCase.open();
      if (judged === undefined) return this.skip();
      const stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1", ...judged.env });
      stacks.push(stack);
      writeFileSync(String(stack.env.SIMCLOUD_FILE), readFileSync(join(projectRoot, "fixtures/quickstart/cloud.json")));
      const hasComponents = languageCase.nameTable.network !== languageCase.nameTable.main;
      await importFirst(stack, hasComponents);
      const original = await openProgram(stack, languageCase.runtime, folder);
      const urns = new Map(resourcesOf(await stack.exportState()).map(({ urn }) => [urn.split("::").at(-1), urn]));

      // The import also adds a value to the stack configuration.
      const secret = { ...east, name: "other", inputs: { ...east.inputs, token: "let-me-in" } };
      await appendTo(stack, { resources: [secret, { ...role, provider: secret.name }] });
      await assertNoDelete(stack, judged, hasComponents ? 6 : 5);
      const alias = String(urns.get("main"))
        .replace(/[^:]*$/, "once")
        .replace(vpc.type, bucket.type);
      const names = Object.entries(languageCase.nameTable).flatMap(([name, variable]) =>
        urns.has(name) ? [[variable, urns.get(name)]] : [],
      );
      const options = { parent: languageCase.nameTable.network, provider: languageCase.nameTable.east };
      const resources = [
        { ...bucket, ...options, aliases: [alias] },
        { ...policy, provider: options.provider },
        { ...subnetB, provider: options.provider },
      ];
      await appendTo(stack, { nameTable: Object.fromEntries(names), resources });
      await assertNoDelete(stack, judged, hasComponents ? 9 : 8);

      for (let runs = 0; runs < 2; runs += 1) {
        await exitsWith(0, imp(stack, "undo", "--yes"));
      }
      assert.deepEqual(filesOf(stack, original), original);
    });
  }
});

/** Imports the resources that the user program constructs. */
async function importFirst(stack: RealStack, hasComponents: boolean): Promise<void> {
  const specs = join(stack.root, "specs.json");
  const inside = hasComponents ? { parent: component.name } : {};
  const first = hasComponents ? [component] : [];
  writeFileSync(specs, specsOf(...first, east, { ...vpc, ...inside, provider: east.name }));
  await exitsWith(0, imp(stack, "run", specs, "--yes", "--state-only", "--no-protect"));
}

/** Copies the program into the project of the stack. @returns the contents of its files in base64, by path */
async function openProgram({ directory, project }: RealStack, runtime: string, folder: string) {
  // The language hosts of the tests run compiled programs.
  const binaries: Readonly<Record<string, string>> = { go: "bin/program", java: "target/classes" };
  const options = binaries[runtime] === undefined ? {} : { binary: binaries[runtime] };
  writeFileSync(join(directory, "Pulumi.yaml"), JSON.stringify({ name: project, runtime: { name: runtime, options } }));
  rmSync(join(directory, "package.json"));
  cpSync(folder, directory, { recursive: true });
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, "base64")];
    }),
  );
}

function filesOf({ directory }: RealStack, original: Readonly<Record<string, string>>): typeof original {
  return Object.fromEntries(Object.keys(original).map((path) => [path, readFileSync(join(directory, path), "base64")]));
}

async function appendTo(stack: RealStack, specs: object): Promise<void> {
  const file = join(stack.root, "more.json");
  writeFileSync(file, JSON.stringify(specs));
  const ran = await exitsWith(0, imp(stack, "run", file, "--yes", "--json", "--append-file", "adopted"));
  const { appended, resources } = JSON.parse(ran.stdout);
  assert.deepEqual(
    resources.map(({ verdict }: { readonly verdict: string }) => verdict),
    resources.map(() => "clean"),
    showRun(ran),
  );
  assert.equal(appended[0].isLoaded, true, showRun(ran));
}

/** Compiles and runs the program with a core SDK that prints the registrations, and counts them. */
async function runCsharp(csharp: Csharp, sdk: readonly string[], directory: string, registered: number): Promise<void> {
  const older = readdirSync(directory)
    .filter((name) => name.endsWith(".cs"))
    .map((name) => {
      const file = join(directory, "tmp", name);
      const text = olderCsharp(readFileSync(join(directory, name), "utf8"), csharp.grammar, new Set());
      mkdirSync(join(directory, "tmp"), { recursive: true });
      writeFileSync(file, name === "Program.cs" ? asClass(text, "Program") : text);
      return file;
    });
  const start = join(directory, "tmp", "start.cs");
  writeFileSync(start, 'static class Start { static void Main() { Program.Run(); Pulumi.Wire.Flush("end"); } }');
  const program = join(directory, "tmp", "program.exe");
  await compile(csharp.directory, [...older, start, ...sdk], program);
  const lines = (await run(csharp.directory, program)).split("\n").filter((line) => line.startsWith("{"));
  assert.equal(lines.length, registered, lines.join("\n"));
}

async function assertNoDelete(stack: RealStack, { build, runs }: Judged, unchanged: number): Promise<void> {
  // The preview also counts the stack resource.
  await build(stack, unchanged - 1);
  if (!runs) return;
  const preview = await exitsWith(0, stack.previewExpectingNoChanges());
  assert.match(preview.stdout, RegExp(`${unchanged} unchanged`), showRun(preview));
}
