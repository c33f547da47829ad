/**
 * The logs of plugins, for a person. A warning is shown once, however many calls repeat it. An error that a plugin logs and also answers
 * with is shown once: logged errors wait for the reasons.
 */

import type { Diagnostic } from "../diagnostic.ts";
import { parseUrn } from "../domain/urn.ts";
import { harmless } from "./render.ts";

interface PluginLine {
  readonly plugin: string;
  readonly severity: string;
  readonly message: string;
  /** The resource that it is about; `""`: none. */
  readonly urn: string;
}

export interface PluginLogs {
  readonly add: (line: PluginLine) => void;
  /** Shows the errors that waited and that no reason quotes, and which other resources the warnings are about. */
  readonly showErrors: (reasons: readonly string[]) => void;
  /** Each warning once, in the order in which they came first; its text may name the first of its resources. */
  readonly warnings: () => readonly Diagnostic[];
}

interface Known {
  readonly plugin: string;
  readonly message: string;
  /** The message without a URN. */
  readonly text: string;
  readonly resources: Set<string>;
  /** Of the resources so many were shown. */
  shown: number;
}

/** @param verbose also what is neither a warning nor an error, and everything at once. */
export function pluginLogs(print: (line: string) => void, verbose: boolean): PluginLogs {
  const waiting = new Map<string, PluginLine>();
  const warnings = new Map<string, Known>();
  const show = ({ plugin, severity, message }: Omit<PluginLine, "urn">): void =>
    print(harmless(`${plugin}: ${severity}: ${message}`));
  const isNew = (line: PluginLine): boolean => {
    const text = withoutUrn(line);
    const key = JSON.stringify([line.plugin, text]);
    const known = warnings.get(key);
    if (line.urn !== "") known?.resources.add(line.urn);
    if (known !== undefined) return false;
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
      for (const known of warnings.values()) {
        const more = [...known.resources].slice(known.shown);
        if (more.length === 0) continue;
        known.shown = known.resources.size;
        show({ plugin: known.plugin, severity: "warning", message: alsoAbout(known.text, more) });
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

/** Providers put the URN into the text: without it the texts of two resources are the same. */
function withoutUrn({ message, urn }: PluginLine): string {
  return (urn === "" ? message : message.replaceAll(urn, "")).trim();
}

/** So many names and characters are shown. */
const logLimits = { names: 5, start: 60 };

function alsoAbout(text: string, urns: readonly string[]): string {
  const start = text.length > logLimits.start ? `${text.slice(0, logLimits.start)}…` : text;
  const names = urns.slice(0, logLimits.names).map((urn) => parseUrn(urn)?.name ?? urn);
  const rest = urns.length - names.length;
  return `${start} (also about ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/** Reasons begin with a capital and end with a full stop, and lines are broken elsewhere. */
function normalizedLog(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase();
}
