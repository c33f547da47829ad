/**
 * What a plugin logs as an error while a call is under way: the reason of a call that it answers with an error and no message.
 */
import type { PluginLog } from "./engine-service.ts";

/** A call that is under way. */
export interface OpenCall {
  /** What was logged about its resource, or about none, so far; each message once. */
  readonly messages: () => readonly string[];
  close(): void;
}

export class LoggedErrors {
  readonly #open = new Set<{ readonly urn: string; readonly messages: Set<string> }>();

  add({ severity, message, urn }: Pick<PluginLog, "severity" | "message" | "urn">): void {
    if (severity !== "error" || message.trim() === "") return;
    for (const call of this.#open) if (urn === "" || urn === call.urn) call.messages.add(message.trim());
  }

  /** @param urn the resource that the call is about; `""`: none */
  open(urn: string): OpenCall {
    const call = { urn, messages: new Set<string>() };
    this.#open.add(call);
    return { messages: () => [...call.messages], close: () => void this.#open.delete(call) };
  }
}
