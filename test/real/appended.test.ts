/**
 * `imp run --append-file` next to programs that people wrote in every language: the run adds what loads the file, the language's compiler
 * accepts all of it, and the real preview finds nothing to change, and so plans no delete.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bucket, component, policy, role, specsOf, subnetB, vpc } from "../support/quickstart-specs.ts";
import { imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { pythonSdk, requirePython } from "./python.ts";
import { describe as show } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** A language that the tests can compile. */
interface Judged {
  readonly env?: Readonly<Record<string, string>>;
  /** Compiles the program in the folder of the stack. */
  readonly build: (stack: RealStack) => Promise<void>;
  /** Absent: the tests cannot run its programs, so nothing is previewed. */
  readonly runs: boolean;
}

interface OwnCase {
  readonly runtime: string;
  /** Of the network, the provider and the component; the last is the network itself where programs have no components. */
  readonly nameTable: Readonly<Record<"main" | "east" | "network", string>>;
  /** `undefined`: the tools are not there, and a line says so. */
  readonly open: () => Promise<Judged | undefined>;
}

const tools = requireTools();
const suite = "files next to a person's program";

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

describe("imp run --append-file next to a person's program", () => {
  const stacks: RealStack[] = [];
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  for (const [language, own] of Object.entries(cases)) {
    const folder = join(projectRoot, "fixtures", "appended-programs", language);

    it(`leaves nothing to change, and undo restores every byte: ${language}`, async function () {
      const judged = await own.open();
      if (judged === undefined) return this.skip();
      const stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1", ...judged.env });
      stacks.push(stack);
      writeFileSync(String(stack.env.SIMCLOUD_FILE), readFileSync(join(projectRoot, "fixtures/quickstart/cloud.json")));
      const hasComponents = own.nameTable.network !== own.nameTable.main;
      await importFirst(stack, hasComponents);
      const original = await openProgram(stack, own.runtime, folder);
      const urns = new Map(resourcesOf(await stack.exportState()).map(({ urn }) => [urn.split("::").at(-1), urn]));

      // A value of the stack's configuration comes with it.
      const secret = { ...east, name: "other", inputs: { ...east.inputs, token: "let-me-in" } };
      await appendTo(stack, { resources: [secret, { ...role, provider: secret.name }] });
      await assertNoDelete(stack, judged, hasComponents ? 6 : 5);
      const alias = String(urns.get("main"))
        .replace(/[^:]*$/, "once")
        .replace(vpc.type, bucket.type);
      const names = Object.entries(own.nameTable).flatMap(([name, variable]) =>
        urns.has(name) ? [[variable, urns.get(name)]] : [],
      );
      const at = { parent: own.nameTable.network, provider: own.nameTable.east };
      const resources = [
        { ...bucket, ...at, aliases: [alias] },
        { ...policy, provider: at.provider },
        { ...subnetB, provider: at.provider },
      ];
      await appendTo(stack, { nameTable: Object.fromEntries(names), resources });
      await assertNoDelete(stack, judged, hasComponents ? 9 : 8);

      for (let runs = 0; runs < 2; runs += 1) {
        const undone = await imp(stack, "undo", "--yes");
        assert.equal(undone.code, 0, show(undone));
      }
      assert.deepEqual(filesOf(stack, original), original);
    });
  }
});

/** The stack has what the program of a person constructs. */
async function importFirst(stack: RealStack, hasComponents: boolean): Promise<void> {
  const specs = join(stack.root, "specs.json");
  const inside = hasComponents ? { parent: component.name } : {};
  const first = hasComponents ? [component] : [];
  writeFileSync(specs, specsOf(...first, east, { ...vpc, ...inside, provider: east.name }));
  const ran = await imp(stack, "run", specs, "--yes", "--state-only", "--no-protect");
  assert.equal(ran.code, 0, show(ran));
}

/** Copies the program into the stack's project. @returns path -> bytes in base64 */
async function openProgram({ directory, project }: RealStack, runtime: string, folder: string) {
  writeFileSync(join(directory, "Pulumi.yaml"), `name: ${project}\nruntime: ${runtime}\n`);
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
  const ran = await imp(stack, "run", file, "--yes", "--json", "--append-file", "adopted");
  assert.equal(ran.code, 0, show(ran));
  const { appended, resources } = JSON.parse(ran.stdout);
  assert.deepEqual(
    resources.map(({ verdict }: { readonly verdict: string }) => verdict),
    resources.map(() => "clean"),
    show(ran),
  );
  assert.equal(appended[0].isLoaded, true, show(ran));
}

async function assertNoDelete(stack: RealStack, { build, runs }: Judged, unchanged: number): Promise<void> {
  await build(stack);
  if (!runs) return;
  const preview = await stack.previewExpectingNoChanges();
  assert.equal(preview.code, 0, show(preview));
  assert.match(preview.stdout, RegExp(`${unchanged} unchanged`), show(preview));
}
