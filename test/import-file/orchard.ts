/** The stack, schemas, and state with which tests resolve import specs. */
import { readFileSync } from "node:fs";
import type { ResolveContext } from "../../src/import-file/resolve.ts";
import { loadSchema } from "../../src/schema/load.ts";

export const prefix = "urn:pulumi:dev::orchard::";

export const context: ResolveContext = {
  project: "orchard",
  stack: "dev",
  state: [
    { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, type: "pulumi:pulumi:Stack", custom: false },
    { urn: `${prefix}my:index:Group::group`, type: "my:index:Group", custom: false },
    { urn: `${prefix}pulumi:providers:network::eu`, type: "pulumi:providers:network", custom: true, id: "0000" },
  ],
  schemas: new Map([["network", loadSchema(readFileSync("fixtures/schemas/network.json"))]]),
  protect: true,
};
