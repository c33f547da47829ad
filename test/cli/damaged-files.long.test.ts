/** imp reads damaged and hostile state and stack files, or rejects them with an error code. It does not crash, hang, or write. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { renderFaults, renderFull, renderState } from "../../src/cli/state-screen.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { specsFromState } from "../../src/from-state/specs-from-state.ts";
import { parseDeployment, sound } from "../../src/state/deployment.ts";
import { fullResources, stateFacts } from "../../src/state/describe-state.ts";
import { faultsOf } from "../../src/state/faults.ts";
import { remainingDependents, removeResources } from "../../src/state/remove-resources.ts";
import type { SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { spliceDeployment } from "../../src/state/splice.ts";
import { readStackConfig } from "../../src/workspace/project/stack-config.ts";
import { writeStackFile } from "../../src/workspace/project/stack-file.ts";
import { readStackSettings } from "../../src/workspace/project/stack-settings.ts";
import { ciphertext, context, entry, provider, splice } from "../state/orchard.ts";
import { type CliProject, checkpoint, copyProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";
import { mutated } from "../support/mutate.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";

/** The number of damaged files to parse in this process. */
const files = process.env.IMP_PROVE === "1" ? 1_000_000 : 20_000;

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext };
const base = JSON.parse(splice(undefined, [provider, entry("slots"), entry("more", { protect: true })]));
const [stack, random, slots, more] = base.deployment.resources;
const states: readonly Uint8Array[] = [
  JSON.stringify(base, undefined, 4),
  JSON.stringify({ version: 3, checkpoint: { stack: "organization/orchard/dev", latest: base.deployment } }),
  JSON.stringify({
    version: 4,
    features: ["taint", "replaceWith"],
    deployment: {
      ...base.deployment,
      resources: [
        stack,
        random,
        { ...slots, inputs: { a: secret, b: [secret, { c: -0.5 }], __defaults: [] }, outputs: { a: secret } },
        {
          ...more,
          dependencies: [slots.urn],
          propertyDependencies: { x: [slots.urn], y: null },
          deletedWith: slots.urn,
          replaceWith: [slots.urn],
        },
        {
          ...more,
          urn: `${more.urn}s`,
          parent: slots.urn,
          initErrors: ["late"],
          taint: true,
          customTimeouts: { create: 60 },
        },
        { ...slots, delete: true },
      ],
      pending_operations: [{ resource: slots, type: "creating" }],
    },
  }),
  '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}',
].map((text) => Buffer.from(text, "utf8"));

const stackFiles: readonly Uint8Array[] = [
  "config:\n  # where\n  sea:region: us-east-1\n  orchard:word:\n    secure: v1:abc:def\n  orchard:map:\n    a: [1, {b: c}]\n    secure: x\n",
  "encryptionsalt: v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==\nconfig: {orchard:x: &a 'it''s', orchard:y: *a, orchard:z: \"q\\n\"}\n",
  "secretsprovider: passphrase\nenvironment: []\nconfig:\n  orchard:block: |\n    one\n     two\n  orchard:fold: >-\n    three\n\n    four\n  orchard:n: 12\n",
].map((text) => Buffer.from(text, "utf8"));

const crypter: SaltedCrypter = {
  salt: "v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==",
  encrypt: () => ciphertext,
  decrypt: () => '"word"',
};
const screen = { width: 80, colour: false };

/** Does everything that commands do with a state before they write it. */
function useState(bytes: Uint8Array): void {
  const parsed = parseDeployment(bytes, "state.json");
  const info = stateFacts(parsed, "state.json");
  renderState(info, screen);
  renderFull(fullResources(parsed, parsed.resources.length === 0 ? [] : ["**"], "state.json"));
  renderFaults("state.json", parsed.resources.length, faultsOf(parsed), screen);
  const state = sound(parsed, "state.json");
  for (const resource of state.resources) {
    resource.inputs(crypter.decrypt);
    resource.outputs(crypter.decrypt);
  }
  specsFromState(
    state.resources.filter(({ type }) => type === slots.type),
    { stack: "dev", file: "state.json", state, decrypt: crypter.decrypt },
  );
  const goes = new Set([more.urn]);
  if (remainingDependents(state.resources, goes).length === 0) removeResources(state, goes);
  const urns = new Set(state.resources.map(({ urn }) => urn));
  const fresh = entry("fresh");
  const needed = urns.has(provider.urn) ? [] : [provider];
  const isThere = state.resources.some((one) => `${one.urn}::${one.id}` === fresh.provider && !one.delete);
  const isWhole = isThere || needed.length > 0;
  if (isWhole && !urns.has(fresh.urn) && urns.has(stack.urn))
    spliceDeployment(state, { entries: [...needed, fresh] }, { ...context, crypter: undefined });
}

