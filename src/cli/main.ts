#!/usr/bin/env node
/**
 * The `imp` executable: hands argv to oclif.
 */
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { startWorkerAhead } from "../plugin/grpc-worker-start.ts";
import { keepCompiledCode } from "./compile-cache.ts";

// A run lasts seconds: what is compiled again and again for the long term is never paid back. Measured: a twelfth less for 1,000 resources.
// Later versions of Node.js do not have the flag, and complain.
if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=300000");

keepCompiledCode(process.env);

const [first, ...rest] = process.argv.slice(2);
const args = first === "help" ? [...rest, "--help"] : process.argv.slice(2);
// Which Node imp runs on is for imp to say, not for a client that it loads.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
// Without it oclif asks the system for it, which ends the process of a user that the system does not know, as in many containers.
process.env.SHELL ??= "/bin/sh";

// oclif indents the text of a flag by two columns more than it wraps for.
process.env.OCLIF_COLUMNS ??= String(Math.max(40, (process.stdout.columns ?? 80) - 2));

// With DEBUG=* oclif logs the whole command line, which may have a secret: --config.
if (process.env.DEBUG !== undefined) process.env.DEBUG += ",-oclif*";

// Commands that call plugins. Measured: a run of one resource takes an eighth less time where the thread of its calls loads while the command
// does. A command that is not here starts the thread itself.
const callingPlugins = ["run", "import", "add", "snippet", "discover", "quickstart"];
if (callingPlugins.includes(args[0] ?? "") && !args.includes("--help")) startWorkerAhead();

// Loaded after that is set.
const { execute } = await import("@oclif/core/execute");
// imp has no plugins of oclif: where the home directory cannot be read, oclif would warn that it found none.
await execute({ args, loadOptions: { root: fileURLToPath(import.meta.url), userPlugins: false } });
