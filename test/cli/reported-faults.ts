/** Publicly reported faults of imports and generated code. docs/known-problems.md lists all of them. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { CliProject } from "../support/cli-project.ts";
import { projectRoot, type Ran } from "../support/imp-process.ts";

export const text = { type: "string" };
const prefix = "urn:pulumi:dev::orchard::";

export interface Resource {
  readonly type: string;
  readonly name: string;
  readonly inputs: object;
}

/** Returns an exported state with the root stack, a default provider for each package, and the resources. */
export function stateOf(...resources: readonly Resource[]): string {
  const stack = { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, custom: false, type: "pulumi:pulumi:Stack" };
  const providerOf = (type: string): string => {
    const [name = ""] = type.split(":");
    return `${prefix}pulumi:providers:${name}::default_1_0_0`;
  };
  const providers = [...new Set(resources.map(({ type }) => type.split(":")[0] ?? ""))].map((name) => ({
    urn: providerOf(name),
    custom: true,
    id: "6f3c",
    type: `pulumi:providers:${name}`,
    inputs: { version: "1.0.0" },
  }));
  const entries = resources.map(({ type, name, inputs }) => ({
    urn: `${prefix}${type}::${name}`,
    custom: true,
    id: `${name}-1`,
    type,
    parent: stack.urn,
    provider: `${providerOf(type)}::6f3c`,
    inputs,
    outputs: inputs,
  }));
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  return JSON.stringify({ version: 3, deployment: { manifest, resources: [stack, ...providers, ...entries] } });
}

/** Runs `imp generate` on a state whose types come from a plugin with this schema. */
export async function generate(
  project: CliProject,
  schema: { readonly name: string },
  state: string,
  to: string,
): Promise<Ran> {
  const plugin = `bin/pulumi-resource-${schema.name}`;
  project.write("schema.json", JSON.stringify({ version: "1.0.0", ...schema }));
  const served = join(projectRoot, "fixtures", "plugins", "broken", "pulumi-resource-schemafile");
  project.write(plugin, `#!/bin/sh\nSCHEMA_FILE="${project.path("schema.json")}" exec "${served}" "$@"\n`);
  chmodSync(project.path(plugin), 0o755);
  project.write("state.json", state);
  const words = ["generate", "--state", "state.json", "--out", "out", "--language", to];
  return await project.plain([...words, "--provider", `${schema.name}=./${plugin}`]);
}
