import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { makeEstate, makeQuirkEstate, makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { problemOf } from "../../src/domain/outcome.ts";
import type { Consent } from "../../src/domain/questions.ts";
import type { ReviewRow, ReviewView } from "../../src/domain/review.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { functionEstate } from "../support/function-estate.ts";
import { main } from "../support/imp-process.ts";
import { bucket, policy, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { agree, rowKey, runReviewed, type Step } from "../support/scripted-review.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::orchard::simcloud:${type}::${name}`;

/** The import file sets an address range that differs from the one of the network in the cloud (10.20.0.0/16). Only a replacement can change it. */
const replaced = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };

const quirks = makeQuirkEstate();
const whole = makeWholeEstate();

function entries(from: { readonly specs: { readonly resources: readonly SpecEntry[] } }, ...names: readonly string[]) {
  return names.map((name) => from.specs.resources.find((one) => one.name === name));
}

function rowOf(view: ReviewView, name: string): ReviewRow {
  const found = view.rows.find(({ outcome }) => outcome.name === name);
  assert.ok(found, name);
  return found;
}

interface Case {
  readonly title: string;
  readonly specs?: object;
  readonly cloud?: unknown;
  readonly steps: readonly Step[];
  readonly flags: readonly string[];
  readonly code?: number;
}

const cases: readonly Case[] = [
  {
    title: "excluding a resource that others refer to",
    steps: [(view) => ({ kind: "take-out", keys: [rowKey(view, "main"), rowKey(view, "orders")] })],
    flags: [
      "--leave-out",
      "urn:pulumi:dev::orchard::bookshop:index:Network$simcloud:network/vpc:Vpc::main",
      "--leave-out",
      urn("queue/queue:Queue", "orders"),
    ],
  },
  {
    title: "excluding a parent with its children",
    steps: [(view) => ({ kind: "take-out", keys: [rowKey(view, "network")] })],
    flags: ["--exclude", "name=network", "--exclude", "type=simcloud:network:*"],
  },
  {
    title: "excluding a resource, and including it again",
    steps: [
      (view) => ({ kind: "take-out", keys: [rowKey(view, "network")] }),
      (view) => ({ kind: "take-in", keys: [rowKey(view, "public-a")] }),
    ],
    flags: ["--exclude", "name=main", "--exclude", "name=public-b", "--exclude", "name=web"],
  },
  {
    title: "renaming a resource with its references",
    steps: [(view) => ({ kind: "rename", key: rowKey(view, "covers"), name: "book covers" })],
    flags: ["--rename", "covers=book covers"],
  },
  {
    title: "renaming a parent",
    steps: [(view) => ({ kind: "rename", key: rowKey(view, "network"), name: "net" })],
    flags: ["--rename", "network=net"],
  },
  {
    title: "swapping two names",
    steps: [
      (view) => ({ kind: "rename", key: rowKey(view, "public-a"), name: "elsewhere" }),
      (view) => ({ kind: "rename", key: rowKey(view, "public-b"), name: "public-a" }),
      (view) => ({ kind: "rename", key: rowKey(view, "elsewhere"), name: "public-b" }),
    ],
    flags: ["--rename", "public-a=public-b", "--rename", "public-b=public-a"],
  },
  {
    title: "renaming by pattern",
    steps: [() => ({ kind: "rename-all", pattern: "s/^order(s?)-/o$1_/" })],
    flags: ["--rename", "s/^order(s?)-/o$1_/"],
  },
  {
    title: "accepting a replacement",
    specs: JSON.parse(specsOf(replaced, { ...subnetA, parent: vpc.name }, bucket)),
    steps: [(view) => ({ kind: "accept-replace", keys: [rowKey(view, "main")] })],
    flags: ["--accept-replace", urn("network/vpc:Vpc", "main")],
    code: 3,
  },
  {
    title: "ignoring changes of a replaced resource",
    specs: JSON.parse(specsOf(replaced, { ...subnetA, parent: vpc.name }, bucket)),
    steps: [(view) => ({ kind: "ignore-changes", keys: [rowKey(view, "main")] })],
    flags: ["--ignore-changes", "main=cidrBlock", "--ignore-changes", "main=enableDnsHostnames"],
  },
  {
    title: "marking likely secrets as not secret",
    ...functionEstate({ environment: { variables: { API_TOKEN: "7c1f0e55aa", TOKEN_KIND: "opaque" } } }),
    steps: [(view) => ({ kind: "not-secret", keys: [rowKey(view, "orders")] })],
    flags: ["--not-secret", "orders=environment.variables"],
  },
  {
    title: "assuming defaults for one resource",
    cloud: whole.cloud,
    specs: { resources: entries(whole, "secret", "rotation") },
    steps: [
      (view) => ({
        kind: "assume-defaults",
        keys: view.rows.filter((row) => row.assumable.length > 0).map((row) => row.key),
      }),
    ],
    flags: ["--assume-defaults"],
  },
  {
    title: "setting a placeholder for one resource",
    cloud: quirks.cloud,
    specs: { resources: entries(quirks, "quirk-needsUnreadable", "quirk-phantom") },
    steps: [(view) => ({ kind: "use-placeholder", keys: [rowKey(view, "quirk-needsUnreadable")] })],
    flags: ["--placeholder"],
  },
  {
    title: "enabling --strict",
    specs: JSON.parse(specsOf(replaced, bucket)),
    steps: [
      (view) => ({ kind: "accept-replace", keys: [rowKey(view, "main")] }),
      () => ({ kind: "set-strict", isStrict: true }),
    ],
    flags: ["--strict"],
    code: 3,
  },
  {
    title: "changing the layout",
    steps: [() => ({ kind: "set-output", layout: "per-parent" })],
    flags: ["--layout", "per-parent"],
  },
];

describe("the review of imp run", () => {
  for (const { title, specs, cloud, steps, flags, code = 0 } of cases)
    it(`writes the same files after edits in the review as with flags: ${title}`, async () => {
      const options = { ...(specs && { specs }), ...(cloud !== undefined && { cloud }), files: saltedFiles };
      const [reviewed, flagged] = [makeProject(options), makeProject(options)];
      const views = await runReviewed(reviewed, ["specs.json"], [...steps, agree]);
      assert.equal(views.code, code, views.output);
      for (const { message } of views.views) assert.notEqual(message?.isProblem, true, message?.text);
      await exitsWith(code, flagged.run(["specs.json", "--yes", ...flags]));
      assert.deepEqual(await productOf(reviewed), await productOf(flagged));
      await assertSame(reviewed, views, options);
      for (const project of [reviewed, flagged]) {
        await project.assertTidy();
        await project.remove();
      }
    });

  /** Asserts that the command line that the review printed has the same effect as the review. */
  async function assertSame(reviewed: CliProject, ran: { readonly stderr: string }, options: object): Promise<void> {
    const line = /^Equivalent command: imp (.*)$/m.exec(ran.stderr)?.[1] ?? "";
    const again = makeProject(options);
    const words = [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll("'\\''", "'"),
    );
    const cwdIndex = words.indexOf("--cwd");
    const repeated = await again.plain(words.toSpliced(cwdIndex, 2));
    assert.ok(repeated.code === 0 || repeated.code === 3, `${line}\n${showRun(repeated)}`);
    assert.deepEqual(await productOf(reviewed), await productOf(again));
    await again.remove();
  }

  it("encrypts a typed value in the configuration, and never shows it", async () => {
    const typed = "canary-typed-0815";
    const { cloud, specs } = makeEstate({
      seed: 3,
      resources: 2,
      regions: ["us-east-1"],
      tokens: new Set(["simcloud:db/instance:Instance"]),
    });
    const bare = specs.resources
      .flatMap(({ inputs: _, parent: __, ...one }) => (one.type.includes("db/instance") ? [one] : []))
      .slice(0, 1);
    const name = bare[0]?.name ?? "";
    const project = makeProject({ cloud, specs: { resources: bare }, files: saltedFiles });
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => {
          const [need] = rowOf(view, name).needs;
          const [first] = need?.oneOf ?? [];
          assert.ok(first?.secret);
          return { kind: "give-values", key: rowKey(view, name), values: [{ ...first, text: typed }] };
        },
        (view) => {
          assert.match(view.message?.text ?? "", /failed => ignored/);
          return { kind: "import" };
        },
      ],
    );
    assert.equal(ran.code, 0, ran.output);
    assert.ok(!ran.output.includes(typed));
    for (const bytes of Object.values(project.files()))
      assert.ok(!Buffer.from(bytes, "base64").toString("utf8").includes(typed));
    assert.match(JSON.stringify(await productOf(project)), new RegExp(typed));
    await project.remove();
  });

  it("calls providers only for edited resources, and reads no resource twice", async () => {
    const estate = makeEstate({ seed: 7, resources: 40 });
    const project = makeProject({ cloud: estate.cloud, specs: estate.specs, files: saltedFiles });
    let before: readonly string[] = [];
    const since = (): readonly string[] => {
      const all = project.calls();
      const fresh = all.slice(before.length);
      before = all;
      return fresh;
    };
    const few = (title: string, most: number): void => {
      const calls = since();
      assert.ok(!calls.includes("Read"), `${title}: ${calls.join(" ")}`);
      assert.ok(calls.length <= most, `${title}: ${calls.length} calls: ${calls.join(" ")}`);
    };
    const some = (view: ReviewView) => view.rows.filter(({ outcome }) => outcome.resourceKind === "custom");
    const leaf = (view: ReviewView) => {
      const row = some(view).at(-1);
      assert.ok(row);
      return row.key;
    };
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => {
          const first = since();
          assert.ok(first.length > 150, `${first.length}`);
          return { kind: "rename", key: leaf(view), name: "another name" };
        },
        (view) => {
          few("a rename", 20);
          return { kind: "take-out", keys: [leaf(view)] };
        },
        () => {
          few("excluding a resource without dependents", 0);
          return { kind: "undo" };
        },
        () => {
          few("taking the edit back", 0);
          return { kind: "set-strict", isStrict: true };
        },
        () => {
          few("strict", 0);
          return { kind: "set-output", layout: "per-type" };
        },
        async (view) => {
          few("another layout", 0);
          assert.match(await view.codeOf(leaf(view)), /another name/);
          return { kind: "quit" };
        },
      ],
    );
    assert.equal(ran.code, 1, ran.output);
    assert.deepEqual(new Set(since()), new Set(["Cancel"]));
    await project.remove();
  });

  it("prints no equivalent command if nothing is written because the state changed", async () => {
    const project = makeProject({ files: saltedFiles });
    let before: object = {};
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => ({ kind: "take-out", keys: [rowKey(view, "www")] }),
        async () => {
          await exitsWith(0, project.run(["specs.json", "--only", "name=covers", "--yes"]));
          before = project.files();
          return { kind: "import" };
        },
      ],
    );
    assert.equal(ran.code, 1, ran.output);
    assert.match(ran.output, /1 resource left out/);
    assert.match(ran.output, /STATE_CHANGED/);
    assert.doesNotMatch(ran.output, /Equivalent command/);
    assert.deepEqual(project.files(), before);
    await project.remove();
  });

  it("writes nothing after q, after no, or after Back and q", async () => {
    const quit: Step = () => ({ kind: "quit" });
    const ways: readonly (readonly [readonly Step[], readonly Consent[]])[] = [
      [[quit], []],
      [[agree], ["no"]],
      [[agree, quit], ["back"]],
    ];
    for (const [steps, consents] of ways) {
      const project = makeProject();
      const before = project.files();
      const ran = await runReviewed(project, ["specs.json"], steps, consents);
      assert.equal(ran.code, 1, ran.output);
      assert.match(ran.stdout, /Nothing was written\.\s*$/);
      assert.deepEqual(project.files(), before);
      await project.assertTidy();
      await project.remove();
    }
  });

  it("prints a command that makes the edits that the user discarded", async () => {
    const out: Step = (view) => ({ kind: "take-out", keys: [rowKey(view, "www")] });
    const ways: readonly (readonly [readonly Step[], readonly Consent[]])[] = [
      [[out, agree], ["no"]],
      [[out, () => ({ kind: "quit" })], []],
    ];
    for (const [steps, consents] of ways) {
      const project = makeProject();
      const before = project.files();
      const ran = await runReviewed(project, ["specs.json"], steps, consents);
      assert.equal(ran.code, 1, ran.output);
      const line = /^Your edits were discarded\. To apply them: imp run specs\.json .*--leave-out \S+::www --yes$/m;
      assert.match(ran.stderr, line);
      assert.match(ran.stdout, /Nothing was written\.\s*$/);
      assert.deepEqual(
        ran.questions.map(({ edits }) => edits),
        consents.map(() => 1),
      );
      assert.deepEqual(project.files(), before);
      await project.remove();
    }
  });

  it("warns that the equivalent command hides the values of --config", async () => {
    const strict: Step = () => ({ kind: "set-strict", isStrict: true });
    for (const [words, isHidden] of [
      [["--config", "simcloud:region=us-east-1"], true],
      [[], false],
    ] as const) {
      const project = makeProject();
      const ran = await runReviewed(project, ["specs.json", ...words], [strict, agree]);
      assert.equal(ran.code, 0, ran.output);
      const [, line = "", next] = /^Equivalent command: (.*)\n(.*)$/m.exec(ran.stderr) ?? [];
      assert.equal(line.includes("--config 'simcloud:region=…'"), isHidden, ran.stderr);
      assert.equal(next === "(The values of --config are hidden.)", isHidden, ran.stderr);
      await project.remove();
    }
  });

  for (const [title, first, next, codeOf] of [
    [
      "that imp wrote and the user changed",
      [],
      [],
      (project: CliProject) => `// Of the shop.\n${project.read("index.ts")}`,
    ],
    [
      "that the user wrote",
      ["--state-only", "--no-protect"],
      ["--into", "index.ts"],
      () => 'import * as simcloud from "@pulumi/simcloud";\n\nconst main = new simcloud.network.Vpc("main", {});\n',
    ],
  ] as const)
    it(`shows the diff of a program ${title} before it asks for confirmation`, async () => {
      const files = { ...saltedFiles, "more.json": specsOf(subnetA, bucket) };
      const project = makeProject({ specs: JSON.parse(specsOf(vpc)), files });
      await exitsWith(0, project.run(["specs.json", "--yes", ...first]));
      project.write("index.ts", codeOf(project));
      const before = project.files();
      const diffIn = (output: string): string =>
        /^In index\.ts:\n[\s\S]*?\n(?=\n?(?:Nothing was|To import))/m.exec(output)?.[0] ?? "";
      const planned = await project.run(["more.json", "--plan-only", ...next]);
      const diff = diffIn(planned.stdout);
      assert.match(diff, /\+ .*new simcloud\.storage\.Bucket/, showRun(planned));
      const ran = await runReviewed(project, ["more.json", ...next], [agree], ["no"]);
      assert.equal(ran.code, 1, ran.output);
      assert.equal(diffIn(ran.stdout), diff);
      assert.ok(ran.stdout.indexOf(diff) < ran.stdout.indexOf("To import: 2 resources"), ran.stdout);
      assert.deepEqual(project.files(), before);
      await project.remove();
    });

  it("explains a rejected edit, and keeps the previous choices", async () => {
    const project = makeProject({ files: saltedFiles });
    const names = (view: ReviewView) => view.rows.map(({ outcome }) => outcome.name);
    let before: readonly string[] = [];
    const refused =
      (why: RegExp, next: Step): Step =>
      async (view) => {
        assert.equal(view.message?.isProblem, true, JSON.stringify(view.message));
        assert.match(view.message.text, why);
        assert.deepEqual(names(view), before);
        assert.equal(view.edits, 0);
        return await next(view);
      };
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => {
          before = names(view);
          assert.match(view.checkName(rowKey(view, "public-a"), "public-b").problem ?? "", /Another resource/);
          return { kind: "rename", key: rowKey(view, "public-a"), name: "public-b" };
        },
        refused(/would both be named "public-b"/, () => ({ kind: "rename-all", pattern: "s/(/x/" })),
        refused(/Invalid regular expression/, (view) => {
          assert.match(view.checkPattern("s/public-.$/same/").problem ?? "", /Several resources would be named same/);
          assert.match(view.checkPattern("s/nothing like it/x/").problem ?? "", /does not match any name/);
          assert.deepEqual(view.checkPattern(""), { names: [] });
          return { kind: "rename-all", pattern: "s/(/x/" };
        }),
        refused(/Invalid regular expression/, (view) => ({ kind: "take-out", keys: view.rows.map(({ key }) => key) })),
        refused(/No resource is selected/, () => ({ kind: "set-output", language: "cobol" })),
        refused(/cobol/, () => ({ kind: "write-report", file: "report.exe" })),
        refused(/report\.exe/, () => ({ kind: "save-rest", file: "Pulumi.yaml" })),
        refused(/Pulumi\.yaml/, () => ({ kind: "write-report", file: "nowhere/deep/report.md" })),
        agree,
      ],
    );
    assert.equal(ran.code, 0, ran.output);
    await project.remove();
  });

  it("rejects ignoreChanges if the preview would still show changes", async () => {
    const resources = entries(quirks, "quirk-phantom-stubborn", "quirk-nullDefault-stubborn");
    const project = makeProject({ cloud: quirks.cloud, specs: { resources }, files: saltedFiles });
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => ({ kind: "ignore-changes", keys: view.rows.map(({ key }) => key) }),
        (view) => {
          assert.match(view.message?.text ?? "", /does not make the preview clean/);
          assert.equal(view.edits, 0);
          return { kind: "import" };
        },
      ],
    );
    assert.equal(ran.code, 3, ran.output);
    assert.doesNotMatch(project.read("index.ts"), /ignoreChanges/);
    await project.remove();
  });

  it("opens no review for unchanged resources, and imports nothing if all fail", async () => {
    const project = makeProject({ specs: JSON.parse(specsOf(bucket)), files: saltedFiles });
    assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
    const again = await runReviewed(project, ["specs.json"], []);
    assert.equal(again.code, 0, again.output);
    project.write("specs.json", specsOf({ ...policy, id: "no such bucket" }));
    const before = project.files();
    const none = await runReviewed(
      project,
      ["specs.json"],
      [
        agree,
        (view) => {
          assert.equal(view.message?.text, "No resources to import.");
          return { kind: "quit" };
        },
      ],
    );
    assert.equal(none.code, 1, none.output);
    assert.deepEqual(project.files(), before);
    await project.remove();
  });

  it("excludes and renames discovered resources", async () => {
    const project = makeProject({ files: saltedFiles });
    const words = [
      "--discover",
      "simcloud:network",
      "--discover",
      "simcloud:storage:Bucket",
      "--rest",
      "imp-rest.json",
    ];
    const ran = await runReviewed(project, words, [
      (view) => {
        assert.equal(view.rows.length, 6);
        return { kind: "take-out", keys: [rowKey(view, "vpc-cbaa8a527bac7177e")] };
      },
      (view) => {
        assert.deepEqual(
          view.rows.map(({ isOut }) => isOut).filter((isOut) => isOut),
          [true],
        );
        return { kind: "rename", key: rowKey(view, "bookshop-covers-7f3a"), name: "covers" };
      },
      agree,
    ]);
    assert.equal(ran.code, 0, ran.output);
    assert.match(project.read(checkpoint), /storage\/bucket:Bucket::covers/);
    assert.doesNotMatch(project.read(checkpoint), /network\/vpc:Vpc/);
    const rest = JSON.parse(project.read("imp-rest.json"));
    assert.deepEqual(
      rest.resources.map(({ id }: { id: string }) => id),
      ["vpc-cbaa8a527bac7177e"],
    );
    await project.remove();
  });

  it("renames a resource whose name another resource has in the state", async () => {
    const project = makeProject({ specs: JSON.parse(specsOf(bucket)), files: saltedFiles });
    assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
    project.write("specs.json", specsOf({ ...bucket, id: "bookshop-backups-7f3a" }, { ...policy, name: "fresh" }));
    const cloud = JSON.parse(project.read("../cloud.json"));
    const [key, object] = Object.entries<object>(cloud.objects).find(([one]) => one.endsWith(bucket.id)) ?? [];
    assert.ok(key && object);
    const copy = JSON.parse(JSON.stringify(object).replaceAll(bucket.id, "bookshop-backups-7f3a"));
    cloud.objects[key.replace(bucket.id, "bookshop-backups-7f3a")] = copy;
    project.write("../cloud.json", JSON.stringify(cloud));
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => {
          assert.equal(problemOf(rowOf(view, "covers").outcome)?.code, "URN_TAKEN");
          return { kind: "rename", key: rowKey(view, "covers"), name: "backups" };
        },
        (view) => {
          assert.equal(rowOf(view, "backups").outcome.verdict, "clean");
          return { kind: "import" };
        },
      ],
    );
    assert.equal(ran.code, 0, ran.output);
    assert.match(project.read(checkpoint), /storage\/bucket:Bucket::backups/);
    await project.remove();
  });
});

