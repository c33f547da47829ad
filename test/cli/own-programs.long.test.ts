/** `--into` inserts code that refers to the user's resources, and changes nothing else in the program. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { importedSpecs, type OwnProgramCase, ownPrograms, stackSpecs } from "../support/own-programs.ts";

/** Patterns that the inserted code must and must not match, by program style. */
const styles: Readonly<Record<string, { readonly has?: readonly RegExp[]; readonly lacks?: readonly RegExp[] }>> = {
  "short-aliases": { has: [/new s\.storage\.Bucket/, /p\.jsonStringify/], lacks: [/import \* as (pulumi|simcloud)/] },
  "import-equals": { lacks: [/import \* as/] },
  "modules-by-name": { has: [/^import \* as simcloud from "@pulumi\/simcloud";$/m] },
  "files-imported-in-part": { has: [/^ {4}east,\n {4}main,\n\} from "\.\/network";$/m] },
  "files-not-imported-yet": { has: [/^import \{ network, east, main \} from "\.\/network";$/m] },
  "renamed-exports": { has: [/^import east from "\.\/base";$/m, /^import \{ platform, cloud \} from "\.\/base";$/m] },
  "ecmascript-modules": { has: [/^import \{ east, main, network \} from "\.\/network\.js";$/m] },
  "export-equals-function": { has: [/^ {4}const covers = new/m] },
  "async-main": { has: [/^ {2}const covers = new simcloud\.storage\.Bucket\(\n {4}"covers",\n {4}\{\n {6}bucket: /m] },
  "windows-line-ends": { has: [/\r\n/], lacks: [/[^\r]\n/] },
  tabs: { has: [/^\t\tbucket: "bookshop/m], lacks: [/^ /m] },
  "no-semicolons": { has: [/bucket: 'bookshop/], lacks: [/;/, /"/] },
  "two-blanks": { has: [/^ {4}bucket: "bookshop/m], lacks: [/,\n *[}\])]/] },
  "prettier-settings": { has: [/^ {4}bucket: 'bookshop/m], lacks: [/;$/m, /^.{61}/m] },
  "prettier-in-the-manifest": { has: [/^\t\tbucket: "bookshop/m], lacks: [/^ /m] },
  "editor-settings": { has: [/^ {6}bucket: "bookshop/m] },
  "conflicting-names": { has: [/const covers2 = /, /const reading2 = /, /const b2 = /, /import \* as simcloud2 from/] },
  "at-a-line": { has: [/const covers = new[\s\S]*const after = main\.arn/] },
  "byte-order-mark": { has: [/^\ufeff\/\/ The shop\.\n\/\/ \(c\) Bookshop\n\nimport /] },
};

describe("imp run --into a user's program", () => {
  let state: string;
  const results = mkdtempSync(join(tmpdir(), "imp-own-"));
  before(async () => {
    const project = makeProject({ specs: JSON.parse(stackSpecs) });
    await exitsWith(0, project.run(["specs.json", "--yes", "--state-only", "--no-protect"]));
    state = project.read(checkpoint);
    await project.remove();
  });
  after(() => rmSync(results, { recursive: true, force: true }));

  for (const programCase of ownPrograms) {
    it(`inserts code that uses variables of the program; undo removes it: ${programCase.name}`, async () => {
      const project = openProject(programCase, state);
      try {
        const before = project.files();
        const [file = ""] = programCase.into.split(":");
        const ran = await exitsWith(0, project.run(["more.json", "--yes", "--into", programCase.into]));
        const { code, changed } = changesIn(project, programCase, before);
        assert.deepEqual(changed, [file], showRun(ran));
        assertKept(programCase.files[file] ?? Buffer.from(""), Buffer.from(project.read(file)));
        assert.ok(
          code.includes(`parent: ${programCase.parent},`) ||
            code.includes(`parent: ${programCase.parent}\n`) ||
            programCase.parent === "parent",
          code,
        );
        assert.match(
          code,
          programCase.vpc === undefined ? /vpcId: ["']vpc-/ : RegExp(`vpcId: ${escaped(programCase.vpc)}\\.id\\b`),
        );
        assert.match(
          code,
          programCase.provider === "provider"
            ? /\bprovider,|\{ provider \}/
            : RegExp(`provider: ${escaped(programCase.provider)}[,\\s]`),
        );
        const { has = [], lacks = [] } = styles[programCase.name] ?? {};
        for (const one of has) assert.match(code, one);
        const inserted = insertedText(String(programCase.files[file]), code);
        for (const one of lacks) assert.doesNotMatch(inserted, one);
        keep(programCase, project);
        const again = await project.run(["more.json", "--yes", "--into", programCase.into]);
        assert.match(again.stdout, /3 unchanged/, showRun(again));
        await exitsWith(0, project.plain(["undo", "--yes"]));
        assert.equal(project.read(checkpoint), state);
        for (const [path, bytes] of Object.entries(programCase.files))
          assert.equal(project.files()[path], bytes.toString("base64"), path);
      } finally {
        await project.remove();
      }
    });
  }

  it("shows the diff with --plan-only, and lists resources whose variables it cannot find", async () => {
    const programCase = caseOf("mapped");
    const project = openProject(programCase, state);
    try {
      const files = project.files();
      const ran = await exitsWith(0, project.run(["more.json", "--plan-only", "--into", "index.ts"]));
      assert.match(
        ran.stdout,
        /\nIn index\.ts:\n {2}@@ line \d+\n[\s\S]*\n {2}\+ const covers = new simcloud\.storage\.Bucket\(\n/,
      );
      assert.match(
        ran.stdout.replace(/\s+/g, " "),
        /Note: .*"nameTable" of the import file\. simcloud:network\/vpc:Vpc main/,
      );
      assert.deepEqual(project.files(), files);
    } finally {
      await project.remove();
    }
  });

  it("writes import options, but no state, with --emit import-option", async () => {
    const project = openProject(caseOf("plain"), state);
    try {
      await exitsWith(0, project.run(["more.json", "--yes", "--into", "index.ts", "--emit", "import-option"]));
      assert.match(
        project.read("index.ts"),
        /parent: network,\s+provider: east,\s+protect: true,\s+import: "bookshop-covers-7f3a",/,
      );
      assert.equal(project.read(checkpoint), state);
      await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.equal(project.read("index.ts"), String(caseOf("plain").files["index.ts"]));
    } finally {
      await project.remove();
    }
  });

  it("rejects a line outside of the parent's scope, and files that it cannot edit", async () => {
    const project = openProject(caseOf("plain"), state);
    try {
      const files = project.files();
      const early = await exitsWith(1, project.run(["more.json", "--yes", "--into", "index.ts:4"]));
      assert.match(early.stdout.replace(/\s+/g, " "), /NOT_IN_PROGRAM.*--into FILE\[:LINE\]/);
      for (const [flags, why] of [
        [["--into", "nowhere.ts"], /INSERTION_REFUSED[\s\S]*The file does not exist/],
        [["--into", "index.ts:9999"], /INSERTION_REFUSED[\s\S]*index\.ts has \d+ lines/],
        [["--into", "more.json"], /INSERTION_REFUSED[\s\S]*index\.ts does not load more\.json/],
        [["--into", "index.ts", "--language", "python"], /INSERTION_REFUSED[\s\S]*--append-file NAME/],
      ] as const) {
        const refused = await exitsWith(1, project.run(["more.json", "--yes", ...flags]));
        assert.match(refused.stderr, why);
      }
      const noLine = await exitsWith(2, project.run(["more.json", "--yes", "--into", "index.ts:0"]));
      assert.match(noLine.stderr, /line numbers start at 1/);
      assert.deepEqual(project.files(), files);
    } finally {
      await project.remove();
    }
  });

  it("undoes an insertion only if the file has not changed since", async () => {
    const project = openProject(caseOf("plain"), state);
    try {
      await exitsWith(0, project.run(["more.json", "--yes", "--into", "index.ts"]));
      project.write("index.ts", `${project.read("index.ts")}// mine\n`);
      const files = project.files();
      const undone = await exitsWith(1, project.plain(["undo", "--yes"]));
      assert.match(undone.stderr, /UNDO_PROGRAM_CHANGED/);
      assert.deepEqual(project.files(), files);
    } finally {
      await project.remove();
    }
  });

  it("inserts code that compiles in strict mode into every program", () => {
    const folders = ownPrograms.map(({ name, files }) => ({ name, path: join(results, name), files }));
    const program = ts.createProgram(
      folders.flatMap(({ path, files }) =>
        Object.keys(files)
          .filter((file) => file.endsWith(".ts"))
          .map((file) => join(path, file)),
      ),
      {
        strict: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.CommonJS,
        esModuleInterop: true,
        skipLibCheck: true,
        noEmit: true,
        types: ["node"],
        typeRoots: [join(projectRoot, "node_modules", "@types")],
        paths: {
          "@pulumi/simcloud": [join(projectRoot, "test/support/simcloud-types/index.d.ts")],
          "@pulumi/simcloud/*": [join(projectRoot, "test/support/simcloud-types/*.d.ts")],
          "@pulumi/pulumi": [join(projectRoot, "node_modules/@pulumi/pulumi/index.d.ts")],
        },
      },
    );
    const mistakes = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    assert.deepEqual(mistakes, []);
  });

  /** Collects the printed program of a case, to compile all programs together. */
  function keep({ name, files }: OwnProgramCase, project: CliProject): void {
    for (const path of Object.keys(files)) {
      mkdirSync(dirname(join(results, name, path)), { recursive: true });
      writeFileSync(join(results, name, path), project.read(path));
    }
  }
});

function caseOf(name: string): OwnProgramCase {
  return ownPrograms.find((own) => own.name === name) ?? assert.fail(name);
}

/** Creates a project with the program, and a stack with the resources that it constructs. */
function openProject(own: OwnProgramCase, state: string): CliProject {
  const project = makeProject();
  for (const [path, bytes] of Object.entries(own.files)) project.write(path, bytes);
  project.write(checkpoint, state);
  const { resources } = JSON.parse(state).checkpoint.latest as { resources: readonly { urn: string }[] };
  const urnOf = (name: string): string => resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "";
  project.write("more.json", importedSpecs(urnOf, own));
  return project;
}

/** Returns the program files that changed, and the text of the target file. */
function changesIn(project: CliProject, { files, into }: OwnProgramCase, before: Readonly<Record<string, string>>) {
  const now = project.files();
  const [file = ""] = into.split(":");
  return { changed: Object.keys(files).filter((path) => now[path] !== before[path]), code: project.read(file) };
}

/** Asserts that every byte of `before` is in `after`, in the same order. */
function assertKept(before: Buffer, after: Buffer): void {
  let at = 0;
  for (const byte of after) if (at < before.length && byte === before[at]) at += 1;
  assert.equal(at, before.length, `${String(before)}\n=>\n${String(after)}`);
}

/** Returns the lines that are only in the new text. */
function insertedText(before: string, after: string): string {
  const lines = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !lines.has(line))
    .map((line) => `${line}\n`)
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
