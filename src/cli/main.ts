#!/usr/bin/env node
/**
 * The `imp` executable: hands argv to oclif.
 */
import { fileURLToPath } from "node:url";
import { execute } from "@oclif/core/execute";

const [first, ...rest] = process.argv.slice(2);
const args = first === "help" ? [...rest, "--help"] : process.argv.slice(2);
await execute({ args, dir: fileURLToPath(new URL("../../..", import.meta.url)) });
