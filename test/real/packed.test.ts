import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { installPacked, type Packed } from "../support/packed.ts";
import { assertNothingToChange } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { runProcess } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("imp from the npm package, with the real Pulumi", () => {
  const tools = requireTools();
  let packed: Packed;
  let stack: RealStack;
  before(async () => {
    packed = installPacked();
    stack = await openSimcloudStack(tools);
  });
  after(async () => {
    packed?.remove();
    await stack?.dispose();
  });

  it("runs as a tool plugin of pulumi", async () => {
    const env = { ...stack.env, PATH: `${packed.bin}:${stack.env.PATH}` };
    const shown = await runProcess([tools.pulumi, "plugin", "run", "imp", "--", "--version"], { env });
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^pulumi-imp\/\d/);
    const failed = await runProcess([tools.pulumi, "plugin", "run", "imp", "--", "run", "missing.json", "--yes"], {
      env,
    });
    assert.equal(failed.code, 2, failed.stderr);
    assert.match(failed.stderr, /\(SPEC_UNREADABLE\)/);
  });

  it("imports resources with an empty preview", async () => {
    const samples = join(projectRoot, "fixtures", "quickstart");
    copyFileSync(join(samples, "cloud.json"), String(stack.env.SIMCLOUD_FILE));
    const specs = join(samples, "specs.json");
    const ran = packed.imp(["run", specs, "--yes", "--cwd", stack.directory], stack.env);
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    await assertNothingToChange(stack, await stack.exportState({ showSecrets: true }));
  });
});
