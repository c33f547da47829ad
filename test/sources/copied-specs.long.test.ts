/** A run identifies import specs by ID, not by object reference. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import Run from "../../commands/run.ts";
import type { RunIo } from "../../src/cli/run-io.ts";
import type { ImportSpec, ImportSpecs } from "../../src/import-file/import-specs.ts";
import type { ImportSource, RequestedSource } from "../../src/sources/import-source.ts";
import { importSources } from "../../src/sources/index.ts";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { runInProcess } from "../support/in-process.ts";
import { bucket, component, policy, role, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";

const network = { ...vpc, parent: component.name };
const specs = JSON.parse(specsOf(component, network, subnetA, subnetB, bucket, policy, { ...role, id: "nobody" }));

const urnOf = ({ type, name }: typeof bucket): string => `urn:pulumi:dev::orchard::${type}::${name}`;

class CopyingRun extends Run {
  override readonly sources = importSources.map(copying);
}

/** Returns the source with copies of its import specs. They are copied through JSON, and all have the location of the first one. */
function copying(source: ImportSource): ImportSource {
  return {
    ...source,
    select: (line) => {
      const asked = source.select(line);
      return asked?.reads === "files" ? { ...asked, open: async (io: RunIo) => copied(await asked.open(io)) } : asked;
    },
  };
}

type Opened = Awaited<ReturnType<Extract<RequestedSource, { readonly reads: "files" }>["open"]>>;

function copied(opened: Opened): Opened {
  const { resources, ...tables }: ImportSpecs = opened.specs;
  for (const { inputs, outputs, source } of resources)
    assert.deepEqual([inputs, outputs, source], [undefined, undefined, undefined], "the copy cannot contain maps");
  const entries: readonly ImportSpec[] = JSON.parse(JSON.stringify(resources));
  const [first] = entries;
  return {
    ...opened,
    specs: { ...tables, resources: entries.map((entry) => ({ ...entry, where: first?.where ?? entry.where })) },
  };
}

describe("import specs that a source copied in memory", function () {
  this.timeout(120_000);
  const projects: CliProject[] = [];
  afterEach(() => {
    for (const project of projects.splice(0)) project.remove();
  });

  for (const [title, flags] of [
    ["with names from tags", ["--name-template", "{type}-{tag:Name|name|id}"]],
    [
      "with renames and exclusions",
      ["--rename", "a=first", "--leave-out", urnOf(bucket), "--leave-out", urnOf(policy)],
    ],
  ] as const) {
    it(`writes the same state and program if the import specs are copies (${title})`, async () => {
      const [original, copy] = [await ran(Run, flags), await ran(CopyingRun, flags)];
      assert.ok(original.report.summary.verdicts.clean > 0);
      assert.deepEqual(copy, original);
    });
  }

  async function ran(command: typeof Run, flags: readonly string[]) {
    const project = makeProject({ specs, files: saltedFiles });
    projects.push(project);
    const words = ["specs.json", "--yes", "--json", ...flags, "--provider", `simcloud=${simcloud}`];
    const { code, stdout, output } = await runInProcess(command, words, project);
    assert.ok(code === 0 || code === 1 || code === 3, output);
    const { resources, ...files } = await productOf(project);
    const rest = existsSync(join(project.directory, "imp-rest.json")) ? project.read("imp-rest.json") : "";
    const { run: _, ...report } = JSON.parse(stdout);
    return { code, report, ...files, resources: [...resources], rest };
  }
});
