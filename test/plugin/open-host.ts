/** A plugin host with the plugins in `fixtures`. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PluginLog } from "../../src/plugin/engine-service.ts";
import { type Host, type HostOptions, openHost } from "../../src/plugin/host.ts";

export const fixtures = fileURLToPath(new URL("../../fixtures/plugins/", import.meta.url));

/** Returns the path of a broken plugin by name. */
export function broken(name: string): string {
  return path.join(fixtures, "broken", `pulumi-resource-${name}`);
}

/**
 * An environment variable of all processes that a test host starts. It distinguishes them from the processes of concurrent test runs. The test
 * process itself does not have it, because processes of the test loader would inherit it.
 */
export const runMarker = { IMP_TEST_RUN: process.env.IMP_TEST_RUN ?? String(process.pid) };

export interface TestHost {
  readonly host: Host;
  readonly logs: (PluginLog & { readonly plugin: string })[];
  readonly calls: string[];
  readonly abort: AbortController;
}

export async function openTestHost(
  executables: Readonly<Record<string, string>>,
  overrides: Partial<HostOptions> = {},
): Promise<TestHost> {
  const logs: (PluginLog & { readonly plugin: string })[] = [];
  const calls: string[] = [];
  const abort = new AbortController();
  const host = await openHost({
    cwd: fixtures,
    env: { ...process.env, ...runMarker },
    pulumiHome: path.join(fixtures, "no-home"),
    executables: new Map(Object.entries(executables)),
    projectPlugins: [],
    projectName: "project",
    callTimeoutMs: 10_000,
    callsAtOnce: 4,
    startTimeoutMs: 10_000,
    signal: abort.signal,
    onLog: (log) => logs.push(log),
    onCall: (method, type) => calls.push(`${method} ${type}`.trim()),
    ...overrides,
  });
  return { host, logs, calls, abort };
}

/** Waits until the condition is true. Fails after two seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Timed out. Expected: ${what}`);
}
