/** Starts plugin processes, and stops all of them together (docs/providers.md#plugins). */

import { setMaxListeners } from "node:events";
import path from "node:path";
import { ImpError } from "../domain/errors.ts";
import { Connection, LoggedErrors } from "./connection.ts";
import { type PluginLog, serveEngine } from "./engine-service.ts";
import { GrpcProvider } from "./grpc-provider.ts";
import { type GrpcThread, startGrpcThread } from "./grpc-thread.ts";
import { introduce } from "./handshake.ts";
import { HeldLines } from "./held-lines.ts";
import { launch } from "./launch.ts";
import { type Located, locate } from "./locate.ts";
import { type ProcessEnd, type Provider, ProviderError, type ProviderProcess } from "./provider.ts";
import { type SchemaCache, schemaCache } from "./schema-cache.ts";
import { SecretFilter } from "./secret-filter.ts";
import { SteadyProvider } from "./steady-provider.ts";
import { parseTolerant, versionText } from "./version.ts";

export { type GrpcThread, startGrpcThread } from "./grpc-thread.ts";

export interface HostOptions {
  /** The project directory: the working directory of plugins, and the base of relative paths. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variables of `env` to redact in messages. Omitted to redact only variables that look like secrets. */
  readonly secretVariables?: ReadonlySet<string>;
  readonly pulumiHome: string;
  /** Absolute paths, from `--provider NAME=EXECUTABLE`. */
  readonly executables: ReadonlyMap<string, string>;
  /** `plugins.providers` of Pulumi.yaml. */
  readonly projectPlugins: readonly { readonly name: string; readonly path: string; readonly version?: string }[];
  readonly projectName: string;
  /** Milliseconds for one call; 0 means no limit. */
  readonly callTimeoutMs: number;
  /** The maximum number of concurrent calls about resources, for all plugins together; at least 1. */
  readonly callsAtOnce: number;
  /** Milliseconds in which a plugin must print its port. It has the same time again to answer at the port. */
  readonly startTimeoutMs: number;
  /** Cancels running and later calls with ProviderError "cancelled". The host must still be closed. */
  readonly signal: AbortSignal;
  /** Receives the logs and output of plugins. Secrets that the plugin received or read are redacted. */
  readonly onLog: (log: PluginLog & { readonly plugin: string }) => void;
  readonly onCall?: (method: string, type: string) => void;
}

export interface PluginDescriptor {
  /** For a parameterized package, the name of the base plugin. */
  readonly name: string;
  readonly version?: string;
  readonly downloadUrl?: string;
  readonly parameterization?: { readonly name: string; readonly version: string; readonly value: Uint8Array };
  /** The configuration for PULUMI_CONFIG, without secrets, because other users may see the environment of a process. */
  readonly config?: Readonly<Record<string, string>>;
}

export interface Host {
  /**
   * Starts a process for the descriptor and makes the handshake. If the process ends, the provider starts a new one (`SteadyProvider`).
   *
   * @throws PLUGIN_NOT_FOUND, PLUGIN_NOT_RUNNABLE, PLUGIN_EXITED, PLUGIN_NO_PORT, PLUGIN_START_TIMEOUT, PLUGIN_HANDSHAKE, PLUGIN_VERSION,
   * PLUGIN_PARAMETERIZED; ProviderError "cancelled". The process is stopped on errors.
   */
  launch(descriptor: PluginDescriptor): Promise<Provider>;
  /**
   * Returns the cached schema without starting the plugin, or undefined if only the running plugin can report its version. Throws the same errors as
   * `locate`.
   */
  keptSchema(descriptor: PluginDescriptor): KeptPackage | undefined;
  /** Returns true if the plugin is in Pulumi's plugin cache. Returns false if there is no plugin. */
  isInstalled(descriptor: PluginDescriptor): boolean;
  /** Returns the gRPC thread of the plugins, which ends with the host. */
  thread(): GrpcThread;
  close(): Promise<void>;
}

export interface KeptPackage extends Pick<SchemaCache, "read" | "writeIndex"> {
  readonly package: string;
  /** Omitted if the version is unknown. A hash of the executable then identifies the schema. */
  readonly version?: string;
}

/** The milliseconds between the interrupt and the kill of a plugin that failed to start (docs/providers.md#stopping-a-plugin). */
const launchGraceMs = 5000;

/**
 * Opens a host. The gRPC thread and the plugins start at the first launch.
 *
 * @param started a gRPC thread that is already loading. The host closes it.
 */
