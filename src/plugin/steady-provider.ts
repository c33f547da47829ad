/**
 * Restarts a plugin that exits or hangs, and repeats its calls. If the plugin exits again while only one call is running, this call is the cause, and
 * fails.
 */
import type { ProviderExtension } from "../domain/graph.ts";
import type { Constructed, MethodAnswer } from "../domain/registration.ts";
import {
  type ConfigureRequest,
  type ConstructRequest,
  type MethodCallRequest,
  type Provider,
  ProviderError,
  type ProviderProcess,
} from "./provider.ts";
import { Turns } from "./turns.ts";

export interface SteadyOptions {
  /** Starts another process of the same plugin, without configuring it. */
  readonly launch: () => Promise<ProviderProcess>;
  readonly onReplace: (reason: string) => void;
  readonly limits?: Partial<SteadyLimits>;
}

export interface SteadyLimits {
  readonly restarts: number;
  /** If this number of calls with the same method and type caused crashes, further calls with this method and type fail at once. */
  readonly culprits: number;
  /** Milliseconds for which a repeated call may block other calls. The time doubles with each crash. */
  readonly aloneMs: number;
  /** Time limit in milliseconds for the call that checks whether the process still responds. */
  readonly answerMs: number;
}

const defaultLimits: SteadyLimits = { restarts: 64, culprits: 8, aloneMs: 5000, answerMs: 2000 };

export class SteadyProvider implements Provider {
  readonly package: string;
  readonly version?: string;
  readonly #options: SteadyOptions;
  readonly #limits: SteadyLimits;
  readonly #turns: Turns;
  readonly #culprits = new Map<string, number>();
  #plugin: ProviderProcess;
  #configured: ConfigureRequest | undefined;
  readonly #extensions: ProviderExtension[] = [];
  #gone: EndedProcess | undefined;
  #starting: Promise<void> | undefined;
  #restarts = 0;
  /** Set if the plugin could not be restarted. All further calls fail. */
  #lost: { readonly cause: string; readonly failure: unknown } | undefined;

