/** Programs that imp cannot verify, that behave badly, or whose next update has changes that the import did not cause. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, exitsWith, projectFile, showRun } from "../support/cli-project.ts";
import { processesWith, until } from "../support/imp-process.ts";
import { assertNoCopy, assertRejected, configure, imports, openShop, shop } from "./whole-program.ts";

const into = ["bucket.json", "--yes", "--into", "index.ts"];
const loose = [...into, "--no-protect"];

const withFirst = (statements: string): string => shop.replace(imports, `${imports}${statements}\n`);

/** Asserts that the import is written, with the sentence about the whole program in the report. */
async function assertWritten(project: CliProject, args: readonly string[], sentence: RegExp): Promise<void> {
  const ran = await project.run(args);
  assert.match(ran.stdout.replace(/\s+/g, " "), sentence, showRun(ran));
  assert.match(project.read(checkpoint), /bookshop-covers-7f3a/);
  assertNoCopy(project);
}

const verified = /Verified: the next update changes nothing else/;

describe("imp run with a program that is difficult to verify", () => {
  let project: CliProject;

  beforeEach(async () => {
    project = await openShop();
  });
  afterEach(async () => await project?.remove());

  it("accepts changes that were pending before the import", async () => {
    const changed = shop.replace('app: "bookshop"', 'app: "books"');
    project.write("index.ts", `${changed}new simcloud.storage.Bucket("drafts");\n`);
    await assertWritten(
      project,
      into,
      /causes no other changes.*The next update changes 2 resources that were not imported/,
    );
  });

  it("rejects an import that changes the value of a pending update", async () => {
    project.write(
      "index.ts",
      shop.replace(
        '"Permissions of the order handler"',
        '/^const covers/m.test(fs.readFileSync(__filename, "utf8")) ? "with" : "without"',
      ),
    );
    await assertRejected(project, into.slice(2), /VERIFY_CHANGED.*update \S+:Role runner \(\S+\): description/);
  });

  it("accepts a pending update whose value is different in each run", async () => {
    project.write("index.ts", shop.replace('"Permissions of the order handler"', '"At " + process.hrtime.bigint()'));
    await assertWritten(
      project,
      into,
      /causes no other changes.*The next update changes 1 resource that was not imported/,
    );
  });

  it("rejects an import that removes the pending creation of another resource", async () => {
    project.write(
      "index.ts",
      `${shop}if (!/^const covers/m.test(fs.readFileSync(__filename, "utf8"))) new simcloud.storage.Bucket("drafts");\n`,
    );
    await assertRejected(project, into.slice(2), /VERIFY_CHANGED.*Bucket drafts/);
  });

  it("does not verify a program that already fails, and reports the error", async () => {
    project.write("index.ts", withFirst('throw new Error("No network");'));
    await assertWritten(
      project,
      into,
      /did not verify the program as a whole: the program already fails without the import: .*No network/,
    );
  });

  it("does not verify a program whose dependencies are not installed", async () => {
    rmSync(project.path("node_modules"), { recursive: true });
    await assertWritten(project, into, /did not verify the program as a whole: its dependencies are not installed/);
  });

  it("does not run the program with --no-verify", async () => {
    project.write(
      "index.ts",
      withFirst('fs.writeFileSync("/tmp/imp-ran", "");').replace("/tmp/imp-ran", project.path("../ran")),
    );
    await exitsWith(0, project.run([...into, "--no-verify"]));
    assert.ok(!existsSync(project.path("../ran")));
  });

  it("accepts transforms that do not change the imported resource", async () => {
    project.write(
      "index.ts",
      withFirst(`pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.includes("Vpc") ? undefined : { props, opts: { ...opts, replaceOnChanges: ["*"], retainOnDelete: true } });`),
    );
    await assertWritten(project, into, verified);
  });

  it("does not verify a file that the program does not load (--no-wire)", async () => {
    await assertWritten(
      project,
      ["bucket.json", "--yes", "--append-file", "covers", "--no-wire"],
      /did not verify the program as a whole: the program does not load covers\.ts/,
    );
  });

  it("does not verify an unloaded file even if the import adds the default provider", async () => {
    rmSync(project.path(checkpoint));
    project.write("index.ts", "export {};\n");
    await assertWritten(
      project,
      ["bucket.json", "--yes", "--append-file", "covers", "--no-wire", "--create-stack"],
      /did not verify the program as a whole: the program does not load covers\.ts/,
    );
  });

  it("passes the configuration, with decrypted secrets, to the program", async () => {
    configure(project, "  orchard:owner: shop\n");
    project.write(
      "index.ts",
      withFirst('if (new pulumi.Config().require("owner") !== "shop") throw new Error("Wrong owner");'),
    );
    await assertWritten(project, into, verified);
  });

  it("does not verify a program whose changes must be compiled first", async () => {
    project.write("package.json", '{ "main": "bin/index.js" }');
    project.write("bin/index.js", shop.replace(/^import \* as (\w+) from (".*");$/gm, "const $1 = require($2);"));
    await assertWritten(
      project,
      into,
      /did not verify the program as a whole: the project runs bin\/index\.js, which must be compiled/,
    );
  });

  it("does not verify a program that was never compiled", async () => {
    project.write("package.json", '{ "main": "bin/index.js" }');
    project.write("src/index.ts", shop);
    rmSync(project.path("index.ts"));
    await assertWritten(
      project,
      ["bucket.json", "--yes", "--into", "src/index.ts"],
      /did not verify the program as a whole: the project runs bin\/index\.js, which must be compiled/,
    );
  });

  it("verifies index.ts if the `main` file of package.json does not exist", async () => {
    project.write("package.json", '{ "main": "index.js" }');
    await assertWritten(project, into, verified);
  });

  it("ends a program that hangs, and does not verify it", async () => {
    project.write("index.ts", withFirst("setInterval(() => {}, 1000);"));
    const ran = await project.run(into, { IMP_PROGRAM_TIMEOUT: "4" });
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /did not verify the program as a whole: .*did not end within 4 s/,
      showRun(ran),
    );
    assertNoCopy(project);
  });

  it("does not wait for child processes that keep the output open", async () => {
    project.write(
      "index.ts",
      withFirst(`require("node:child_process").spawn("sleep", ["100"], { stdio: "inherit", detached: true }).unref();
require("node:child_process").spawn("sleep", ["100"], { stdio: "inherit" }).unref();`),
    );
    const start = Date.now();
    await assertWritten(project, into, verified);
    assert.ok(Date.now() - start < 60_000);
  });

  it("verifies a program that prints megabytes", async () => {
    project.write("index.ts", withFirst('for (let line = 0; line < 50_000; line++) console.log("x".repeat(100));'));
    await assertWritten(project, into, verified);
  });

  it("shortens the error of a program that prints megabytes", async () => {
    project.write(
      "index.ts",
      withFirst('process.stdout.write("x".repeat(5_000_000) + " The end", () => process.exit(7));'),
    );
    const ran = await project.run(into);
    assert.match(ran.stdout, /did not verify the program as a whole[\s\S]*The end/);
    assert.ok(ran.stdout.length < 10_000, String(ran.stdout.length));
  });

  it("does not verify a program that exits before it registers its resources", async () => {
    project.write("index.ts", withFirst("setImmediate(() => process.exit(0));"));
    await assertWritten(
      project,
      into,
      /did not verify the program as a whole: the program already fails without the import/,
    );
  });

  it("keeps the project even if the program deletes its directory", async () => {
    project.write(
      "index.ts",
      `${shop}for (const name of fs.readdirSync(__dirname)) fs.rmSync(name, { recursive: true });\n`,
    );
    const text = project.read("index.ts");
    await project.run(into);
    assert.ok(project.read("index.ts").includes(text.slice(0, 500)));
    assert.ok(existsSync(project.path("node_modules/@pulumi/simcloud/index.js")));
    assertNoCopy(project);
  });

  it("verifies a project with spaces, quotes, and symbolic links in its paths", async () => {
    project.write("a 'part' of \"it\".ts", "export const part = 1;\n");
    symlinkSync(project.path("a 'part' of \"it\".ts"), project.path("absolute.ts"));
    symlinkSync("a 'part' of \"it\".ts", project.path("relative.ts"));
    project.write(
      "index.ts",
      withFirst('import "./absolute"; import "./relative"; import "./a \'part\' of \\"it\\"";'),
    );
    await assertWritten(project, into, verified);
  });

  it("does not run a program behind a symbolic link that leads out of the project", async () => {
    const shared = join(project.root, "shared");
    mkdirSync(shared);
    renameSync(project.path("index.ts"), join(shared, "index.ts"));
    symlinkSync("../shared/index.ts", project.path("index.ts"));
    const watch = `${withFirst(`if (fs.readFileSync(${JSON.stringify(join(shared, "index.ts"))}, "utf8").includes("const covers")) throw new Error("Written too early");`)}`;
    writeFileSync(join(shared, "index.ts"), watch);
    await assertWritten(
      project,
      into,
      /did not verify the program as a whole: .*outside the directory of Pulumi\.yaml/,
    );
  });

  it("does not run a program outside the directory of Pulumi.yaml", async () => {
    const app = join(project.root, "app");
    mkdirSync(app);
    renameSync(project.path("index.ts"), join(app, "index.ts"));
    renameSync(project.path("node_modules"), join(project.root, "node_modules"));
    project.write("Pulumi.yaml", `${projectFile}main: ../app\n`);
    writeFileSync(
      join(app, "index.ts"),
      `${readFileSync(join(app, "index.ts"), "utf8")}if (fs.readFileSync(${JSON.stringify(join(app, "index.ts"))}, "utf8").includes("const covers =")) throw new Error("Written too early");\n`,
    );
    await assertWritten(
      project,
      ["bucket.json", "--yes", "--into", "../app/index.ts"],
      /did not verify the program as a whole: .*outside the directory of Pulumi\.yaml/,
    );
  });

  for (const main of ["src", "src/index.ts", "./src/", "absolute"])
    it(`verifies a program if \`main\` in Pulumi.yaml is ${main}`, async () => {
      mkdirSync(project.path("src"));
      renameSync(project.path("index.ts"), project.path("src/index.ts"));
      project.write("Pulumi.yaml", `${projectFile}main: ${main === "absolute" ? project.path("src") : main}\n`);
      await assertWritten(project, ["bucket.json", "--yes", "--into", "src/index.ts"], verified);
    });

  it("does not verify a project with too many files", async () => {
    mkdirSync(project.path("data"));
    for (let file = 0; file < 20_001; file++) writeFileSync(project.path(`data/${file}`), "");
    await assertWritten(project, into, /did not verify the program as a whole: the project has too many files to copy/);
  });

  it("removes the copy of the project on Ctrl-C", async () => {
    project.write("index.ts", withFirst('setInterval(() => {}, 1000); fs.writeFileSync("../running", "");'));
    const imp = project.start(loose);
    await until(() => existsSync(join(project.root, "running")), "the program runs");
    imp.child.kill("SIGINT");
    const ran = await imp.ended;
    assert.equal(ran.code, 130, showRun(ran));
    assert.doesNotMatch(project.read(checkpoint), /bookshop-covers/);
    assertNoCopy(project);
    await project.assertTidy();
  });

  it("ends the program if imp is killed, and removes the copy in the next run", async () => {
    project.write("index.ts", withFirst('setInterval(() => {}, 1000); fs.writeFileSync("../running", "");'));
    const imp = project.start(loose);
    await until(() => existsSync(join(project.root, "running")), "the program runs");
    imp.child.kill("SIGKILL");
    await imp.ended;
    await until(() => processesWith(`IMP_TEST_PROJECT=${project.root}`).length === 0, "all processes ended");
    assert.equal(readdirSync(project.root).filter((name) => name.startsWith(".imp-verify-")).length, 1);
    project.write("index.ts", shop);
    await assertWritten(project, loose, verified);
  });
});
