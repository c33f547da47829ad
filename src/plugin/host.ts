/**
 * Starts a provider process for each descriptor, and ends all of them together (docs/providers.md#plugins).
 */
import { setMaxListeners } from "node:events";
import path from "node:path";
import { Connection } from "./connection.ts";
import { type PluginLog, serveEngine } from "./engine-service.ts";
import { GrpcProvider } from "./grpc-provider.ts";
import { type GrpcThread, startGrpcThread } from "./grpc-thread.ts";
import { introduce } from "./handshake.ts";
import { HeldLines } from "./held-lines.ts";
import { launch } from "./launch.ts";
import { type Located, locate } from "./locate.ts";
import { LoggedErrors } from "./logged-errors.ts";
import { type ProcessEnd, type Provider, ProviderError, type ProviderProcess } from "./provider.ts";
import { type SchemaCache, schemaCache } from "./schema-cache.ts";
import { SecretFilter } from "./secret-filter.ts";
import { SteadyProvider } from "./steady-provider.ts";
import { parseTolerant, versionText } from "./version.ts";

export { type GrpcThread, startGrpcThread } from "./grpc-thread.ts";

export interface HostOptions {
  /** The project's directory: plugins run there, and relative paths start there. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$PULUMI_HOME`, or `.pulumi` in the home directory. */
  readonly pulumiHome: string;
  /** --provider NAME=EXECUTABLE, absolute. */
  readonly executables: ReadonlyMap<string, string>;
  /** `plugins.providers` of Pulumi.yaml. */
  readonly projectPlugins: readonly { readonly name: string; readonly path: string; readonly version?: string }[];
  readonly projectName: string;
  /** Milliseconds for one call; 0: no limit. */
  readonly callTimeoutMs: number;
  /** Calls about resources under way at once, to all plugins together; at least 1. */
  readonly callsAtOnce: number;
  /** Milliseconds to name the port, and as many again to answer there. */
  readonly startTimeoutMs: number;
  /** Aborted: outstanding and later calls fail with ProviderError "cancelled". `close` is still to be called. */
  readonly signal: AbortSignal;
  /** Receives what plugins log and print; secrets that were sent to the plugin, and those that it read, are blanked. */
  readonly onLog: (log: PluginLog & { readonly plugin: string }) => void;
  /** Called for every call with the method and the type token, or `""`. */
  readonly onCall?: (method: string, type: string) => void;
}

export interface PluginDescriptor {
  /** The plugin's name; for a parameterized package, the base plugin's. */
  readonly name: string;
  readonly version?: string;
  readonly downloadUrl?: string;
  readonly parameterization?: { readonly name: string; readonly version: string; readonly value: Uint8Array };
  /**
   * The stack's configuration of this plugin for PULUMI_CONFIG: keys without namespace, and no secrets, because other users may see the
   * environment of a process. Configure has the secrets.
   */
  readonly config?: Readonly<Record<string, string>>;
}

export interface Host {
  /**
   * Starts a process for the descriptor and shakes hands. The provider outlives that process (`SteadyProvider`).
   *
   * @throws PLUGIN_NOT_FOUND, PLUGIN_NOT_RUNNABLE, PLUGIN_EXITED, PLUGIN_NO_PORT, PLUGIN_START_TIMEOUT, PLUGIN_HANDSHAKE,
   * PLUGIN_VERSION, PLUGIN_PARAMETERIZED; ProviderError "cancelled". No process is left then.
   */
  launch(descriptor: PluginDescriptor): Promise<Provider>;
  /**
   * The schema that is kept of a plugin, which is not started: the plugin is found, and the kept schema counts or does not, as for `launch`.
   *
   * @returns `undefined`: which version the plugin has is known only when it answers.
   * @throws PLUGIN_NOT_FOUND, PLUGIN_NOT_RUNNABLE.
   */
  keptSchema(descriptor: PluginDescriptor): KeptPackage | undefined;
  /** Closes all providers at once, as `Provider.close` does. Never throws. */
  close(): Promise<void>;
}

/** The kept schema of a plugin's package. */
export interface KeptPackage extends Pick<SchemaCache, "read" | "writeIndex"> {
  readonly package: string;
  /** Absent: the plugin's content identifies the schema. */
  readonly version?: string;
}

/** Milliseconds between the interrupt and the kill of a plugin that did not start well (docs/providers.md#stopping-a-plugin). */
const launchGraceMs = 5000;

/**
 * Opens a host; nothing is started or loaded before the first launch.
 *
 * @param started the thread of its calls, where a launch is near and it loads meanwhile; the host closes it
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
  // One listener per plugin is no leak, however many plugins there are.
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
    async close() {
      closed.abort();
      await Promise.allSettled(launching);
      await Promise.all([...providers].map((provider) => provider.close()));
      running?.close();
    },
  };
}

function keptPackage(options: HostOptions, descriptor: PluginDescriptor): KeptPackage | undefined {
  const { name, version, parameterization } = descriptor;
  const located = locate({ ...options, ...descriptor, platform: process.platform });
  const isInstalled = located.from === "cache";
  // A plugin that a person or the project names may be of another version than was asked for, of which a launch warns.
  if (!isInstalled && (located.from === "path" || version !== undefined)) return undefined;
  const { read, writeIndex } = schemaCache({ descriptor, located, pulumiHome: options.pulumiHome });
  const stated = parameterization?.version ?? versionText(located.version ?? "");
  return {
    package: parameterization?.name ?? name,
    version: isInstalled ? stated : undefined,
    read,
    writeIndex,
  };
}

interface LaunchOptions extends HostOptions {
  readonly thread: GrpcThread;
  readonly warn: (plugin: string, message: string) => void;
}

/** Reports each warning once: a plugin runs for each provider of its package, and again after it died. */
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
    const message = `${cause}; it is started again`;
    options.onLog({ severity: "warning", message, urn: "", ephemeral: false, plugin: descriptor.name });
  };
  return new SteadyProvider(await launch(), { launch, onReplace });
}

/**
 * Asks a process of its own for the schema, over a thread of its own, and ends both: a plugin that answered a schema of 60 MB holds 1.5 GB,
 * which its collector works through in every later call, and the thread holds the parts that the answer came in.
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
  filter.addEnvironment(env);
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
    // The version that a parameterized plugin states is that of the package.
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

/** Returns the warnings of the engine about a plugin that it uses nevertheless (docs/providers.md#finding-a-plugin). */
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
  const wanted = version === undefined || parameterization !== undefined ? undefined : parseTolerant(version);
  const has = answered === undefined ? undefined : parseTolerant(answered);
  if (wanted !== undefined && (has === undefined || has.compare(wanted) < 0)) {
    const stated = answered === undefined ? "no version" : redact(answered);
    texts.push(`plugin ${name} ${version} was asked for, and it states ${stated}`);
  }
  return texts;
}

/** The environment of the process (docs/providers.md#starting-a-plugin). */
function pluginEnvironment(options: HostOptions, descriptor: PluginDescriptor): Record<string, string | undefined> {
  // Only imp may see the passphrase of the source stack; the engine passes everything else on.
  const { IMP_FROM_PASSPHRASE: _, ...env } = options.env;
  return {
    ...env,
    PULUMI_PROJECT: options.projectName,
    PULUMI_NODEJS_PROJECT: descriptor.name === "pulumi-nodejs" ? options.projectName : env.PULUMI_NODEJS_PROJECT,
    PULUMI_CONFIG: descriptor.config === undefined ? env.PULUMI_CONFIG : JSON.stringify(descriptor.config),
  };
}
