/** The results of `--install`, as text. */
import { harmless } from "./render.ts";

/** A command, and its output if it failed. */
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
      return [`Warning: \`${harmless(command)}\` failed. The state and the program were written.`, ...shown].join("\n");
    })
    .join("\n");
}