describe("the review of imp run on a terminal", () => {
  it("renames a resource, writes the files, and prints the equivalent command", async function () {
    const python = findPython();
    if (python === undefined) return this.skip();
    const project = makeProject({ specs: JSON.parse(specsOf(vpc, subnetA, bucket)) });
    const command = [process.execPath, main, "run", "specs.json", "--provider", `simcloud=${simcloud}`];
    const answers = [
      { seen: "3 resources", answer: "/" },
      { seen: "Search type", answer: "covers\r" },
      { seen: "Clean \\(1\\)", answer: "\u001b[B" },
      { seen: "r rename", answer: "r" },
      { seen: "Name", answer: "\u0015books\r" },
      { seen: "including references", answer: "i" },
      { seen: "Import 3 resources into stack dev", answer: "\u001b[B\r" },
    ];
    const env = { ...project.env, TERM: "xterm-256color" };
    const { code, screen } = await runInTerminal(python, command, answers, { cwd: project.directory, env });
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.match(text, /No, write nothing, and discard 1 edit\s/);
    assert.match(text, /Equivalent command: imp run specs\.json --provider \S+ --rename \S+::covers=books --yes/);
    assert.match(project.read("index.ts"), /"books"/);
    assert.match(project.read(checkpoint), /storage\/bucket:Bucket::books/);
    // The last escape sequences leave the alternate screen, and show the cursor.
    assert.ok(screen.lastIndexOf("\u001b[?1049l") > screen.lastIndexOf("\u001b[?1049h"));
    assert.ok(screen.lastIndexOf("\u001b[?25h") > screen.lastIndexOf("\u001b[?25l"));
    await project.assertTidy();
    await project.remove();
  });
});
