/**
 * imp imports the whole simulated estate and the pinboard. The real CLI deploys each program to empty clouds, which recreates every object,
 * and a second import gives the same program.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinboardEstate } from "../../fixtures/pinboard/estate.ts";
import { makeQuirkEstate, makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { callsIn } from "./journal.ts";
import { requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { pythonSdk, requirePython } from "./python.ts";
import {
  cloudDifferences,
  completeCloud,
  type Deployed,
  deployFromNothing,
  type ImportedEntry,
  importEntries,
  literalRemarks,
  notCreated,
  pinboardDifferences,
} from "./recreate.ts";
import { showRun } from "./run-process.ts";
import { simcloudSchema } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools, type Tools } from "./tools.ts";
import { moreSchemas, openWholeStack } from "./whole-stack.ts";

const estate = makeWholeEstate();
// Resources of types that end or hang their provider are excluded.
const faulty = new Set(makeQuirkEstate(true).specs.resources.map(({ name }) => name));
const everything: readonly SpecEntry[] = [
  ...estate.specs.resources.filter(({ name }) => !faulty.has(name)),
  ...pinboardEstate.specs.resources,
];

interface Language {
  readonly name: string;
  readonly program: string;
  /** The runtime in `Pulumi.yaml`. */
  readonly runtime: string;
}

/** An import, and the languages in which it writes programs. */
interface Batch {
  readonly entries: readonly SpecEntry[];
  /** Creates a stack for programs in any of the languages that this machine supports. */
  open(tools: Tools): Promise<{ readonly stack: RealStack; readonly languages: readonly Language[] } | undefined>;
}

const typescript: Language = { name: "typescript", program: "index.ts", runtime: "nodejs" };
const python: Language = { name: "python", program: "__main__.py", runtime: "python" };
const yaml: Language = { name: "yaml", program: "Main.yaml", runtime: "yaml" };

const sdkLanguages: Batch = {
  entries: everything,
  open: async (tools) => {
    const available = requirePython("programs deployed to an empty cloud (Python)");
    if (available === undefined) return { stack: await openWholeStack(tools), languages: [typescript] };
    const schemas = [await simcloudSchema(tools), ...moreSchemas()];
    const sdks = await Promise.all(schemas.map((schema) => pythonSdk(tools, Buffer.from(schema))));
    const env = {
      PYTHONPATH: sdks.join(delimiter),
      IMP_PYTHON: available.interpreter,
      IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
    };
    return { stack: await openWholeStack(tools, { env }), languages: [typescript, python] };
  },
};

/** The file that `pulumi package add` writes for the parameterized package. */
const gadgets = `packageDeclarationVersion: 1
name: simcloud
version: 1.0.0
parameterization:
  name: gadgets
  version: 2.1.0
  value: ${Buffer.from(JSON.stringify({ name: "gadgets", version: "2.1.0" })).toString("base64")}
`;

const yamlAlone: Batch = {
  // Pulumi YAML registers only remote components.
  entries: everything.filter(({ component }) => component !== true).map(({ parent: _, ...entry }) => entry),
  open: async (tools) => {
    const judges = requireJudges("programs deployed to an empty cloud (YAML)");
    if (judges === undefined) return undefined;
    const stack = await openWholeStack(tools, { withoutSdks: true });
    symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    mkdirSync(join(stack.directory, "sdks"));
    writeFileSync(join(stack.directory, "sdks", "gadgets.yaml"), gadgets);
    return { stack, languages: [yaml] };
  },
};

for (const [names, batch] of [
  ["TypeScript and Python", sdkLanguages],
  ["YAML", yamlAlone],
] as const) {
  describe(`deployments of imported programs to an empty cloud, in ${names}`, () => {
    const tools = requireTools();
    const stacks: RealStack[] = [];
    const deployed: Deployed[] = [];
    let languages: readonly Language[];
    let imported: readonly ImportedEntry[];
    let programs: readonly string[];

    const open = async () => {
      const opened = await batch.open(tools);
      if (opened !== undefined) stacks.push(opened.stack);
      return opened;
    };
    const programsIn = ({ directory }: RealStack): readonly string[] =>
      languages.map(({ program }) => readFileSync(join(directory, program), "utf8"));

    before(async function () {
      const opened = await open();
      if (opened === undefined) return this.skip();
      const { stack } = opened;
      languages = opened.languages;
      writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
      writeFileSync(String(stack.env.PINBOARD_FILE), JSON.stringify(pinboardEstate.cloud));
      imported = await importEntries(stack, batch.entries, languages.map(({ name }) => name).join());
      assert.ok(callsIn(stack.env.SIMCLOUD_JOURNAL).has("Create preview"));
      assert.deepEqual(
        [...callsIn(stack.env.PINBOARD_JOURNAL).keys()].filter((name) => /Create|Update/.test(name)),
        [],
      );
      programs = programsIn(stack);
      for (const { name, runtime } of languages) {
        writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtime}\n`);
        if (name === "typescript") await stack.compile();
        deployed.push(await deployFromNothing(stack, imported, `fresh-${name}`));
      }
    });
    after(() => Promise.all(stacks.map((stack) => stack.dispose())));

    it("create every object, except those that the simulated cloud cannot create", () => {
      const refused = notCreated(imported.map(({ entry }) => entry)).map(({ name }) => name);
      for (const { missing, made, ran } of deployed) {
        assert.deepEqual(missing, refused, showRun(ran).slice(-4000));
        assert.ok(made.length > 250);
      }
    });

    it("create equal objects, except for values that the cloud chooses or rejects", async () => {
      assert.deepEqual(await cloudDifferences(estate.cloud, deployed), []);
      for (const one of deployed) assert.deepEqual(pinboardDifferences(pinboardEstate.cloud, one), []);
    });

    it("create objects for which imp prints the same program", async () => {
      const [first] = deployed;
      const opened = await open();
      assert.ok(opened && first);
      const { stack } = opened;
      completeCloud(estate.cloud, batch.entries, first);
      const ids = new Map(first.made.map(({ entry, id }) => [entry.name, id]));
      const names = new Set(imported.map(({ entry }) => entry.name));
      const entries = batch.entries
        .filter(({ name, id }) => id === undefined || names.has(name))
        .map((entry) => ({ ...entry, ...(ids.has(entry.name) && { id: ids.get(entry.name) ?? "" }) }));
      Object.assign(stack.env, { SIMCLOUD_FILE: first.cloud, PINBOARD_FILE: first.pinboard });
      await importEntries(stack, entries, languages.map(({ name }) => name).join());
      for (const [index, now] of programsIn(stack).entries()) {
        const before = withoutLiteralRemarks(programs[index] ?? "", imported);
        assert.deepEqual(linesOnlyIn(now, before), linesOnlyIn(before, now));
        assert.ok(now === before, "the program has the same lines in a different order");
      }
    });
  });
}

/** Returns up to fifty lines that the other program does not have. */
function linesOnlyIn(program: string, other: string): readonly string[] {
  const known = new Set(other.split("\n"));
  return program
    .split("\n")
    .filter((line) => !known.has(line))
    .slice(0, 50);
}

/** Removes comments about literals. A literal has one if its source has a difference, but after a deployment the source has another value. */
function withoutLiteralRemarks(program: string, entries: readonly ImportedEntry[]): string {
  const lines = program.split("\n");
  const left = lines.filter(
    (line) => !/^\s*(\/\/|#) left literal: \S+ is not imported without a difference$/.test(line),
  );
  assert.equal(lines.length - left.length, literalRemarks(entries));
  return left.join("\n");
}
