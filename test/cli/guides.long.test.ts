/** The commands in the README and in docs/ print the output that the pages show. They run as printed, on the cloud of `imp quickstart`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { importFileReference } from "../../src/import-file/reference.ts";
import { main, projectRoot } from "../support/imp-process.ts";

const docs = join(projectRoot, "docs");

/** A command of a page, with the output that the page shows below it. */
interface Step {
  readonly command: string;
  readonly exitCode: string;
  /** The lines of the output. Empty if the page shows none. The line `…` stands for any number of lines. */
  readonly output: readonly string[];
}

const consoleBlock = /^```console\n(.*?)^```$/gms;

/** Returns the commands of all console blocks, in their order. */
function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(consoleBlock)].flatMap(([, block = ""]) => stepsIn(block));
}

function stepsIn(block: string): readonly Step[] {
  return block.split(/^\$ /m).flatMap((text) => {
    const [line = "", ...output] = text.trimEnd().split("\n");
    const [command = "", exitCode = "0"] = line.split(/ {2,}# exit /);
    return line === "" ? [] : [{ command, exitCode, output }];
  });
}

/** Returns the actual output. If the page has a `…`, keeps as many lines before and after it as the page does. */
function shorten(actual: readonly string[], shown: readonly string[]): readonly string[] {
  const cut = shown.indexOf("…");
  const after = shown.length - cut - 1;
  return cut < 0 ? actual : [...actual.slice(0, cut), "…", ...actual.slice(actual.length - after)];
}

/** Replaces the output in the console blocks of a page. */
function withOutputs(page: string, outputs: readonly (readonly string[])[]): string {
  const rest = [...outputs];
  return page.replace(consoleBlock, (_, block: string) => {
    const lines = block.split("\n").filter((line) => line.startsWith("$ "));
    return ["```console", ...lines.flatMap((line) => [line, ...(rest.shift() ?? [])]), "```"].join("\n");
  });
}

/** Runs commands one after the other in one shell, and returns what each printed on standard output. */
function runSteps(steps: readonly Step[]): readonly (readonly string[])[] {
  const root = mkdtempSync(join(tmpdir(), "imp-guide-"));
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "imp"), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(bin, "imp"), 0o755);
  const outputOf = (index: number): string => join(bin, `${index}.txt`);
  const script = steps.map(({ command, exitCode }, index) => {
    const failed = JSON.stringify(`command ${index + 1} ended with`);
    return [
      `{ ${command}`,
      `} >${outputOf(index)}`,
      "code=$?",
      `[ $code -eq ${exitCode} ] || { cat ${outputOf(index)} >&2; echo ${failed} $code >&2; exit 99; }`,
    ].join("\n");
  });
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: root,
    TMPDIR: root,
    NO_COLOR: "1",
  };
  try {
    const { status, stderr } = spawnSync("bash", ["-c", script.join("\n")], { cwd: root, env, encoding: "utf8" });
    assert.equal(status, 0, `${steps.map(({ command }) => command).join("\n")}\n${stderr}`);
    return steps.map((_, index) => readFileSync(outputOf(index), "utf8").trimEnd().split("\n"));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("guides", () => {
  for (const name of ["README.md", ...readdirSync(docs).map((page) => `docs/${page}`)]) {
    const path = join(projectRoot, name);
    const page = readFileSync(path, "utf8");
    const steps = stepsOf(page);
    if (steps.length === 0) continue;
    it(`prints the output that the guide shows: ${name}`, function () {
      this.timeout(300_000);
      const actual = runSteps(steps);
      const outputs = steps.map(({ output }, index) =>
        output.length === 0 ? [] : shorten(actual[index] ?? [], output),
      );
      if (process.env.UPDATE_GOLDENS === "1") writeFileSync(path, withOutputs(page, outputs));
      assert.deepEqual(
        outputs,
        stepsOf(readFileSync(path, "utf8")).map(({ output }) => output),
      );
    });
  }

  it("links every guide from the README", () => {
    const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
    assert.deepEqual(
      readdirSync(docs).filter(
        (name) => !readme.includes(`docs/${name}`) && !/^(programs|providers|state)\.md$/.test(name),
      ),
      [],
    );
  });

  it("prints docs/import-file.md from src/import-file/reference.ts", () => {
    const path = join(docs, "import-file.md");
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(path, importFileReference());
    assert.equal(readFileSync(path, "utf8"), importFileReference());
  });
});
