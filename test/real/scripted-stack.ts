/** A stack with the simulated cloud and the scripted providers, for the real engine and for imp's host. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Host, openHost } from "../../src/plugin/host.ts";
import type { Provider } from "../../src/plugin/provider.ts";
import { propertiesFromState } from "../../src/state/state-codec.ts";
import { projectRoot } from "./project-root.ts";
import type { ParameterizedPackage } from "./raw-engine.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack, StateResource } from "./stack.ts";
import type { Tools } from "./tools.ts";

/** A package whose provider accepts secrets, and one whose provider does not. */
export const scriptedPackages = ["scripted", "scriptedplain"] as const;

/** Creates a stack whose previews stop after the engine's decision, and do not call Create and Update. */
export async function openScriptedStack(tools: Tools): Promise<RealStack> {
  const stack = await openSimcloudStack(tools, { PULUMI_DISABLE_PROVIDER_PREVIEW: "1" });
  const module = join(projectRoot, "dist", "test", "real", "scripted-provider.js");
  for (const name of scriptedPackages) {
    const plain = name === "scriptedplain" ? "SCRIPTED_PLAIN=1 " : "";
    const script = `#!/bin/sh\n${plain}exec '${process.execPath}' '${module}' "$@"\n`;
    writeFileSync(executableOf(stack, name), script, { mode: 0o755 });
  }
  return stack;
}

/** Returns a host that finds the providers of the engine. */
export function openScriptedHost(stack: RealStack): Promise<Host> {
  return openStackHost(stack, ["simcloud", ...scriptedPackages]);
}

/** Returns a host that finds some providers of a stack. */
export async function openStackHost(stack: RealStack, packages: readonly string[]): Promise<Host> {
  return await openHost({
    cwd: stack.directory,
    env: stack.env,
    pulumiHome: String(stack.env.PULUMI_HOME),
    executables: new Map(packages.map((name) => [name, executableOf(stack, name)])),
    projectPlugins: [],
    projectName: stack.project,
    callTimeoutMs: 60_000,
    callsAtOnce: 4,
    startTimeoutMs: 60_000,
    signal: new AbortController().signal,
    onLog: () => {},
  });
}

/** Returns the state of a default provider. */
export function scriptedInstance(name: string): StateResource {
  const type = `pulumi:providers:${name}`;
  const urn = `urn:pulumi:dev::estate::${type}::default_1_0_0`;
  const settings = { version: "1.0.0" };
  return { urn, type, custom: true, id: `${name}-id`, inputs: { ...settings, __internal: {} }, outputs: settings };
}

/** A parameterized package of the simulated cloud, and the state of its default provider. */
export const things: ParameterizedPackage = {
  name: "things",
  version: "2.1.0",
  plugin: { name: "simcloud", version: "1.0.0" },
  value: Buffer.from("any bytes").toString("base64"),
};

export function thingsInstance(): StateResource {
  const type = `pulumi:providers:${things.name}`;
  const urn = `urn:pulumi:dev::estate::${type}::default_2_1_0`;
  const settings = { region: "us-east-1", version: things.version };
  const __internal = { ...things.plugin, parameterization: things.value };
  return { urn, type, custom: true, id: "things-id", inputs: { ...settings, __internal }, outputs: settings };
}

/** Starts and configures the provider of a provider resource. */
export async function configured(host: Host, resource: StateResource): Promise<Provider> {
  const name = resource.type.split(":")[2] ?? "";
  const parameterization = { ...things, value: Buffer.from(things.value, "base64") };
  const provider = await host.launch(name === things.name ? { ...things.plugin, parameterization } : { name });
  const inputs = propertiesFromState(resource.inputs, () => "", resource.urn);
  const sent = new Map([...inputs].filter(([key]) => key !== "__internal"));
  await provider.configure({
    urn: resource.urn,
    id: String(resource.id),
    name: resource.urn.split("::")[3] ?? "",
    inputs: sent,
  });
  return provider;
}

function executableOf(stack: RealStack, name: string): string {
  return join(stack.root, "bin", `pulumi-resource-${name}`);
}
