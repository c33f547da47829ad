/** After an import into a changed program, the real preview has only the user's change. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { bucket, component, policy, record, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { imp } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("imp run after the user changed the generated program", () => {
  const tools = requireTools();
  let stack: RealStack;
  /** The contents of files after the first run, by path. */
  const kept = new Map<string, string>();

  before(async () => {
    stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    const cloud = join(projectRoot, "fixtures", "quickstart", "cloud.json");
    writeFileSync(String(stack.env.SIMCLOUD_FILE), readFileSync(cloud));
    specs("first.json", component, { ...vpc, parent: component.name }, bucket, record);
    specs("second.json", subnetA, policy);
    specs("third.json", role);
    await run("first.json");
    const backend = String(stack.env.PULUMI_BACKEND_URL).replace("file://", "");
    const state = join(backend, ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
    const recorded = join(stack.directory, ".imp", `${stack.project}.${stack.stack}.json`);
    for (const path of [state, recorded, join(stack.directory, "index.ts")]) kept.set(path, readFileSync(path, "utf8"));
  });
  beforeEach(() => {
    for (const [path, text] of kept) writeFileSync(path, text);
  });
  after(() => stack?.dispose());

  it("gives an empty preview if the user added comments and renamed variables", async () => {
    const layout = { parser: "typescript", semi: false, singleQuote: true, tabWidth: 2 };
    const text = `// Of the shop.\n${program()
      .replace(/\bmain\b(?!")/g, "network1")
      .replace(/simcloud(?!")/g, "sim")}`;
    edit(await format(`${text}\nexport const arn = covers.arn; // mine\n`, layout));
    await run("second.json");
    await unchanged(7);
    edit(program().replace("const a =", "// The first one.\nexport const first ="));
    await run("third.json");
    await unchanged(8);
    edit(`/* Reviewed. */\n${program()}`);
    await exitsWith(0, imp(stack, "undo", "--yes"));
    await unchanged(7);
  });

  it("warns about changed inputs and removed statements, which pulumi up applies", async () => {
    edit(
      program()
        .replace("days: 30", "days: 60")
        .replace(/const www = [\s\S]*?\n\}\);\n/, ""),
    );
    const ran = await run("second.json");
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /days: 30.*days: 60.*Bucket covers.*`pulumi up` deletes it.*Record www/,
    );
    stack.transpile();
    const steps = await previewSteps(stack);
    const other = [...steps].flatMap(([urn, op]) => (op === "same" ? [] : [`${op} ${urn.split("::").at(-1)}`]));
    assert.deepEqual(other.sort(), ["delete www", "update covers"]);
  });

  function specs(name: string, ...resources: readonly object[]): void {
    writeFileSync(join(stack.directory, name), specsOf(...resources));
  }

  async function run(file: string) {
    const ran = await exitsWith(0, imp(stack, "run", file, "--yes", "--no-protect"));
    return ran;
  }

  function program(): string {
    return readFileSync(join(stack.directory, "index.ts"), "utf8");
  }

  function edit(text: string): void {
    writeFileSync(join(stack.directory, "index.ts"), text);
  }

  /** Asserts that the preview is empty. @param count the number of resources, not counting the stack itself */
  async function unchanged(count: number): Promise<void> {
    stack.transpile();
    const preview = await exitsWith(0, stack.previewExpectingNoChanges());
    assert.match(preview.stdout, RegExp(`${count} unchanged`));
  }
});