  constructor(plugin: ProviderProcess, options: SteadyOptions) {
    this.package = plugin.package;
    if (plugin.version !== undefined) this.version = plugin.version;
    this.#plugin = plugin;
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#turns = new Turns({
      after: (milliseconds, then) => {
        const timer = setTimeout(then, milliseconds);
        return { cancel: () => clearTimeout(timer) };
      },
      serves: () => this.#plugin.responds(this.#limits.answerMs),
    });
  }

  get supportsPreview(): boolean {
    return this.#plugin.supportsPreview;
  }

  readonly getSchema: Provider["getSchema"] = (accepts) =>
    this.#call("GetSchema", "", (plugin) => plugin.getSchema(accepts));
  readonly getMappings: Provider["getMappings"] = (tool) =>
    this.#call("GetMapping", "", (plugin) => plugin.getMappings(tool));
  readonly checkConfig: Provider["checkConfig"] = (request) =>
    this.#call("CheckConfig", "", (plugin) => plugin.checkConfig(request));
  readonly diffConfig: Provider["diffConfig"] = (request) =>
    this.#call("DiffConfig", "", (plugin) => plugin.diffConfig(request));
  readonly check: Provider["check"] = (request) => this.#call("Check", request.type, (plugin) => plugin.check(request));
  readonly diff: Provider["diff"] = (request) => this.#call("Diff", request.type, (plugin) => plugin.diff(request));
  readonly read: Provider["read"] = (request) => this.#call("Read", request.type, (plugin) => plugin.read(request));
  readonly previewCreate: Provider["previewCreate"] = (request) =>
    this.#call("Create", request.type, (plugin) => plugin.previewCreate(request));
  readonly previewUpdate: Provider["previewUpdate"] = (request) =>
    this.#call("Update", request.type, (plugin) => plugin.previewUpdate(request));
  readonly invoke: Provider["invoke"] = (request) =>
    this.#call("Invoke", request.token, (plugin) => plugin.invoke(request));
  readonly list: Provider["list"] = (request) => this.#call("List", request.type, (plugin) => plugin.list(request));

  /** Calls Construct without repeating it, because some resources of the component may already be registered when the plugin exits. */
  async construct(request: ConstructRequest): Promise<Constructed> {
    const plugin = await this.#runningPlugin();
    return await plugin.construct(request);
  }

  /** Calls Call without repeating it, for the same reason as in `construct`. */
  async callMethod(request: MethodCallRequest): Promise<MethodAnswer> {
    const plugin = await this.#runningPlugin();
    return await plugin.callMethod(request);
  }

  async configure(request: ConfigureRequest): Promise<void> {
    await this.#call("Configure", "", (plugin) => plugin.configure(request));
    this.#configured = request;
  }

  async extend(extension: ProviderExtension): Promise<void> {
    await this.#call("Parameterize", "", (plugin) => plugin.extend(extension));
    this.#extensions.push(extension);
  }

  cancelCalls(): void {
    this.#plugin.cancelCalls();
  }

  async close(): Promise<void> {
    await this.#starting;
    await this.#plugin.close();
  }

  async #call<T>(method: string, type: string, call: (plugin: ProviderProcess) => Promise<T>): Promise<T> {
    for (let [deaths, guilt] = [0, 0]; ; deaths += 1) {
      if (this.#gone !== undefined) this.#startAgain(this.#gone);
      const trial = deaths > 0 ? await this.#turns.enterAlone(this.#limits.aloneMs * 2 ** (deaths - 1)) : undefined;
      if (deaths === 0) await this.#turns.enter();
      const plugin = this.#plugin;
      try {
        this.#refuse(method, type);
        return await call(plugin);
      } catch (error) {
        const cause = await this.#causeOfDeath(plugin, error);
        if (cause === undefined) throw error;
        // Block new calls now, so that the repeated calls run first.
        this.#reportDeath(plugin, cause);
        if (trial?.alone === true) guilt += isFromOutside(error) ? 1 / outsideEnds : 1;
        if (guilt >= 1) {
          this.#convict(method, type);
          throw error;
        }
      } finally {
        this.#turns.leave(trial);
      }
    }
  }

  /** Returns why the process must be replaced: it exited, or the call timed out and the process no longer responds. Otherwise returns undefined. */
  async #causeOfDeath(plugin: ProviderProcess, error: unknown): Promise<string | undefined> {
    if (!(error instanceof ProviderError) || error instanceof RefusedError) return undefined;
    if (error.failure === "died") return error.message;
    if (error.failure !== "timeout") return undefined;
    const serves = plugin === this.#plugin && (await plugin.responds(this.#limits.answerMs));
    return serves ? undefined : "the plugin no longer responds";
  }

  /** Records the end of the process. Starts a new process if calls are waiting. Otherwise, the next call starts it. */
  #reportDeath(plugin: ProviderProcess, cause: string): void {
    if (this.#plugin !== plugin || this.#gone !== undefined) return;
    this.#gone = { plugin, cause };
    this.#turns.hold();
    if (this.#turns.hasWaiting) this.#startAgain(this.#gone);
  }

  async #runningPlugin(): Promise<ProviderProcess> {
    if (this.#gone !== undefined) this.#startAgain(this.#gone);
    await this.#starting;
    return this.#plugin;
  }

  #startAgain(gone: EndedProcess): void {
    this.#starting ??= this.#replace(gone).finally(() => {
      this.#starting = undefined;
      this.#gone = undefined;
      this.#turns.release();
    });
  }

  /** Starts a new process, with at most two attempts. If both fail, sets `#lost` instead of throwing. */
  async #replace({ plugin, cause }: EndedProcess): Promise<void> {
    await plugin.kill();
    let failure: unknown;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (this.#restarts >= this.#limits.restarts) {
        failure = new Error(`imp already restarted the plugin ${this.#restarts} times in this run`);
        break;
      }
      this.#restarts += 1;
      this.#options.onReplace(cause);
      try {
        this.#plugin = await this.#startConfigured();
        return;
      } catch (error) {
        failure = error;
        if (isCancelled(error) || error instanceof OtherVersion) break;
      }
    }
    this.#lost = { cause, failure };
  }

  async #startConfigured(): Promise<ProviderProcess> {
    const plugin = await this.#options.launch();
    try {
      if (plugin.version !== this.version) throw new OtherVersion(plugin.version, this.version);
      if (this.#configured !== undefined) await plugin.configure(this.#configured);
      for (const extension of this.#extensions) await plugin.extend(extension);
      return plugin;
    } catch (error) {
      await plugin.kill();
      throw error;
    }
  }

  #convict(method: string, type: string): void {
    const key = `${method} ${type}`;
    this.#culprits.set(key, (this.#culprits.get(key) ?? 0) + 1);
  }

  #refuse(method: string, type: string): void {
    if (this.#lost !== undefined) {
      const { cause, failure } = this.#lost;
      if (isCancelled(failure)) throw failure;
      const why = failure instanceof Error ? failure.message : String(failure);
      throw new RefusedError("died", method, `${cause}, and imp cannot restart it: ${why}`);
    }
    if (this.#culprits.size === 0 || type === "") return;
    const culprits = this.#culprits.get(`${method} ${type}`) ?? 0;
    if (culprits < this.#limits.culprits) return;
    const why = `the plugin exited for ${culprits} other resources of this type, so imp did not read this resource`;
    throw new RefusedError("died", method, why);
  }
}

/** A call counts as the cause after this number of kills from outside while only this call was running. For example, it may use up the memory. */
const outsideEnds = 4;

function isFromOutside(error: unknown): boolean {
  return error instanceof ProviderError && error.fromOutside;
}

interface EndedProcess {
  readonly plugin: ProviderProcess;
  readonly cause: string;
}

/** The error of a call that was not sent to the plugin. */
class RefusedError extends ProviderError {}

/** Another version replaced the executable during the run. Its responses may not match the schema. */
class OtherVersion extends Error {
  constructor(now: string | undefined, before: string | undefined) {
    super(`its version is now ${now ?? "unknown"}, and was ${before ?? "unknown"} before`);
  }
}

function isCancelled(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.failure === "cancelled";
}
