/** Who may touch what reaches out of the program, and what is loaded when it is needed. */
import type { Touches } from "./rules.ts";

/** Who may touch what reaches out of the program; whatever of `process` is not named here nobody touches. */
export const outside: Touches = {
  console: [],
  "process.exit": ["src/cli/base-command.ts"],
  // One flag of the compiler is of Node.js 20 alone.
  "process.version": ["src/cli/main.ts"],
  "process.argv": ["src/cli/main.ts", "src/cli/started-as.ts"],
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
  "process.platform": ["src/compile/run-tool.ts", "src/plugin/host.ts"],
  "new Date()": ["src/cli/run-io.ts"],
  // A gRPC deadline is a point in time, and progress shows how long a provider is waited for.
  "Date.now": ["src/cli/progress.ts", "src/plugin/connection.ts", "src/plugin/grpc-worker.ts"],
  // The jitter of waits between repeated calls.
  "Math.random": ["src/cli/run-io.ts"],
  "performance.now": [],
  fetch: [],
  setInterval: [],
  setImmediate: ["src/plugin/grpc-worker.ts"],
  // Waiting for a process or a lock, with a limit.
  setTimeout: [
    "src/cli/base-command.ts",
    "src/compile/run-tool.ts",
    "src/plugin/connection.ts",
    "src/plugin/launch.ts",
    "src/plugin/steady-provider.ts",
  ],
  "node:timers": [
    "src/cli/run-io.ts",
    "src/plugin/process-group.ts",
    "src/workspace/backend/lock.ts",
    "src/workspace/commit/journal-lock.ts",
  ],
  // The command line only asks whether --cwd is a directory, and by which name the working one is known.
  "node:fs": [
    "src/cli/compile-cache.ts",
    "src/cli/event-log.ts",
    "src/cli/process-space.ts",
    // The style and script of HTML reports are files of the package.
    "src/cli/reports/files/assets.ts",
    "src/cli/run-io.ts",
    "src/cli/working-directory.ts",
    "src/commit/files.ts",
    "src/discovery/journal-file.ts",
    "src/plugin/file-view.ts",
    "src/plugin/kept-schema.ts",
    "src/plugin/schema-cache.ts",
    "src/quickstart",
    "src/import-file/fill-inputs.ts",
    // The start screen offers the import files of a directory.
    "src/import-file/find-files.ts",
    "src/import-file/read-files.ts",
    "src/sources/document-file.ts",
    "src/sources/schema-source.ts",
    "src/sources/terraform-files.ts",
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
  "node:worker_threads": ["src/plugin/grpc-thread.ts", "src/plugin/grpc-worker-start.ts", "src/plugin/grpc-worker.ts"],
  "node:os": ["src/cli/run-io.ts", "src/cli/current-user.ts"],
  // One flag of the compiler, before anything runs.
  "node:v8": ["src/cli/main.ts"],
  "node:net": [],
  "node:http": [],
  "node:https": [],
  "@grpc/grpc-js": ["src/plugin"],
  "@bufbuild/protobuf": ["src/plugin"],
  "@oclif/core": ["src/cli", "src/options", "src/sources"],
  "@inquirer/core": ["src/cli/review/prompt.ts"],
  inquirer: ["src/cli/prompts.ts"],
  ora: ["src/cli/progress.ts"],
  "cli-table3": ["src/cli/render.ts"],
  "string-width": ["src/cli/columns.ts"],
  "ts-morph": ["generators/typescript"],
  prettier: ["generators"],
  ajv: ["src/schema/check"],
  yaml: [
    "src/import-file",
    "src/workspace",
    "src/schema/check/document.ts",
    "src/schema/json-of-yaml.ts",
    "generators/typescript/own-program/style.ts",
    "generators/yaml",
  ],
};

/** Modules that no start may load, and the files that are loaded lazily themselves. */
export const heavy: Touches = {
  // The thread that needs nothing else is what is started late.
  "@grpc/grpc-js": ["src/plugin/grpc-worker.ts"],
  "ts-morph": [],
  "prettier/standalone": [],
  "prettier/plugins": [],
  "@inquirer/core": [],
  inquirer: [],
  ora: [],
  emphasize: [],
  "@aws-sdk/client-s3": [],
  "@google-cloud/storage": [],
  "google-auth-library": [],
  "@azure/storage-blob": [],
  "@azure/identity": [],
};