/** Does everything that a run does with a stack file before it writes it. */
async function useStackFile(bytes: Uint8Array): Promise<void> {
  const file = { path: "Pulumi.dev.yaml", bytes, format: "yaml" } as const;
  const settings = readStackSettings(file, "orchard");
  await readStackConfig(
    {
      project: "orchard",
      flags: new Map(),
      notSecret: new Set<string>(),
      stack: settings.config,
      declarations: new Map(),
    },
    async () => crypter,
  );
  writeStackFile(file, "orchard", {
    set: new Map([
      ["orchard:fresh", { text: "x" }],
      ["orchard:n", { secure: "v1:a:b" }],
    ]),
    secrets: { encryptionsalt: crypter.salt },
  });
}

describe("damaged files", () => {
  it("reads a damaged state or stack file, or rejects it, within five seconds", async function () {
    this.timeout(files * 5 + 60_000);
    const used = { state: 0, stack: 0, refused: new Map<string, number>() };
    for (let seed = 0; seed < files; seed += 1) {
      const isState = seed % 4 !== 3;
      const originals = isState ? states : stackFiles;
      const bytes = mutated(originals[Math.floor(seed / 4) % originals.length] ?? new Uint8Array(), seed);
      const started = performance.now();
      try {
        if (isState) useState(bytes);
        else await useStackFile(bytes);
        used[isState ? "state" : "stack"] += 1;
      } catch (error) {
        const text = Buffer.from(bytes.subarray(0, 3000)).toString("latin1");
        if (!(error instanceof ImpError))
          throw new Error(`seed ${seed}: ${error instanceof Error ? error.stack : error}\n${text}`);
        used.refused.set(error.code, (used.refused.get(error.code) ?? 0) + 1);
      }
      const took = performance.now() - started;
      assert.ok(took < 5000, `seed ${seed}: ${took} ms`);
    }
    // If imp rejected nearly all damaged files, the damage would be too severe to test the code after the readers.
    assert.ok(used.state > files / 20 && used.stack > files / 40, JSON.stringify([used, ...used.refused]));
    assert.ok(used.refused.size > 5, JSON.stringify([...used.refused]));
  });

  it("reports one error with a code for a damaged file, and changes no file", async function () {
    this.timeout(180_000);
    const model: CliProject = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    model.write("more.json", specsOf(record));
    await exitsWith(0, model.run(["specs.json", "--yes"]));
    const [run] = Object.keys(model.files()).filter((name) => /^\.imp\/runs\/orchard/.test(name));
    const names = [
      checkpoint,
      "Pulumi.dev.yaml",
      checkpoint,
      "Pulumi.yaml",
      ".imp/orchard.dev.json",
      ".pulumi/meta.yaml",
      run ?? "",
      ".imp/journal.json",
    ];
    const words = [
      ["state", "verify"],
      ["state", "show", "**", "--json"],
      ["undo", "--dry-run", "--force"],
      ["run", "specs.json", "--plan-only"],
    ];
    const cases = Array.from({ length: 104 }, (_, seed) => seed);
    await inParallel(cases, async (seed) => {
      const project = copyProject(model);
      const name = names[seed % names.length] ?? "";
      const original = name.endsWith("journal.json")
        ? Buffer.from('{"version":1,"changes":[],"directories":[]}')
        : Buffer.from(project.read(name));
      const bytes = mutated(original, 7_000_000 + seed);
      project.write(name, name === checkpoint && seed % 3 === 0 ? mutated(gzipSync(bytes), seed) : bytes);
      const before = project.files();
      const command = words[Math.floor(seed / names.length) % words.length] ?? [];
      const ran = await (command[0] === "run" ? project.run(command.slice(1)) : project.plain(command));
      assert.ok(ran.code === 0 || ran.code === 1 || ran.code === 2, `${seed}: ${showRun(ran)}`);
      assert.doesNotMatch(ran.stderr, /\(INTERNAL\)|\n\s+at /, `${seed} ${name} ${command.join(" ")}: ${showRun(ran)}`);
      // A valid journal is recovered and removed.
      if (!name.endsWith("journal.json")) assert.deepEqual(project.files(), before, String(seed));
      await project.remove();
    });
    await model.remove();
  });
});
