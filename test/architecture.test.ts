/**
 * The plan of the house, enforced: who may import whom, who touches the outside, how long things may get.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSource, type SourceFacts } from "./architecture/read-source.ts";
import {
  type Arguments,
  checkArrows,
  checkBudgets,
  checkCycles,
  checkEntries,
  checkLazy,
  checkRooms,
  checkStyle,
  checkTableIsTight,
  checkTouches,
  checkTwins,
  type Entry,
  type Table,
  type Touches,
} from "./architecture/rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each room, what of ours it may import beside itself, and which modules of others. A reason stands where the arrow is not plain. */
const table: Table = {
  commands: {
    ours: [
      ...["src/cli", "src/options", "src/run", "src/sources", "src/undo", "generators/index"],
      ...["src/state/describe-state", "src/state/faults"],
      ...["src/workspace/commit/shown-changes", "src/workspace/open-chosen"],
    ],
    modules: [],
  },
  "src/cli": {
    // ir/path: a need names a property path, and a question shows it. domain: a warning names a resource by its URN.
    // generators: types of what a language tells of itself. describe-state: the type of what a state's screen shows.
    ours: [
      "src/json",
      "generators/generator",
      ...["src/diagnostic", "src/graph", "src/errors", "src/ir/path", "src/domain", "src/state/describe-state"],
    ],
    modules: [
      ...[
        "@oclif/core",
        "inquirer",
        "ora",
        "cli-table3",
        "emphasize",
        "p-limit",
        "fastest-levenshtein",
        "string-width",
      ],
      ...["node:crypto", "node:events", "node:fs", "node:os", "node:path"],
      ...["node:timers/promises", "node:url", "node:util", "node:v8"],
    ],
  },
  "src/import-file": {
    // ir/path: `properties` are property paths.
    ours: [
      "src/resource-options",
      "src/json",
      "src/domain",
      "src/schema",
      "src/value",
      "src/graph",
      "src/errors",
      "src/ir/path",
    ],
    modules: ["yaml", "semver", "fastest-levenshtein", "node:fs/promises", "node:path"],
  },
  // Another stack's state as a source of specs. spec/check: near names; workspace: the stack that was opened.
  "src/from-stack": {
    ours: [
      "src/resource-options",
      "src/domain",
      ...["src/graph", "src/errors", "src/state", "src/value", "src/workspace/open-other-stack"],
      ...["src/schema/tokens", "src/import-file/check", "src/import-file/resolve", "src/import-file/import-specs"],
    ],
    modules: ["semver"],
  },
  // Compilers of the languages, as processes.
  "src/compile": {
    ours: ["generators/language"],
    modules: ["node:child_process", "node:path"],
  },
  // Flags of a command line, and the typed value that they are parsed to.
  "src/options": {
    ours: [
      "generators/language",
      ...["src/cli/reports", "src/cli/run-io", "src/cli/urns-flag", "src/errors", "src/ir/split-program"],
      // Types that options are passed on as.
      ...["src/import/derive-plan", "src/sources", "src/workspace/commit/changes", "src/workspace/open-chosen"],
    ],
    modules: ["@oclif/core"],
  },
  // Where import specs come from, with the flags that ask for it.
  "src/sources": {
    ours: [
      ...["src/cli/removal-steps", "src/cli/run-io", "src/cli/urns-flag", "src/cli/visible"],
      ...["src/errors", "src/from-stack/open-from-stack", "src/graph", "src/import-file"],
      ...["src/workspace/open-other-stack", "src/workspace/workspace"],
    ],
    modules: ["@oclif/core"],
  },
  // The stories of `run`, `snippet` and `generate`.
  "src/run": {
    ours: [
      ...["src/cli", "src/compile", "src/generate", "src/import", "src/import-file", "src/lower", "src/plugin/host"],
      ...["src/options", "src/sources", "src/workspace"],
      ...["src/diagnostic", "src/domain", "src/errors", "src/graph", "src/ir", "src/schema/types"],
      ...[
        "src/state/deployment",
        "src/unless-aborted",
        "generators/index",
        "generators/language",
        "generators/print-program",
      ],
    ],
    modules: ["node:path"],
  },
  // A state as the source of a graph. from-stack: the same choice and the same reading of a state; import: packages and their versions.
  "src/generate": {
    ours: [
      "src/resource-options",
      "src/domain",
      ...["src/from-stack/choose-resources", "src/from-stack/specs-from-state"],
      ...["src/import/providers", "src/import/read/unknown-paths"],
      ...["src/diagnostic", "src/graph", "src/errors", "src/ir/path", "src/links", "src/plugin/host", "src/schema"],
      ...["src/import-file/resolve", "src/import-file/import-specs", "src/state/deployment", "src/value"],
      ...["src/workspace/backend/read-state", "src/workspace/workspace"],
    ],
    modules: [],
  },
  // Where a backend keeps its files. The vendors' clients are optional and loaded when a backend needs them.
  "src/store": {
    ours: ["src/domain", "src/errors"],
    modules: [
      ...[
        "@aws-sdk/client-s3",
        "@google-cloud/storage",
        "google-auth-library",
        "@azure/storage-blob",
        "@azure/identity",
      ],
      ...["node:child_process", "node:crypto", "node:fs/promises", "node:path", "node:url"],
    ],
  },
  // The story of `undo`: a recorded run -> state and files without it.
  "src/undo": {
    ours: [
      ...["src/cli/reports", "src/cli/run-io", "src/cli/undo-screen", "src/options", "src/ir/remove-nodes"],
      ...["generators/index", "generators/print-program"],
      ...["src/commit/delta", "src/commit/journal", "src/errors", "src/graph", "src/workspace"],
      ...["src/state/deployment", "src/state/remove-resources", "src/domain"],
    ],
    modules: ["node:path"],
  },
  // Opens a place to work in, whole. Its parts are below it.
  "src/workspace": {
    ours: [
      "src/domain",
      ...["src/workspace/backend", "src/workspace/commit", "src/workspace/program", "src/workspace/project"],
      ...["src/workspace/settings", "src/workspace/workspace", "src/commit/recover", "src/errors", "src/graph"],
      ...["src/secrets/crypter", "src/state", "src/unless-aborted", "src/value"],
    ],
    modules: ["node:fs/promises", "node:path"],
  },
  "src/workspace/workspace.ts": {
    ours: ["src/domain", "src/errors", "src/secrets/crypter", "src/state/deployment", "src/store"],
    modules: [],
  },
  // Files of settings as text: read with places, edited in place; names and values in them.
  "src/workspace/settings": {
    ours: ["src/workspace/workspace", "src/errors"],
    modules: ["yaml", "node:fs/promises"],
  },
  "src/workspace/project": {
    ours: [
      "src/domain",
      "src/workspace/settings",
      "src/workspace/workspace",
      "src/errors",
      "src/secrets",
      "src/state/deployment",
    ],
    modules: ["yaml", "node:fs/promises", "node:path"],
  },
  "src/workspace/backend": {
    ours: [
      "src/json",
      "src/domain",
      ...["src/workspace/project", "src/workspace/settings", "src/workspace/workspace"],
      ...["src/commit/commit", "src/commit/remote", "src/errors", "src/state", "src/store", "src/value/signatures"],
    ],
    modules: [
      ...["yaml", "node:crypto", "node:fs/promises", "node:path", "node:timers/promises", "node:util", "node:zlib"],
    ],
  },
  // ir/codec, ir/program, ir/split-program: the record of the program that was written. generators: what a language looks for in its folder.
  "src/workspace/program": {
    ours: [
      "src/domain",
      "generators/language",
      ...["src/workspace/settings", "src/errors", "src/graph", "src/state"],
      ...["src/ir/codec", "src/ir/program", "src/ir/split-program"],
    ],
    modules: ["node:crypto", "node:fs/promises", "node:path"],
  },
  // It turns a plan and a program into the bytes of one commit, so it knows their types (graph, ir) and who writes them (state, commit).
  "src/workspace/commit": {
    ours: [
      "src/json",
      "src/domain",
      ...["src/workspace/backend", "src/workspace/program", "src/workspace/project", "src/workspace/settings"],
      ...["src/workspace/workspace", "src/commit", "src/errors", "src/graph", "src/ir/program", "src/ir/split-program"],
      ...["src/state", "src/store/directory-store", "src/value"],
    ],
    modules: ["node:fs/promises", "node:path", "node:timers/promises", "node:zlib"],
  },
  // The story of an import: open, derive, plan. Its parts are below it, each given what the ones before it made.
  "src/import": {
    ours: [
      "src/domain",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/import/search/index",
      "src/import/plan",
      "src/graph",
      "src/links",
      "src/plugin/host",
      "src/plugin/patient-provider",
      "src/ownership/find-owners",
      "src/schema/component-inputs",
      "src/schema/types",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/value",
    ],
    modules: [],
  },
  // What the engine does with a program by itself. Hashes of assets: a pure function of their bytes, which are passed in.
  // secret-filter: a difference that is shown has no secret in it, in other texts neither.
  "src/import/engine": {
    ours: ["src/graph", "src/ir/path", "src/plugin/provider", "src/plugin/secret-filter", "src/value"],
    modules: ["node:crypto"],
  },
  // patient-provider: throttled calls are repeated; the wrapper is put around each provider here.
  "src/import/providers": {
    ours: [
      "src/import/engine",
      "src/errors",
      "src/graph",
      "src/plugin",
      "src/schema",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/domain",
      "src/value/value",
    ],
    modules: [],
  },
  "src/import/read": {
    ours: [
      "src/import/engine",
      "src/import/providers",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/ir/type",
      "src/links/linkable-resource",
      "src/plugin/provider",
      "src/schema",
      "src/import-file/resolve",
      "src/import-file/import-specs",
      "src/domain",
      "src/value",
    ],
    modules: [],
  },
  // From resources that were read to proven programs: one entry, which nobody passes by (`entries`). Its parts are below it.
  "src/import/search": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/derive",
      "src/import/search/prove",
      "src/import/read",
      "src/graph",
    ],
    modules: [],
  },
  // One resource after another through search and proof, each with its remarks and, where asked for, its explanation.
  "src/import/search/derive": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/complete",
      "src/import/search/prove",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/errors",
      "src/ownership/find-owners",
      "src/graph",
      "src/ir/path",
      "src/schema",
      "src/value",
    ],
    modules: [],
  },
  // From everything that Read returned; the growing search is its second way.
  "src/import/search/complete": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/prove",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/domain/reason-order",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/ownership/find-owners",
      "src/plugin/provider",
      "src/schema/shape",
      "src/value",
    ],
    modules: [],
  },
  // smallest: what is known of single values of a type.
  "src/import/search/prove": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/selection",
      "src/import/search/smallest",
      "src/import/engine",
      "src/graph",
      "src/ir/path",
      "src/plugin/provider",
      "src/schema/shape",
      "src/value",
    ],
    modules: [],
  },
  "src/import/search/smallest": {
    ours: [
      "src/import/search/candidates",
      "src/import/search/selection",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/value",
    ],
    modules: [],
  },
  // node:util: comparing values in depth.
  "src/import/search/candidates": {
    ours: [
      "src/import/search/selection",
      "src/import/engine",
      "src/import/read",
      "src/ownership/find-owners",
      "src/graph",
      "src/ir/path",
      "src/ir/type",
      "src/plugin/provider",
      "src/schema",
      "src/value",
    ],
    modules: ["node:util"],
  },
  // ir: property paths and types are the language of patterns.
  "src/import/search/selection": {
    ours: ["src/graph", "src/ir/path", "src/ir/type", "src/schema", "src/value"],
    modules: [],
  },
  // From what was derived to what is written and reported. provider: an error of a preview is no answer.
  "src/import/plan": {
    ours: [
      "src/resource-options",
      "src/import/engine",
      "src/import/providers",
      "src/import/read",
      "src/import/search/index",
      "src/errors",
      "src/graph",
      "src/ir/path",
      "src/links/linkable-resource",
      "src/plugin/provider",
      "src/schema",
      "src/import-file/resolve",
      "src/domain",
      "src/value",
    ],
    modules: [],
  },
  "src/links": { ours: ["src/graph", "src/order", "src/schema", "src/value"], modules: [] },
  // Which parts of a resource another one sets. links: references, names, and how much a text says.
  "src/ownership": {
    ours: [
      ...["src/links/linkable-resource", "src/links/name-words", "src/links/value-form"],
      ...["src/graph", "src/schema/types", "src/value"],
    ],
    modules: [],
  },
  "src/lower": {
    ours: ["src/json", "src/graph", "src/ir", "src/schema", "src/value", "src/domain", "src/errors"],
    modules: [],
  },
  "src/state": {
    // ir/path: a fault has a path in the state, and some members are property paths.
    ours: ["src/json", "src/domain", "src/graph", "src/ir/custom-timeouts", "src/ir/path", "src/value", "src/errors"],
    modules: ["node:buffer", "node:crypto"],
  },
  "src/plugin": {
    ours: ["src/domain", "src/value", "src/errors"],
    modules: [
      ...["@bufbuild/protobuf", "@grpc/grpc-js", "semver"],
      ...["node:child_process", "node:events", "node:fs", "node:path", "node:timers/promises", "node:worker_threads"],
    ],
  },
  "src/schema": {
    ours: ["src/json", "src/domain", "src/ir/type", "src/ir/path", "src/value", "src/errors"],
    modules: ["fastest-levenshtein"],
  },
  "src/secrets": { ours: ["src/errors"], modules: ["node:crypto", "node:util"] },
  "src/value": { ours: ["src/json", "src/errors", "src/ir/path"], modules: [] },
  "src/commit": { ours: ["src/errors"], modules: ["node:crypto", "node:fs/promises", "node:path"] },
  // JSON as such: the byte scanner, objects of which nothing is known, strict readers.
  "src/json": { ours: [], modules: [] },
  // Orders of graphs: pure algorithms.
  "src/order": { ours: [], modules: [] },
  "src/ir": { ours: ["src/json", "src/order"], modules: [] },
  // The ground floor next to graph.ts: ideas that many rooms name, one file each.
  "src/domain": { ours: ["src/errors", "src/graph", "src/ir/path", "src/value/value"], modules: ["semver"] },
  // errors: an outcome carries the error that it failed with.
  "src/graph.ts": { ours: ["src/value", "src/ir/custom-timeouts", "src/ir/path", "src/errors"], modules: [] },
  // Options of a state -> those of the graph; ir/path: a state ignores changes of property paths.
  "src/resource-options.ts": { ours: ["src/graph", "src/ir/path"], modules: [] },
  "src/errors.ts": { ours: [], modules: [] },
  "src/diagnostic.ts": { ours: [], modules: [] },
  "src/unless-aborted.ts": { ours: [], modules: [] },
  "generators/program-folder.ts": { ours: [], modules: [] },
  "generators/generator.ts": {
    ours: ["generators/program-folder", "src/ir", "src/diagnostic"],
    modules: [],
  },
  // graph: the plugin version that an SDK asks for.
  "generators/language.ts": {
    ours: ["generators/generator", "generators/program-folder", "src/graph", "src/ir/program"],
    modules: [],
  },
  "generators/index.ts": {
    ours: [
      ...["generators/generator", "generators/language", "generators/shared/generated-sdks"],
      "generators/typescript",
      "generators/python",
      "generators/go",
      "generators/csharp",
      "generators/java",
      "generators/yaml",
      "generators/pcl",
    ],
    modules: [],
  },
  "generators/print-program.ts": {
    ours: [
      ...["generators/generator", "generators/language"],
      ...["src/diagnostic", "src/ir/program", "src/ir/split-program"],
    ],
    modules: [],
  },
  "generators/shared": {
    ours: [
      "src/json",
      ...["generators/generator", "generators/language", "generators/program-folder"],
      ...["src/ir", "src/errors", "src/graph"],
    ],
    modules: ["prettier/doc"],
  },
  "generators/typescript": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: ["ts-morph", "prettier"],
  },
  "generators/python": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/go": {
    ours: ["src/json", "generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/java": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  // program-folder, graph, yaml: the packages that a program declares in files of YAML.
  "generators/yaml": {
    ours: [
      "src/json",
      ...["generators/shared", "generators/generator", "generators/language", "generators/program-folder"],
      ...["src/ir", "src/diagnostic", "src/graph"],
    ],
    modules: ["yaml"],
  },
  "generators/csharp": {
    ours: ["src/json", "generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/pcl": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
};

/** Folders of which others import the entry alone. */
const entries: readonly Entry[] = [{ folder: "src/import/search", entry: "src/import/search/index.ts" }];

/** Who may touch what reaches out of the program; whatever of `process` is not named here nobody touches. */
const outside: Touches = {
  console: [],
  "process.exit": ["src/cli/base-command.ts"],
  "process.argv": ["src/cli/main.ts"],
  "process.exitCode": ["src/cli/base-command.ts", "commands"],
  "process.env": ["src/cli"],
  "process.stdout": ["src/cli", "commands"],
  "process.stderr": ["src/cli", "commands"],
  "process.stdin": ["src/cli"],
  // Signals: the command aborts its run; the process groups of plugins are ended with us.
  "process.on": ["src/cli/base-command.ts", "src/plugin/process-group.ts", "src/store/pulumi-cli.ts"],
  "process.off": ["src/plugin/process-group.ts", "src/store/pulumi-cli.ts"],
  "process.listenerCount": ["src/plugin/process-group.ts"],
  // A pid: who holds a lock, is the holder alive, which group to end.
  "process.pid": ["src/cli/base-command.ts", "src/cli/run-io.ts", "src/plugin/process-group.ts"],
  "process.kill": ["src/cli/base-command.ts", "src/workspace/backend/lock-holder.ts", "src/plugin/process-group.ts"],
  // An end that does not wait for what is being read.
  "process.emit": ["src/cli/base-command.ts"],
  "process.removeAllListeners": ["src/cli/base-command.ts"],
  "process.getActiveResourcesInfo": ["src/cli/base-command.ts"],
  // tsc runs in the interpreter that imp runs in.
  "process.getuid": ["src/cli/current-user.ts"],
  "process.cwd": ["src/cli/working-directory.ts"],
  "process.execPath": ["src/compile/compile-program.ts"],
  "process.platform": ["src/plugin/host.ts"],
  "new Date()": ["src/cli/run-io.ts"],
  // A gRPC deadline is a point in time.
  "Date.now": ["src/plugin/connection.ts", "src/plugin/grpc-worker.ts"],
  // The jitter of waits between repeated calls.
  "Math.random": ["src/cli/run-io.ts"],
  "performance.now": [],
  fetch: [],
  setInterval: [],
  setImmediate: ["src/plugin/grpc-worker.ts"],
  // Waiting for a process or a lock, with a limit.
  setTimeout: [
    ...["src/cli/base-command.ts", "src/plugin/connection.ts", "src/plugin/launch.ts", "src/plugin/steady-provider.ts"],
  ],
  "node:timers": [
    ...[
      "src/cli/run-io.ts",
      "src/plugin/process-group.ts",
      "src/workspace/backend/lock.ts",
      "src/workspace/commit/journal-lock.ts",
    ],
  ],
  // The command line only asks whether --cwd is a directory, and by which name the working one is known.
  "node:fs": [
    "src/cli/process-space.ts",
    "src/cli/run-io.ts",
    "src/cli/working-directory.ts",
    "src/commit/files.ts",
    "src/plugin/file-view.ts",
    "src/import-file/fill-inputs.ts",
    "src/import-file/read-files.ts",
    "src/store/directory-store.ts",
    "src/workspace",
  ],
  "node:child_process": [
    "src/compile/run-tool.ts",
    "src/store/pulumi-cli.ts",
    "src/plugin/group-watch.ts",
    "src/plugin/launch.ts",
    "src/plugin/process-group.ts",
  ],
  "node:worker_threads": ["src/plugin/grpc-thread.ts", "src/plugin/grpc-worker.ts"],
  "node:os": ["src/cli/run-io.ts", "src/cli/current-user.ts"],
  // One flag of the compiler, before anything runs.
  "node:v8": ["src/cli/main.ts"],
  "node:net": [],
  "node:http": [],
  "node:https": [],
  "@grpc/grpc-js": ["src/plugin"],
  "@bufbuild/protobuf": ["src/plugin"],
  "@oclif/core": ["src/cli", "src/options", "src/sources"],
  inquirer: ["src/cli/prompts.ts"],
  ora: ["src/cli/progress.ts"],
  "cli-table3": ["src/cli/render.ts"],
  "string-width": ["src/cli/columns.ts"],
  "ts-morph": ["generators/typescript"],
  prettier: ["generators"],
  yaml: ["src/import-file", "src/workspace", "generators/yaml"],
};

/** What a start must not pay for, and the files that are loaded lazily themselves. */
const heavy: Touches = {
  // The thread that needs nothing else is what is started late.
  "@grpc/grpc-js": ["src/plugin/grpc-worker.ts"],
  "ts-morph": [],
  "prettier/standalone": [],
  "prettier/plugins": [],
  inquirer: [],
  ora: [],
  emphasize: [],
  "@aws-sdk/client-s3": [],
  "@google-cloud/storage": [],
  "google-auth-library": [],
  "@azure/storage-blob": [],
  "@azure/identity": [],
};

const budgets = { file: 400, function: 80 };

/** What is longer than the budget, and why it is better so. */
const argued: Arguments = {
  "src/errors.ts": "one catalogue: an entry is a few lines, and a reader looks a code up",
};

describe("the source code", () => {
  const files = readTree(["src", "commands", "generators"]);

  it("imports only as the table allows", () => assert.deepEqual(checkArrows(files, table), []));
  it("needs every permission of the table", () => assert.deepEqual(checkTableIsTight(files, table), []));
  it("imports the entry of a folder that has one, and nothing behind it", () =>
    assert.deepEqual(checkEntries(files, entries), []));
  it("has no cycles between files", () => assert.deepEqual(checkCycles(files), []));
  it("has no cycles between rooms", () => assert.deepEqual(checkRooms(files, table), []));
  it("touches the outside in named places only", () => assert.deepEqual(checkTouches(files, outside), []));
  it("loads heavy modules when they are needed", () => assert.deepEqual(checkLazy(files, heavy), []));
  it("has short files and functions, or an argument for a long one", () =>
    assert.deepEqual(checkBudgets(files, budgets, argued), []));
  it("has plain names, opening comments, no any, and no open tasks", () => assert.deepEqual(checkStyle(files), []));
  it("declare no interface twice", () => assert.deepEqual(checkTwins(files), []));
  it("has one file for each command, and no other next to them", () => {
    const loose = readTree(["commands"]).filter(({ path }) => !/^commands\/([a-z-]+\/)?[a-z-]+\.ts$/.test(path));
    assert.deepEqual(
      loose.map(({ path }) => path),
      [],
    );
  });
});

/** All TypeScript under the folders, without what a compiler generated. */
function readTree(folders: readonly string[]): readonly SourceFacts[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts") && !path.startsWith("src/plugin/proto/gen/"))
      .sort()
      .map((path) => readSource(path, readFileSync(join(root, path), "utf8"))),
  );
}
