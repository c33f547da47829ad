#!/usr/bin/env node
/** The `imp` executable. Passes the arguments to oclif. */
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { startWorkerAhead } from "../plugin/grpc-worker-start.ts";
import { keepCompiledCode } from "./compile-cache.ts";

// A run is too short for long-term optimization of code. Measured: 8 % faster for 1,000 resources. Later versions of Node.js reject the flag.
if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=300000");

keepCompiledCode(process.env);

const [first, ...rest] = process.argv.slice(2);
const args = first === "help" ? [...rest, "--help"] : process.argv.slice(2);
// imp checks the version of Node.js itself.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
// Otherwise oclif looks up the user's shell, which terminates the process if the user database lacks an entry, as in many containers.
process.env.SHELL ??= "/bin/sh";

// oclif wraps flag descriptions two columns too late.
process.env.OCLIF_COLUMNS ??= String(Math.max(40, (process.stdout.columns ?? 80) - 2));

// With DEBUG=*, oclif would log the whole command line, which may contain a secret (--config).
if (process.env.DEBUG !== undefined) process.env.DEBUG += ",-oclif*";

// Commands that call plugins. Measured: a run with one resource is 12 % faster if the gRPC worker loads at the same time. Other commands start the
// worker on demand.
const callingPlugins = ["run", "import", "add", "snippet", "sync", "discover", "quickstart"];
if (callingPlugins.includes(args[0] ?? "") && !args.includes("--help")) startWorkerAhead();

// Import oclif after the environment is set.
const { execute } = await import("@oclif/core/execute");
// Without user plugins, oclif does not warn about an unreadable home directory.
await execute({ args, loadOptions: { root: fileURLToPath(import.meta.url), userPlugins: false } });
