/** Collects the errors that a plugin logs during a call: they are the reason of a call that fails without a message. */
import type { PluginLog } from "./engine-service.ts";

export interface OpenCall {
  readonly messages: () => readonly string[];
  close(): void;
}

export class LoggedErrors {
  readonly #open = new Set<{ readonly urn: string; readonly messages: Set<string> }>();

  add({ severity, message, urn }: Pick<PluginLog, "severity" | "message" | "urn">): void {
    if (severity !== "error" || message.trim() === "") return;
    for (const call of this.#open) if (urn === "" || urn === call.urn) call.messages.add(message.trim());
  }

  open(urn: string): OpenCall {
    const call = { urn, messages: new Set<string>() };
    this.#open.add(call);
    return { messages: () => [...call.messages], close: () => void this.#open.delete(call) };
  }
}
