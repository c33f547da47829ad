import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Plugin } from "@oclif/core";
import { makeProject, simcloud } from "./support/cli-project.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const main = join(root, "dist", "bundle", "main.js");

describe("oclif.manifest.json", () => {
  const text = readFileSync(join(root, "oclif.manifest.json"), "utf8");
  const stale = "oclif.manifest.json is stale: run `node .ci/setup.mjs && npm run manifest`";
  const manifest = JSON.parse(text) as {
    readonly commands: Readonly<Record<string, unknown>>;
    readonly version: string;
  };

  it("equals the manifest of the compiled commands", async () => {
    const plugin = new Plugin({
      root,
      type: "core",
      errorOnManifestCreate: true,
      ignoreManifest: true,
      respectNoCacheDefault: true,
    });
    await plugin.load();
    assert.deepEqual(manifest, JSON.parse(JSON.stringify(plugin.manifest)), stale);
  });

  it("lists exactly the commands of the folder in the manifest", () => {
    const names = readdirSync(join(root, "commands"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const ids = names.map((name) => name.replace(/\.ts$/, "").replaceAll(/[\\/]/g, ":"));
    assert.deepEqual(Object.keys(manifest.commands).sort(), ids.sort(), stale);
  });

  it("has the version of package.json and no machine paths in the manifest", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
    assert.equal(manifest.version, version, stale);
    assert.doesNotMatch(text, /(^|[^\w.])\/(home|root|work|tmp|Users|opt)\/|[A-Z]:\\\\/);
  });
});

describe("the start of imp", () => {
  for (const [args, code, expected] of [
    [[], 0, /USAGE\n {2}\$ imp \[COMMAND\]/],
    [["--help"], 0, /USAGE\n {2}\$ imp \[COMMAND\]/],
    [["help"], 0, /USAGE\n {2}\$ imp \[COMMAND\]/],
    [["run", "--help"], 0, /USAGE\n {2}\$ imp run \[FILES\.\.\.\]/],
    [["help", "run"], 0, /USAGE\n {2}\$ imp run \[FILES\.\.\.\]/],
    [["--version"], 0, /^pulumi-imp\/\d+\.\d+\.\d+ /],
    [["rnu", "specs.json"], 2, /Unknown command "rnu"\.\n {2}hint {2}Did you mean `imp run`\?/],
    [["state", "shwo"], 2, /Unknown command "state shwo"\.\n {2}hint {2}Did you mean `imp state show`\?/],
    [["weather"], 2, /Unknown command "weather"\.\n {2}hint {2}Run `imp --help`/],
    [["run"], 2, /Error: .* \(USAGE\)\n/],
    [["run", "specs.json", "--plan-onyl"], 2, /--plan-only/],
  ] as const) {
    it(`exits with ${code} for: imp ${args.join(" ")}`, () => {
      const { status, stdout, stderr } = startImp(args);
      assert.equal(status, code, stdout + stderr);
      const [shown, silent] = code === 0 ? [stdout, stderr] : [stderr, stdout];
      assert.match(shown, expected);
      assert.equal(silent, "");
      for (const line of shown.split("\n")) assert.ok(line.length <= 80 || code === 0, line);
    });
  }
});

describe("modules that imp loads at the start", () => {
  const heavy = ["@grpc/grpc-js", "ts-morph", "prettier", "inquirer", "ora", "yaml", "@bufbuild/protobuf"];

  for (const [args, without] of [
    [["--help"], heavy],
    [["run", "--help"], heavy],
    [["--version"], heavy],
    [["weather"], heavy],
    [
      ["run", "there-is-none.json"],
      ["@grpc/grpc-js", "ts-morph", "prettier", "inquirer", "ora"],
    ],
  ] as const) {
    it(`does not load heavy modules for: imp ${args.join(" ")}`, () => {
      const loaded = modulesOf(args);
      assert.ok(loaded.has("@oclif/core"), "the trace lists loaded modules");
      assert.deepEqual(
        without.filter((name) => loaded.has(name)),
        [],
      );
    });
  }

  it("loads no bucket client for a local backend, and no compiler without a program", async () => {
    const project = makeProject();
    try {
      const location = { cwd: project.directory, env: project.env };
      const loaded = modulesOf(["run", "specs.json", "--yes", "--provider", `simcloud=${simcloud}`], location);
      assert.ok(loaded.has("yaml") && loaded.has("prettier"), "the trace lists loaded modules");
      assert.ok(!loaded.has("ts-morph"));
      const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
        readonly peerDependencies: Readonly<Record<string, string>>;
      };
      const clients = [...Object.keys(peerDependencies), "google-auth-library"];
      assert.deepEqual(
        clients.filter((name) => loaded.has(name)),
        [],
      );
    } finally {
      await project.remove();
    }
  });

  it("finds the modules that a run loads, so that the other tests can fail", () => {
    assert.ok(modulesOf(["run", "there-is-none.json"]).has("yaml"));
  });
});

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const nowhere: Place = { cwd: tmpdir(), env: { PATH: process.env.PATH, HOME: tmpdir(), NO_COLOR: "1" } };

function startImp(args: readonly string[], nodeArgs: readonly string[] = [], location = nowhere) {
  return spawnSync(process.execPath, [...nodeArgs, main, ...args], { ...location, encoding: "utf8" });
}

/** Returns the packages that a process loads, whether bundled or not. A hook records imports, and require's cache is read at the end. */
function modulesOf(args: readonly string[], location = nowhere): ReadonlySet<string> {
  const directory = mkdtempSync(join(tmpdir(), "imp-trace-"));
  const log = join(directory, "log");
  try {
    writeFileSync(join(directory, "trace.mjs"), traceScript(log));
    startImp(args, ["--import", pathToFileURL(join(directory, "trace.mjs")).href], location);
    const names =
      readFileSync(log, "utf8").match(/(?<=(node_modules|bundle[/\\]vendor)[/\\])(@[^/\\\n]+[/\\])?[^/\\\n]+/g) ?? [];
    return new Set(names.map((name) => name.replaceAll("\\", "/").replace(/\.js$/, "")));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function traceScript(log: string): string {
  const file = JSON.stringify(log);
  const hook = `
    import { appendFileSync } from "node:fs";
    export async function resolve(specifier, context, next) {
      const resolved = await next(specifier, context);
      appendFileSync(${file}, resolved.url + "\\n");
      return resolved;
    }`;
  return `
    import { appendFileSync } from "node:fs";
    import { createRequire, register } from "node:module";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
    const { cache } = createRequire(import.meta.url);
    process.on("exit", () => appendFileSync(${file}, Object.keys(cache).join("\\n") + "\\n"));`;
}