export async function openHost(options: HostOptions, started?: GrpcThread): Promise<Host> {
  const warn = warnOnce(options.onLog);
  const providers = new Set<Provider>();
  const launching = new Set<Promise<Provider>>();
  const closed = new AbortController();
  const signal = AbortSignal.any([options.signal, closed.signal]);
  let running = started;
  const thread = (): GrpcThread => {
    running ??= startGrpcThread(options.callsAtOnce);
    return running;
  };
  // Remove the limit of listeners, because every plugin adds one.
  setMaxListeners(0, signal);
  return {
    launch(descriptor) {
      const launched = launchSteady({ ...options, signal, warn, thread: thread() }, descriptor);
      launching.add(launched);
      return launched
        .then((provider) => {
          providers.add(provider);
          return provider;
        })
        .finally(() => launching.delete(launched));
    },
    keptSchema: (descriptor) => keptPackage(options, descriptor),
    isInstalled: (descriptor) => isInstalled(options, descriptor),
    thread,
    async close() {
      closed.abort();
      await Promise.allSettled(launching);
      await Promise.all([...providers].map((provider) => provider.close()));
      running?.close();
    },
  };
}

function isInstalled(options: HostOptions, descriptor: PluginDescriptor): boolean {
  try {
    return locate({ ...options, ...descriptor, platform: process.platform }).from === "cache";
  } catch (error) {
    if (error instanceof ImpError) return false;
    throw error;
  }
}

function keptPackage(options: HostOptions, descriptor: PluginDescriptor): KeptPackage | undefined {
  const { name, version, parameterization } = descriptor;
  const located = locate({ ...options, ...descriptor, platform: process.platform });
  const isInstalled = located.from === "cache";
  // A plugin from `--provider`, the project, or $PATH may have a different version than the requested one.
  if (!isInstalled && (located.from === "path" || version !== undefined)) return undefined;
  const { read, writeIndex } = schemaCache({ descriptor, located, pulumiHome: options.pulumiHome });
  const packageVersion = parameterization?.version ?? versionText(located.version ?? "");
  return {
    package: parameterization?.name ?? name,
    version: isInstalled ? packageVersion : undefined,
    read,
    writeIndex,
  };
}

interface LaunchOptions extends HostOptions {
  readonly thread: GrpcThread;
  readonly warn: (plugin: string, message: string) => void;
}

/** Reports each warning once, because the plugin starts once for each provider and again after a crash. */
function warnOnce(onLog: HostOptions["onLog"]): LaunchOptions["warn"] {
  const reported = new Set<string>();
  return (plugin, message) => {
    const key = JSON.stringify([plugin, message]);
    if (reported.has(key)) return;
    reported.add(key);
    onLog({ severity: "warning", message, urn: "", ephemeral: false, plugin });
  };
}

async function launchSteady(options: LaunchOptions, descriptor: PluginDescriptor): Promise<Provider> {
  const launch = (): Promise<ProviderProcess> => startPlugin(options, descriptor);
  const onReplace = (cause: string): void => {
    const message = `${cause}; restarting it`;
    options.onLog({ severity: "warning", message, urn: "", ephemeral: false, plugin: descriptor.name });
  };
  return new SteadyProvider(await launch(), { launch, onReplace });
}

/**
 * Gets the schema from a separate process, because a plugin that has sent a large schema keeps the memory, which slows all later calls
 * (src/plugin/README.md#cached-schemas).
 */
async function schemaApart(options: LaunchOptions, descriptor: PluginDescriptor): Promise<Uint8Array> {
  const thread = startGrpcThread(1);
  try {
    const plugin = await startPlugin({ ...options, thread }, descriptor);
    try {
      return await plugin.askForSchema();
    } finally {
      await plugin.kill();
    }
  } finally {
    thread.close();
  }
}

