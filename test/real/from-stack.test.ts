/** `imp run --from-stack` moves resources of a stack that `pulumi up` created. The real previews of both stacks are empty afterwards. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { resourceOf } from "./compare-states.ts";
import { clearJournal } from "./journal.ts";
import {
  assertNoLeaks,
  assertNothingToChange,
  assertOnlyReads,
  assertPclBinds,
  imp,
  type Report,
} from "./judge-import.ts";
import { exitsWith, type Ran, runProcess } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type Checkpoint, passphrase, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools, type Tools } from "./tools.ts";
import { worldProgram, worldSecrets } from "./world.ts";

/** The document of `imp run --from-stack --json`. */
interface MoveReport extends Report {
  readonly from: {
    readonly stack: string;
    readonly first: readonly { readonly urn: string; readonly refersTo: string }[];
    readonly commands: readonly string[];
    readonly kept: readonly unknown[];
    readonly leftOut: readonly unknown[];
  };
}

/** The source program. It uses options that Read cannot return, and a secret from another resource. */
const program: string = [
  ['tags: { a: "b" } } }', "protect: true, dependsOn: [vpc]"],
  ['tags: { Name: "main" } }', 'ignoreChanges: ["tags", "cidrBlock"]'],
  [
    'cidrBlock: "10.0.1.0/24" }',
    'customTimeouts: { create: "5m", update: "90s", delete: "1h" }, deletedWith: vpc, additionalSecretOutputs: ["arn"]',
  ],
  ["  ],\n}", 'dependsOn: [subnet, vpc], replaceOnChanges: ["ingress"], hideDiffs: ["ingress"]'],
  ['bucket: "records" }, { parent: site }', "parent: site, dependsOn: [role]"],
]
  .reduce(
    (text, [at = "", options]) => text.replace(at, `${at.replace(/, \{ parent.*/, "")}, { ${options} }`),
    worldProgram,
  )
  .replace("{ providers: [south] }", "{ providers: [south], dependsOn: [vpc], retainOnDelete: true }")
  // The last statement refers to the database, so the database gets a variable.
  .replace("\nnew simcloud.db", "\nconst db = new simcloud.db")
  .replace(
    /$/,
    'new simcloud.db.Instance("copy", { engine: "mysql", instanceClass: "small", username: "v", password: db.connectionString });\n',
  )
  .replace(/^(const bucket = .*\n)([\s\S]*)^(const role = .*\n)/m, "$3$1$2")
  .replace(/^(const south = .*\n)(const site = .*\n)(const vpc = .*\n)/m, "$3$1$2");

/** The source program after a component, the network, and the database were moved. */
const reducedProgram: string = program
  .replace(/^class [\s\S]*?^}$/m, "")
  .replace(/^(const|new) .*(simcloud\.(Provider|network|storage|db)|new Site)[\s\S]*?\);$/gm, "");

describe("imp run --from-stack", () => {
  const tools = requireTools();
  const otherPassphrase = "a word of the others";
  let source: RealStack;
  let sibling: RealStack;
  let stranger: RealStack;
  let made: Checkpoint;

  before(async () => {
    source = await openSimcloudStack(tools);
    await source.compile(program);
    await source.up();
    made = await source.exportState({ showSecrets: true });
    const shared = {
      PULUMI_BACKEND_URL: String(source.env.PULUMI_BACKEND_URL),
      PULUMI_CONFIG_PASSPHRASE: otherPassphrase,
      IMP_FROM_PASSPHRASE: passphrase,
    };
    const cloud = {
      SIMCLOUD_FILE: String(source.env.SIMCLOUD_FILE),
      SIMCLOUD_JOURNAL: String(source.env.SIMCLOUD_JOURNAL),
    };
    sibling = await openSimcloudStack(tools, cloud, { stack: "moved", env: shared });
    stranger = await openSimcloudStack(tools, cloud, { project: "shop", stack: "dev", env: shared });
  });
  after(async () => {
    for (const stack of [source, sibling, stranger]) await stack?.dispose();
  });

  it("moves a component, a provider, and a password to another stack of the project", async () => {
    const targets = ["**::acme:index:Site::*", "**::db", "**::copy", "**simcloud:network/**"].flatMap((urn) => [
      "--target",
      urn,
    ]);
    const { ran, report } = await move(source, sibling, ["--from-stack", "dev", ...targets]);
    assert.deepEqual(
      report.resources.map(({ name, verdict }) => `${name} ${verdict}`).sort(),
      ["bucket", "copy", "db", "group", "object", "policy", "site", "south", "subnet", "vpc"].map(
        (name) => `${name} clean`,
      ),
    );
    assert.deepEqual([report.from.first, report.from.kept, report.from.leftOut], [[], [], []]);
    const state = await sibling.exportState({ showSecrets: true });
    await assertNothingToChange(sibling, state);
    const names = new Set(report.resources.map(({ name }) => name));
    assert.deepEqual(protections(state), protections(made, names));
    assertSameOptions(state, made, names);
    const printed = readFileSync(join(sibling.directory, "index.ts"), "utf8");
    assert.match(printed, /password: db\.connectionString,/);
    const role = resourceOf(made, "::role").urn;
    for (const text of [
      "the option replaceOnChanges is: ingress",
      "these options are set: hideDiffs",
      `the option dependsOn is: ${role}`,
    ])
      assert.ok(printed.includes(`// in stack organization/estate/dev, ${text}\n`), text);
    await assertPclBinds(tools, sibling, { ran, report, state });
    const again = await exitsWith(0, imp(sibling, "run", "--from-stack", "estate/dev", "--yes", ...targets));
    for (const command of report.from.commands) assert.ok(again.stdout.includes(`     ${command}\n`), command);
    assertNoLeaks(sibling, worldSecrets, [ran, again]);
    await remove(tools, source, report.from.commands);
    await source.compile(reducedProgram);
    await assertStable(source);
  });

  it("moves the other resources to a stack of another project", async () => {
    const { ran, report } = await move(source, stranger, ["--from-stack", "organization/estate/dev"]);
    assert.deepEqual([...new Set(report.resources.map(({ verdict }) => verdict))], ["clean"]);
    assert.equal(report.resources.length, 5);
    const state = await stranger.exportState({ showSecrets: true });
    await assertNothingToChange(stranger, state);
    assertNoLeaks(stranger, worldSecrets, [ran]);
    await remove(tools, source, report.from.commands);
    await source.compile("export {};\n");
    await assertStable(source);
    assert.deepEqual(
      resourcesOf(await source.exportState()).filter(({ type }) => !type.startsWith("pulumi:")),
      [],
    );
  });
});

