/**
 * `imp state verify` rejects exactly the states that Pulumi does not load. The test changes a state with every decoded member in thousands of
 * ways, and compares imp with Pulumi's decoder, and in some cases with the real CLI.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ImpError } from "../../src/domain/errors.ts";
import { parseDeployment, sound } from "../../src/state/deployment.ts";
import { faultsOf } from "../../src/state/faults.ts";
import { imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { changedStates, refusalsOf, wholeState } from "./refused-states.ts";
import { showRun } from "./run-process.ts";
import { openStack, type RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** Changes after which imp rejects a state although Pulumi loads it, with the reasons. */
const additionalRules: readonly (readonly [RegExp, string])[] = [
  [/^version(: null|: 0| taken out)$/, "imp doesn't support states without a version"],
  [/^checkpoint: null$/, "a document without a checkpoint could be any JSON file"],
  [/\.urn: "urn:pulumi:x"$/, "imp needs the project, type, and name of each URN"],
];

const stack = {
  urn: "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
  custom: false,
  type: "pulumi:pulumi:Stack",
};
const pier = { urn: "urn:pulumi:dev::orchard::sea:index:Pier::west", custom: true, id: "w", type: "sea:index:Pier" };
const time = "2026-01-15T10:20:30Z";
const unkept = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:a:b" };

/** Deployments, and whether Pulumi loads them. */
const rows: readonly (readonly [string, boolean, object])[] = [
  ["an ordinary state", true, {}],
  ["a time with a zone", true, { manifest: { time: "2026-01-15T10:20:30.123456789+01:00" } }],
  ["an invalid time", false, { manifest: { time: "yesterday" } }],
  ["an empty time", false, { manifest: { time: "" } }],
  ["a plugin with an incomplete version", true, { manifest: { time, plugins: [{ name: "sea", version: "v1.2" }] } }],
  ["a plugin with an invalid version", false, { manifest: { time, plugins: [{ name: "sea", version: "new" }] } }],
  ["a pending operation", true, { pending_operations: [{ resource: pier, type: "creating" }] }],
  ["a pending operation without a kind", true, { pending_operations: [{ resource: pier }] }],
  ["a pending operation on an invalid URN", true, { pending_operations: [{ resource: { ...pier, urn: "x" } }] }],
  ["a pending operation that is a number", false, { pending_operations: [7] }],
  ["a pending operation without a resource", false, { pending_operations: [{ type: "creating" }] }],
  [
    "a pending operation whose resource has no type",
    false,
    { pending_operations: [{ resource: { ...pier, type: "" } }] },
  ],
  [
    "a pending operation with a secret, without a secrets provider",
    false,
    { pending_operations: [{ resource: { ...pier, inputs: { unkept } } }] },
  ],
  ["a flag that is a string", false, { resources: [{ ...stack, protect: "yes" }] }],
];

describe("states that Pulumi rejects", () => {
  const tools = requireTools();

  it("are the same that imp state verify rejects, which has some additional rules", async function () {
    const judges = requireJudges("states that Pulumi's decoder rejects");
    if (judges === undefined) this.skip();
    const states = changedStates();
    const [whole, ...refusals] = await refusalsOf(judges, [
      JSON.stringify(wholeState),
      ...states.map(({ text }) => text),
    ]);
    assert.equal(whole, "");
    assert.equal(whyRefused(JSON.stringify(wholeState)), "");
    const wrong: string[] = [];
    const used = new Set<string>();
    let refused = 0;
    for (const [index, { title, text }] of states.entries()) {
      const [ours, theirs] = [whyRefused(text), refusals[index] ?? ""];
      if (theirs !== "") refused += 1;
      if ((ours === "") === (theirs === "")) continue;
      const known = additionalRules.find(([pattern]) => theirs === "" && pattern.test(title));
      if (known === undefined) wrong.push(`${title}: imp ${ours || "loads it"}; Pulumi ${theirs || "loads it"}`);
      else used.add(known[1]);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      [...used],
      additionalRules.map(([, why]) => why),
    );
    assert.ok(refused > 3000 && states.length - refused > 1000, `${refused} of ${states.length}`);
  }).timeout(600_000);

  describe("with the pulumi command", () => {
    let real: RealStack;
    before(async () => {
      real = await openStack({ tools, providers: {}, sdks: [], project: "orchard" });
      real.transpile("export {};");
    });
    after(() => real?.dispose());

    for (const [title, isLoaded, deployment] of rows)
      it(`imp state verify gives the same answer as pulumi preview: ${title}`, async () => {
        const latest = { manifest: { time }, resources: [stack], ...deployment };
        const [file, checkpoint] = [
          join(real.root, "state.json"),
          join(real.root, "backend/.pulumi/stacks/orchard/dev.json"),
        ];
        const checkpointText = JSON.stringify({
          version: 3,
          checkpoint: { stack: "organization/orchard/dev", latest },
        });
        writeFileSync(checkpoint, checkpointText);
        writeFileSync(file, JSON.stringify({ version: 3, deployment: latest }));
        const impRun = await imp(real, "state", "verify");
        const [preview, imported] = [
          await real.pulumi("preview"),
          await real.pulumi("stack", "import", "--file", file),
        ];
        for (const ran of [preview, imported]) assert.equal(ran.code === 0, isLoaded, showRun(ran));
        assert.equal(impRun.code, isLoaded ? 0 : 1, showRun(impRun));
      });
  });
});

/** Returns why `imp state verify` and `imp run` reject a state, which must agree, or "" if it loads. */
function whyRefused(text: string): string {
  try {
    const state = parseDeployment(Buffer.from(text));
    const faults = faultsOf(state).filter(({ severity }) => severity === "error");
    // Rules 101 and 102 concern values, which a run decodes only on demand, so it does not check them here.
    if (faults.every(({ rule }) => rule === 101 || rule === 102)) sound(state, "state.json");
    else assert.throws(() => sound(state, "state.json"));
    return faults.map(({ why }) => why).join("; ");
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return error.message;
  }
}
