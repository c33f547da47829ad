/** Makes the first calls to a plugin: Handshake, GetPluginInfo, Parameterize (docs/providers.md#first-calls). */
import semver from "semver";
import { ImpError } from "../domain/errors.ts";
import type { Connection } from "./connection.ts";
import type { LaunchOptions } from "./launch.ts";
import type { Accepts } from "./payload.ts";
import { resourceProviderService as service } from "./proto/service.ts";
import { type ProcessEnd, ProviderError } from "./provider.ts";
import { versionText } from "./version.ts";

export interface HandshakeOptions
  extends Pick<LaunchOptions, "name" | "located" | "engineAddress" | "startTimeoutMs" | "signal"> {
  readonly ended: Promise<ProcessEnd>;
  readonly parameterization?: Parameter;
}

interface Parameter {
  readonly name: string;
  readonly version: string;
  readonly value: Uint8Array;
}

export interface Introduction {
  /** The forms of values that the plugin accepts. Omitted if it does not implement Handshake; Configure then returns them. */
  readonly accepts?: Accepts;
  readonly version?: string;
  readonly parameterized?: { readonly name: string; readonly version: string };
}

/**
 * Makes the first calls and returns the answers.
 *
 * @throws PLUGIN_EXITED, PLUGIN_START_TIMEOUT, PLUGIN_HANDSHAKE, PLUGIN_VERSION, PLUGIN_PARAMETERIZED; ProviderError "cancelled"
 */
export async function introduce(connection: Connection, options: HandshakeOptions): Promise<Introduction> {
  await connected(connection, options);
  const accepts = await handshake(connection, options);
  const info = await firstCall("GetPluginInfo", options, () =>
    connection.call(service.getPluginInfo, { $typeName: "pulumirpc.Empty" }, { limitMs: options.startTimeoutMs }),
  );
  const version = info.version === "" ? undefined : versionText(info.version);
  if (info.version !== "" && version === undefined) throw badVersion(options, "GetPluginInfo");
  const parameterized = await parameterize(connection, options);
  return { accepts, version: parameterized?.version ?? version, parameterized };
}

async function connected(connection: Connection, options: HandshakeOptions): Promise<void> {
  const { name, located, signal, startTimeoutMs } = options;
  let onAbort = (): void => {};
  const aborted = new Promise<"aborted">((resolve) => {
    onAbort = () => resolve("aborted");
    signal.addEventListener("abort", onAbort, { once: true });
  });
  const outcome = await Promise.race([connection.ready(startTimeoutMs), options.ended, aborted]);
  signal.removeEventListener("abort", onAbort);
  if (outcome === "aborted") throw new ProviderError("cancelled", "Handshake", "the run was interrupted");
  if (outcome === true) return;
  const details = { name, path: located.executable };
  if (outcome !== false) throw ImpError.of("PLUGIN_EXITED", { ...details, status: outcome.status });
  throw ImpError.of("PLUGIN_START_TIMEOUT", { ...details, seconds: startTimeoutMs / 1000, waitedFor: "answer" });
}

async function handshake(connection: Connection, options: HandshakeOptions): Promise<Accepts | undefined> {
  const request = {
    $typeName: "pulumirpc.ProviderHandshakeRequest" as const,
    engineAddress: options.engineAddress,
    rootDirectory: options.located.directory,
    programDirectory: options.located.directory,
    configureWithUrn: true,
    // Only calls that change resources report views.
    supportsViews: false,
    supportsRefreshBeforeUpdate: true,
    invokeWithPreview: true,
    acceptsByteString: true,
  };
  const answer = await firstCall("Handshake", options, () =>
    connection.call(service.handshake, request, { limitMs: options.startTimeoutMs }).catch((error: unknown) => {
      if (error instanceof ProviderError && error.failure === "unimplemented") return undefined;
      throw error;
    }),
  );
  return (
    answer && {
      secrets: answer.acceptSecrets,
      resources: answer.acceptResources,
      bytes: answer.acceptsByteString,
      outputs: answer.acceptOutputs,
    }
  );
}

async function parameterize(
  connection: Connection,
  options: HandshakeOptions,
): Promise<{ readonly name: string; readonly version: string } | undefined> {
  const request = options.parameterization;
  if (request === undefined) return undefined;
  const { name } = request;
  const answer = await firstCall("Parameterize", options, () => callParameterize(connection, request));
  if (answer.name !== name) {
    const details = { name: options.name, path: options.located.executable, wanted: name, answered: answer.name };
    throw ImpError.of("PLUGIN_PARAMETERIZED", details);
  }
  if (semver.valid(answer.version) === null) throw badVersion(options, "Parameterize");
  return { name: answer.name, version: answer.version.replace(/^v/, "") };
}

/** Calls Parameterize with the parameter of a schema. */
export function callParameterize(connection: Connection, { name, version, value }: Parameter) {
  return connection.call(service.parameterize, {
    $typeName: "pulumirpc.ParameterizeRequest",
    parameters: {
      case: "value",
      value: { $typeName: "pulumirpc.ParameterizeRequest.ParametersValue", name, version, value },
    },
  });
}

/** Makes one of the first calls. Throws if the plugin does not answer it. */
async function firstCall<T>(method: string, options: HandshakeOptions, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
    const details = { name: options.name, path: options.located.executable };
    if (error.failure === "died")
      throw ImpError.of("PLUGIN_EXITED", { ...details, status: (await options.ended).status });
    throw ImpError.of("PLUGIN_HANDSHAKE", { ...details, method, reason: error.message });
  }
}

function badVersion(options: HandshakeOptions, method: string): ImpError {
  return ImpError.of("PLUGIN_VERSION", { name: options.name, path: options.located.executable, method });
}
