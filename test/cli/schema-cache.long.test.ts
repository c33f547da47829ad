import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CliProject, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

const preload = `--import=${pathToFileURL(join(projectRoot, "test", "support", "write-points.mjs"))}`;

/** Creates a project whose provider is installed like a Pulumi plugin. */
async function withInstalled(test: (project: CliProject, kept: string) => Promise<void>): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(vpc)) });
  const home = join(project.root, "home", ".pulumi");
  const folder = join(home, "plugins", "resource-simcloud-v1.0.0");
  mkdirSync(folder, { recursive: true });
  symlinkSync(simcloud, join(folder, "pulumi-resource-simcloud"));
  try {
    await test(project, join(home, "schemas", "simcloud-1.0.0.json"));
  } finally {
    await project.remove();
  }
}

/** Runs a plan. Returns the number of GetSchema calls. */
async function schemaCalls(project: CliProject, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const before = project.calls().length;
  const ran = await exitsWith(0, project.plain(["run", "specs.json", "--plan-only"], more));
  assert.match(ran.stdout, /1 clean/);
  assert.doesNotMatch(ran.stderr, /at .*:\d+:\d+/);
  return project
    .calls()
    .slice(before)
    .filter((method) => method === "GetSchema").length;
}

function replaceFile(file: string, bytes: Uint8Array | string): void {
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

function inPlaceOf(file: string, make: (path: string) => unknown): void {
  rmSync(file);
  make(file);
}

describe("the schema cache in Pulumi's home", () => {
  it("makes imp request each schema only once", () =>
    withInstalled(async (project, kept) => {
      assert.equal(await schemaCalls(project), 1);
      assert.equal(JSON.parse(readFileSync(kept, "utf8")).name, "simcloud");
      assert.deepEqual(readdirSync(dirname(kept)), ["simcloud-1.0.0.json"]);
      assert.equal(await schemaCalls(project), 0);
    }));

  it("is filled by a separate plugin process, which ends with the run", () =>
    withInstalled(async (project) => {
      const methods = (name: string) => project.calls().filter((method) => method === name).length;
      assert.equal(await schemaCalls(project), 1);
      assert.deepEqual([methods("Handshake"), methods("Configure"), methods("GetSchema")], [2, 1, 1]);
      assert.equal(await schemaCalls(project), 0);
      assert.deepEqual([methods("Handshake"), methods("Configure"), methods("GetSchema")], [3, 2, 1]);
      await project.assertTidy();
    }));

  it("is not used for a schema whose file is damaged, outdated, or of another package", async () => {
    await withInstalled(async (project, kept) => {
      await schemaCalls(project);
      const whole = readFileSync(kept);
      const text = whole.toString("utf8");
      const cuts = Array.from({ length: 20 }, (_, part) => whole.subarray(0, Math.floor((whole.length * part) / 20)));
      const wrong: readonly (readonly [title: string, make: () => void])[] = [
        ...cuts.map((cut) => [`truncated after ${cut.length} bytes`, () => replaceFile(kept, cut)] as const),
        ["truncated before the last brace", () => replaceFile(kept, whole.subarray(0, whole.lastIndexOf("}")))],
        ["zeros", () => replaceFile(kept, Buffer.alloc(whole.length))],
        ["two schemas", () => replaceFile(kept, text + text)],
        ["a list", () => replaceFile(kept, `[${text}]`)],
        ["an empty object", () => replaceFile(kept, "{}")],
        ["HTML", () => replaceFile(kept, "<html>not found</html>")],
        ["another package", () => replaceFile(kept, text.replace('"name":"simcloud"', '"name":"othercloud"'))],
        ["another version", () => replaceFile(kept, text.replace('"version":"1.0.0"', '"version":"0.9.0"'))],
        ["no name", () => replaceFile(kept, text.replace('"name":"simcloud"', '"nome":"simcloud"'))],
        ["a name of another type", () => replaceFile(kept, text.replace('"name":"simcloud"', '"name":["simcloud"]'))],
        ["resources of another type", () => replaceFile(kept, text.replace('"resources":{', '"resources":7,"more":{'))],
        ["older than the plugin", () => utimesSync(kept, 1, 1)],
        ["a folder", () => inPlaceOf(kept, mkdirSync)],
        ["a broken link", () => inPlaceOf(kept, (path) => symlinkSync("nothing", path))],
        ["a link to itself", () => inPlaceOf(kept, (path) => symlinkSync(path, path))],
        ["a pipe", () => inPlaceOf(kept, (path) => execFileSync("mkfifo", [path]))],
        ["a file instead of the folder", () => replaceFile(dirname(kept), "")],
      ];
      for (const [title, make] of wrong) {
        rmSync(dirname(kept), { recursive: true, force: true });
        replaceFile(kept, whole);
        make();
        assert.equal(await schemaCalls(project), 1, title);
      }
    });
  });

  it("is bypassed if it is not writable, even by root", async function () {
    if (!existsSync("/proc/self")) return this.skip();
    await withInstalled(async (project, kept) => {
      for (const unwritable of ["/proc", "/proc/self/none", "/proc/none/schemas"]) {
        rmSync(dirname(kept), { recursive: true, force: true });
        symlinkSync(unwritable, dirname(kept));
        assert.deepEqual([await schemaCalls(project), await schemaCalls(project)], [1, 1], unwritable);
      }
    });
  });

  it("contains complete schemas after concurrent runs", () =>
    withInstalled(async (project, kept) => {
      const runs = await Promise.all(
        Array.from({ length: 8 }, () => project.plain(["run", "specs.json", "--plan-only"])),
      );
      for (const ran of runs) assert.equal(ran.code, 0, showRun(ran));
      assert.deepEqual(readdirSync(dirname(kept)), ["simcloud-1.0.0.json"]);
      assert.equal(await schemaCalls(project), 0);
    }));

  it("lets imp schema show work without a plugin, unless a run would not use the file", () =>
    withInstalled(async (project, kept) => {
      const show = async (): Promise<number> => {
        const before = project.calls().length;
        const ran = await exitsWith(0, project.plain(["schema", "show", "simcloud", "simcloud:network:Vpc"]));
        assert.match(ran.stdout, /^simcloud:network\/vpc:Vpc$/m);
        return project.calls().length - before;
      };
      assert.ok((await show()) > 0, "no schema is cached yet");
      assert.equal(await show(), 0);
      const whole = readFileSync(kept);
      for (const [title, make] of [
        ["truncated", () => replaceFile(kept, whole.subarray(0, whole.length / 2))],
        [
          "of another version",
          () => replaceFile(kept, String(whole).replace('"version":"1.0.0"', '"version":"0.9.0"')),
        ],
        ["older than the plugin", () => utimesSync(kept, 1, 1)],
        ["gone", () => rmSync(kept)],
      ] as const) {
        make();
        assert.ok((await show()) > 0, title);
        assert.equal(await show(), 0, `the schema is cached again after: ${title}`);
      }
    }));

  for (const [title, variable] of [
    ["a kill", "IMP_KILL_AT"],
    ["a full disk", "IMP_FULL_AT"],
    ["a disk error", "IMP_FAIL_AT"],
  ] as const) {
    it(`contains complete schemas or none after ${title} at any write`, () =>
      withInstalled(async (project, kept) => {
        const watched = join(project.root, "home", ".pulumi");
        let steps = 0;
        for (let isReached = true; isReached; steps++) {
          rmSync(dirname(kept), { recursive: true, force: true });
          const env = { NODE_OPTIONS: preload, IMP_WATCHED: watched, [variable]: String(steps) };
          const ran = await project.plain(["run", "specs.json", "--plan-only"], env);
          assert.doesNotMatch(ran.stderr, /at .*:\d+:\d+/);
          if (ran.signal !== "SIGKILL") assert.equal(ran.code, 0, showRun(ran));
          const isWhole = existsSync(kept);
          if (isWhole) assert.equal(JSON.parse(readFileSync(kept, "utf8")).name, "simcloud");
          isReached = ran.signal === "SIGKILL" || !isWhole;
          assert.equal(await schemaCalls(project), isWhole ? 0 : 1, `step ${steps}`);
        }
        assert.ok(steps >= 4, `${steps} steps`);
      }));
  }

  it("does not contain schemas of plugins that --provider names", () =>
    withInstalled(async (project, kept) => {
      rmSync(join(project.root, "home", ".pulumi", "plugins"), { recursive: true });
      for (const _ of [1, 2]) {
        await exitsWith(0, project.run(["specs.json", "--plan-only"]));
      }
      assert.equal(project.calls().filter((method) => method === "GetSchema").length, 2);
      assert.equal(existsSync(dirname(kept)), false);
    }));
});
