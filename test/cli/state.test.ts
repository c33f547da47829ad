/** `imp state` shows and verifies a state without a passphrase, and hides its secrets. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::orchard::${type}::${name}`;
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const stack = { urn: urn("pulumi:pulumi:Stack", "orchard-dev"), custom: false, type: "pulumi:pulumi:Stack" };
const provider = { urn: urn("pulumi:providers:sea", "default"), custom: true, id: "p1", type: "pulumi:providers:sea" };
const harbour = {
  urn: urn("sea:index:Harbour", "north"),
  custom: true,
  id: "harbour-0a1b2c3d4e5f60718293a4b5c6d7e8f9-in-a-very-far-away-place",
  type: "sea:index:Harbour",
  inputs: { depth: 12, pilot: { ...secret, ciphertext: "v1:abc:def" }, list: [{ ...secret, plaintext: '"open"' }] },
  outputs: { depth: 12, code: "tell-no-one" },
  parent: stack.urn,
  protect: true,
  provider: `${provider.urn}::p1`,
  additionalSecretOutputs: ["code"],
};
const boat = {
  urn: urn("sea:index:Harbour$sea:index:Boat", "gull"),
  custom: true,
  id: "b1",
  type: "sea:index:Boat",
  parent: harbour.urn,
  external: true,
  provider: `${provider.urn}::p1`,
  dependencies: [harbour.urn],
};

const keeper = { type: "passphrase", state: { salt: "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W" } };

function exported(resources: readonly object[], space?: number, secrets_providers: unknown = keeper): string {
  return JSON.stringify(
    { version: 3, deployment: { manifest: { magic: "", version: "" }, secrets_providers, resources } },
    undefined,
    space,
  );
}

const of = (outputs: object) => ({ ...stack, outputs });

describe("imp state", () => {
  let project: CliProject;
  before(() => {
    project = makeProject({ env: { PULUMI_CONFIG_PASSPHRASE: "wrong" } });
    project.write("Pulumi.dev.yaml", "config:\n  orchard:word:\n    secure: v1:abc:def\n");
    project.write("sound.json", exported([stack, provider, harbour, boat], 4));
    project.write(
      "broken.json",
      exported([stack, { ...harbour, parent: urn("sea:index:Sea", "lost") }, boat, boat, { ...stack, id: "x" }], 4),
    );
  });
  after(() => project.remove());

  const state = (...args: readonly string[]): Promise<Ran> => project.plain(["state", ...args]);

  it("verifies a valid state of a stack and of a file", async () => {
    const before = project.files();
    const file = await exitsWith(0, state("verify", "--state", "sound.json"));
    assert.equal(file.stdout, "sound.json: 4 resources, no errors.\n");
    const own = await exitsWith(0, state("verify"));
    assert.match(own.stdout, /^\.pulumi\/stacks\/orchard\/dev\.json: 0 resources/);
    assert.deepEqual(project.files(), before);
  });

  it("reports every error with its location, and does not change the state", async () => {
    const before = project.files();
    const ran = await exitsWith(1, state("verify", "--state", "broken.json"));
    assert.ok(
      ran.stdout.split("\n").every((line) => line.length <= 80),
      ran.stdout,
    );
    const document = JSON.parse((await state("verify", "--state", "broken.json", "--json")).stdout);
    assert.equal(document.sound, false);
    const lines = project.read("broken.json").split("\n");
    const faults = document.faults as readonly {
      rule: number;
      urn: string;
      line: number;
      column: number;
      hint: string;
    }[];
    assert.deepEqual(
      faults.map(({ rule }) => rule),
      [6, 7, 6, 6, 4, 13, 13],
    );
    for (const { urn, line, column, hint } of faults) {
      assert.equal(lines[line - 1]?.indexOf("{"), column - 1);
      assert.ok(lines[line]?.includes(JSON.stringify(urn)), `${urn} at ${line}`);
      assert.notEqual(hint, "");
    }
    assert.deepEqual(project.files(), before);
  });

  it("reports the location of invalid JSON, and a missing file", async () => {
    project.write("cut.json", exported([stack], 2).slice(0, -20));
    const cut = await state("verify", "--state", "cut.json", "--json");
    assert.equal(cut.code, 1);
    const { error } = JSON.parse(cut.stdout);
    assert.equal(error.code, "STATE_MALFORMED");
    assert.match(error.where, /cut\.json:\d+:\d+$/);
    const none = await state("show", "--state", "none.json");
    assert.match(none.stderr, /\(FILE_UNREADABLE\)/);
  });

  it("shows the tree of a state with full IDs, and marks protected and external resources", async () => {
    const ran = await exitsWith(0, state("show", "--state", "sound.json"));
    const [head, locationLine, , root, ...rest] = ran.stdout.trimEnd().split("\n");
    assert.equal(head, "Stack dev of project orchard: 4 resources, 1 protected, 1 external");
    assert.equal(locationLine, "sound.json, version 3, secrets provider passphrase");
    assert.equal(root, "orchard-dev  pulumi:pulumi:Stack");
    assert.match(
      rest[0] ?? "",
      /^└─ north {2}sea:index:Harbour {2}harbour-0a1b2c3d4e5f60718293a4b5c6d7e8f9-in-a-very-far-away-place {2}protect$/,
    );
    assert.equal(rest[1], "   └─ gull  sea:index:Boat  b1  external");
    assert.equal(rest[2], "default  pulumi:providers:sea  p1");
  });

  it("shows all fields of resources, but not their secrets", async () => {
    const ran = await exitsWith(0, state("show", "**::north", "--state", "sound.json"));
    const shown = JSON.parse(ran.stdout);
    assert.deepEqual(shown.inputs, { depth: 12, pilot: "[secret]", list: ["[secret]"] });
    assert.deepEqual(shown.outputs, { depth: 12, code: "[secret]" });
    assert.equal(shown.protect, true);
    const all = await state("show", "**", "--state", "sound.json", "--json");
    assert.equal(JSON.parse(all.stdout).resources.length, 4);
    for (const text of ["v1:abc", "open", "tell-no-one"])
      assert.ok(!all.stdout.includes(text) && !ran.stdout.includes(text));
    const unknown = await state("show", "urn:nothing", "--state", "sound.json");
    assert.match(unknown.stderr, /A URN matches no resource \(TARGET_UNKNOWN\)/);
    const bare = await state("show", "north", "--state", "sound.json");
    assert.match(bare.stderr, /north \(did you mean '\*\*::north'\?\)/);
  });

  // Pulumi exports these states, but rejects them when it loads them.
  for (const [title, resources, manager, why] of [
    [
      "a secret with plaintext and ciphertext",
      [of({ s: { ...secret, ciphertext: "v1:a:b", plaintext: "1" } })],
      keeper,
      /outputs, property s: /,
    ],
    [
      "a secret without plaintext and ciphertext",
      [of({ deep: [{ s: secret }] })],
      keeper,
      /outputs, property deep\[0\]\.s: /,
    ],
    [
      "a value with an unknown signature",
      [of({ s: { "4dabf18193072939515e22adb298388d": "canary" } })],
      keeper,
      /outputs, property s: /,
    ],
    [
      "a secret in a state without a secrets provider",
      [of({ s: { ...secret, ciphertext: "v1:a:b" } })],
      undefined,
      /does not name a secrets provider/,
    ],
    ["an invalid time", [{ ...stack, created: "yesterday" }], keeper, /`created` is not a time/],
    ["an unknown secrets provider", [stack], { type: "b64" }, /secrets provider of type "b64"/],
    ["a damaged salt", [stack], { type: "passphrase", state: { salt: "nonsense" } }, /salt/],
  ] as const)
    it(`reports a state that Pulumi cannot load: ${title}`, async () => {
      const file = `${title.replaceAll(" ", "-")}.json`;
      project.write(file, exported(resources, undefined, manager ?? null));
      const ran = await exitsWith(1, state("verify", "--state", file));
      assert.match(ran.stdout.replace(/\s+/g, " "), /1 error, so Pulumi rejects the state/);
      assert.match(ran.stdout.replace(/\s+/g, " "), why);
      assert.doesNotMatch(ran.stdout, /canary/);
    });

  // Pulumi's decoder fails for each state at the path `at`.
  for (const [title, deployment, path, why] of [
    ["a time of the manifest", { manifest: { time: "yesterday" } }, '"yesterday"', /`manifest\.time` is not a time/],
    ["an empty time of the manifest", { manifest: { time: "" } }, '""', /`manifest\.time` is not a time/],
    ["an invalid day", { manifest: { time: "2026-02-30T10:20:30Z" } }, '"2026-02', /`manifest\.time`/],
    ["a manifest that is a list", { manifest: [] }, "[]", /`manifest` is not an object/],
    [
      "a plugin's version",
      { manifest: { plugins: [{ name: "sea", version: "new" }] } },
      '"new"',
      /`manifest\.plugins\[0\]\.version` is not a version/,
    ],
    ["plugins that are not a list", { manifest: { plugins: 7 } }, "7", /`manifest\.plugins` is not a list/],
    ["an operation that is a number", { pending_operations: [7] }, "7", /`pending_operations\[0\]` is not an object/],
    ["operations that are not a list", { pending_operations: "none" }, '"none"', /`pending_operations` is not a list/],
    [
      "an operation without a kind",
      { pending_operations: [{ resource: boat, type: 7 }] },
      "7",
      /`pending_operations\[0\]\.type` is not a string/,
    ],
    ["an operation without a resource", { pending_operations: [{ type: "creating" }] }, "{", /it has no URN/],
    [
      "an operation whose resource has no type",
      { pending_operations: [{ resource: { ...boat, type: "" }, type: "creating" }] },
      "{",
      /it has no type/,
    ],
    [
      "an operation with an invalid secret",
      { pending_operations: [{ resource: of({ s: { ...secret, plaintext: "{" } }), type: "creating" }] },
      "{",
      /outputs, property s: /,
    ],
    [
      "a flag that is a string",
      { resources: [{ ...stack, protect: "yes" }] },
      '"yes"',
      /`protect` is not true or false/,
    ],
    [
      "an invalid secret as replacementTrigger",
      { resources: [{ ...stack, replacementTrigger: secret }] },
      "{",
      /replacementTrigger/,
    ],
    [
      "an incomplete property path",
      { resources: [{ ...stack, hideDiff: ["a["] }] },
      '"a["',
      /`hideDiff\[0\]` is not a property path/,
    ],
    ["a string as extensions", { extensions: "all" }, '"all"', /`extensions` is not an object/],
  ] as const)
    it(`reports the location of a value that Pulumi cannot decode: ${title}`, async () => {
      project.write("odd.json", JSON.stringify({ version: 3, deployment }, undefined, 2));
      const ran = await exitsWith(1, state("verify", "--state", "odd.json"));
      assert.match(ran.stdout.replace(/\s+/g, " "), why);
      const [fault, ...more] = JSON.parse((await state("verify", "--state", "odd.json", "--json")).stdout).faults;
      assert.deepEqual(more, []);
      const line = project.read("odd.json").split("\n")[fault.line - 1] ?? "";
      assert.ok(line.slice(fault.column - 1).startsWith(path), `${fault.line}:${fault.column} ${line}`);
      assert.match((await state("show", "--state", "odd.json")).stdout, /resource/);
    });

  it("accepts pending operations and plugins that Pulumi accepts", async () => {
    const deployment = {
      manifest: { time: "2026-01-15T10:20:30.123456789+01:00", plugins: [{ name: "sea", version: "v1.2" }, {}] },
      resources: [stack],
      pending_operations: [
        { resource: boat, type: "creating" },
        { resource: { ...boat, urn: urn("sea:index:Boat", "tern") } },
      ],
    };
    project.write("pending.json", JSON.stringify({ version: 3, deployment }));
    await exitsWith(0, state("verify", "--state", "pending.json"));
  });

  it("lists pending operations with their URNs", async () => {
    const far = urn("sea:index:Boat", `far-${"away/".repeat(20)}tern`);
    const pending_operations = [
      { resource: boat, type: "creating" },
      { resource: { ...boat, urn: far }, type: "updating" },
    ];
    project.write(
      "pending.json",
      JSON.stringify({ version: 3, deployment: { resources: [stack], pending_operations } }),
    );
    const ran = await exitsWith(0, state("show", "--state", "pending.json"));
    assert.match(ran.stdout, /2 pending operations/);
    assert.ok(
      ran.stdout.split("\n").every((line) => line.length <= 80),
      ran.stdout,
    );
    assert.ok(ran.stdout.replace(/\s+/g, "").endsWith(`creating${boat.urn}updating${far}`), ran.stdout);
    const { pendingOperations } = JSON.parse((await state("show", "--state", "pending.json", "--json")).stdout);
    assert.deepEqual(pendingOperations, [
      { type: "creating", urn: boat.urn },
      { type: "updating", urn: far },
    ]);
  });

  it("shows an invalid state, even if parents form a cycle", async () => {
    await exitsWith(0, state("show", "--state", "broken.json"));
    const cycle = [
      { ...boat, urn: urn("a:b:C", "x"), parent: urn("a:b:C", "y") },
      { ...boat, urn: urn("a:b:C", "y"), parent: urn("a:b:C", "x") },
    ];
    project.write("cycle.json", exported(cycle));
    assert.match((await state("show", "--state", "cycle.json")).stdout, /^2 more with cyclic parents$/m);
  });

  it("shows 10,000 resources in under 8 s, even in a long chain of parents", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...boat,
      urn: urn("sea:index:Boat", `b${index}`),
      parent: index % 2 === 0 || index > 5000 ? stack.urn : urn("sea:index:Boat", `b${Math.max(0, index - 2)}`),
      dependencies: [],
    }));
    project.write("many.json", exported([stack, provider, ...many]));
    const started = performance.now();
    const ran = await exitsWith(0, state("show", "--state", "many.json"));
    const lines = ran.stdout.trimEnd().split("\n");
    assert.equal(lines.length, 10_002 + 3);
    assert.ok(lines.every((line) => line.length <= 80));
    assert.ok(performance.now() - started < 8000);
  });
});
