/** Plugin logs for the terminal. Repeated warnings are shown once. Errors are held back, because the plugin may also return them. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import { parseUrn } from "../domain/urn.ts";
import { harmless } from "./render.ts";

interface PluginLine {
  readonly plugin: string;
  readonly severity: string;
  readonly message: string;
  /** The URN of the resource, or "" if there is none. */
  readonly urn: string;
}

export interface PluginLogs {
  readonly add: (line: PluginLine) => void;
  /**
   * Prints the errors that were held back, except those whose text is in one of the reasons. For a warning that was already shown, also names the
   * resources that logged it later.
   */
  readonly showErrors: (reasons: readonly string[]) => void;
  /** Returns each warning once, in the order of first occurrence, with all its resources. */
  readonly warnings: () => readonly Diagnostic[];
}

interface LoggedWarning {
  readonly plugin: string;
  readonly message: string;
  /** The message without the URN of the resource. */
  readonly text: string;
  readonly resources: Set<string>;
  /** Number of resources that the user already saw with this warning. */
  shown: number;
}

/** Opens the logs. @param verbose print all messages immediately */
export function pluginLogs(print: (line: string) => void, verbose: boolean): PluginLogs {
  const waiting = new Map<string, PluginLine>();
  const warnings = new Map<string, LoggedWarning>();
  const show = ({ plugin, severity, message }: Omit<PluginLine, "urn">): void =>
    print(harmless(`${plugin}: ${severity}: ${message}`));
  const isNew = (line: PluginLine): boolean => {
    const text = withoutUrn(line);
    const key = JSON.stringify([line.plugin, text]);
    const warning = warnings.get(key);
    if (line.urn !== "") warning?.resources.add(line.urn);
    if (warning !== undefined) return false;
    const { plugin, message, urn } = line;
    warnings.set(key, { plugin, message, text, resources: new Set(urn === "" ? [] : [urn]), shown: 1 });
    return true;
  };
  return {
    add: (line) => {
      const isRepeated = line.severity === "warning" && !isNew(line);
      if (line.severity === "error" && !verbose) waiting.set(`${line.plugin}: ${line.message}`, line);
      else if (verbose || (line.severity === "warning" && !isRepeated)) show(line);
    },
    showErrors: (reasons) => {
      const quoted = reasons.map(normalizedLog);
      for (const line of waiting.values()) {
        if (!quoted.some((reason) => reason.includes(normalizedLog(line.message)))) show(line);
      }
      waiting.clear();
      if (verbose) return;
      for (const warning of warnings.values()) {
        const more = [...warning.resources].slice(warning.shown);
        if (more.length === 0) continue;
        warning.shown = warning.resources.size;
        show({ plugin: warning.plugin, severity: "warning", message: alsoAbout(warning.text, more) });
      }
    },
    warnings: () =>
      [...warnings.values()].map(({ plugin, message, resources }) => ({
        severity: "warning",
        plugin,
        message,
        resources: [...resources],
      })),
  };
}

/** Removes the URN from the message, so that equal messages about different resources can be found. */
function withoutUrn({ message, urn }: PluginLine): string {
  return (urn === "" ? message : message.replaceAll(urn, "")).trim();
}

/** Maximum number of names, and of characters of a message. */
const logLimits = { names: 5, start: 60 };

function alsoAbout(text: string, urns: readonly string[]): string {
  const start = text.length > logLimits.start ? `${text.slice(0, logLimits.start)}…` : text;
  const names = urns.slice(0, logLimits.names).map((urn) => parseUrn(urn)?.name ?? urn);
  const rest = urns.length - names.length;
  return `${start} (also for ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/**
 * Normalizes a log message or an error text for comparison. The error text of the same problem may have different line breaks, a capital first
 * letter, and a final period.
 */
function normalizedLog(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase();
}
