import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, projectFileOf, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { bucket, component, policy, role, specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";

describe("imp run after the user changed the generated program", () => {
  let project: CliProject;
  let printed: string;
  let state: string;
  let kept: readonly (readonly [name: string, text: string])[];
  before(async () => {
    project = makeProject({
      specs: JSON.parse(specsOf(component, { ...vpc, parent: component.name }, bucket)),
      files: {
        "more.json": specsOf(subnetA, policy),
        "last.json": specsOf(role, subnetB),
        "child.json": JSON.stringify({
          nameTable: { net: "urn:pulumi:dev::orchard::bookshop:index:Network::network" },
          resources: [{ ...role, parent: "net" }],
        }),
      },
    });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    printed = project.read("index.ts");
    state = project.read(checkpoint);
    kept = ["index.ts", checkpoint, ".imp/orchard.dev.json"].map((name) => [name, project.read(name)]);
  });
  beforeEach(() => {
    for (const [name, text] of kept) project.write(name, text);
  });
  after(() => project.remove());

  it("keeps the user's comments, names, options, and code; undo restores every byte", async () => {
    const mine = `// Of the shop.\n${renamed(printed, "main", "shopNetwork")}`
      .replace("const covers", "/* pictures */ export const covers")
      .replace("days: 30", "days: 60")
      .concat("\nexport const arn = covers.arn; // mine\n");
    project.write("index.ts", mine);
    const secondRun = await succeeds(["more.json", "--yes"]);
    const first = project.read("index.ts");
    assertKept(mine, first);
    assert.match(
      first,
      /vpcId: shopNetwork\.id,[\s\S]*new simcloud\.storage\.BucketPolicy\([\s\S]*\nexport const arn = covers\.arn; \/\/ mine\n$/,
    );
    assert.match(
      plain(secondRun),
      /Warning: in index\.ts:\d+: The statement of this resource was edited after imp wrote it\. .* - expiration: \{ days: 30 \}, \+ expiration: \{ days: 60 \}, simcloud:storage\/bucket:Bucket covers/,
    );
    assert.match(plain(secondRun), /In index\.ts: @@ line \d+ .*\+ const a = new simcloud\.network\.Subnet/);
    assert.match(secondRun.stdout, /pulumi preview {4}may show changes; see the warnings above/);
    const second = first.replace("const a =", "// The first one.\nconst a =");
    project.write("index.ts", second);
    const two = await succeeds(["last.json", "--yes", "--json"]);
    const third = project.read("index.ts");
    assertKept(second, third);
    assert.match(third, /"runner"[\s\S]*vpcId: shopNetwork\.id,[\s\S]*export const arn/);
    const { warnings } = JSON.parse(two.stdout) as { readonly warnings: readonly { readonly message: string }[] };
    assert.deepEqual(
      warnings.map(({ message }) => /days: 30[\s\S]*days: 60/.test(message)),
      [true],
    );
    const same = await succeeds(["last.json", "--yes"]);
    assert.match(same.stdout, /^No changes/m);
    for (const [text, next] of [
      [second, first],
      [mine, mine],
    ] as const) {
      await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.equal(project.read("index.ts"), text);
      project.write("index.ts", next);
    }
    assert.equal(project.read(checkpoint), state);
  });

  it("does not print removed resources again, and warns that pulumi up deletes them", async () => {
    project.write(
      "index.ts",
      printed.replace(/const covers = [\s\S]*$/, (statement) => `/*\n${statement}*/\n`),
    );
    const ran = await succeeds(["more.json", "--yes"]);
    const text = project.read("index.ts");
    assert.match(text, /\/\*\nconst covers = /);
    assert.equal(text.match(/storage\.Bucket\(/g)?.length, 1);
    assert.match(text, /bucket: "bookshop-covers-7f3a",/, "new code does not refer to the excluded resource");
    assert.match(plain(ran), /the next `pulumi up` deletes it from the cloud.* simcloud:storage\/bucket:Bucket covers/);
  });

  it("rejects a changed program with a syntax error, and names its location", async () => {
    project.write("index.ts", `${printed}\nexport const mine = ;\n`);
    const files = project.files();
    const ran = await exitsWith(1, project.run(["more.json", "--yes"]));
    const line = printed.split("\n").length + 1;
    assert.match(
      ran.stderr,
      RegExp(`\\(PROGRAM_UNREADABLE\\)[\\s\\S]*index\\.ts:${line}:21\\n[\\s\\S]*Expression expected`),
    );
    assert.deepEqual(project.files(), files);
    const planned = await project.run(["more.json", "--plan-only"]);
    assert.match(planned.stdout, /A run would fail:\nError: [\s\S]*\(PROGRAM_UNREADABLE\)/, showRun(planned));
    assert.equal(planned.code, 1, showRun(planned));
    const document = await exitsWith(1, project.run(["more.json", "--dry-run", "--json"]));
    assert.equal(JSON.parse(document.stdout).refused.code, "PROGRAM_UNREADABLE");
  });

  it("rejects a program that contains none of imp's resources, unless --force is set", async () => {
    project.write("index.ts", "// mine\n");
    const refused = await project.run(["more.json", "--yes"]);
    assert.match(plain(refused), /\(PROGRAM_UNREADABLE\).*contains none of the resources.*--into FILE.*--force/);
    const forced = await succeeds(["more.json", "--yes", "--force"]);
    assert.match(project.read("index.ts"), /^import \* as pulumi[\s\S]*"covers",[\s\S]*"reading",/, showRun(forced));
  });

  it("rejects a parent whose variable is out of scope for the new code", async () => {
    const inside = printed.replace(/const network = [\s\S]*?\n\);\n/, (one) => `export function later() {\n${one}}\n`);
    project.write("index.ts", inside.replace("parent: network,", ""));
    const files = project.files();
    const ran = await exitsWith(1, project.run(["child.json", "--yes"]));
    assert.match(plain(ran), /NOT_IN_PROGRAM/);
    assert.deepEqual(project.files(), files);
  });

  it("rejects a changed program in a language that imp does not parse", async () => {
    const files = { "Pulumi.yaml": projectFileOf("python"), "more.json": specsOf(role) };
    const other = makeProject({ specs: JSON.parse(specsOf(bucket)), files });
    try {
      const flags = ["--yes", "--language", "python"];
      await exitsWith(0, other.run(["specs.json", ...flags]));
      other.write("__main__.py", `# mine\n${other.read("__main__.py")}`);
      const untouched = other.files();
      const ran = await other.run(["more.json", ...flags]);
      assert.match(plain(ran), /\(PROGRAM_CHANGED\).*__main__\.py.*--append-file NAME/);
      assert.deepEqual(other.files(), untouched);
    } finally {
      await other.remove();
    }
  });

  async function succeeds(args: readonly string[]): Promise<Ran> {
    const ran = await exitsWith(0, project.run(args));
    return ran;
  }
});

/** Returns the output of the command with white space collapsed. */
function plain({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`.replace(/\s+/g, " ");
}

function renamed(text: string, from: string, to: string): string {
  return text.replace(RegExp(`\\b${from}\\b(?!")`, "g"), to);
}

/** Asserts that every character of `before` is in `after`, in the same order. */
function assertKept(before: string, after: string): void {
  let at = 0;
  for (let index = 0; index < after.length; index += 1) if (after[index] === before[at]) at += 1;
  assert.equal(before.slice(at), "", "text of the user's program is missing");
}