async function startPlugin(options: LaunchOptions, descriptor: PluginDescriptor): Promise<GrpcProvider> {
  const { name } = descriptor;
  if (options.signal.aborted) throw new ProviderError("cancelled", "Launch", "the run was interrupted");
  const located = locate({ ...options, ...descriptor, platform: process.platform });
  const env = pluginEnvironment(options, descriptor);
  const filter = new SecretFilter();
  filter.addEnvironment(env, options.secretVariables ?? new Set());
  const held = new HeldLines<PluginLog>((entry) => {
    options.onLog({ ...entry, message: filter.redact(entry.message), plugin: name });
  });
  const logged = new LoggedErrors();
  const log = (entry: PluginLog): void => {
    logged.add(entry);
    held.add(entry);
  };
  const engine = await serveEngine(options.thread, log);
  try {
    const plugin = await launch({
      name,
      located,
      cwd: options.cwd,
      env,
      engineAddress: engine.address,
      startTimeoutMs: options.startTimeoutMs,
      signal: options.signal,
      platform: process.platform,
      onLine: (line) => log({ severity: "debug", message: line, urn: "", ephemeral: false }),
    });
    const end = async (graceMs: number): Promise<void> => {
      await plugin.group.end(graceMs);
      engine.close();
    };
    return await provide(options, descriptor, {
      located,
      filter,
      held,
      logged,
      engineAddress: engine.address,
      end,
      ...plugin,
    });
  } catch (error) {
    engine.close();
    throw error;
  }
}

interface Started {
  readonly located: Located;
  readonly filter: SecretFilter;
  readonly held: HeldLines<PluginLog>;
  readonly logged: LoggedErrors;
  readonly engineAddress: string;
  readonly port: number;
  readonly ended: Promise<ProcessEnd>;
  readonly end: (graceMs: number) => Promise<void>;
}

async function provide(options: LaunchOptions, descriptor: PluginDescriptor, started: Started): Promise<GrpcProvider> {
  const { located, filter, held, logged, engineAddress, port, ended, end } = started;
  const { thread, callTimeoutMs, startTimeoutMs, signal } = options;
  const redact = (text: string): string => filter.redact(text);
  const onCall = options.onCall ?? (() => {});
  const connection = new Connection({ thread, port, callTimeoutMs, signal, ended, redact, logged, onCall });
  try {
    const { name, parameterization } = descriptor;
    const shaking = { name, located, engineAddress, startTimeoutMs, signal, ended };
    const introduction = await introduce(connection, { ...shaking, parameterization });
    for (const message of warnings(descriptor, located, introduction.version, redact)) options.warn(name, message);
    const packageName = parameterization?.name ?? name;
    const { pulumiHome } = options;
    // A parameterized plugin reports the version of the package.
    const answered = parameterization === undefined ? introduction.version : undefined;
    const schemas = schemaCache({ descriptor, located, pulumiHome, answered });
    const askApart = (): Promise<Uint8Array> => schemaApart(options, descriptor);
    return new GrpcProvider({ package: packageName, connection, introduction, filter, held, schemas, askApart, end });
  } catch (error) {
    connection.close();
    await end(launchGraceMs);
    throw error;
  }
}

/**
 * Returns the warnings that the engine shows about a plugin, for example about its version. The plugin is still used
 * (docs/providers.md#finding-a-plugin).
 */
function warnings(
  descriptor: PluginDescriptor,
  located: Located,
  answered: string | undefined,
  redact: (text: string) => string,
): readonly string[] {
  const { name, version, parameterization } = descriptor;
  const texts: string[] = [];
  if (located.from === "path") {
    texts.push(`using ${path.basename(located.executable)} from $PATH at ${located.executable}`);
  }
  const requestedVersion = version === undefined || parameterization !== undefined ? undefined : parseTolerant(version);
  const reportedVersion = answered === undefined ? undefined : parseTolerant(answered);
  if (
    requestedVersion !== undefined &&
    (reportedVersion === undefined || reportedVersion.compare(requestedVersion) < 0)
  ) {
    const reportedText = answered === undefined ? "no version" : redact(answered);
    texts.push(
      `the program requires version ${version} of plugin ${name}, but the installed plugin reports ${reportedText}`,
    );
  }
  return texts;
}

function pluginEnvironment(options: HostOptions, descriptor: PluginDescriptor): Record<string, string | undefined> {
  // Like the engine, pass all environment variables to plugins, but without the passphrase of the source stack, which only imp needs.
  const { IMP_FROM_PASSPHRASE: _, ...env } = options.env;
  return {
    ...env,
    PULUMI_PROJECT: options.projectName,
    PULUMI_NODEJS_PROJECT: descriptor.name === "pulumi-nodejs" ? options.projectName : env.PULUMI_NODEJS_PROJECT,
    PULUMI_CONFIG: descriptor.config === undefined ? env.PULUMI_CONFIG : JSON.stringify(descriptor.config),
  };
}
