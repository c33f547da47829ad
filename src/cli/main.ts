#!/usr/bin/env node
/** The `imp` executable. Passes the arguments to oclif. */
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { startWorkerAhead } from "../plugin/grpc-worker-start.ts";
import { keepCompiledCode } from "./compile-cache.ts";

// Delay the optimizing compiler, because a run is too short to profit from it. Measured: 8 % faster for 1,000 resources. Newer versions of
// Node.js reject the flag.
if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=300000");

keepCompiledCode(process.env);

const [first, ...rest] = process.argv.slice(2);
const args = first === "help" ? [...rest, "--help"] : process.argv.slice(2);
// Disable the AWS SDK's warning about old versions of Node.js, because imp checks the version itself.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
// Without SHELL, oclif looks up the user's shell. This terminates the process if the user database lacks an entry for the user, as in many
// containers.
process.env.SHELL ??= "/bin/sh";

// oclif wraps flag descriptions two columns too late.
process.env.OCLIF_COLUMNS ??= String(Math.max(40, (process.stdout.columns ?? 80) - 2));

// Disable oclif's logs: with DEBUG=*, oclif would log the whole command line, which may contain a secret (--config).
if (process.env.DEBUG !== undefined) process.env.DEBUG += ",-oclif*";

// For commands that call plugins, load the gRPC worker while the command loads. Measured: 12 % faster for a run with one resource. Other commands
// start the worker on demand.
const callingPlugins = ["run", "import", "add", "snippet", "sync", "discover", "quickstart"];
if (callingPlugins.includes(args[0] ?? "") && !args.includes("--help")) startWorkerAhead();

// Import oclif after the environment is set.
const { execute } = await import("@oclif/core/execute");
// Without user plugins, oclif does not warn about an unreadable home directory.
await execute({ args, loadOptions: { root: fileURLToPath(import.meta.url), userPlugins: false } });
