import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type CliProject, checkpoint, exitsWith, showRun } from "../support/cli-project.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";
import { into, moved, projectWith, reset, type Stored, salt } from "./from-stack.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::orchard::${type}::${name}`;

/** Edits the state of stack dev, from which the tests import. */
function edit(project: CliProject, change: (stored: Stored) => void): void {
  const stored = project.json(checkpoint) as Stored;
  change(stored);
  project.write(checkpoint, JSON.stringify(stored));
}

describe("imp run --from-stack", () => {
  let project: CliProject;
  before(async () => {
    project = projectWith();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  beforeEach(() => reset(project));
  after(() => project.remove());

  it("imports another stack's resources, lists next steps, and does not change that stack", async () => {
    const before = project.read(checkpoint);
    const ran = await exitsWith(0, project.run(["--from-stack", "dev", ...into]));
    assert.match(ran.stdout, /12 resources: 12 clean/);
    assert.match(
      ran.stdout,
      /Stack organization\/orchard\/dev of project orchard still manages the imported resources\./,
    );
    const urns = (name: string) => (project.json(name) as Stored).checkpoint.latest.resources.map((entry) => entry.urn);
    const here = urns(moved).map((text) =>
      text.replace("urn:pulumi:qa:", "urn:pulumi:dev:").replace("orchard-qa", "orchard-dev"),
    );
    assert.deepEqual(here.sort(), urns(checkpoint).sort());
    assert.equal(project.read(checkpoint), before);
    await project.assertTidy();
  });

  it("lists no next steps with --plan-only", async () => {
    const ran = await exitsWith(0, project.run(["--from-stack", "dev", ...into, "--plan-only", "--json"]));
    const { from } = JSON.parse(ran.stdout) as { from: { commands: unknown[]; stack: string } };
    assert.deepEqual([from.commands, from.stack], [[], "organization/orchard/dev"]);
  });

  it("prints a literal instead of a reference to a resource that is not moved", async () => {
    const queue = urn("simcloud:queue/queue:Queue", "orders");
    const ran = await exitsWith(0, project.run(["--from-stack", "dev", "--target", queue, ...into]));
    const failed = urn("simcloud:queue/queue:Queue", "orders-failed");
    assert.match(
      project.read("qa/index.ts"),
      new RegExp(`// in stack organization/orchard/dev, this value comes from ${failed}\n\\s+redrivePolicy:`),
    );
    const handler = urn("simcloud:compute/function:Function", "order-handler");
    assert.ok(ran.stdout.includes(`${handler} refers to ${queue}`), showRun(ran));
  });

  it("accepts import files next to --from-stack, and rejects entries for the same URN", async () => {
    const covers = { type: "simcloud:storage/bucket:Bucket", name: "covers", id: "bookshop-covers-7f3a" };
    const record = { type: "simcloud:dns/record:Record", name: "www", id: "bookshop.example/www/CNAME" };
    project.write("two.json", JSON.stringify({ resources: [covers] }, null, 1));
    const both = await exitsWith(2, project.run(["two.json", "--from-stack", "dev", ...into]));
    assert.match(both.stderr, /two\.json:5:\d+[\s\S]*\.pulumi\/stacks\/orchard\/dev\.json:1\s+has\s+the\s+same\s+URN/);
    project.write("two.json", JSON.stringify({ resources: [record] }));
    const target = ["--target", urn("simcloud:storage/bucket:Bucket", "covers")];
    const ran = await exitsWith(0, project.run(["two.json", "--from-stack", "dev", ...target, ...into, "--json"]));
    const report = JSON.parse(ran.stdout) as { resources: { name: string }[]; from: { commands: string[] } };
    assert.deepEqual(
      report.resources.map(({ name }) => name),
      ["covers", "www"],
    );
    assert.ok(report.from.commands.every((command) => command.includes("::covers'")));
  });

  it("fails resources that it does not find, and names the setting that differs: region", async () => {
    const ran = await exitsWith(
      1,
      project.run(["--from-stack", "dev", ...into, "--config", "simcloud:region=eu-west-2", "--json"]),
    );
    const { resources } = JSON.parse(ran.stdout) as { resources: { error?: { code: string; message: string } }[] };
    const codes = new Set(resources.map(({ error }) => error?.code));
    assert.deepEqual([...codes].sort(), ["CHILDREN_FAILED", "OTHER_CONFIGURATION"]);
    assert.match(
      resources.find(({ error }) => error?.code === "OTHER_CONFIGURATION")?.error?.message ?? "",
      /\(region\), so/,
    );
  });

  for (const [title, args, code, reported] of [
    ["the target stack as the source", ["--from-stack", "qa"], "OTHER_STACK_SAME", /qa/],
    [
      "a missing stack",
      ["--from-stack", "shop/prod"],
      "OTHER_STACK_NOT_FOUND",
      /has the stacks orchard\/dev, orchard\/qa/,
    ],
    ["a stack name with too many parts", ["--from-stack", "organization/a/b/c"], "NAME_INVALID", /a\/b\/c/],
    ["a path outside the backend", ["--from-stack", "../dev"], "FILE_UNREADABLE", /\.\.\/dev/],
    ["a path as the project", ["--from-stack", "..%2f../dev"], "NAME_INVALID", /--from-stack/],
    ["a missing file", ["--from-stack", "nowhere.json"], "FILE_UNREADABLE", /nowhere\.json/],
    ["a file that is not a state", ["--from-stack", "specs.json"], "STATE_", /specs\.json/],
    [
      "a --target that matches nothing",
      ["--from-stack", "dev", "--target", "**::nobody"],
      "TARGET_UNKNOWN",
      /\*\*::nobody/,
    ],
    ["--target without --from-stack", ["specs.json", "--target", "x"], "USAGE", /from-stack/],
  ] as const) {
    it(`rejects ${title}, and starts no plugin`, async () => {
      const calls = project.calls().length;
      const ran = await project.run([...args, ...into]);
      assert.notEqual(ran.code, 0);
      assert.match(ran.stderr, new RegExp(`\\(${code}`), showRun(ran));
      assert.match(ran.stderr, reported);
      assert.equal(project.calls().length, calls);
      await project.assertTidy();
    });
  }
});

describe("imp run --from-stack with an unusual state", () => {
  let project: CliProject;
  before(async () => {
    project = projectWith();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());
  let whole: string;
  beforeEach(() => {
    whole ??= project.read(checkpoint);
    project.write(checkpoint, whole);
    reset(project);
  });

  const refused = async (
    code: string,
    reported: RegExp,
    args: readonly string[] = ["--from-stack", "dev"],
  ): Promise<void> => {
    const untouched = project.files();
    const ran = await project.run([...args, ...into]);
    assert.notEqual(ran.code, 0);
    assert.match(ran.stderr, new RegExp(`\\(${code}\\)`), showRun(ran));
    assert.match(ran.stderr, reported, showRun(ran));
    assert.deepEqual(project.files(), untouched);
  };

  it("rejects a stack with a pending operation", async () => {
    edit(project, ({ checkpoint: { latest } }) => {
      latest.pending_operations = [{ resource: latest.resources.at(-1), type: "creating" }];
    });
    await refused("OTHER_STACK_UNSETTLED", /pulumi refresh --stack dev/);
  });

  it("rejects a locked stack, and keeps the lock", async () => {
    const lock = ".pulumi/locks/organization/orchard/dev/1.json";
    project.write(lock, JSON.stringify({ pid: 1, username: "u", hostname: "h", timestamp: "2026-01-15T10:20:30Z" }));
    await refused("STACK_LOCKED", /lock of stack dev/);
    assert.match(project.read(lock), /"pid":1/);
    rmSync(project.path(lock));
  });

  it("rejects an export of the target stack", async () => {
    const { checkpoint: inner, ...rest } = project.json(checkpoint) as { checkpoint: { latest: unknown } };
    project.write(
      "own.json",
      JSON.stringify({ ...rest, deployment: inner.latest }).replaceAll("urn:pulumi:dev:", "urn:pulumi:qa:"),
    );
    await refused("OTHER_STACK_SAME", /both select stack qa of project orchard/, ["--from-stack", "./own.json"]);
  });

  for (const [title, change, code, reported] of [
    ["a truncated state", (text: string) => text.slice(0, text.length / 2), "STATE_MALFORMED", /invalid JSON/],
    [
      "a newer state",
      (text: string) => text.replace('"version":3', '"version":9'),
      "STATE_TOO_NEW",
      /schema version 9/,
    ],
    [
      "an older state",
      (text: string) => text.replace('"version":3', '"version":1'),
      "STATE_TOO_OLD",
      /schema version 1/,
    ],
    [
      "a state with missing parents",
      (text: string) => text.replace(/\{"urn":"[^"]*Network::network".*?\},(?=\{"urn")/, ""),
      "STATE_INTEGRITY",
      /parent/,
    ],
    [
      "a state with invalid URNs",
      (text: string) => text.replaceAll(/"urn:pulumi:dev::orchard::simcloud:dns[^"]*"/g, '"www"'),
      "STATE_INTEGRITY",
      /dev\.json, www[\s\S]*Pulumi would reject this state too: this is not a URN/,
    ],
    ["a file in an unsupported compression", () => "\u0028\u00b5\u002f\u00fd", "STATE_MALFORMED", /dev\.json/],
  ] as const) {
    it(`rejects ${title}`, async () => {
      project.write(checkpoint, change(project.read(checkpoint)));
      await refused(code, reported);
    });
  }

  it("quotes unusual names for the shell in the printed commands", async () => {
    const name = "it's käse 🧀 $(rm -rf /) `x` \\ ::b";
    const odd = whole.replaceAll("Record::www", JSON.stringify(`Record::${name}`).slice(1, -1));
    project.write(checkpoint, odd);
    const ran = await exitsWith(0, project.run(["--from-stack", "dev", "--target", "**::b", ...into, "--json"]));
    const { from, resources } = JSON.parse(ran.stdout) as {
      from: { commands: string[] };
      resources: { name: string }[];
    };
    assert.deepEqual(
      resources.map((resource) => resource.name),
      [name],
    );
    assert.ok(from.commands.at(-1)?.endsWith(` '${urn("simcloud:dns/record:Record", name).replaceAll("'", "'\\''")}'`));
  });

  it("skips external and tainted resources, and reports them", async () => {
    edit(project, ({ checkpoint: { latest } }) => {
      for (const entry of latest.resources) {
        if (entry.urn.endsWith("::www")) entry.external = true;
        if (entry.urn.endsWith("::order-handler")) entry.taint = true;
      }
    });
    const ran = await exitsWith(0, project.run(["--from-stack", "dev", ...into, "--json", "--plan-only"]));
    const { from } = JSON.parse(ran.stdout) as { from: { leftOut: { urn: string; why: string }[] } };
    assert.deepEqual(from.leftOut.map(({ urn: left }) => left.split("::").at(-1)).sort(), ["order-handler", "www"]);
  });
});

describe("imp run --from-stack with secrets", () => {
  const { cloud, specs } = makeSecretEstate();
  let project: CliProject;
  before(async () => {
    const sealed = `config:\n  simcloud:region: us-east-1\nencryptionsalt: ${salt}\n`;
    project = projectWith({ cloud, specs: {}, files: { "Pulumi.dev.yaml": sealed } });
    mkdirSync(`${project.root}/specs`);
    writeFileSync(`${project.root}/specs/estate.json`, JSON.stringify(specs));
    await exitsWith(0, project.run(["../specs/estate.json", "--yes"]));
  });
  beforeEach(() => reset(project));
  after(() => project.remove());

  it("rejects a wrong IMP_FROM_PASSPHRASE, and secrets that it cannot decrypt", async () => {
    const wrong = await exitsWith(
      1,
      project.run(["--from-stack", "dev", ...into], { IMP_FROM_PASSPHRASE: "wrong canary" }),
    );
    assert.match(wrong.stderr, /\(OTHER_PASSPHRASE_WRONG\)[\s\S]*IMP_FROM_PASSPHRASE/);
    assert.doesNotMatch(wrong.stderr, /canary/);
    edit(project, ({ checkpoint: { latest } }) => {
      latest.secrets_providers = { type: "cloud", state: { url: "https://api.pulumi.com" } };
    });
    const cloudy = await exitsWith(1, project.run(["--from-stack", "dev", ...into]));
    assert.match(cloudy.stderr, /\(SECRETS_PROVIDER_UNSUPPORTED\)[\s\S]*--show-secrets/);
  });
});
