import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importedSpecs, type OwnProgramCase, ownPrograms, stackSpecs } from "../support/own-programs.ts";
import { imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** Programs that the launcher of these tests does not support. `plain` and `files-by-name` have the same code. */
const notRun: ReadonlySet<string> = new Set(["ecmascript-modules", "sources-in-a-folder"]);

describe("imp run --into a user's program", () => {
  const tools = requireTools();
  const urns = new Map<string, string>();
  let stack: RealStack;
  let checkpoint: string;
  let state: string;

  before(async () => {
    stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    const cloud = join(projectRoot, "fixtures", "quickstart", "cloud.json");
    writeFileSync(String(stack.env.SIMCLOUD_FILE), readFileSync(cloud));
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, stackSpecs);
    await exitsWith(0, imp(stack, "run", specs, "--yes", "--state-only", "--no-protect"));
    for (const { urn } of resourcesOf(await stack.exportState())) urns.set(urn.split("::").at(-1) ?? "", urn);
    const backend = String(stack.env.PULUMI_BACKEND_URL).replace("file://", "");
    checkpoint = join(backend, ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
    state = readFileSync(checkpoint, "utf8");
  });
  after(() => stack?.dispose());

  for (const programCase of ownPrograms.filter(({ name }) => !notRun.has(name))) {
    it(`inserts code with an empty preview: ${programCase.name}`, async () => {
      writeFileSync(checkpoint, state);
      const specs = join(stack.root, "more.json");
      writeFileSync(
        specs,
        importedSpecs((name) => urns.get(name) ?? "", programCase),
      );
      const sources = sourcesOf(programCase);
      for (const [path, bytes] of sources) write(join(stack.directory, path), bytes);
      try {
        await exitsWith(0, imp(stack, "run", specs, "--yes", "--into", programCase.into));
        const preview = await exitsWith(0, stack.previewExpectingNoChanges());
        assert.match(preview.stdout, /7 unchanged/);
      } finally {
        for (const [path] of sources) rmSync(join(stack.directory, path));
        rmSync(join(stack.directory, "bin"), { recursive: true, force: true });
      }
    });
  }
});

/** Returns the TypeScript files and layout settings of a program, without its manifest. */
function sourcesOf({ files }: OwnProgramCase): readonly (readonly [string, Buffer])[] {
  return Object.entries(files).filter(([path]) => path !== "package.json");
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
