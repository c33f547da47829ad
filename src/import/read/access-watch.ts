/** Stops calling a provider that has no access to its service. For example, with a wrong password, all resources would fail for the same reason. */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { sharedMessage } from "../../domain/shared-message.ts";
import { type AccessFailure, type AccessFailureKind, accessFailureOf } from "../../plugin/access-failure.ts";
import { ProviderError, type ReadRequest, type ReadResult } from "../../plugin/provider.ts";
import type { PackageSchema, PropertySchema } from "../../schema/types.ts";
import type { ProviderInstance } from "../providers/providers.ts";

/** The number of reads that must fail with the same message before the provider counts as having no access. */
const failuresForNoAccess = 3;

/** The number of reads that must fail for the same kind of reason if their messages differ, as messages of different services do. */
const failuresWithSameCause = 10;

interface FailedRead extends AccessFailure {
  readonly type: string;
  readonly message: string;
}

/** Watches the reads of one provider until one of them succeeds. */
export class AccessWatch {
  readonly #instance: ProviderInstance;
  readonly #schema: PackageSchema | undefined;
  readonly #failed = new Map<string, FailedRead>();
  readonly #whenLost: Promise<never>;
  #hasAccess = false;
  #lost: ImpError | undefined;
  #loseAll: (error: ImpError) => void = () => {};

  constructor(instance: ProviderInstance, schema: PackageSchema | undefined) {
    this.#instance = instance;
    this.#schema = schema;
    this.#whenLost = new Promise((_, reject) => {
      this.#loseAll = reject;
    });
    // Prevents an unhandled rejection if no read is in progress when access is lost.
    this.#whenLost.catch(() => {});
  }

  /** Reads an object. Throws PROVIDER_ACCESS if the provider has no access, even if this is detected while the read is in progress. */
  async read(request: ReadRequest): Promise<ReadResult> {
    const { provider } = this.#instance;
    if (provider === undefined) throw new Error("invariant: a provider that failed is not asked");
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#hasAccess) return await provider.read(request);
    try {
      const answer = await Promise.race([provider.read(request), this.#whenLost]);
      this.#hasAccess = true;
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
      this.#note(error, request);
      throw this.#lost ?? error;
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Returns the PROVIDER_ACCESS error if the resource's read was one of the failures that caused it. Otherwise returns undefined. */
  lostWith(urn: Urn): ImpError | undefined {
    return this.#failed.has(urn) ? this.#lost : undefined;
  }

  /** Records a failure. Ignores failures unrelated to access. For example, a provider may reject a malformed id without calling its service. */
  #note(error: ProviderError, { urn, type, name, id }: ReadRequest): void {
    const message = sharedMessage(error.message, { urn, type, name, id });
    const failure = accessFailureOf(error, message);
    if (error.failure === "not-found") this.#hasAccess = true;
    if (failure === undefined || this.#hasAccess || this.#lost !== undefined) return;
    const failed = { ...failure, type, message };
    this.#failed.set(urn, failed);
    if (hasLostAccess([...this.#failed.values()], failed)) this.#lose(failed);
  }

  #lose({ kind, message }: FailedRead): void {
    const { label, isDefault, package: reference, provider } = this.#instance;
    this.#lost = ImpError.of("PROVIDER_ACCESS", {
      provider: label,
      kind,
      reason: message,
      reads: this.#failed.size,
      settings: this.#schema === undefined ? [] : accessSettings(this.#schema, kind),
      package: reference.name,
      isDefault,
    });
    this.#loseAll(this.#lost);
    provider?.cancelCalls();
  }
}

/** Returns whether all reads failed because of access. A missing permission or a timeout counts only if it affects several types. */
function hasLostAccess(failed: readonly FailedRead[], { kind, sign, message }: FailedRead): boolean {
  const same = failed.filter((read) => read.message === message);
  const isSame = same.length === failed.length && same.length >= failuresForNoAccess;
  if (kind === "permission" || sign === "timeout") return isSame && new Set(same.map(({ type }) => type)).size > 1;
  return (
    isSame ||
    (failed.length >= failuresWithSameCause && failed.every((read) => read.kind === kind && read.sign === sign))
  );
}

/** Names of provider settings that control the login or the connection to a service. */
const settingWords: Readonly<Record<"login" | "connection", RegExp>> = {
  login: /user|login|pass|token|secret|key|credential|profile|auth|cert|account|tenant|client|role|context|kubeconfig/i,
  connection:
    /endpoint|host|url|uri|addr|server|port|region|zone|proxy|insecure|ssl|tls|cacert|certfile|cacertificate|socket|site|domain|cluster|context|kubeconfig/i,
};

/** Returns the settings that may fix the failure. Required settings come first, then settings that are secret or have environment variables. */
function accessSettings(
  { config, provider }: PackageSchema,
  kind: AccessFailureKind,
): readonly { readonly name: string; readonly environment: readonly string[] }[] {
  const properties = new Map([...config.variables, ...provider.inputs]);
  const isRequired = (name: string): boolean => config.required.has(name) || provider.requiredInputs.has(name);
  const pattern = settingWords[kind === "connection" ? "connection" : "login"];
  const rank = ({ name, secret, environment }: PropertySchema): number =>
    isRequired(name) ? 0 : secret || environment.length > 0 ? 1 : 2;
  return [...properties.values()]
    .filter(({ name, secret }) => name !== "version" && (pattern.test(name) || (kind !== "connection" && secret)))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name, environment }) => ({ name, environment }));
}
