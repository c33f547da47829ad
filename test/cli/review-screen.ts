import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Answer, runInTerminal, type Session, type Size } from "../support/run-in-terminal.ts";

const script = fileURLToPath(new URL("../support/review-in-terminal.ts", import.meta.url));
export const left = "\u001b[?1049l";
const shown = "\u001b[?25h";

/** Opens a review of sample rows on a terminal, and types the answers. Asserts that the terminal is restored at the end. */
export async function review(
  python: string,
  answers: readonly Answer[],
  size: Size = { columns: 80, rows: 24 },
  env: NodeJS.ProcessEnv = {},
): Promise<Session> {
  const { NO_COLOR: _, FORCE_COLOR: __, LC_ALL: ___, LC_CTYPE: ____, ...inherited } = process.env;
  // Without these variables, the Python interpreter would change the locale.
  const terminal = { TERM: "xterm-256color", LANG: "C.UTF-8", PYTHONCOERCECLOCALE: "0", ...env };
  const session = await runInTerminal(python, [process.execPath, "--import", "tsx", script], answers, {
    cwd: process.cwd(),
    env: { ...inherited, ...terminal },
    size,
  });
  assert.doesNotMatch(session.screen, /\n +at /);
  assert.ok(
    session.screen.lastIndexOf(left) > session.screen.lastIndexOf("\u001b[?1049h"),
    "the review leaves the alternate screen",
  );
  assert.ok(
    session.screen.lastIndexOf(shown) > session.screen.lastIndexOf("\u001b[?25l"),
    "the cursor is visible again",
  );
  return session;
}
