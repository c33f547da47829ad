/**
 * The commands that `--install` ran, for a person.
 */
import { harmless } from "./render.ts";

/** `error`: the output of a command that failed. */
export interface InstalledFacts {
  readonly command: string;
  readonly error?: string;
}

/** So many lines of an output are shown. */
const mostLines = 20;

export function renderInstalled(installed: readonly InstalledFacts[]): string {
  return installed
    .map(({ command, error }) => {
      if (error === undefined) return `Installed: ${harmless(command)}`;
      const lines = harmless(error).split("\n");
      const shown = lines.slice(-mostLines).map((line) => `  ${line}`);
      return [`Warning: \`${harmless(command)}\` failed; state and program are written.`, ...shown].join("\n");
    })
    .join("\n");
}
