#!/usr/bin/env node
/**
 * The `imp` executable: hands argv to oclif.
 */
import { fileURLToPath } from "node:url";
import { execute } from "@oclif/core/execute";

await execute({ dir: fileURLToPath(new URL("../../..", import.meta.url)) });
