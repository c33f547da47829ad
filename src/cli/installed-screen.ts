/**
 * The commands that `--install` ran, for a person.
 */
import { harmless } from "./render.ts";

/** `error`: the output of a command that failed. */
export interface InstalledFacts {
  readonly command: string;
  readonly error?: string;
}

export function renderInstalled(installed: readonly InstalledFacts[]): string {
  return installed
    .map(({ command, error }) => {
      if (error === undefined) return `Installed: ${harmless(command)}`;
      const lines = harmless(error).split("\n");
      const shown = lines.map((line) => `  ${line}`);
      return [`Warning: \`${harmless(command)}\` failed; state and program are written.`, ...shown].join("\n");
    })
    .join("\n");
}
