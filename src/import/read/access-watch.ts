/**
 * Stops asking a provider that has no access to its service: a wrong password fails every resource for one reason.
 */
import { sharedMessage } from "../../domain/shared-message.ts";
import { ImpError } from "../../errors.ts";
import type { Urn } from "../../graph.ts";
import { type AccessFailure, accessFailureOf } from "../../plugin/access-failure.ts";
import { ProviderError, type ReadRequest, type ReadResult } from "../../plugin/provider.ts";
import type { PackageSchema } from "../../schema/types.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { accessSettings } from "./access-settings.ts";

/** So many reads fail with one message before the provider counts as having no access. */
const failuresForNoAccess = 3;

/** So many fail with the same cause in different messages, as each service of a cloud words it. */
const akin = 10;

interface FailedRead extends AccessFailure {
  readonly type: string;
  readonly message: string;
}

/** Watches the reads of one provider until the first of them shows that it has access. */
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
    // Often no read is under way.
    this.#whenLost.catch(() => {});
  }

  /** Throws PROVIDER_ACCESS once the provider has no access, also for the reads that are under way then. */
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

  /** Returns the reason why the provider was given up, for a resource whose read is part of the evidence. */
  lostWith(urn: Urn): ImpError | undefined {
    return this.#failed.has(urn) ? this.#lost : undefined;
  }

  /** A failure that says nothing about access counts neither way: a malformed id may be refused before the service is asked. */
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

/** Every read so far failed for access. A missing permission, or a call without an answer, may be a matter of one type. */
function hasLostAccess(failed: readonly FailedRead[], { kind, sign, message }: FailedRead): boolean {
  const same = failed.filter((one) => one.message === message);
  const isSame = same.length === failed.length && same.length >= failuresForNoAccess;
  if (kind === "permission" || sign === "timeout") return isSame && new Set(same.map(({ type }) => type)).size > 1;
  return isSame || (failed.length >= akin && failed.every((one) => one.kind === kind && one.sign === sign));
}