/** Runs `imp run` from one stack into another. Asserts that it only reads the cloud, and does not change the source stack. */
async function move(
  from: RealStack,
  to: RealStack,
  args: readonly string[],
): Promise<{ ran: Ran; report: MoveReport }> {
  const backend = join(from.root, "backend", ".pulumi");
  const name = join(to.project, to.stack);
  const ignored = [join("stacks", `${name}.json`), join("history", name, "/"), join("backups", name, "/")];
  const before = contents(backend, ignored);
  clearJournal(to.env);
  const ran = await exitsWith(0, imp(to, "run", ...args, "--yes", "--json", "--language", "typescript,pcl"));
  assertOnlyReads(to);
  assert.deepEqual(contents(backend, ignored), before);
  return { ran, report: JSON.parse(ran.stdout) as MoveReport };
}

/** Returns the hash of every file, except below the ignored paths. */
function contents(directory: string, but: readonly string[]): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((name) => !but.some((path) => name.startsWith(path)));
  const hashOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(directory, name)))
      .digest("hex");
  return Object.fromEntries(names.map((name) => [name, hashOf(name)]));
}

/** Runs the printed commands like a user who pastes them. */
async function remove(tools: Tools, stack: RealStack, commands: readonly string[]): Promise<void> {
  assert.ok(commands.length > 0);
  const env = { ...stack.env, PATH: `${dirname(tools.pulumi)}:${stack.env.PATH}` };
  for (const command of commands) {
    await exitsWith(0, runProcess(["/bin/sh", "-c", command], { cwd: stack.directory, env, timeout: 60_000 }));
  }
}

/** Asserts that the preview is empty, and that nothing changed in the cloud. */
async function assertStable(stack: RealStack): Promise<void> {
  await exitsWith(0, stack.previewExpectingNoChanges());
  clearJournal(stack.env);
  const steps = Object.keys(await stack.up());
  assert.deepEqual(
    steps.filter((step) => step !== "same" && step !== "delete"),
    [],
  );
  assertOnlyReads(stack);
}

/** Asserts equal resource options in both programs. Dependencies include only moved resources. */
function assertSameOptions(moved: Checkpoint, original: Checkpoint, names: ReadonlySet<string>): void {
  const nameOf = (urn: unknown): string => String(urn).split("::")[3] ?? "";
  const optionsOf = (checkpoint: Checkpoint) =>
    resourcesOf(checkpoint)
      .filter(({ urn }) => names.has(nameOf(urn)))
      .map(
        ({
          urn,
          dependencies = [],
          deletedWith,
          customTimeouts,
          retainOnDelete,
          additionalSecretOutputs,
          ...more
        }) => ({
          name: nameOf(urn),
          dependencies: [dependencies]
            .flat()
            .map(nameOf)
            .filter((name) => names.has(name))
            .sort(),
          made: Object.entries(more.propertyDependencies ?? {})
            .map(([property, urns]) => [
              property,
              ...[urns]
                .flat()
                .map(nameOf)
                .filter((name) => names.has(name)),
            ])
            .filter(({ length }) => length > 1),
          options: [nameOf(deletedWith), customTimeouts, retainOnDelete, additionalSecretOutputs, more.ignoreChanges],
        }),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(optionsOf(moved), optionsOf(original));
  assert.deepEqual(resourceOf(moved, "::subnet").customTimeouts, { create: 300, update: 90, delete: 3600 });
  assert.deepEqual(nameOf(resourceOf(moved, "::subnet").deletedWith), "vpc");
}

/** Returns true for each protected resource and false for the others, by name. */
function protections(checkpoint: Checkpoint, names?: ReadonlySet<string>): Readonly<Record<string, boolean>> {
  const own = resourcesOf(checkpoint).filter(
    ({ urn, type }) => type !== "pulumi:pulumi:Stack" && !/::default/.test(urn),
  );
  const all = own.map(({ urn, protect }) => [urn.split("::")[3] ?? "", protect === true] as const);
  return Object.fromEntries(all.filter(([name]) => names === undefined || names.has(name)));
}
