/** Ten imports into one stack of the real CLI, each after an update with new resources, and then all other stack commands. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import { simcloudExecutable } from "./simcloud.ts";
import { type Checkpoint, openStack, passphrase, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const rounds = 10;

interface YamlProgram {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, unknown>>;
}

/** Returns the resources that a user adds in a round. The first ones have an explicit provider and a parent. */
function ownResource(round: number): Readonly<Record<string, unknown>> {
  const name = `own-${round}`;
  const properties = { zone: "own.example", name, type: "TXT", records: [`round ${round}`], ttl: 60 };
  const options =
    round === 0 ? {} : { options: round % 3 === 0 ? { parent: "$" + "{own0}" } : { dependsOn: ["$" + "{own0}"] } };
  return { [`own${round}`]: { type: "simcloud:dns:Record", name, properties, ...options } };
}

describe("ten imports into one stack, between runs of pulumi up", () => {
  const tools = requireTools();
  const estate = makeEstate({ seed: 17, resources: 45 });
  // Pulumi YAML registers only remote components.
  const entries = estate.specs.resources
    .filter(({ component }) => component !== true)
    .map(({ parent: _, ...entry }): SpecEntry => entry);
  let stack: RealStack;
  let crypter: SaltedCrypter;
  let userResources: Readonly<Record<string, unknown>> = {};

  before(async function () {
    const judges = requireJudges("ten imports into one stack");
    if (judges === undefined) return this.skip();
    stack = await openStack({ tools, providers: { simcloud: simcloudExecutable }, sdks: [] });
    symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    writeFileSync(join(stack.directory, "Pulumi.yaml"), "name: estate\nruntime: yaml\n");
    Object.assign(stack.env, { SIMCLOUD_FILE: join(stack.root, "cloud.json"), SIMCLOUD_REGION: "us-east-1" });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    const settings = readFileSync(join(stack.directory, "Pulumi.dev.yaml"), "utf8");
    crypter = await deriveCrypter(passphrase, /^encryptionsalt: (\S+)$/m.exec(settings)?.[1] ?? "", randomBytes);
  });
  after(() => stack?.dispose());

  /** Writes the user's resources and the printed code as one program. */
  function compose(): void {
    const printed = join(stack.directory, "imported.yaml");
    let imported: YamlProgram = { resources: {} };
    try {
      imported = parse(readFileSync(printed, "utf8")) as YamlProgram;
    } catch {
      // No import has run yet.
    }
    const program = { ...imported, resources: { ...userResources, ...imported.resources } };
    writeFileSync(join(stack.directory, "Main.yaml"), stringify(program));
  }

  async function mustPulumi(...args: string[]): Promise<Ran> {
    const ran = await exitsWith(0, stack.pulumi(...args));
    return ran;
  }

  /** Imports entries that refer to resources of earlier rounds by URN. */
  async function importEntries(some: readonly SpecEntry[]): Promise<void> {
    const isHere = new Set(some.map(({ name }) => name));
    const otherPlace = some.flatMap(({ provider }) =>
      provider === undefined || isHere.has(provider) ? [] : [provider],
    );
    const urns = resourcesOf(stored()).map(({ urn }) => urn);
    const nameTable = Object.fromEntries(
      otherPlace.map((name) => [name, urns.find((urn) => urn.endsWith(`::${name}`))]),
    );
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify({ nameTable, resources: some }));
    const ran = await imp(stack, "run", file, "--yes", "--json", "--language", "yaml", "--append-file", "imported");
    // imp adds the imported resources to the existing program.
    assert.equal(ran.code, 0, showRun(ran));
  }

  /** Reads the state from the backend and decrypts it. The CLI would take a second each time. */
  function stored(name = "dev"): Checkpoint {
    const path = join(stack.root, "backend", ".pulumi", "stacks", "estate", `${name}.json`);
    const { version, checkpoint } = JSON.parse(readFileSync(path, "utf8"), (key, value) =>
      key === "ciphertext" ? crypter.decrypt(String(value)) : value,
    );
    return { version, deployment: checkpoint.latest };
  }

  /** Asserts that the preview is empty, `up` changes nothing, and the state is unchanged. */
  async function assertStable(): Promise<void> {
    const ours = stored();
    await mustPulumi("up", "--yes", "--expect-no-changes", "--diff");
    assert.equal(showDifferences(compareStates(ours, stored())), "");
  }

  /** Asserts that an update, which writes the whole state with the program's values, keeps the resources. */
  function assertKept(before: Checkpoint, after: Checkpoint): void {
    const urns = new Set(resourcesOf(before).map(({ urn }) => urn));
    const kept = resourcesOf(after).filter(({ urn }) => urns.has(urn));
    const rest = { ...after, deployment: { ...after.deployment, resources: kept } };
    assert.equal(showDifferences(compareStates(before, rest)), "");
  }

  it("give an empty preview after each import", async () => {
    const end = (round: number): number => Math.floor((round * entries.length) / rounds);
    for (let round = 0; round < rounds; round += 1) {
      userResources = { ...userResources, ...ownResource(round) };
      compose();
      const before = round === 0 ? undefined : stored();
      const made = await stack.up();
      if (before !== undefined) assertKept(before, stored());
      assert.equal(made.create, round === 0 ? 2 : 1, JSON.stringify(made));
      await importEntries(entries.slice(end(round), end(round + 1)));
      await assertStable();
    }
    assert.ok(resourcesOf(stored()).length >= entries.length + rounds);
  });

  it("leave a stack that supports refresh, export, import, delete, rename, and destroy", async () => {
    await mustPulumi("refresh", "--preview-only", "--expect-no-changes", "--diff");
    const [exported, copied] = [join(stack.root, "exported.json"), join(stack.root, "copy.json")];
    await mustPulumi("stack", "export", "--file", exported);
    const before = stored();
    await mustPulumi("stack", "import", "--file", exported);
    assert.equal(showDifferences(compareStates(before, stored())), "");

    const last = entries[entries.length - 1];
    assert.ok(last !== undefined);
    const urn = resourcesOf(before).find((resource) => resource.urn.endsWith(`::${last.name}`))?.urn ?? "";
    await mustPulumi("state", "unprotect", urn, "--yes");
    await mustPulumi("state", "delete", urn, "--yes");
    await importEntries([last]);
    assert.equal(showDifferences(compareStates(before, stored())), "");

    await mustPulumi("stack", "rename", "live");
    await mustPulumi("preview", "--expect-no-changes", "--diff");

    writeFileSync(
      copied,
      readFileSync(exported, "utf8")
        .replaceAll("urn:pulumi:dev::", "urn:pulumi:copy::")
        .replaceAll("estate-dev", "estate-copy"),
    );
    await mustPulumi("stack", "init", "copy");
    await mustPulumi("stack", "import", "--file", copied);
    await mustPulumi("state", "unprotect", "--all", "--yes");
    await mustPulumi("destroy", "--yes", "--skip-preview");
    assert.deepEqual(resourcesOf(await stack.exportState()), []);
    assert.deepEqual(JSON.parse(readFileSync(String(stack.env.SIMCLOUD_FILE), "utf8")).objects, {});
  });
});
