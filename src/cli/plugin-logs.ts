/**
 * What plugins log, for a person. An error that a plugin logs and also answers with is told once: logged errors wait for the reasons.
 */

export interface PluginLine {
  readonly plugin: string;
  readonly severity: string;
  readonly message: string;
}

export interface PluginLogs {
  readonly add: (line: PluginLine) => void;
  /** Tells the errors that waited and that no reason quotes. */
  readonly tellErrors: (reasons: readonly string[]) => void;
}

/** @param verbose also what is neither a warning nor an error, and everything at once. */
export function pluginLogs(tell: (line: string) => void, verbose: boolean): PluginLogs {
  const waiting = new Map<string, PluginLine>();
  const show = ({ plugin, severity, message }: PluginLine): void => tell(`${plugin}: ${severity}: ${message}`);
  return {
    add: (line) => {
      if (line.severity === "error" && !verbose) waiting.set(`${line.plugin}: ${line.message}`, line);
      else if (verbose || line.severity === "warning") show(line);
    },
    tellErrors: (reasons) => {
      const quoted = reasons.map(plain);
      for (const line of waiting.values()) {
        if (!quoted.some((reason) => reason.includes(plain(line.message)))) show(line);
      }
      waiting.clear();
    },
  };
}

/** Reasons begin with a capital and end with a full stop, and lines are broken elsewhere. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/\.$/, "").toLowerCase();
}
